import { type AuditLine, listActions } from '../audit/list.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
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

export function auditRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/audit-log', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'Who did what with your account, newest first',
      querystring: auditQuery,
      response,
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const filter = { accountId: accountOf(request), action: request.query.action ?? null };
      return presentLog(await listActions(deps.db, filter, page), page, presentOwnLine);
    },
  });
  app.get('/api/v1/admin/audit-log', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'Who did what, in all accounts, newest first',
      querystring: everyAuditQuery,
      response,
    },
    handler: async (request) => {
      const { account_id: accountId = null, action = null } = request.query;
      if (accountId !== null && !isId(accountId))
        throw invalidField('account_id', 'is not the id of an account');
      const page = idPageOf(request.query);
      return presentLog(await listActions(deps.db, { accountId, action }, page), page, presentAuditLine);
    },
  });
}

type Line = ReturnType<typeof presentAuditLine>;

function presentLog(
  { rows, total }: Awaited<ReturnType<typeof listActions>>,
  page: IdPage,
  present: (line: AuditLine) => Line,
) {
  return { ...presentList(rows, page, total ?? 0, (row) => row.id, present), total };
}
