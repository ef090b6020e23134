import pg from 'pg';
import { StartError } from '../../kit/start-error.ts';
import { hasCitus, isSpread, listNodes } from './cluster.ts';
import { distribute } from './distribute.ts';
import { lockDistribution } from './lock.ts';

/**
 * Whether accounts are on several nodes: always where a table is spread already. Where GUICHE_DISTRIBUTED asks for it, an
 * installation without accounts is spread at once; one with accounts goes on as it is, with statements that suit both,
 * until `guiche distribute`.
 */
export async function openDistribution(connectionString: string, asked: 'citus' | null): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isSpread(client)) return true;
    if (asked === null) return false;
    await requireCluster(client);
    await lockDistribution(client);
    const { rows } = await client.query('select from accounts limit 1');
    if (rows.length === 0) await distribute(client);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function requireCluster(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new StartError(
      'The database is not a Citus cluster: it has no extension citus',
      'Let DATABASE_URL name the coordinator of a cluster, and run `create extension citus` in this database on every node.',
    );
  }
  if ((await listNodes(client)).length === 0) {
    throw new StartError(
      'The Citus cluster has no node that could hold accounts',
      `On the coordinator: select citus_set_coordinator_host('its address'), then select citus_add_node('address', 5432) for every worker.`,
    );
  }
}
