import { statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobOutcome } from '../jobs/run.ts';
import type { Cents } from '../kit/money.ts';
import { post } from '../ledger/post.ts';
import type { RefundOutcome } from '../providers/provider.ts';
import { refunderNamed } from '../providers/rails.ts';
import { outcomeOf, refundReference } from './refund-outcome.ts';

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

const MOST_TRIES = 999;

/** What the provider says of a return, whoever brought the news. */
async function concludeReturn(deps: Deps, stray: Returning, outcome: RefundOutcome): Promise<void> {
  if (outcome.status === 'succeeded') await closeReturn(deps, stray);
  if (outcome.status !== 'failed') return;
  deps.log.error({ stray: stray.id, provider: stray.provider, reason: outcome.reason }, 'a return failed');
  await deps.db.query(
    `update stray_receipts
     set return_tries = return_tries + 1
     where account_id = $1
       and id = $2
       and return_tries = $3
       and return_tries < ${MOST_TRIES}`,
    [stray.accountId, stray.id, stray.tries],
  );
}

/** News of a return by its name at the provider. False: it is none of ours. */
export async function hearOfReturn(
  deps: Deps,
  accountId: string,
  { id, reference }: { id: string; reference: string },
  outcome: RefundOutcome,
): Promise<boolean> {
  const [stray] = await deps.db.query<Returning>(byId, [accountId, id]);
  if (!stray) return false;
  if (returnReference(stray) === reference) await concludeReturn(deps, stray, outcome);
  return true;
}

async function closeReturn(deps: Deps, stray: Returning): Promise<void> {
  const at = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    const closed = await tx.query(
      `update stray_receipts
       set status = 'returned'
       where account_id = $1
         and id = $2
         and status = 'returning'
       returning id`,
      [stray.accountId, stray.id],
    );
    if (closed.length === 0) return;
    const { accountId, chargeId, amountCents } = stray;
    await post(tx, [
      {
        fact: `stray:${stray.id}:returned`,
        chargeId,
        occurredAt: at,
        postings: [{ accountId, from: 'refunds', to: 'external', amountCents, category: 'refund' }],
      },
    ]);
  });
}
