import { statement } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, smaller } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { RefundOutcome } from '../../providers/provider.ts';
import { refunderNamed } from '../../providers/rails.ts';
import { outcomeOf, refundReference } from '../refunds/outcome.ts';

export type StrayReason = 'paid_twice' | 'charge_not_payable' | 'wrong_amount' | 'link_full';

export type StrayReceipt = {
  accountId: string;
  id: string;
  chargeId: string;
  reference: string;
  amountCents: Cents;
  reason: StrayReason;
  /** Who received it, and gives it back. */
  provider: string | null;
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

/** Returns only those not recorded before: a payment's reference is unique in its account. */
export async function insertStrays(
  tx: Tx,
  strays: readonly StrayReceipt[],
  at: Date,
): Promise<StrayReceipt[]> {
  const rows = await tx.query<{ id: string }>(
    `with fresh as (
       insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, provider, status, created_at)
       select $1, id, charge_id, reference, amount_cents, reason, provider, 'returning', $8
       from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[])
         as stray (id, charge_id, reference, amount_cents, reason, provider)
       on conflict (account_id, reference) do nothing
       returning id, charge_id
     ), counted as (
       update charges c
       set returned_count = c.returned_count + f.count
       from (select charge_id, count(*) as count from fresh group by charge_id) as f
       where c.account_id = $1
         and c.id = f.charge_id
     )
     select id from fresh`,
    [
      strays[0]?.accountId,
      strays.map((stray) => stray.id),
      strays.map((stray) => stray.chargeId),
      strays.map((stray) => stray.reference),
      strays.map((stray) => stray.amountCents),
      strays.map((stray) => stray.reason),
      strays.map((stray) => stray.provider),
      at,
    ],
  );
  const fresh = new Set(rows.map((row) => row.id));
  return strays.filter((stray) => fresh.has(stray.id));
}

type Returning = Omit<StrayReceipt, 'reason'> & { status: string; tries: number };
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
export async function returnStray(deps: Deps, job: Job): Promise<JobOutcome> {
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

/** What the provider says of a return, whoever brought the news. */
async function concludeReturn(deps: Deps, stray: Returning, outcome: RefundOutcome): Promise<void> {
  if (outcome.status === 'succeeded') await leaveBooks(deps, stray, `stray:${stray.id}:returned`);
  if (outcome.status !== 'failed') return;
  deps.log.error({ stray: stray.id, provider: stray.provider, reason: outcome.reason }, 'a return failed');
  await deps.db.query(
    `update stray_receipts
     set return_tries = return_tries + 1
     where account_id = $1
       and id = $2
       and return_tries = $3
       and return_tries < ${MAX_TRIES}`,
    [stray.accountId, stray.id, stray.tries],
  );
}

/**
 * News of a return by its name at the provider. False: it is none of ours. Of tries that were given up only one piece of
 * news counts, that one of them was made after all.
 */
export async function hearOfReturn(
  deps: Deps,
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

/** Somebody else gave the payer this payment back, or part of it: only what is left is still to be returned. */
export async function hearOfForeignReturn(
  deps: Deps,
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

const lessen = statement(
  'strays.lessen',
  `update stray_receipts
   set status = case when amount_cents = $3 then 'returned' else status end,
     amount_cents = case when amount_cents = $3 then amount_cents else amount_cents - $3 end
   where account_id = $1
     and id = $2`,
);

/** All of it, or the given amount, is with the payer and leaves the books. Each fact counts once. */
async function leaveBooks(
  deps: Deps,
  { accountId, id, chargeId }: Held,
  fact: string,
  most?: Cents,
): Promise<void> {
  const at = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    const [stray] = await tx.query<Pick<Returning, 'amountCents'>>(lockById, [accountId, id]);
    if (!stray || (await postingsOf(tx, [accountId], chargeId, fact)).length > 0) return;
    const amountCents = most === undefined ? stray.amountCents : smaller(most, stray.amountCents);
    await tx.query(lessen, [accountId, id, amountCents]);
    const postings: Posting[] = [
      { accountId, from: 'refunds', to: 'external', amountCents, category: 'refund' },
    ];
    await post(tx, [{ fact, chargeId, occurredAt: at, postings }]);
  });
}
