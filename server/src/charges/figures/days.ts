import type { CivilDate } from '../../brazil/calendar.ts';
import { statement } from '../../db/pool.ts';
import { FINAL_BELOW } from '../../db/positions.ts';
import { WITHOUT_WAITING } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { BillingType } from '../charge.ts';

/** One day's figures of one method; or, without a day, what waits to be paid now. */
export type FigureRow = {
  day: CivilDate | null;
  billing_type: BillingType | null;
  created_count: bigint;
  received_count: bigint;
  received_cents: bigint;
  fee_cents: bigint;
  refused_count: bigint;
  waiting_count: bigint;
  waiting_cents: bigint;
};

const COUNTED_BELOW = '(select counted_below from mark)';

// What a charge was paid and its fee never change once it is received, so they are read from the charge itself: by its
// key, one after the other, whatever the planner thinks of the account's other charges.
const changesFrom = (bounds: string) => `changes as materialized (
     select (e.created_at at time zone 'America/Sao_Paulo')::date as day, e.billing_type, e.type, e.status,
       e.previous_status, c.value_cents, c.paid_cents, c.platform_fee_cents
     from events e
     cross join lateral (
       select value_cents, paid_cents, platform_fee_cents
       from charges
       where account_id = e.account_id
         and id = e.charge_id
       offset 0
     ) as c
     where e.account_id = $1
       and ${bounds}
       and e.audience = 'owner'
       and e.charge_id is not null
   )`;

const DAY_SUMS = `
       count(*) filter (where previous_status is null) as created_count,
       count(*) filter (where type = 'charge.paid') as received_count,
       coalesce(sum(paid_cents) filter (where type = 'charge.paid'), 0) as received_cents,
       coalesce(sum(platform_fee_cents) filter (where type = 'charge.paid'), 0) as fee_cents,
       count(*) filter (where type = 'charge.refused') as refused_count`;

const STATUS_SUMS = `
     select change.status, sum(change.count) as count, sum(change.count * changes.value_cents) as value_cents
     from changes
     cross join lateral (values (changes.status, 1), (changes.previous_status, -1)) as change (status, count)
     where change.status is not null
     group by change.status`;

const SUMMED = ['created_count', 'received_count', 'received_cents', 'fee_cents', 'refused_count'];

const read = statement(
  'charges.figures',
  `with mark as (
     select counted_below
     from charge_figure_marks
     where account_id = $1
   ), ${changesFrom(`e.xact_id >= ${COUNTED_BELOW}`)}
   select day, billing_type, ${SUMMED.map((name) => `sum(${name})::bigint as ${name}`).join(', ')},
     0::bigint as waiting_count, 0::bigint as waiting_cents
   from (
     select day, billing_type, ${SUMMED.join(', ')}
     from charge_days
     where account_id = $1
       and day between $2 and $3
     union all
     select day, billing_type, ${DAY_SUMS}
     from changes
     where day between $2 and $3
     group by day, billing_type
   ) as days
   group by day, billing_type
   union all
   select null, null, 0, 0, 0, 0, 0, coalesce(sum(count), 0)::bigint, coalesce(sum(value_cents), 0)::bigint
   from (
     select status, count, value_cents
     from charge_values
     where account_id = $1
     union all
     ${STATUS_SUMS}
   ) as sums
   where status in ('PENDING', 'OVERDUE')`,
);

/** Exact at this moment: what was folded, plus the changes since, under one snapshot. Both days are included. */
export function readFigures(
  { db, rollups }: Deps,
  accountId: string,
  from: CivilDate,
  to: CivilDate,
): Promise<FigureRow[]> {
  rollups.viewed(accountId);
  return db.query<FigureRow>(read, [accountId, from, to]);
}

export const foldChargeDays = statement(
  'charges.fold_figures',
  `with mark as materialized (
     select counted_below
     from charge_figure_marks
     where account_id = $1
       and ${WITHOUT_WAITING}
     for update skip locked
   ), horizon as (
     select ${FINAL_BELOW} as xmin
   ), ${changesFrom(`e.xact_id >= ${COUNTED_BELOW} and e.xact_id < (select xmin from horizon)`)}, days as (
     insert into charge_days as d (account_id, day, billing_type, ${SUMMED.join(', ')})
     select $1, day, billing_type, ${DAY_SUMS}
     from changes
     group by day, billing_type
     on conflict (account_id, day, billing_type) do update
       set ${SUMMED.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}
   ), sums as (
     insert into charge_values as v (account_id, status, count, value_cents)
     select $1, change.*
     from (${STATUS_SUMS}) as change
     on conflict (account_id, status) do update
       set count = v.count + excluded.count,
           value_cents = v.value_cents + excluded.value_cents
   )
   update charge_figure_marks m
   set counted_below = greatest(m.counted_below, horizon.xmin)
   from horizon, mark
   where m.account_id = $1`,
);
