import pg from 'pg';

/** `host:port` of the coordinator first, then of the workers; empty: the tests run on one PostgreSQL. */
export const citusNodes = (process.env.GUICHE_TEST_CITUS ?? '').split(',').filter(Boolean);
export const isOnCitus = citusNodes.length > 0;

export const addressOf = (node: string, database: string) => `postgres://guiche@${node}/${database}`;

export async function onNodes(nodes: readonly string[], statement: string): Promise<void> {
  await Promise.all(nodes.map((node) => runOn(addressOf(node, 'postgres'), statement)));
}

export async function runOn(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The port of the node that holds an account, as the coordinator knows it. */
export async function portOfAccount(coordinator: pg.ClientBase, accountId: string): Promise<number> {
  const { rows } = await coordinator.query<{ port: number }>(
    `select nodeport as port
     from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('charges', $1::uuid)`,
    [accountId],
  );
  return rows[0]?.port ?? 0;
}
