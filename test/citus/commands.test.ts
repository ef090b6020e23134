import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDistribution } from '../../server/src/db/distributed/lock.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { type Cluster, createClusterDatabase, findCitus, startCluster } from '../support/citus.ts';
import { runOn } from '../support/citus-nodes.ts';
import { commandWith, type Ended, endCommands, requireBuilt } from '../support/command.ts';
import { until } from '../support/until.ts';

// Spreading itself, its progress and its interruptions: test/citus/growing.test.ts.
const programs = findCitus();
const COMMANDS = ['distribute', 'rebalance'] as const;

const run = (address: string, ...words: string[]): Promise<Ended> =>
  commandWith({ DATABASE_URL: address })(...words);

const failed = (words: string) => ({ code: 1, out: '', err: expect.stringContaining(words) });

describe.skipIf(!programs)('the commands for a cluster', { timeout: 120_000 }, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    await requireBuilt();
    cluster = await startCluster(programs ?? '', 1);
  }, 180_000);
  afterAll(async () => {
    await endCommands();
    await cluster?.stop();
  });

  const server = () => cluster.servers[0]?.connectionString ?? '';

  it.each(COMMANDS)('refuse a plain PostgreSQL and say what is missing: guiche %s', async (name) => {
    expect(await run(server(), name)).toEqual(
      failed('The database is not a Citus cluster: it has no extension citus.'),
    );
  });

  it.each(COMMANDS)(
    'refuse a coordinator without workers and say how to add them: guiche %s',
    async (name) => {
      const alone = await createClusterDatabase(cluster.nodes.slice(0, 1), `alone_${name}`);
      expect(await run(alone, name)).toEqual(
        failed('The Citus cluster has no node that could hold accounts'),
      );
      expect((await run(alone, name)).err).toContain('select citus_add_node(');
    },
  );

  it.each(['0', '1025', '2.5', 'many'])(
    'refuse %s pieces as wrong use, before anything else',
    async (shards) => {
      expect(await run('postgres://user@127.0.0.1:1/none', 'distribute', '--shards', shards)).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining('--shards must be a whole number from 1 to 1024.'),
      });
    },
  );

  describe('on a cluster', () => {
    let address: string;
    beforeAll(async () => {
      address = await createClusterDatabase(cluster.nodes, 'young');
    }, 60_000);

    it('spread nothing before the gateway has made its tables', async () => {
      expect(await run(address, 'distribute')).toEqual(
        failed('The database has no tables of the gateway yet'),
      );
    });

    it('move nothing before it is spread', async () => {
      await migrate(address);
      expect(await run(address, 'rebalance')).toEqual(
        failed('No table is spread over the nodes yet. Run `guiche distribute` first.'),
      );
    });

    it('wait for another one that is at work, and say so', async () => {
      const other = new pg.Client({ connectionString: address });
      await other.connect();
      await lockDistribution(other);
      const waiting = commandWith({ DATABASE_URL: address }).begin(['distribute']);
      await until('it says that it waits', () => waiting.err().includes('Waiting: another command'), 60_000);
      waiting.child.kill('SIGKILL');
      await waiting.ended;
      await other.end();
    });

    it('name the node that does not answer, and spread nothing', async () => {
      await cluster.servers[1]?.crash();
      try {
        expect(await run(address, 'distribute')).toEqual(failed(cluster.nodes[1] ?? ''));
      } finally {
        await cluster.servers[1]?.startAgain();
      }
      await expect(runOn(address, `select 1 / count(*) from pg_dist_partition`)).rejects.toThrow('zero');
    });
  });
});
