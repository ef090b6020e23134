import { approvalsNeeded } from '../balance/approvals.ts';
import { approveWithdrawal, recordPaymentByHand, rejectWithdrawal } from '../balance/decide-withdrawal.ts';
import type { WithdrawalRow } from '../balance/withdrawals.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, listOf, presentList } from '../http/lists.ts';
import type { Reader } from '../write/answer.ts';
import {
  approveWithdrawalBody,
  ownedWithdrawalShape,
  paidBody,
  presentOwnedWithdrawal,
  rejectBody,
  withdrawalQuery,
} from './shapes.ts';
import { findOwned, listEveryWithdrawal, type OwnedWithdrawal, ownerOf } from './withdrawals.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const response = { 200: ownedWithdrawalShape, ...errorAnswers };

export function operatorWithdrawalRoutes(app: App, deps: ChargeDeps): void {
  const present = (row: OwnedWithdrawal) =>
    presentOwnedWithdrawal(row, approvalsNeeded(deps.config, row.amount_cents));
  app.get('/api/v1/admin/withdrawals', {
    config,
    schema: {
      tags,
      summary: 'List withdrawals of every account, newest first; without a status the pending ones',
      querystring: withdrawalQuery,
      response: { 200: listOf(ownedWithdrawalShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('admin_withdrawals', request.query);
      const { rows, total } = await listEveryWithdrawal(deps.db, request.query.status ?? 'pending', page);
      return presentList(rows, page, total, (row) => row.id, present);
    },
  });
  decisionRoutes(app, deps, async (row, reader) => present(await findOwned(reader, row)));
}

type PresentOwned = (row: WithdrawalRow, reader: Reader) => Promise<unknown>;

function decisionRoutes(app: App, deps: ChargeDeps, presentOwned: PresentOwned): void {
  app.post('/api/v1/admin/withdrawals/:id/approve', {
    config,
    schema: {
      tags,
      summary: 'Approve a pending withdrawal',
      description:
        'It stays pending while a provider pays it, while it needs the approval of another operator, and, where no provider pays, until its payment by hand is recorded.',
      params: idParams,
      body: approveWithdrawalBody,
      response,
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const accountId = await ownerOf(deps.db, params.id);
      const answer = answerTo(request, reply, 200, presentOwned);
      await approveWithdrawal(deps, accountId, params.id, actorOf(request), body?.approvals_seen, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/withdrawals/:id/paid', {
    config,
    schema: {
      tags,
      summary: 'Record that an approved withdrawal was paid by hand',
      params: idParams,
      body: paidBody,
      response,
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const accountId = await ownerOf(deps.db, id);
      const answer = answerTo(request, reply, 200, presentOwned);
      const { reference } = request.body;
      await recordPaymentByHand(deps, { accountId, id }, reference, actorOf(request), answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/withdrawals/:id/reject', {
    config,
    schema: {
      tags,
      summary: 'Reject a pending withdrawal: the amount goes back to the seller',
      params: idParams,
      body: rejectBody,
      response,
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const accountId = await ownerOf(deps.db, id);
      const answer = answerTo(request, reply, 200, presentOwned);
      const { reason, not_paid: notPaid } = request.body;
      await rejectWithdrawal(deps, accountId, id, { reason, notPaid }, actorOf(request), answer);
      return answer.send();
    },
  });
}
