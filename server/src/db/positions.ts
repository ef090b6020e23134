import type pg from 'pg';
import { assert } from '../kit/errors.ts';
import { isSpread } from './distributed/cluster.ts';
import { settleNodes } from './distributed/positions.ts';

/** The position of what this statement writes. The columns' default is the same, but costs a call per row. */
export const CURRENT_POSITION =
  '(select (pg_current_xact_id()::text::bigint + base)::text::xid8 from position_base)';
/**
 * Nothing can appear below this position any more: every transaction that wrote there has ended. On a distributed
 * database it is that of the node that runs it: the statement reads a row of the account.
 */
export const FINAL_BELOW = 'node_position(pg_snapshot_xmin(pg_current_snapshot()))';

const SERVER_RUN = 'extract(epoch from pg_postmaster_start_time())::text';
/** More transactions than a server starts per microsecond: the clock times this is above every position ever written. */
const MAX_PER_MICROSECOND = 16n;
const SAFE_STEP = 2n ** 40n;

/**
 * Positions order what transactions write, and only grow: a position is the number of the transaction plus a base. The
 * numbers grow only during one run of one server: after a restore they begin again at those of the backup, or in another
 * server at any. Whenever the server was started since, the base is therefore raised beyond everything that was ever
 * written, including what came after the backup.
 */
export async function settlePositions(client: pg.Client): Promise<void> {
  const isDistributed = await isSpread(client);
  // On a node, a position comes from the node.
  const written = (await isSpread(client, 'events')) ? 'changed_accounts' : 'events, changed_accounts';
  const known = await client.query(`select from position_base where server_run = ${SERVER_RUN}`);
  if (known.rowCount !== 1) await raiseBase(client, written);
  if (isDistributed) await settleNodes(client);
}

async function raiseBase(client: pg.Client, tables: string): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '5s'`);
  // Transactions that wrote under the old base have ended; those that wait for this lock read the new one.
  await client.query(`lock table ${tables} in share row exclusive mode`);
  await client.query(`update position_base set base = $1, server_run = ${SERVER_RUN}`, [
    baseAfter(await readPositionState(client)),
  ]);
  await client.query('commit');
}

export type PositionState = { base: bigint; number: bigint; microseconds: bigint };

async function readPositionState(client: pg.Client): Promise<PositionState> {
  const { rows } = await client.query<Record<keyof PositionState, string>>(
    `select base::text, pg_current_xact_id()::text as number,
       (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as microseconds
     from position_base`,
  );
  const [row] = rows;
  assert(row, 'position_base has one row');
  return { base: BigInt(row.base), number: BigInt(row.number), microseconds: BigInt(row.microseconds) };
}

/** If the clock is behind the last base, the base is raised by a large fixed step. */
export function baseAfter({ base, number, microseconds }: PositionState): bigint {
  const byClock = microseconds * MAX_PER_MICROSECOND - number;
  return byClock > base ? byClock : base + SAFE_STEP;
}
