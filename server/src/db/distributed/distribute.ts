import type pg from 'pg';
import { putChecksBack, setChecksAside } from './checks.ts';
import { listNodes } from './cluster.ts';
import { POSITIONS_BY_NODE, settleNodes } from './positions.ts';
import { ACCOUNT_TABLES, LOOKUP_TABLES, REFERENCE_TABLES } from './tables.ts';

/** Into how many pieces the accounts are divided: so many nodes can hold them at most. */
const USUAL_SHARDS = 32;

export type DistributeOptions = {
  readonly shards?: number;
  /** While requests go on: each table is copied in the background, and takes over when the copy has caught up. */
  readonly isOnline?: boolean;
  say?(progress: { table: string; number: number; of: number }): void;
};

type Placement = { table: string; statement: string };

/**
 * Spreads the tables over the nodes (decision 0039), one after the other. What is spread already is left as it is: after
 * an interruption the same call goes on. Returns how many it spread.
 */
export async function distribute(client: pg.Client, options: DistributeOptions = {}): Promise<number> {
  const missing = await findMissing(client, options);
  if (missing.length === 0) return 0;
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
  await dropForeignKeys(client);
  // Before the events are: from the first moment on, what a node writes comes after what the coordinator wrote.
  for (const statement of POSITIONS_BY_NODE) await client.query(statement);
  await settleNodes(client);
  if (options.isOnline) await setChecksAside(client, ACCOUNT_TABLES);
  for (const [at, { table, statement }] of missing.entries()) {
    options.say?.({ table, number: at + 1, of: missing.length });
    await client.query(statement);
  }
  await putChecksBack(client);
  return missing.length;
}

/** The tables that newer versions of the program have added, while they are empty. */
export async function distributeNewTables(client: pg.Client): Promise<void> {
  for (const { table } of await findMissing(client, {})) {
    const { rows } = await client.query(`select from ${table} limit 1`);
    // Not new: `guiche distribute` was interrupted.
    if (rows.length > 0) return;
  }
  await distribute(client);
}

async function findMissing(client: pg.Client, options: DistributeOptions): Promise<Placement[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  );
  const done = new Set(rows.map(({ name }) => name));
  return placements(options).filter(({ table }) => !done.has(table));
}

function placements({ isOnline }: DistributeOptions): Placement[] {
  const spread = isOnline ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  const [first] = ACCOUNT_TABLES;
  return [
    ...REFERENCE_TABLES.map((table) => ({ table, statement: `select create_reference_table('${table}')` })),
    ...ACCOUNT_TABLES.map((table) => ({
      table,
      statement: `select ${spread}('${table}', 'account_id', colocate_with => '${table === first ? 'none' : first}')`,
    })),
    ...Object.entries(LOOKUP_TABLES).map(([table, column]) => ({
      table,
      statement: `select ${spread}('${table}', '${column}', colocate_with => 'none')`,
    })),
  ];
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
