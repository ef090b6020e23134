import type pg from 'pg';
import { StartError } from '../../kit/start-error.ts';
import { putChecksBack, setChecksAside } from './checks.ts';
import { listNodes, REMOVE_REMAINS } from './cluster.ts';
import { lockDistribution } from './lock.ts';
import { POSITIONS_BY_NODE, settleNodes } from './positions.ts';
import { ACCOUNT_TABLES, LOOKUP_TABLES, REFERENCE_TABLES } from './tables.ts';

/** Into how many pieces the accounts are divided: so many nodes can hold them at most. */
const USUAL_SHARDS = 32;

export type DistributeOptions = {
  readonly shards?: number;
  /** While requests go on: each table is copied in the background, and takes over when the copy has caught up. */
  readonly isOnline?: boolean;
  say?(progress: { table: string; number: number; of: number }): void;
  /** Another call is at work. */
  onWait?(): void;
};

/** `column`: what it is distributed by; null: it is on every node. `beside`: the table whose rows lie on the same node. */
type Placement = { table: string; column: string | null; beside: string };

/**
 * Spreads the tables over the nodes (decision 0039), one after the other. What is spread already is left as it is: after
 * an interruption the same call goes on. Returns how many it spread.
 */
export async function distribute(client: pg.Client, options: DistributeOptions = {}): Promise<number> {
  const { rows } = await client.query<{ isMigrated: boolean }>(
    `select to_regclass('${ACCOUNT_TABLES[0]}') is not null as "isMigrated"`,
  );
  if (!rows[0]?.isMigrated)
    throw new StartError(
      'The database has no tables of the gateway yet',
      'Start the gateway with GUICHE_DISTRIBUTED=citus: it makes them, and spreads them at once.',
    );
  await lockDistribution(client, options.onWait);
  const missing = await findMissing(client);
  if (missing.length === 0) {
    await putChecksBack(client);
    return 0;
  }
  if ((await listNodes(client)).length === 0)
    throw new Error('the cluster has no node that could hold accounts');
  for (const setting of [
    `citus.shard_count = ${Math.trunc(options.shards ?? USUAL_SHARDS)}`,
    // Triggers of ours look at one row, or refuse the whole statement.
    'citus.enable_unsafe_triggers = on',
    'client_min_messages = warning',
  ]) {
    await client.query(`set ${setting}`);
  }
  await client.query(REMOVE_REMAINS);
  await dropForeignKeys(client);
  // Before the events are: from the first moment on, what a node writes comes after what the coordinator wrote.
  for (const statement of POSITIONS_BY_NODE) await client.query(statement);
  await settleNodes(client);
  if (options.isOnline) await setChecksAside(client, ACCOUNT_TABLES);
  for (const [at, placement] of missing.entries()) {
    options.say?.({ table: placement.table, number: at + 1, of: missing.length });
    await place(client, placement, options.isOnline ?? false);
  }
  await putChecksBack(client);
  return missing.length;
}

/** The tables that newer versions of the program have added, while they are empty. */
export async function distributeNewTables(client: pg.Client): Promise<void> {
  const missing = await findMissing(client);
  if (missing.length === 0) return;
  for (const { table } of missing) {
    // Not new: `guiche distribute` was interrupted.
    if (await hasRows(client, table)) return;
  }
  await distribute(client);
}

async function findMissing(client: pg.Client): Promise<Placement[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  );
  const done = new Set(rows.map(({ name }) => name));
  return placements().filter(({ table }) => !done.has(table));
}

function placements(): Placement[] {
  const [first] = ACCOUNT_TABLES;
  return [
    ...REFERENCE_TABLES.map((table) => ({ table, column: null, beside: 'none' })),
    ...ACCOUNT_TABLES.map((table) => ({
      ...{ table, column: 'account_id' },
      beside: table === first ? 'none' : first,
    })),
    ...Object.entries(LOOKUP_TABLES).map(([table, column]) => ({ table, column, beside: 'none' })),
  ];
}

async function place(
  client: pg.Client,
  { table, column, beside }: Placement,
  isOnline: boolean,
): Promise<void> {
  if (column === null) {
    await client.query(`select create_reference_table('${table}')`);
    return;
  }
  // An empty table is locked for a moment only, which takes less than a copy in the background.
  const isCopied = isOnline && (await hasRows(client, table));
  const spread = isCopied ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  await client.query(`select ${spread}('${table}', '${column}', colocate_with => '${beside}')`);
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  return (await client.query(`select 1 from ${table} limit 1`)).rows.length > 0;
}

/** To accounts, which stay on the coordinator: an account is never removed. */
async function dropForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", conname as name
     from pg_constraint
     where contype = 'f'
       and conparentid = 0
       and conrelid::regclass::text = any($1::text[])`,
    [ACCOUNT_TABLES],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
}
