import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { readAmount } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { listOf, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import {
  presentWithdrawal,
  requestedWithdrawalShape,
  withdrawalBody,
  withdrawalQuery,
  withdrawalShape,
} from './shapes.ts';
import { statementRoutes } from './statement-routes.ts';
import { withdrawalExport } from './withdrawal-export.ts';
import { listWithdrawals, requestWithdrawal } from './withdrawals.ts';

const tags = ['Withdrawals'];

export function balanceRoutes(app: App, deps: Deps): void {
  withdrawalExport(app, deps);
  statementRoutes(app, deps);
  scheduleRoutes(app, deps);
  app.post('/api/v1/withdrawals', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Request a withdrawal; the amount leaves the available balance at once',
      body: withdrawalBody,
      response: { 201: requestedWithdrawalShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { amount, pix_key: pixKey = null } = request.body;
      const fields = { amountCents: readAmount('amount', amount), pixKey };
      const answer = answerTo(request, reply, 201, presentWithdrawal);
      const { objectId } = request;
      await requestWithdrawal(deps, accountOf(request), objectId, fields, actorOf(request), answer);
      return answer.send();
    },
  });
  app.get('/api/v1/withdrawals', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List withdrawals, newest first',
      querystring: withdrawalQuery,
      response: { 200: listOf(withdrawalShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('withdrawals', request.query);
      const { rows, total } = await listWithdrawals(deps.db, accountOf(request), request.query.status, page);
      return presentList(rows, page, total, (row) => row.id, presentWithdrawal);
    },
  });
}
