import { over, raised } from '../../alerts/alert.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { maskedText } from '../../kit/masked-text.ts';
import { type Cents, smaller } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { PaymentNotice, RefundOutcome } from '../../providers/provider.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { askPayer } from '../payer-refunds/decide.ts';
import { lockPayerRefund } from '../payer-refunds/store.ts';
import { outcomeOf, refundReference } from '../refunds/outcome.ts';
import { wayBack } from '../refunds/way-back.ts';

export type StrayReason = 'paid_twice' | 'charge_not_payable' | 'wrong_amount' | 'link_full';

export type StrayReceipt = {
  accountId: string;
  id: string;
  chargeId: string;
  reference: string;
  amountCents: Cents;
  reason: StrayReason;
  /** The provider that received it and returns it. */
  provider: string | null;
  /** Null: recorded by an earlier version. */
  method: PaymentNotice['method'] | null;
  /** As the provider says; null: recorded by an earlier version. */
  paidAt: Date | null;
  createdAt: Date;
};

const findReturned = statement(
  'strays.returned',
  `select reference
   from stray_receipts
   where account_id = $1
     and reference = any($2::text[])`,
);

/** Payments that were returned before: the same notice again must neither settle nor return them again. */
export async function returnedReferences(
  tx: Tx,
  accountId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ reference: string }>(findReturned, [accountId, references]);
  return new Set(rows.map((row) => row.reference));
}

/** The reference of a payment is unique per account. */
export const insertStray: RowWriter<StrayReceipt> = {
  statement: statement(
    'strays.add',
    `insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, provider, created_at, method, paid_at,
       status)
     select account_id, id, charge_id, reference, amount_cents, reason, provider, created_at, method, paid_at, 'returning'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[],
       $9::text[], $10::timestamptz[])
       as stray (account_id, id, charge_id, reference, amount_cents, reason, provider, created_at, method, paid_at)
     returning id`,
  ),
  values: (strays) => [
    strays.map((stray) => stray.accountId),
    strays.map((stray) => stray.id),
    strays.map((stray) => stray.chargeId),
    strays.map((stray) => stray.reference),
    strays.map((stray) => stray.amountCents),
    strays.map((stray) => stray.reason),
    strays.map((stray) => stray.provider),
    strays.map((stray) => stray.createdAt),
    strays.map((stray) => stray.method),
    strays.map((stray) => stray.paidAt),
  ],
  writes: 'all',
};

type Returning = Omit<StrayReceipt, 'reason' | 'paidAt' | 'createdAt'> & { status: string; tries: number };
type Held = Pick<StrayReceipt, 'accountId' | 'id' | 'chargeId'>;

const byId = statement(
  'strays.by_id',
  `select account_id as "accountId", id, charge_id as "chargeId", reference, amount_cents as "amountCents", status,
     provider, method, return_tries as tries
   from stray_receipts
   where account_id = $1
     and id = $2`,
);

/** Returns the money, keyed by the receipt's id, then records it in the ledger. Safe to run again. */
export async function returnStray(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const [stray] = await deps.db.query<Returning>(byId, [job.account_id, job.id]);
  if (!stray || stray.status === 'returned') return { done: true };
  const way = wayBack(deps.rails, stray);
  if (way.by === 'unknown') return { done: false, reason: `no provider is named ${stray.provider}` };
  if (way.by === 'payer') return askForKey(deps, stray);
  const outcome = outcomeOf(
    await way.refunder.refund({
      reference: returnReference(stray),
      paymentReference: stray.reference,
      amountCents: stray.amountCents,
    }),
  );
  await concludeReturn(deps, stray, outcome);
  if (outcome.status === 'succeeded') return { done: true };
  return { done: false, reason: outcome.reason ?? `the return is ${outcome.status}` };
}

/** The payer's page and its job do the rest. */
async function askForKey(deps: ChargeDeps, stray: Returning): Promise<JobOutcome> {
  const now = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => lockPayerRefund(tx, stray.accountId, stray.id),
    decide: (earlier) => done(undefined, earlier ? {} : askPayer({ ...stray, kind: 'return' }, now)),
  });
  return { done: true };
}

/** A failed return is retried under a new reference: a provider keeps the outcome of each reference. */
function returnReference({ id, tries }: Pick<Returning, 'id' | 'tries'>): string {
  return `${refundReference(id)}${tries === 0 ? '' : tries}`;
}

const MAX_TRIES = 999;

const countTry: RowWriter<Returning> = {
  statement: statement(
    'strays.count_try',
    `update stray_receipts s
     set return_tries = s.return_tries + 1
     from unnest($1::uuid[], $2::uuid[], $3::integer[]) as tried (account_id, id, tries)
     where s.account_id = tried.account_id
       and s.id = tried.id
       and s.return_tries = tried.tries
       and s.return_tries < ${MAX_TRIES}
     returning s.id`,
  ),
  values: (strays) => [
    strays.map((stray) => stray.accountId),
    strays.map((stray) => stray.id),
    strays.map((stray) => stray.tries),
  ],
  writes: 'any',
};

/** Records the outcome of a return, from an answer or from a comparison. */
async function concludeReturn(deps: ChargeDeps, stray: Returning, outcome: RefundOutcome): Promise<void> {
  if (outcome.status === 'succeeded') await leaveBooks(deps, stray, `stray:${stray.id}:returned`);
  if (outcome.status !== 'failed') return;
  const { accountId, id, chargeId, provider, amountCents } = stray;
  deps.log.error({ stray: id, provider, reason: outcome.reason }, 'a return failed');
  const alert = raised({
    ...{ kind: 'return_failed', source: failedSource(id), accountId, chargeId, provider, amountCents },
    ...{ detail: outcome.reason && maskedText(outcome.reason), at: deps.clock.now() },
  });
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(undefined, { rows: [rowWrite(countTry, stray), alert] }),
  });
}

/** One alert for a stray, however often its return fails. */
const failedSource = (id: string) => `return_failed:${id}`;

/**
 * Records the outcome of a return by its reference at the provider. False: not one of ours. For an attempt that was given
 * up, only success counts: it was made after all.
 */
export async function recordReturn(
  deps: ChargeDeps,
  accountId: string,
  { id, reference }: { id: string; reference: string },
  outcome: RefundOutcome,
): Promise<boolean> {
  const [stray] = await deps.db.query<Returning>(byId, [accountId, id]);
  if (!stray) return false;
  if (outcome.status === 'succeeded' || returnReference(stray) === reference)
    await concludeReturn(deps, stray, outcome);
  return true;
}

const byReference = statement(
  'strays.by_reference',
  `select account_id as "accountId", id, charge_id as "chargeId"
   from stray_receipts
   where account_id = $1
     and reference = $2`,
);

/** The payer got this payment or a part of it back from another party: only the rest is still to be returned. */
export async function recordForeignReturn(
  deps: ChargeDeps,
  accountId: string,
  reference: string,
  foreign: { id: string; amountCents: Cents },
): Promise<void> {
  const [stray] = await deps.db.query<Held>(byReference, [accountId, reference]);
  assert(stray, 'a payment that did not settle its charge is a stray');
  await leaveBooks(deps, stray, `stray:${stray.id}:taken:${foreign.id}`, foreign.amountCents);
}

const lockById = statement(
  'strays.lock',
  `select amount_cents as "amountCents", return_tries as tries
   from stray_receipts
   where account_id = $1
     and id = $2
     and status = 'returning'
   for update`,
);

type ReturnedPart = Held & { amountCents: Cents };

const subtractReturned: RowWriter<ReturnedPart> = {
  statement: statement(
    'strays.subtract_returned',
    `update stray_receipts s
     set status = case when s.amount_cents = gone.amount_cents then 'returned' else s.status end,
       amount_cents = case
         when s.amount_cents = gone.amount_cents then s.amount_cents
         else s.amount_cents - gone.amount_cents
       end
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as gone (account_id, id, amount_cents)
     where s.account_id = gone.account_id
       and s.id = gone.id
     returning s.id`,
  ),
  values: (strays) => [
    strays.map((stray) => stray.accountId),
    strays.map((stray) => stray.id),
    strays.map((stray) => stray.amountCents),
  ],
  writes: 'all',
};

/** The amount still to be returned, whether this return is already posted, and how often it failed. */
export type StrayState = { heldCents: Cents | null; isPosted: boolean; tries: number };

/** Posts that the payer has all of it, or at most `maxCents`. Each return is posted once. */
export function decideReturned(
  { heldCents, isPosted, tries }: StrayState,
  { accountId, id, chargeId, fact, maxCents }: Held & { fact: string; maxCents?: Cents },
  { now }: { now: Date },
): Decision<void> {
  if (heldCents === null || isPosted) return done(undefined);
  const amountCents = maxCents === undefined ? heldCents : smaller(maxCents, heldCents);
  const postings: Posting[] = [
    { accountId, from: 'refunds', to: 'external', amountCents, category: 'adjustment' },
  ];
  const isWhole = amountCents === heldCents;
  const fits = tries > 0 && isWhole ? [over(failedSource(id), now)] : [];
  return done(undefined, {
    rows: [rowWrite(subtractReturned, { accountId, id, chargeId, amountCents }), ...fits],
    entries: [{ fact, chargeId, occurredAt: now, postings }],
  });
}

async function leaveBooks(deps: ChargeDeps, held: Held, fact: string, maxCents?: Cents): Promise<void> {
  const { accountId, id, chargeId } = held;
  const now = deps.clock.now();
  await deps.writer.commit({
    load: async (tx): Promise<StrayState> => {
      const [stray] = await tx.query<{ amountCents: Cents; tries: number }>(lockById, [accountId, id]);
      const posted = await postingsOf(tx, [accountId], chargeId, fact);
      const { amountCents: heldCents = null, tries = 0 } = stray ?? {};
      return { heldCents, tries, isPosted: posted.length > 0 };
    },
    decide: (state) => decideReturned(state, { ...held, fact, maxCents }, { now }),
  });
}
