import type pg from 'pg';
import { assert } from '../kit/errors.ts';

/** Below this position nothing can still appear: every transaction that wrote there has ended. */
export const FINAL_BELOW = 'position_of(pg_snapshot_xmin(pg_current_snapshot()))';

const NAME = 'run of the database server';
const RUN = 'extract(epoch from pg_postmaster_start_time())::text';
/** No server makes as many transactions in a microsecond: the clock times this is ahead of all that was ever written. */
const MAX_PER_MICROSECOND = 16n;
const FAR_ENOUGH = 2n ** 40n;

/**
 * Positions order what transactions write, and only grow. The server's own numbers do so during one run of one server:
 * after a restore they begin again at those of the backup, or in another server at any. Whenever the server was started
 * since, positions therefore go on from a base beyond everything that was ever written, also after the backup.
 */
export async function settlePositions(client: pg.Client): Promise<void> {
  const known = await client.query(`select from installation where name = $1 and value = ${RUN}`, [NAME]);
  if (known.rowCount === 1) return;
  await client.query('begin');
  await client.query(`set local lock_timeout = '5s'`);
  // Whoever wrote under the old base has ended, and whoever comes next takes the new one: nobody is overtaken.
  await client.query('lock table events, changed_accounts in share row exclusive mode');
  await raiseBase(client);
  await client.query(
    `insert into installation (name, value)
     values ($1, ${RUN})
     on conflict (name) do update set value = excluded.value`,
    [NAME],
  );
  await client.query('commit');
}

async function raiseBase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Record<keyof Standing, string>>(
    `select position_of('0')::text as base, pg_current_xact_id()::text as number,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as microseconds`,
  );
  const [row] = rows;
  assert(row, 'a select without a table answers one row');
  const { base, number, microseconds } = row;
  const next = baseAfter({ base: BigInt(base), number: BigInt(number), microseconds: BigInt(microseconds) });
  await client.query(
    `create or replace function position_of(number xid8) returns xid8 language sql stable parallel safe as
       $$ select (number::text::bigint + ${next})::text::xid8 $$`,
  );
}

export type Standing = { base: bigint; number: bigint; microseconds: bigint };

/** Where the clock has gone back behind the last base, a wide step forward has to do. */
export function baseAfter({ base, number, microseconds }: Standing): bigint {
  const byClock = microseconds * MAX_PER_MICROSECOND - number;
  return byClock > base ? byClock : base + FAR_ENOUGH;
}
