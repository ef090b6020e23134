import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { type Column, column, type Words, words } from '../http/exports/columns.ts';
import { COUNT_ONLY, fileQuery, fileSchema, pagesOf, sendList } from '../http/exports/send-file.ts';
import { accountOf } from '../http/principal.ts';
import {
  listWithdrawals,
  WITHDRAWAL_STATUSES,
  type WithdrawalRow,
  type WithdrawalStatus,
} from './withdrawals.ts';

const STATUS_WORDS: Record<WithdrawalStatus, Words> = {
  pending: words('Em análise', 'Pending'),
  approved: words('Aprovado', 'Approved'),
  rejected: words('Recusado', 'Rejected'),
};

const COLUMNS: readonly Column<WithdrawalRow>[] = [
  column('Pedido em', 'Requested at', ({ created_at: at }) => ({ at })),
  column('Situação', 'Status', ({ status }) => STATUS_WORDS[status]),
  column('Valor', 'Amount', ({ amount_cents: cents }) => ({ cents })),
  column('Chave PIX', 'PIX key', ({ pix_key: key }) => key),
  column('Motivo da recusa', 'Reason of rejection', ({ reason }) => reason),
  column('ID da transação Pix', 'PIX end-to-end ID', ({ end_to_end_id: id }) => id),
  column('Valor devolvido', 'Returned amount', ({ returned_cents: cents }) =>
    cents > 0n ? { cents } : null,
  ),
  column('Decidido em', 'Decided at', ({ decided_at: at }) => (at ? { at } : null)),
  column('ID do saque', 'Withdrawal ID', ({ id }) => id),
];

export function withdrawalExport(app: App, deps: Deps): void {
  app.get('/api/v1/withdrawals/export', {
    config: { access: 'key' },
    schema: {
      tags: ['Withdrawals'],
      summary: 'Export withdrawals as a file, newest first',
      ...fileSchema,
      querystring: Type.Object({ ...fileQuery, status: Type.Optional(Type.Enum([...WITHDRAWAL_STATUSES])) }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const accountId = accountOf(request);
      const { total } = await listWithdrawals(deps.db, accountId, query.status, COUNT_ONLY);
      const pages = pagesOf<WithdrawalRow>(
        'withdrawals',
        ({ id }) => id,
        async (page) => (await listWithdrawals(deps.db, accountId, query.status, page)).rows,
      );
      const name = { pt: 'saques', en: 'withdrawals' };
      return sendList(reply, query, { name, columns: COLUMNS, pages, total, now: deps.clock.now() });
    },
  });
}
