import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { readAmount } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { listOf, pageOf, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { readBalance } from './balance.ts';
import {
  balanceShape,
  presentBalance,
  presentTransaction,
  presentWithdrawal,
  requestedWithdrawalShape,
  transactionQuery,
  transactionShape,
  withdrawalBody,
  withdrawalQuery,
  withdrawalShape,
} from './shapes.ts';
import { listTransactions } from './transactions.ts';
import { listWithdrawals, requestWithdrawal } from './withdrawals.ts';

const tags = { balance: ['Balance'], transactions: ['Transactions'], withdrawals: ['Withdrawals'] };

export function payoutRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/balance', {
    config: { access: 'key' },
    schema: { tags: tags.balance, summary: 'Your balance', response: { 200: balanceShape, ...errorAnswers } },
    handler: async (request) => presentBalance(await readBalance(deps.db, accountOf(request))),
  });
  app.get('/api/v1/transactions', {
    config: { access: 'key' },
    schema: {
      tags: tags.transactions,
      summary: 'List what changed the available balance, newest first',
      querystring: transactionQuery,
      response: { 200: listOf(transactionShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf(request.query);
      const { rows, total } = await listTransactions(deps.db, accountOf(request), request.query.type, page);
      return presentList(rows, page, total, (row) => row.sequence.toString(), presentTransaction);
    },
  });
  app.post('/api/v1/withdrawals', {
    config: { access: 'key' },
    schema: {
      tags: tags.withdrawals,
      summary: 'Request a withdrawal; the amount leaves the available balance at once',
      body: withdrawalBody,
      response: { 201: requestedWithdrawalShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { amount, pix_key: pixKey = null } = request.body;
      const fields = { amountCents: readAmount('amount', amount), pixKey };
      const withdrawal = await requestWithdrawal(deps, accountOf(request), request.objectId, fields);
      return reply.status(201).send(presentWithdrawal(withdrawal));
    },
  });
  app.get('/api/v1/withdrawals', {
    config: { access: 'key' },
    schema: {
      tags: tags.withdrawals,
      summary: 'List withdrawals, newest first',
      querystring: withdrawalQuery,
      response: { 200: listOf(withdrawalShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const { rows, total } = await listWithdrawals(deps.db, accountOf(request), request.query.status, page);
      return presentList(rows, page, total, (row) => row.id, presentWithdrawal);
    },
  });
}
