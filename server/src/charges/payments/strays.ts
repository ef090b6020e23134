import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, smaller } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { RefundOutcome } from '../../providers/provider.ts';
import { refunderNamed } from '../../providers/rails.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { outcomeOf, refundReference } from '../refunds/outcome.ts';

export type StrayReason = 'paid_twice' | 'charge_not_payable' | 'wrong_amount' | 'link_full';

export type StrayReceipt = {
  accountId: string;
  id: string;
  chargeId: string;
  reference: string;
  amountCents: Cents;
  reason: StrayReason;
  /** The provider that received it, and gives it back. */
  provider: string | null;
  createdAt: Date;
};

const findReturned = statement(
  'strays.returned',
  `select reference
   from stray_receipts
   where account_id = $1
     and reference = any($2::text[])`,
);

/** Payments that were sent back before: the same notice again must neither settle nor return them once more. */
export async function returnedReferences(
  tx: Tx,
  accountId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ reference: string }>(findReturned, [accountId, references]);
  return new Set(rows.map((row) => row.reference));
}

/** A payment's reference is unique in its account. */
export const insertStray: RowWriter<StrayReceipt> = {
  statement: statement(
    'strays.add',
    `insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, provider, created_at, status)
     select account_id, id, charge_id, reference, amount_cents, reason, provider, created_at, 'returning'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[])
       as stray (account_id, id, charge_id, reference, amount_cents, reason, provider, created_at)
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
  ],
  writes: 'all',
};

type Returning = Omit<StrayReceipt, 'reason' | 'createdAt'> & { status: string; tries: number };
type Held = Pick<StrayReceipt, 'accountId' | 'id' | 'chargeId'>;

const byId = statement(
  'strays.by_id',
  `select account_id as "accountId", id, charge_id as "chargeId", reference, amount_cents as "amountCents", status,
     provider, return_tries as tries
   from stray_receipts
   where account_id = $1
     and id = $2`,
);

/** Sends the money back, keyed by the receipt's id, then closes it in the ledger. Safe to run again. */
export async function returnStray(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const [stray] = await deps.db.query<Returning>(byId, [job.account_id, job.id]);
  if (!stray || stray.status === 'returned') return { done: true };
  const refunder = refunderNamed(deps.rails, stray.provider);
  if (!refunder) return { done: false, reason: `no provider is named ${stray.provider}` };
  const outcome = outcomeOf(
    await refunder.refund({
      reference: returnReference(stray),
      paymentReference: stray.reference,
      amountCents: stray.amountCents,
    }),
  );
  await concludeReturn(deps, stray, outcome);
  if (outcome.status === 'succeeded') return { done: true };
  return { done: false, reason: outcome.reason ?? `the return is ${outcome.status}` };
}

/** A return that failed is tried under another name: a provider keeps the outcome of each for ever. */
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

/** What the provider says of a return, by whichever way it arrived. */
async function concludeReturn(deps: ChargeDeps, stray: Returning, outcome: RefundOutcome): Promise<void> {
  if (outcome.status === 'succeeded') await leaveBooks(deps, stray, `stray:${stray.id}:returned`);
  if (outcome.status !== 'failed') return;
  deps.log.error({ stray: stray.id, provider: stray.provider, reason: outcome.reason }, 'a return failed');
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(undefined, { rows: [rowWrite(countTry, stray)] }),
  });
}

/**
 * The outcome of a return by its name at the provider. False: it is none of ours. Of tries that were given up only one
 * outcome counts: that one of them was made after all.
 */
export async function noteReturn(
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

/** Another party gave the payer this payment back, or part of it: only what is left is still to be returned. */
export async function noteForeignReturn(
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
  `select amount_cents as "amountCents"
   from stray_receipts
   where account_id = $1
     and id = $2
     and status = 'returning'
   for update`,
);

type Lessening = Held & { amountCents: Cents };

const lessen: RowWriter<Lessening> = {
  statement: statement(
    'strays.lessen',
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

/** What of a stray payment is still to be returned, and whether this fact about it is in the books already. */
export type StrayState = { heldCents: Cents | null; isPosted: boolean };

/** All of it, or at most `maxCents`, is with the payer and leaves the books. Each fact counts once. */
export function decideReturned(
  { heldCents, isPosted }: StrayState,
  { accountId, id, chargeId, fact, maxCents }: Held & { fact: string; maxCents?: Cents },
  { now }: { now: Date },
): Decision<void> {
  if (heldCents === null || isPosted) return done(undefined);
  const amountCents = maxCents === undefined ? heldCents : smaller(maxCents, heldCents);
  const postings: Posting[] = [
    { accountId, from: 'refunds', to: 'external', amountCents, category: 'adjustment' },
  ];
  return done(undefined, {
    rows: [rowWrite(lessen, { accountId, id, chargeId, amountCents })],
    entries: [{ fact, chargeId, occurredAt: now, postings }],
  });
}

async function leaveBooks(deps: ChargeDeps, held: Held, fact: string, maxCents?: Cents): Promise<void> {
  const { accountId, id, chargeId } = held;
  const now = deps.clock.now();
  await deps.writer.commit({
    load: async (tx): Promise<StrayState> => {
      const [stray] = await tx.query<{ amountCents: Cents }>(lockById, [accountId, id]);
      const posted = await postingsOf(tx, [accountId], chargeId, fact);
      return { heldCents: stray?.amountCents ?? null, isPosted: posted.length > 0 };
    },
    decide: (state) => decideReturned(state, { ...held, fact, maxCents }, { now }),
  });
}
