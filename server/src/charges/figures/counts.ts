import { type Db, statement } from '../../db/pool.ts';
import { FINAL_BELOW } from '../../db/positions.ts';
import { WITHOUT_WAITING } from '../../db/transaction.ts';
import type { BillingType, Status } from '../charge.ts';

const total = statement(
  'charges.total',
  `select coalesce(sum(count), 0)::bigint as total
   from (
     select count
     from charge_counts
     where account_id = $1
       and ($2::text is null or status = $2)
       and ($3::text is null or billing_type = $3)
     union all
     select change.count
     from events e
     cross join lateral (
       values (e.billing_type, e.status, 1), (e.previous_billing_type, e.previous_status, -1)
     ) as change (billing_type, status, count)
     where e.account_id = $1
       and e.xact_id >= (select counted_below from charge_count_marks where account_id = $1)
       and e.audience = 'owner'
       and e.charge_id is not null
       and change.status is not null
       and ($2::text is null or change.status = $2)
       and ($3::text is null or change.billing_type = $3)
   ) as counts`,
);

/** Exact at this moment: what was counted before, plus the changes since, under one snapshot. */
export async function countCharges(
  db: Db,
  accountId: string,
  status: Status | null,
  billingType: BillingType | null,
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(total, [accountId, status, billingType]);
  return row?.total ?? 0n;
}

// Everything below the oldest transaction still running is final: it is added up once and never looked at again.
export const foldChargeCounts = statement(
  'charges.fold_counts',
  `with mark as (
     select counted_below
     from charge_count_marks
     where account_id = $1
       and ${WITHOUT_WAITING}
     for update skip locked
   ), horizon as (
     select ${FINAL_BELOW} as xmin
   ), changes as (
     select change.billing_type, change.status, sum(change.count) as count
     from mark, horizon, events e
     cross join lateral (
       values (e.billing_type, e.status, 1), (e.previous_billing_type, e.previous_status, -1)
     ) as change (billing_type, status, count)
     where e.account_id = $1
       and e.xact_id >= mark.counted_below
       and e.xact_id < horizon.xmin
       and e.audience = 'owner'
       and e.charge_id is not null
       and change.status is not null
     group by change.billing_type, change.status
   ), counted as (
     insert into charge_counts as c (account_id, billing_type, status, count)
     select $1, billing_type, status, count
     from changes
     on conflict (account_id, billing_type, status) do update
       set count = c.count + excluded.count
   )
   update charge_count_marks m
   set counted_below = greatest(m.counted_below, horizon.xmin)
   from horizon, mark
   where m.account_id = $1`,
);
