import { systemActor } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { PayoutAtBank, PayoutReturn } from '../../providers/payout.ts';
import {
  type Decision,
  done,
  type Effects,
  type NewJobEffect,
  type RowWriter,
  rowWrite,
  together,
} from '../../write/effects.ts';
import { ended } from '../withdrawal-end.ts';
import {
  lockWithdrawal,
  type PayoutFields,
  saveWithdrawal,
  type WithdrawalRow,
  withdrawalAction,
  withdrawalEventData,
} from '../withdrawals.ts';

export const LOOK_JOB = 'withdrawal.look';
/** A payout may come back for ninety days, and the notice of it may be lost: days after it was paid. */
export const LOOK_AFTER_DAYS = [1, 3, 7, 30, 60, 91] as const;

export type PayoutState = { withdrawal: WithdrawalRow | null; returns: { id: string }[] };

/** What does not fit the books, for the log: a person must look at it. */
export type Surprise =
  | 'paid after it was rejected'
  | 'failed after it was paid'
  | 'more came back than was paid';
export type Recorded = { row: WithdrawalRow; surprises: Surprise[] };

const returnsOf = statement(
  'withdrawal_returns.of_withdrawal',
  'select id from withdrawal_returns where account_id = $1 and withdrawal_id = $2',
);

export async function loadPayout(tx: Tx, accountId: string, id: string): Promise<PayoutState> {
  const withdrawal = await lockWithdrawal(tx, accountId, id);
  return { withdrawal, returns: await tx.query<{ id: string }>(returnsOf, [accountId, id]) };
}

/**
 * Records what the bank says of a payout. It may say the same many times, and late: an end is never undone, a return is
 * booked once.
 */
export function decideSeen(
  { withdrawal, returns }: PayoutState,
  seen: PayoutAtBank,
  now: Date,
): Decision<Recorded> {
  assert(withdrawal, 'a withdrawal that was paid exists');
  const known = returns.map(({ id }) => id);
  if (withdrawal.status !== 'pending') return later(withdrawal, seen, known, now);
  const set = fieldsOf(withdrawal, seen);
  const reference = referenceEffects(withdrawal, set);
  switch (seen.state) {
    case 'failed': {
      const verdict = { status: 'rejected', reason: seen.reason ?? 'the payout failed' } as const;
      const { after, effects } = ended(withdrawal, verdict, now, set);
      return done({ row: after, surprises: [] }, together([effects, reference]));
    }
    case 'succeeded': {
      const back = withReturns({ ...withdrawal, ...set, status: 'approved' }, seen.returns, known, now);
      const whole = { ...set, returned_cents: back.row.returned_cents };
      const { after, effects } = ended(withdrawal, { status: 'approved', reason: null }, now, whole);
      const jobs = lookJobs(after, now);
      return done(
        { row: after, surprises: back.surprises },
        together([effects, reference, { jobs }, back.effects]),
      );
    }
    case 'pending':
    case 'awaiting_approval': {
      const after = { ...withdrawal, ...set };
      return done({ row: after, surprises: [] }, together([saved(withdrawal, after), reference]));
    }
  }
}

/** It has ended in the books: only the bank's names of it and what came back are new. */
function later(
  before: WithdrawalRow,
  seen: PayoutAtBank,
  known: readonly string[],
  now: Date,
): Decision<Recorded> {
  const isPaid = before.status === 'approved';
  if (!isPaid && seen.state === 'succeeded')
    return done({ row: before, surprises: ['paid after it was rejected'] });
  if (!isPaid) return done({ row: before, surprises: [] });
  if (seen.state === 'failed') return done({ row: before, surprises: ['failed after it was paid'] });
  const { bank_reference, end_to_end_id } = fieldsOf(before, seen);
  const named = { ...before, bank_reference, end_to_end_id };
  const returns = seen.state === 'succeeded' ? seen.returns : [];
  const back = withReturns(named, returns, known, now);
  const effects = together([saved(before, back.row), referenceEffects(before, named), back.effects]);
  return done({ row: back.row, surprises: back.surprises }, effects);
}

const STATES = {
  pending: 'sending',
  awaiting_approval: 'awaiting_approval',
  succeeded: 'succeeded',
  failed: 'failed',
} as const;

function fieldsOf(row: WithdrawalRow, seen: PayoutAtBank) {
  return {
    payout_state: STATES[seen.state],
    bank_reference: row.bank_reference ?? seen.bankReference,
    end_to_end_id: row.end_to_end_id ?? seen.endToEndId,
  } satisfies Partial<PayoutFields>;
}

function saved(before: WithdrawalRow, after: WithdrawalRow): Effects {
  const names = ['payout_state', 'bank_reference', 'end_to_end_id', 'returned_cents'] as const;
  const isSame = names.every((name) => before[name] === after[name]);
  return isSame ? {} : { rows: [rowWrite(saveWithdrawal, { before, after })] };
}

function withReturns(
  before: WithdrawalRow,
  all: readonly PayoutReturn[],
  known: readonly string[],
  now: Date,
): Recorded & { effects: Effects } {
  const fresh = all.filter(({ id }, at) => !known.includes(id) && all.findIndex((e) => e.id === id) === at);
  let row = before;
  const effects: Effects[] = [];
  const surprises: Surprise[] = [];
  for (const back of fresh) {
    const returned = cents(row.returned_cents + back.amountCents);
    if (returned > row.amount_cents) {
      surprises.push('more came back than was paid');
      continue;
    }
    row = { ...row, returned_cents: returned };
    effects.push(returnEffects(row, back, known.length + effects.length, now));
  }
  return { row, surprises, effects: together(effects) };
}

/** Money comes back into `available`, as from outside. */
function returnEffects(after: WithdrawalRow, back: PayoutReturn, earlier: number, now: Date): Effects {
  const { account_id: accountId, id } = after;
  const { amountCents } = back;
  const posting = { accountId, from: 'external', to: 'available', amountCents } as const;
  const data = {
    ...withdrawalEventData(after),
    return_amount: reaisFromCents(amountCents),
    returned_amount: reaisFromCents(after.returned_cents),
  };
  return {
    rows: [rowWrite(insertReturn, { accountId, withdrawalId: id, now, ...back })],
    entries: [
      {
        fact: `withdrawal:${id}:returned:${back.id}`,
        withdrawalId: id,
        occurredAt: now,
        postings: [{ ...posting, category: 'withdrawal_reversal' }],
      },
    ],
    events: [
      {
        ...{ accountId, type: 'withdrawal.returned', withdrawalId: id, sequence: 2 + earlier },
        ...{ audience: 'owner', status: after.status, previousStatus: after.status, data, createdAt: now },
      },
    ],
    audit: [withdrawalAction(systemActor(accountId), 'withdrawal.returned', after)],
  };
}

function lookJobs({ account_id: accountId, id }: WithdrawalRow, now: Date): NewJobEffect[] {
  const runAt = new Date(now.getTime() + LOOK_AFTER_DAYS[0] * DAY_MS);
  return [{ accountId, kind: LOOK_JOB, payload: { withdrawal_id: id, step: 0 }, runAt }];
}

function referenceEffects(
  before: WithdrawalRow,
  { bank_reference: bankReference }: Pick<WithdrawalRow, 'bank_reference'>,
): Effects {
  const { account_id: accountId, id: withdrawalId, provider } = before;
  if (bankReference === null || bankReference === before.bank_reference || provider === null) return {};
  return { rows: [rowWrite(insertReference, { bankReference, provider, accountId, withdrawalId })] };
}

type NewReference = { bankReference: string; provider: string; accountId: string; withdrawalId: string };

const insertReference: RowWriter<NewReference> = {
  statement: statement(
    'payout_references.add',
    `insert into payout_references (bank_reference, provider, account_id, withdrawal_id)
     select *
     from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[])
     on conflict do nothing`,
  ),
  values: (rows) => [
    rows.map(({ bankReference }) => bankReference),
    rows.map(({ provider }) => provider),
    rows.map(({ accountId }) => accountId),
    rows.map(({ withdrawalId }) => withdrawalId),
  ],
  writes: 'any',
};

type NewReturn = {
  accountId: string;
  withdrawalId: string;
  id: string;
  amountCents: Cents;
  reason: string | null;
  at: Date;
  now: Date;
};

const insertReturn: RowWriter<NewReturn> = {
  statement: statement(
    'withdrawal_returns.add',
    `insert into withdrawal_returns (account_id, withdrawal_id, id, amount_cents, reason, returned_at, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::timestamptz[], $7::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ withdrawalId }) => withdrawalId),
    rows.map(({ id }) => id),
    rows.map(({ amountCents }) => amountCents),
    rows.map(({ reason }) => reason),
    rows.map(({ at }) => at),
    rows.map(({ now }) => now),
  ],
  writes: 'all',
};
