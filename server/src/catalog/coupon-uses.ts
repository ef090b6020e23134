import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { oneAccountOf, type RowWriter } from '../write/effects.ts';

/** One charge's use of one coupon. */
export type CouponUse = { accountId: string; couponId: string; chargeId: string };

/** A use counts as long as its charge can be paid, or was paid by a version that did not count it. */
const COUNTS = `c.status not in ('REFUSED', 'CANCELLED')`;

/** How many uses of the coupon `p` unpaid charges hold. */
export const HELD_USES = `(
     select count(*)
     from coupon_uses u
     join charges c on c.account_id = u.account_id and c.id = u.charge_id
     where u.account_id = p.account_id
       and u.coupon_id = p.id
       and ${COUNTS}
   )`;

/** What a coupon still allows. `usesLeft` null: any number. */
export type CouponRoom = { active: boolean; usesLeft: bigint | null };

const lockLimit = statement(
  'coupons.lock_limit',
  `select active, max_uses - used_count as "usesLeft"
   from coupons
   where account_id = $1
     and id = $2
   for update`,
);

const countHeld = statement(
  'coupon_uses.count_held',
  `select count(*) as held
   from coupon_uses u
   join charges c on c.account_id = u.account_id and c.id = u.charge_id
   where u.account_id = $1
     and u.coupon_id = $2
     and u.charge_id <> $3
     and ${COUNTS}`,
);

/**
 * Locks the coupon: until the end of the transaction no other charge takes a use of it. Held uses are counted by a
 * statement of its own, which sees what was committed while this one waited; there are never more than the limit. Null:
 * the coupon was removed.
 */
export async function lockCouponRoom(tx: Tx, use: CouponUse): Promise<CouponRoom | null> {
  const { accountId, couponId, chargeId } = use;
  const [room] = await tx.query<CouponRoom>(lockLimit, [accountId, couponId]);
  if (!room || room.usesLeft === null) return room ?? null;
  const [row] = await tx.query<{ held: bigint }>(countHeld, [accountId, couponId, chargeId]);
  return { ...room, usesLeft: room.usesLeft - (row?.held ?? 0n) };
}

const chargesOf = (uses: readonly CouponUse[]) => uses.map((use) => use.chargeId);

/** Under the lock of the coupon, when the use was found to be free. */
export const takeUse: RowWriter<CouponUse> = {
  statement: statement(
    'coupon_uses.take',
    `insert into coupon_uses (account_id, charge_id, coupon_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
     on conflict do nothing`,
  ),
  values: (uses) => [uses.map((use) => use.accountId), chargesOf(uses), uses.map((use) => use.couponId)],
  writes: 'any',
};

/** The charge ended unpaid. Its use has stopped counting by that alone; this keeps the table small. */
export const giveUseBack: RowWriter<CouponUse> = {
  statement: statement(
    'coupon_uses.give_back',
    `delete from coupon_uses
     where account_id = $1
       and charge_id = any($2::uuid[])`,
  ),
  values: (uses) => [oneAccountOf(uses), chargesOf(uses)],
  writes: 'any',
};

// Coupons are locked in key order: two batches of payments wait for each other instead of deadlocking.
const countPaid = statement(
  'coupon_uses.count_paid',
  `with ended as (
     delete from coupon_uses
     where account_id = $1
       and charge_id = any($2::uuid[])
     returning coupon_id
   ), paid as (
     select coupon_id, count(*) as uses
     from ended
     group by coupon_id
   ), locked as materialized (
     select id
     from coupons
     where account_id = $1
       and id = any($3::uuid[])
     order by id
     for update
   )
   update coupons p
   set used_count = p.used_count + paid.uses
   from paid
   join locked on locked.id = paid.coupon_id
   where p.account_id = $1
     and p.id = paid.coupon_id`,
);

/** Paid: a use that an open charge held is counted for good. All of one account. */
export const countPaidUse: RowWriter<CouponUse> = {
  statement: countPaid,
  values: (uses) => [oneAccountOf(uses), chargesOf(uses), uses.map((use) => use.couponId)],
  writes: 'any',
};
