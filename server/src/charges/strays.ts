import { statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobOutcome } from '../jobs/run.ts';
import type { Cents } from '../kit/money.ts';
import { post } from '../ledger/post.ts';

export type StrayReason = 'paid_twice' | 'charge_not_payable' | 'wrong_amount' | 'link_full';

export type StrayReceipt = {
  accountId: string;
  id: string;
  chargeId: string;
  reference: string;
  amountCents: Cents;
  reason: StrayReason;
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
       insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, status, created_at)
       select $1, id, charge_id, reference, amount_cents, reason, 'returning', $7
       from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[])
         as stray (id, charge_id, reference, amount_cents, reason)
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
      at,
    ],
  );
  const fresh = new Set(rows.map((row) => row.id));
  return strays.filter((stray) => fresh.has(stray.id));
}

/** Sends the money back, keyed by the receipt's id, then closes it in the ledger. Safe to run again. */
export async function returnStray(deps: Deps, job: Job): Promise<JobOutcome> {
  const [stray] = await deps.db.query<StrayReceipt & { status: string }>(
    `select account_id as "accountId", id, charge_id as "chargeId", reference, amount_cents as "amountCents", status
     from stray_receipts
     where account_id = $1
       and id = $2`,
    [job.account_id, job.id],
  );
  if (!stray || stray.status === 'returned') return { done: true };
  const answer = await deps.provider.refund({
    reference: stray.id,
    paymentReference: stray.reference,
    amountCents: stray.amountCents,
  });
  if (!answer.ok) return { done: false, reason: answer.reason };
  if (answer.status !== 'succeeded') return { done: false, reason: `return is ${answer.status}` };
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
    await post(tx, [
      {
        fact: `stray:${stray.id}:returned`,
        chargeId: stray.chargeId,
        occurredAt: at,
        postings: [
          {
            accountId: stray.accountId,
            from: 'refunds',
            to: 'external',
            amountCents: stray.amountCents,
            category: 'refund',
          },
        ],
      },
    ]);
  });
  return { done: true };
}
