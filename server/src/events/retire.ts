import type { PartitionedTable, Removal } from '../db/partitions.ts';
import type { Db } from '../db/pool.ts';
import { NOTICES } from './catalogue.ts';

/** How far a sum over events is folded: events from there on are still needed. */
export type Mark = { readonly table: string; readonly column: string };

/** The ids of deliveries and attempts begin as that of their event: the partitions of a time belong together. */
export const EVENT_TABLES: readonly PartitionedTable[] = [
  { name: 'events' },
  { name: 'deliveries', storage: 'fillfactor = 70' },
  { name: 'delivery_attempts' },
];

const NOTIFIED_TYPES = [...new Set(NOTICES.map(({ type }) => `'${type}'`))].join(', ');

/** Accounts with events in the partition that a sum has not folded yet: one index probe for each account. */
const unfolded = (partition: string, marks: readonly Mark[]) =>
  marks
    .map(
      ({ table, column }) => `select m.account_id
       from ${table} m
       cross join lateral (
         select 1
         from ${partition} e
         where e.account_id = m.account_id
           and e.xact_id >= m.${column}
         limit 1
       ) as later`,
    )
    .join(' union all ');

export async function unfoldedAccounts(
  db: Db,
  partition: string,
  marks: readonly Mark[],
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(
    `select distinct account_id from (${unfolded(partition, marks)}) as accounts limit ${limit}`,
  );
  return rows.map((row) => row.account_id);
}

const KEEP_LAST_REMOVED = `on conflict (account_id) do update
    set removed_through = excluded.removed_through, removed_id = excluded.removed_id
    where (f.removed_through, f.removed_id) < (excluded.removed_through, excluded.removed_id)`;

/** A month of events with their deliveries: not while one of them is to be sent, or is not yet in every sum. */
export function eventRemoval(partitions: readonly [string, string, string], marks: readonly Mark[]): Removal {
  const [events, deliveries] = partitions;
  return {
    tables: EVENT_TABLES,
    partitions,
    unless: `exists (select from ${deliveries} where due_at is not null) or exists (${unfolded(events, marks)})`,
    before: `insert into feed_starts as f (account_id, removed_through, removed_id)
      select a.id, last.xact_id, last.id
      from accounts a
      cross join lateral (
        select e.xact_id, e.id
        from ${events} e
        where e.account_id = a.id
          and e.type in (${NOTIFIED_TYPES})
        order by e.xact_id desc, e.id desc
        limit 1
      ) as last
      ${KEEP_LAST_REMOVED}`,
  };
}

/** Of each account, in one statement. */
const EVENTS_PER_ACCOUNT = 100;

/**
 * Removes events of a partition that also holds newer ones, before an id ($2), with their deliveries, of some accounts
 * ($1). The deliveries are locked first: one that is being requested again keeps its event.
 */
const removeOld = (partition: string, marks: readonly Mark[]) => `with old as materialized (
     select e.account_id, e.id, e.xact_id, e.type
     from unnest($1::uuid[]) as wanted (account_id)
     cross join lateral (
       select o.account_id, o.id, o.xact_id, o.type
       from ${partition} o
       where o.account_id = wanted.account_id
         and o.id < $2
         ${marks
           .map(
             ({ table, column }) =>
               `and not exists (select from ${table} m where m.account_id = o.account_id and m.${column} <= o.xact_id)`,
           )
           .join('\n         ')}
       order by o.id
       limit ${EVENTS_PER_ACCOUNT}
     ) as e
   ), own as materialized (
     select d.account_id, d.id, d.event_id, d.due_at
     from old
     cross join lateral (
       select *
       from deliveries
       where account_id = old.account_id
         and id >= (left(old.id::text, 18) || '-0000-000000000000')::uuid
         and id <= (left(old.id::text, 18) || '-ffff-ffffffffffff')::uuid
         and event_id = old.id
       for update
     ) as d
   ), gone as materialized (
     select *
     from old
     where not exists (select from own where own.event_id = old.id and own.due_at is not null)
   ), gone_attempts as (
     delete from delivery_attempts a
     using own, gone
     where own.event_id = gone.id
       and a.account_id = own.account_id
       and a.delivery_id = own.id
   ), gone_deliveries as (
     delete from deliveries d
     using own, gone
     where own.event_id = gone.id
       and d.account_id = own.account_id
       and d.id = own.id
   ), gone_events as (
     delete from ${partition} e
     using gone
     where e.account_id = gone.account_id
       and e.id = gone.id
   ), starts as (
     insert into feed_starts as f (account_id, removed_through, removed_id)
     select distinct on (account_id) account_id, xact_id, id
     from gone
     where type in (${NOTIFIED_TYPES})
     order by account_id, xact_id desc, id desc
     ${KEEP_LAST_REMOVED}
   )
   select count(*)::integer as removed
   from gone`;

export async function removeOldEvents(
  db: Db,
  partition: string,
  marks: readonly Mark[],
  { accountIds, before }: { accountIds: readonly string[]; before: string },
): Promise<number> {
  const [row] = await db.query<{ removed: number }>(removeOld(partition, marks), [accountIds, before]);
  return row?.removed ?? 0;
}
