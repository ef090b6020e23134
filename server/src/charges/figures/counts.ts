import { type Db, statement } from '../../db/pool.ts';
import { FINAL_BELOW } from '../../db/positions.ts';
import { type Rollup, rolledUp, tailOf } from '../../db/rollup.ts';
import type { BillingType, Status } from '../charge.ts';

/** How many charges there are by method and status: every creation and move of a charge is an event with both. */
export const chargeCounts: Rollup<'charge_counts'> = {
  name: 'charge counts',
  mark: { table: 'charge_count_marks', column: 'counted_below' },
  end: FINAL_BELOW,
  source: (mark, end, account) => `select billing_type, status, previous_billing_type, previous_status
     from events
     where account_id = ${account}
       and xact_id >= ${mark}
       ${end ? `and xact_id < ${end}` : ''}
       and audience = 'owner'
       and charge_id is not null`,
  tables: {
    charge_counts: {
      keys: ['billing_type', 'status'],
      sums: ['count'],
      select: `select change.billing_type, change.status, sum(change.count)::bigint
       from tail
       cross join lateral (
         values (tail.billing_type, tail.status, 1), (tail.previous_billing_type, tail.previous_status, -1)
       ) as change (billing_type, status, count)
       where change.status is not null
       group by 1, 2`,
    },
  },
};

/** All charges of an account. */
export const chargeTotal = (account: string) => `${tailOf(chargeCounts, account)}
   select coalesce(sum(count), 0)::bigint
   from ${rolledUp(chargeCounts, 'charge_counts', account)} as counts`;

const total = statement(
  'charges.total',
  `${tailOf(chargeCounts)}
   select coalesce(sum(count), 0)::bigint as total
   from ${rolledUp(chargeCounts, 'charge_counts')} as counts
   where ($2::text[] is null or status = any($2))
     and ($3::text is null or billing_type = $3)`,
);

export async function countCharges(
  db: Db,
  accountId: string,
  statuses: readonly Status[],
  billingType: BillingType | null,
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(total, [
    accountId,
    statuses.length > 0 ? statuses : null,
    billingType,
  ]);
  return row?.total ?? 0n;
}

const byStatus = statement(
  'charges.by_status',
  `${tailOf(chargeCounts)}
   select status, coalesce(sum(count), 0)::bigint as count
   from ${rolledUp(chargeCounts, 'charge_counts')} as counts
   group by status`,
);

export async function countByStatus(db: Db, accountId: string): Promise<Map<Status, number>> {
  const rows = await db.query<{ status: Status; count: bigint }>(byStatus, [accountId]);
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}
