import type { CivilDate } from '../../brazil/calendar.ts';
import { statement } from '../../db/pool.ts';
import { FINAL_BELOW } from '../../db/positions.ts';
import { type Rollup, rolledUp, tailOf } from '../../db/rollup.ts';
import type { Deps } from '../../http/deps.ts';
import type { BillingType } from '../charge.ts';

const DAY_SUMS = ['created_count', 'received_count', 'received_cents', 'fee_cents', 'refused_count'] as const;
const WAITING_SUMS = ['waiting_count', 'waiting_cents', 'visitors_count', 'visitors_cents'] as const;

/** The figures of one day and method; without a day: what is pending now. */
export type FigureRow = Record<(typeof DAY_SUMS)[number] | (typeof WAITING_SUMS)[number], bigint> & {
  day: CivilDate | null;
  billing_type: BillingType | null;
};

/**
 * The sums of a seller's overview. The amount paid and the fee never change once a charge is received, so they are read
 * from the charge, by its key, for each event; `offset 0` keeps the planner from scanning the account's charges.
 */
export const chargeDays: Rollup<'charge_days' | 'charge_values'> = {
  name: 'charge days',
  mark: { table: 'charge_figure_marks', column: 'counted_below' },
  end: FINAL_BELOW,
  source: (
    mark,
    end,
    account,
  ) => `select (e.created_at at time zone 'America/Sao_Paulo')::date as day, e.billing_type, e.type,
       e.status, e.previous_status, c.value_cents, c.paid_cents, c.platform_fee_cents
     from events e
     cross join lateral (
       select value_cents, paid_cents, platform_fee_cents
       from charges
       where account_id = e.account_id
         and id = e.charge_id
       offset 0
     ) as c
     where e.account_id = ${account}
       and e.xact_id >= ${mark}
       ${end ? `and e.xact_id < ${end}` : ''}
       and e.audience = 'owner'
       and e.charge_id is not null`,
  tables: {
    charge_days: {
      keys: ['day', 'billing_type'],
      sums: DAY_SUMS,
      select: `select day, billing_type,
         count(*) filter (where previous_status is null),
         count(*) filter (where type = 'charge.paid'),
         coalesce(sum(paid_cents) filter (where type = 'charge.paid'), 0)::bigint,
         coalesce(sum(platform_fee_cents) filter (where type = 'charge.paid'), 0)::bigint,
         count(*) filter (where type = 'charge.refused')
       from tail
       group by 1, 2`,
    },
    charge_values: {
      keys: ['status'],
      sums: ['count', 'value_cents'],
      select: `select change.status, sum(change.count)::bigint, sum(change.count * tail.value_cents)::bigint
       from tail
       cross join lateral (values (tail.status, 1), (tail.previous_status, -1)) as change (status, count)
       where change.status is not null
       group by 1`,
    },
  },
};

const read = statement(
  'charges.figures',
  `${tailOf(chargeDays)}
   select day, billing_type, ${DAY_SUMS.map((name) => `sum(${name})::bigint as ${name}`).join(', ')},
     ${WAITING_SUMS.map((name) => `0::bigint as ${name}`).join(', ')}
   from ${rolledUp(chargeDays, 'charge_days')} as days
   where day between $2 and $3
   group by day, billing_type
   union all
   select null, null, 0, 0, 0, 0, 0, coalesce(sum(count), 0)::bigint, coalesce(sum(value_cents), 0)::bigint, 0, 0
   from ${rolledUp(chargeDays, 'charge_values')} as totals
   where status in ('PENDING', 'OVERDUE')
   union all
   select null, null, 0, 0, 0, 0, 0, -count(*), -coalesce(sum(value_cents), 0)::bigint,
     count(*), coalesce(sum(value_cents), 0)::bigint
   from charges
   where account_id = $1
     and payment_link_id is not null
     and status in ('PENDING', 'OVERDUE')`,
);

/** Both days are included. */
export function readFigures(
  { db, rollups }: Deps,
  accountId: string,
  from: CivilDate,
  to: CivilDate,
): Promise<FigureRow[]> {
  rollups.viewed(accountId);
  return db.query<FigureRow>(read, [accountId, from, to]);
}
