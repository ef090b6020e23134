import type { Static } from 'typebox';
import {
  type AuditActor,
  type AuditFilter,
  type AuditLine,
  listActions,
  usersWithEmail,
} from '../audit/list.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { readInstant } from '../http/fields.ts';
import { type IdPage, idPageOf } from '../http/id-page.ts';
import { presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import {
  auditLogShape,
  auditQuery,
  everyAuditQuery,
  presentAuditLine,
  presentOwnLine,
} from './audit-shapes.ts';

const response = { 200: auditLogShape, ...errorAnswers };

export function auditRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/audit-log', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'List the audit log of your account, newest first',
      querystring: auditQuery,
      response,
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const accountId = accountOf(request);
      // Only users of the account: a seller must not find out whether a given operator acted.
      const filter = await filterOf(deps, request.query, accountId, accountId);
      return presentLog(await listActions(deps.db, filter, page), page, presentOwnLine);
    },
  });
  app.get('/api/v1/admin/audit-log', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'List the audit log of all accounts, newest first',
      querystring: everyAuditQuery,
      response,
    },
    handler: async (request) => {
      const { account_id: accountId = null } = request.query;
      if (accountId !== null && !isId(accountId))
        throw invalidField('account_id', 'is not the id of an account');
      const page = idPageOf(request.query);
      const filter = await filterOf(deps, request.query, accountId, null);
      return presentLog(await listActions(deps.db, filter, page), page, presentAuditLine);
    },
  });
}

async function filterOf(
  deps: ChargeDeps,
  query: Static<typeof auditQuery>,
  accountId: string | null,
  actorsOf: string | null,
): Promise<AuditFilter> {
  const { action = null, actor, created_from: from, created_to: to } = query;
  return {
    accountId,
    action,
    actor: actor === undefined ? null : await actorNamed(deps, actor, actorsOf),
    from: from === undefined ? null : readInstant('created_from', from),
    to: to === undefined ? null : readInstant('created_to', to),
  };
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

async function actorNamed({ db }: ChargeDeps, actor: string, accountId: string | null): Promise<AuditActor> {
  if (isId(actor)) return { userIds: [actor], accountId };
  if (!EMAIL.test(actor)) throw invalidField('actor', 'is neither the id of a user nor an e-mail');
  return { userIds: await usersWithEmail(db, actor, accountId), accountId };
}

type Line = ReturnType<typeof presentAuditLine>;

function presentLog(
  { rows, total }: Awaited<ReturnType<typeof listActions>>,
  page: IdPage,
  present: (line: AuditLine) => Line,
) {
  return { ...presentList(rows, page, total ?? 0, (row) => row.id, present), total };
}
