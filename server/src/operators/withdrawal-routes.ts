import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, listOf, presentList } from '../http/lists.ts';
import { approveWithdrawal, rejectWithdrawal } from '../payouts/decide-withdrawal.ts';
import { ownedWithdrawalShape, presentOwnedWithdrawal, reasonBody, withdrawalQuery } from './shapes.ts';
import { listEveryWithdrawal, ownerOf } from './withdrawals.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const response = { 200: ownedWithdrawalShape, ...errorAnswers };

export function operatorWithdrawalRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/withdrawals', {
    config,
    schema: {
      tags,
      summary: 'List withdrawals of every account, newest first; without a status the pending ones',
      querystring: withdrawalQuery,
      response: { 200: listOf(ownedWithdrawalShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const { rows, total } = await listEveryWithdrawal(deps.db, request.query.status ?? 'pending', page);
      return presentList(rows, page, total, (row) => row.id, presentOwnedWithdrawal);
    },
  });
  app.post('/api/v1/admin/withdrawals/:id/approve', {
    config,
    schema: {
      tags,
      summary: 'Approve a pending withdrawal; it stays pending while a provider pays it',
      params: idParams,
      response,
    },
    handler: async (request) => {
      const { id } = request.params;
      return presentOwnedWithdrawal(await approveWithdrawal(deps, await ownerOf(deps.db, id), id));
    },
  });
  app.post('/api/v1/admin/withdrawals/:id/reject', {
    config,
    schema: {
      tags,
      summary: 'Reject a pending withdrawal: the amount goes back to the seller',
      params: idParams,
      body: reasonBody,
      response,
    },
    handler: async (request) => {
      const { id } = request.params;
      const accountId = await ownerOf(deps.db, id);
      return presentOwnedWithdrawal(await rejectWithdrawal(deps, accountId, id, request.body.reason));
    },
  });
}
