import { type NewAlert, over, raised } from '../../alerts/alert.ts';
import { systemActor } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { maskedDocument } from '../../kit/masked-contact.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { PayoutAtBank, PayoutReturn } from '../../providers/payout.ts';
import { isOtherOwner } from '../../providers/payout-owner.ts';
import {
  type Decision,
  done,
  type Effects,
  isRefusal,
  type NewJobEffect,
  type RowWrite,
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

export type PayoutState = {
  withdrawal: WithdrawalRow | null;
  returns: { id: string }[];
  /** Of the account. */
  ownerDocument: string | null;
};

/** What does not fit the books: a person must look at it. */
export type Surprise =
  | 'payout_paid_after_rejection'
  | 'payout_failed_after_payment'
  | 'payout_returned_too_much'
  | 'payout_other_owner';
export type Recorded = { row: WithdrawalRow; surprises: Surprise[] };
/** Of a bank that did not find a payout that it had named. */
export const notFoundSource = (id: string) => `payout_not_found:${id}`;
/** Of a bank that refuses a payout which an earlier call may have brought it. */
export const unclearSource = (id: string) => `payout_unclear:${id}`;

const returnsOf = statement(
  'withdrawal_returns.of_withdrawal',
  'select id from withdrawal_returns where account_id = $1 and withdrawal_id = $2',
);

const documentOf = statement('withdrawals.owner_document', 'select document from accounts where id = $1');

export async function loadPayout(tx: Tx, accountId: string, id: string): Promise<PayoutState> {
  const withdrawal = await lockWithdrawal(tx, accountId, id);
  const returns = await tx.query<{ id: string }>(returnsOf, [accountId, id]);
  const [owner] = await tx.query<{ document: string }>(documentOf, [accountId]);
  return { withdrawal, returns, ownerDocument: owner?.document ?? null };
}

/**
 * Records what the bank says of a payout. It may say the same many times, and late: an end is never undone, a return is
 * booked once. What does not fit is an alert for operators, and moves nothing.
 */
export function decideSeen(state: PayoutState, seen: PayoutAtBank, now: Date): Decision<Recorded> {
  const { withdrawal, returns, ownerDocument } = state;
  assert(withdrawal, 'a withdrawal that was paid exists');
  const known = returns.map(({ id }) => id);
  const receiver = receiverOf(withdrawal, seen, ownerDocument);
  const decision =
    withdrawal.status === 'pending'
      ? first(withdrawal, { seen, receiver }, known, now)
      : later(withdrawal, { seen, receiver }, known, now);
  if (isRefusal(decision)) return decision;
  const isOther = receiver.receiver_is_other && !withdrawal.receiver_is_other && withdrawal.checks_owner;
  const { row, surprises } = decision.result;
  return isOther
    ? done(
        { row, surprises: [...surprises, 'payout_other_owner'] },
        together([decision.effects, alerted(row, 'payout_other_owner', now)]),
      )
    : decision;
}

type Receiver = Pick<PayoutFields, 'receiver_document' | 'receiver_is_other'>;
type Said = { seen: PayoutAtBank; receiver: Receiver };

/** Whom the bank says it paid. What it says first stays. */
function receiverOf(row: WithdrawalRow, { receiverDocument }: PayoutAtBank, owner: string | null): Receiver {
  const { receiver_document, receiver_is_other } = row;
  if (receiver_document !== null || receiverDocument === undefined) {
    return { receiver_document, receiver_is_other };
  }
  const isMasked = receiverDocument.includes('*');
  return {
    receiver_document: isMasked
      ? receiverDocument
      : maskedDocument(receiverDocument.replace(/[^0-9A-Za-z]/g, '')),
    receiver_is_other: owner !== null && isOtherOwner(owner, receiverDocument),
  };
}

function first(
  withdrawal: WithdrawalRow,
  { seen, receiver }: Said,
  known: readonly string[],
  now: Date,
): Decision<Recorded> {
  const set = { ...fieldsOf(withdrawal, seen), ...receiver };
  const reference = referenceEffects(withdrawal, set);
  switch (seen.state) {
    case 'failed': {
      const verdict = { status: 'rejected', reason: seen.reason ?? 'the payout failed' } as const;
      const { after, effects } = ended(withdrawal, verdict, now, set);
      const rows = cleared(withdrawal, now);
      return done({ row: after, surprises: [] }, together([effects, reference, { rows }]));
    }
    case 'succeeded': {
      const back = withReturns({ ...withdrawal, ...set, status: 'approved' }, seen.returns, known, now);
      const whole = { ...set, returned_cents: back.row.returned_cents };
      const { after, effects } = ended(withdrawal, { status: 'approved', reason: null }, now, whole);
      const jobs = lookJobs(after, now);
      return done(
        { row: after, surprises: back.surprises },
        together([effects, reference, { jobs, rows: cleared(withdrawal, now) }, back.effects]),
      );
    }
    case 'pending':
    case 'awaiting_approval': {
      const after = { ...withdrawal, ...set };
      return done({ row: after, surprises: [] }, together([saved(withdrawal, after), reference]));
    }
  }
}

/** How it ended is known now. */
function cleared(row: WithdrawalRow, now: Date): RowWrite[] {
  return [
    ...(isNamed(row) ? [over(notFoundSource(row.id), now)] : []),
    ...(row.payout_calls > 1 ? [over(unclearSource(row.id), now)] : []),
  ];
}

/** It has ended in the books: only the bank's names of it and what came back are new. */
function later(
  before: WithdrawalRow,
  { seen, receiver }: Said,
  known: readonly string[],
  now: Date,
): Decision<Recorded> {
  const isPaid = before.status === 'approved';
  if (!isPaid && seen.state === 'succeeded') return surprised(before, 'payout_paid_after_rejection', now);
  if (!isPaid) return done({ row: before, surprises: [] });
  if (seen.state === 'failed') return surprised(before, 'payout_failed_after_payment', now);
  const { bank_reference, end_to_end_id } = fieldsOf(before, seen);
  const named = { ...before, ...receiver, bank_reference, end_to_end_id };
  const returns = seen.state === 'succeeded' ? seen.returns : [];
  const back = withReturns(named, returns, known, now);
  const effects = together([saved(before, back.row), referenceEffects(before, named), back.effects]);
  return done({ row: back.row, surprises: back.surprises }, effects);
}

function surprised(row: WithdrawalRow, kind: Surprise, now: Date): Decision<Recorded> {
  return done({ row, surprises: [kind] }, alerted(row, kind, now));
}

/** `more`: of the fact, where a withdrawal may have several of this kind. */
function alerted(
  { account_id: accountId, id, provider, amount_cents: amountCents, receiver_document }: WithdrawalRow,
  kind: Surprise,
  at: Date,
  more?: Pick<NewAlert, 'amountCents' | 'detail'> & { fact: string },
): Effects {
  const { fact, ...set } = more ?? {};
  const alert: NewAlert = {
    ...{ kind, source: [kind, id, ...(fact ? [fact] : [])].join(':'), accountId, withdrawalId: id, provider },
    ...{ amountCents, detail: kind === 'payout_other_owner' ? receiver_document : null, at },
    ...set,
  };
  return { rows: [raised(alert)] };
}

export function isNamed(row: Pick<WithdrawalRow, 'bank_reference' | 'end_to_end_id'>): boolean {
  return row.bank_reference !== null || row.end_to_end_id !== null;
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
  const names = [
    ...(['payout_state', 'bank_reference', 'end_to_end_id', 'returned_cents'] as const),
    ...(['receiver_document', 'receiver_is_other'] as const),
  ];
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
  let booked = 0;
  const effects: Effects[] = [];
  const surprises: Surprise[] = [];
  for (const back of fresh) {
    const returned = cents(row.returned_cents + back.amountCents);
    if (returned > row.amount_cents) {
      surprises.push('payout_returned_too_much');
      const fact = { fact: back.id, amountCents: back.amountCents, detail: back.reason };
      effects.push(alerted(row, 'payout_returned_too_much', now, fact));
      continue;
    }
    row = { ...row, returned_cents: returned };
    effects.push(returnEffects(row, back, known.length + booked, now));
    booked += 1;
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
