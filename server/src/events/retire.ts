import type { PartitionedTable, Removal } from '../db/partitions.ts';
import type { Db } from '../db/pool.ts';
import { assert } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
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

/** The last event of each account: one index probe for each. */
const lastOfAccounts = (partition: string) => `select a.id, last.xact_id, last.id
      from accounts a
      cross join lateral (
        select e.xact_id, e.id
        from ${partition} e
        where e.account_id = a.id
          and e.type in (${NOTIFIED_TYPES})
        order by e.xact_id desc, e.id desc
        limit 1
      ) as last`;

/** The same where the accounts are on the coordinator and their events on nodes: read through on each node. */
const lastOfAccountsRouted = (partition: string) => `select distinct on (account_id) account_id, xact_id, id
      from ${partition}
      where type in (${NOTIFIED_TYPES})
      order by account_id, xact_id desc, id desc`;

/** A month of events with their deliveries: not while one of them is to be sent, or is not yet in every sum. */
export function eventRemoval(
  partitions: readonly [string, string, string],
  marks: readonly Mark[],
  isDistributed: boolean,
): Removal {
  const [events, deliveries] = partitions;
  return {
    tables: EVENT_TABLES,
    partitions,
    unless: `exists (select 1 from ${deliveries} where due_at is not null) or exists (${unfolded(events, marks)})`,
    before: `insert into feed_starts as f (account_id, removed_through, removed_id)
      ${isDistributed ? lastOfAccountsRouted(events) : lastOfAccounts(events)}
      ${KEEP_LAST_REMOVED}`,
  };
}

const EVENTS_AT_ONCE = 1_000;

/**
 * Removes events of a partition that also holds newer ones, of one account ($1) before an id ($2), with their deliveries.
 * The deliveries are locked first: one that is being requested again keeps its event.
 */
const removeOld = (partition: string, marks: readonly Mark[]) => `with old as materialized (
     select o.id, o.xact_id, o.type
     from ${partition} o
     where o.account_id = $1
       and o.id < $2
       ${marks
         .map(
           ({ table, column }) =>
             `and not exists (select 1 from ${table} m where m.account_id = $1 and m.${column} <= o.xact_id)`,
         )
         .join('\n       ')}
     order by o.id
     limit ${EVENTS_AT_ONCE}
   ), own as materialized (
     select d.id, d.event_id, d.due_at
     from old
     cross join lateral (
       select id, event_id, due_at
       from deliveries
       where account_id = $1
         and id >= (left(old.id::text, 18) || '-0000-000000000000')::uuid
         and id <= (left(old.id::text, 18) || '-ffff-ffffffffffff')::uuid
         and event_id = old.id
       for update
     ) as d
   ), gone as materialized (
     select *
     from old
     where not exists (select 1 from own where own.event_id = old.id and own.due_at is not null)
   ), gone_attempts as (
     delete from delivery_attempts a
     using own, gone
     where a.account_id = $1
       and a.delivery_id = own.id
       and own.event_id = gone.id
   ), gone_deliveries as (
     delete from deliveries d
     using own, gone
     where d.account_id = $1
       and d.id = own.id
       and own.event_id = gone.id
   ), gone_events as (
     delete from ${partition} e
     using gone
     where e.account_id = $1
       and e.id = gone.id
   ), starts as (
     insert into feed_starts as f (account_id, removed_through, removed_id)
     select $1, xact_id, id
     from gone
     where type in (${NOTIFIED_TYPES})
     order by xact_id desc, id desc
     limit 1
     ${KEEP_LAST_REMOVED}
   )
   select count(*)::integer as removed
   from gone`;

export async function removeOldEvents(
  db: Db,
  partition: string,
  marks: readonly Mark[],
  { accountId, before }: { accountId: string; before: string },
): Promise<number> {
  assert(isId(accountId) && isId(before), 'what is written into a statement is an id');
  // No parameters: a database that is distributed by account plans this statement for a known account only.
  const sql = removeOld(partition, marks)
    .replaceAll('$1', `'${accountId}'::uuid`)
    .replaceAll('$2', `'${before}'::uuid`);
  const [row] = await db.query<{ removed: number }>(sql);
  return row?.removed ?? 0;
}
