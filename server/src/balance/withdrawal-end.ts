import type { Entry } from '../ledger/chart.ts';
import { type Effects, rowWrite } from '../write/effects.ts';
import { listFor, saveWithdrawal, type WithdrawalRow, withdrawalEventData } from './withdrawals.ts';

export type Verdict = { status: 'approved' | 'rejected'; reason: string | null; paymentReference?: string };
export type ChangedRow = { after: WithdrawalRow; effects: Effects };

/**
 * The effects of the end of a withdrawal: row, list counts, event, and the posting of the money. `set`: what else is
 * saved with it.
 */
export function ended(
  before: WithdrawalRow,
  { status, reason, paymentReference }: Verdict,
  now: Date,
  set: Partial<WithdrawalRow> = {},
): ChangedRow {
  const after: WithdrawalRow = {
    ...before,
    ...set,
    status,
    reason,
    decided_at: now,
    payment_reference: paymentReference ?? null,
  };
  const { account_id: accountId, id } = after;
  return {
    after,
    effects: {
      rows: [rowWrite(saveWithdrawal, { before, after })],
      counts: [
        { accountId, list: listFor('pending'), change: -1 },
        { accountId, list: listFor(status), change: 1 },
      ],
      events: [
        {
          accountId,
          type: status === 'approved' ? 'withdrawal.approved' : 'withdrawal.rejected',
          withdrawalId: id,
          sequence: 1,
          audience: 'owner',
          status,
          previousStatus: 'pending',
          data: withdrawalEventData(after),
          createdAt: now,
        },
      ],
      entries: [entryOf(after, now)],
    },
  };
}

function entryOf(row: WithdrawalRow, now: Date): Entry {
  const { account_id: accountId, id, amount_cents: amountCents, status } = row;
  const common = { accountId, from: 'withdrawals', amountCents } as const;
  return {
    fact: `withdrawal:${id}:${status}`,
    withdrawalId: id,
    occurredAt: now,
    postings: [
      status === 'approved'
        ? { ...common, to: 'external', category: 'withdrawal' }
        : { ...common, to: 'available', category: 'withdrawal_reversal' },
    ],
  };
}
