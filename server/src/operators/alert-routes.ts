import { Type } from 'typebox';
import { ALERT_STATES, type Alert, findAlert, listAlerts } from '../alerts/store.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { exactObject, filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { ALERT_KINDS } from '../kit/alerts.ts';
import { assert } from '../kit/errors.ts';
import { reaisFromCents } from '../kit/money.ts';
import { resolve } from './alerts.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const state = namedEnum('AlertState', ALERT_STATES);

const alertShape = namedObject('Alert', {
  object: Type.Literal('alert'),
  id: Type.String(),
  kind: namedEnum('AlertKind', ALERT_KINDS, {
    description: 'What a bank said that does not fit the books, or coverage_low: the banks hold too little',
  }),
  account_id: nullable(Type.String({ description: 'null: of the installation' })),
  account_name: nullable(Type.String()),
  withdrawal_id: nullable(Type.String()),
  charge_id: nullable(Type.String()),
  provider: nullable(Type.String()),
  amount: nullable(Type.Number({ description: 'In reais; of coverage_low: what is missing' })),
  detail: nullable(Type.String({ description: 'In the words of the bank, or the masked document' })),
  state,
  resolved_by: nullable(
    Type.Enum(['operator', 'gateway'], { description: 'gateway: it was over, or fits after all' }),
  ),
  resolver_email: nullable(Type.String()),
  note: nullable(Type.String()),
  resolved_at: nullable(instantShape),
  raised_at: instantShape,
  over_at: nullable(Type.String({ format: 'date-time', description: 'Since when it is over by itself' })),
});

const noteBody = exactObject('AlertNote', { note: filledText(500) });

export function alertRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/alerts', {
    config,
    schema: {
      tags,
      summary: 'List what does not fit the books and needs an operator, newest first',
      querystring: Type.Object({ state: Type.Optional(state), ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(alertShape), ...errorAnswers },
    },
    handler: async ({ query }) => {
      const page = idPageOf('alerts', query);
      const { rows, total } = await listAlerts(deps.db, query.state ?? null, page);
      return presentList(rows, page, total, ({ id }) => id, present);
    },
  });
  app.post('/api/v1/admin/alerts/:id/resolve', {
    config,
    schema: {
      tags,
      summary: 'Resolve an alert with a note of what it was; it moves no money',
      params: idParams,
      body: noteBody,
      response: { 200: alertShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, async (id: string, reader) => {
        const alert = await findAlert(reader, id);
        assert(alert, 'an alert that was resolved exists');
        return present(alert);
      });
      const { params, body } = request;
      await resolve(deps, { id: params.id, note: body.note.trim(), by: actorOf(request) }, answer);
      return answer.send();
    },
  });
}

function present(alert: Alert) {
  return {
    object: 'alert' as const,
    id: alert.id,
    kind: alert.kind,
    account_id: alert.accountId,
    account_name: alert.accountName,
    withdrawal_id: alert.withdrawalId,
    charge_id: alert.chargeId,
    provider: alert.provider,
    amount: alert.amountCents === null ? null : reaisFromCents(alert.amountCents),
    detail: alert.detail,
    state: alert.state,
    resolved_by: alert.resolvedBy,
    resolver_email: alert.resolverEmail,
    note: alert.note,
    resolved_at: alert.resolvedAt?.toISOString() ?? null,
    raised_at: alert.raisedAt.toISOString(),
    over_at: alert.overAt?.toISOString() ?? null,
  };
}
