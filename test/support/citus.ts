import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { distribute } from '../../server/src/db/distributed/distribute.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { addressOf, onNodes, runOn } from './citus-nodes.ts';
import { findInstalledPostgres, type InstalledServer, startInstalledPostgres } from './installed-postgres.ts';

/** Few, so that making a database for each file of tests stays quick. */
const SHARDS = 4;
const SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.node_conninfo=sslmode=disable',
  'wal_level=logical',
  // Newer minor versions of PostgreSQL let no other library decode the log.
  'output_plugin_libraries=pgoutput,test_decoding,citus',
  'max_connections=400',
  'max_prepared_transactions=800',
  'max_worker_processes=64',
  'max_replication_slots=64',
  'max_wal_senders=64',
  'max_logical_replication_workers=32',
  'max_sync_workers_per_subscription=4',
  // A copy in the background begins at once; else each table that is spread would wait up to five seconds for it.
  'wal_retrieve_retry_interval=100ms',
];

/** What a crash left prepared is recovered soon; the default is a minute. */
export const RECOVERS_SOON = 'citus.recover_2pc_interval=1s';

/** Where PostgreSQL's programs are, with Citus beside them; null: this machine has none. */
export function findCitus(): string | null {
  const programs = findInstalledPostgres(['initdb', 'postgres']);
  return programs && existsSync(join(programs, '..', 'lib', 'citus.so')) ? programs : null;
}

export type Cluster = {
  readonly nodes: readonly string[];
  readonly servers: readonly InstalledServer[];
  stop(): Promise<void>;
};

/** A coordinator and some workers, thrown away at the end. */
export async function startCluster(
  programs: string,
  workers: number,
  more: readonly string[] = [],
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-citus-'));
  const servers: InstalledServer[] = [];
  for (let number = 0; number <= workers; number += 1) {
    servers.push(await startInstalledPostgres(programs, `${folder}-${number}`, [...SETTINGS, ...more]));
  }
  return {
    servers,
    nodes: servers.map(({ connectionString }) => new URL(connectionString).host),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      for (const number of servers.keys()) await rm(`${folder}-${number}`, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A new database on every node, joined to one cluster; its tables are not made yet. The workers may be reached at other
 * addresses than their own.
 */
export async function createClusterDatabase(
  nodes: readonly string[],
  name: string,
  workers: readonly string[] = nodes.slice(1),
): Promise<string> {
  for (const node of nodes) await prepareNode(node, name);
  const [coordinator = ''] = nodes;
  const address = addressOf(coordinator, name);
  await runOn(address, joining('citus_set_coordinator_host', coordinator));
  for (const worker of workers) await runOn(address, joining('citus_add_node', worker));
  return address;
}

export async function prepareNode(node: string, name: string): Promise<void> {
  await onNodes([node], `create database ${name}`);
  await runOn(addressOf(node, name), 'create extension citus');
}

export function joining(call: string, node: string): string {
  const [host, port] = node.split(':');
  return `select ${call}('${host}', ${port})`;
}

/** For tests that need a cluster also where all others run on one PostgreSQL: a small one, with the tables spread. */
export async function startSpreadCluster(programs: string) {
  const cluster = await startCluster(programs, 2);
  const connectionString = await createClusterDatabase(cluster.nodes, 'guiche');
  await migrate(connectionString);
  await spread(connectionString);
  return { connectionString, isDistributed: true, drop: () => cluster.stop() };
}

export async function spread(connectionString: string, shards = SHARDS): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await distribute(client, { shards });
  await client.end();
}

/** The database that tests get copies of. */
export async function createCitusTemplate(nodes: readonly string[], name: string): Promise<void> {
  await onNodes(nodes, `drop database if exists ${name} with (force)`);
  const address = await createClusterDatabase(nodes, name);
  await migrate(address);
  await spread(address);
  await onNodes(nodes, `alter database ${name} with allow_connections false`);
  await onNodes(nodes, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}
