import { migrate } from '../server/src/db/migrate.ts';
import { type Db, openDb } from '../server/src/db/pool.ts';
import { createClusterDatabase, findCitus, spread, startCluster } from '../test/support/citus.ts';
import { addressOf } from '../test/support/citus-nodes.ts';

/** Where installations are made: one server, or a cluster. */
export type Place = {
  /** A new database with the gateway's tables, and its address. */
  create(name: string): Promise<string>;
  /** The database on each server that holds a part of it. */
  nodesOf(name: string): readonly string[];
};

export function oneServer({ connectionString, db }: { connectionString: string; db: Db }): Place {
  const addressFor = (name: string) => {
    const address = new URL(connectionString);
    address.pathname = `/${name}`;
    return address.href;
  };
  return {
    async create(name) {
      await db.query(`create database ${name}`);
      await migrate(addressFor(name));
      return addressFor(name);
    },
    nodesOf: (name) => [addressFor(name)],
  };
}

const WORKERS = 2;
const SHARDS = 32;

/** A coordinator and two workers, with full durability like the one server. */
export async function startClusterPlace(): Promise<Place & { stop(): Promise<void> }> {
  const programs = findCitus();
  if (!programs) throw new Error('--cluster needs PostgreSQL with Citus on this machine');
  const cluster = await startCluster(programs, WORKERS, ['fsync=on']);
  return {
    async create(name) {
      const address = await createClusterDatabase(cluster.nodes, name);
      await migrate(address);
      await spread(address, SHARDS);
      return address;
    },
    nodesOf: (name) => cluster.nodes.map((node) => addressOf(node, name)),
    stop: () => cluster.stop(),
  };
}

/** A connection to each server, for what it says of itself. */
export function openNodes(place: Place, name: string): readonly Db[] {
  return place.nodesOf(name).map((connectionString) => openDb({ connectionString, connections: 1 }));
}
