import type pg from 'pg';
import { assert } from '../../kit/errors.ts';

/** A node that holds accounts. */
export type Node = { readonly id: number; readonly host: string; readonly port: number };

/** Half-made copies of tables and pieces that an interruption left behind. */
export const REMOVE_REMAINS = 'call citus_cleanup_orphaned_resources()';

export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/** Whether this table is spread over nodes; without one: whether any table of this database is. */
export async function isSpread(client: pg.ClientBase, table: string | null = null): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query(
    `select from pg_dist_partition where ($1::text is null or logicalrelid = to_regclass($1)) limit 1`,
    [table],
  );
  return rows.length > 0;
}

export async function listNodes(client: pg.ClientBase): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `select nodeid as id, nodename as host, nodeport as port
     from pg_dist_node
     where noderole = 'primary'
       and groupid > 0
     order by nodeid`,
  );
  return rows;
}

/** Runs a statement on one node, in a transaction of its own there. */
export async function runOnNode(client: pg.ClientBase, { host, port }: Node, sql: string): Promise<string> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    'select success, result from master_run_on_worker(array[$1::text], array[$2::integer], array[$3::text], false)',
    [host, port, sql],
  );
  const [answer] = rows;
  assert(answer, 'a node answers');
  if (!answer.success) throw new Error(`node ${host}:${port}: ${answer.result}`);
  return answer.result;
}
