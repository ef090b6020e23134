import type { Command } from 'commander';
import type pg from 'pg';
import { command, type Shown } from '../command.ts';
import { wrongUse } from '../outcome.ts';
import { say, sayJson } from '../output.ts';
import { type Progress, startProgress } from '../progress.ts';
import { loadClusterCheck, loadConfig, loadDistribution, loadRebalancing, openDatabase } from '../server.ts';

const READS = '\nIt reads DATABASE_URL, the coordinator of the cluster, from the environment.';
const WAITS = 'Waiting: another command, or what is left of one, still works on the cluster';

export function distributeCommand(): Command {
  return command('distribute', 'spread this installation over the nodes of a Citus cluster', [
    'distribute',
    'distribute --shards 64',
  ])
    .option('--shards <number>', 'pieces that the accounts are divided into, once and for all', '32')
    .option('--json', 'write JSON for programs')
    .addHelpText(
      'after',
      `${READS}\nAll processes must run with GUICHE_DISTRIBUTED=citus before; they may go on meanwhile.`,
    )
    .action(async ({ shards, json }: Shown & { shards: string }) => {
      const pieces = wholeNumber(shards);
      const spread = await onCoordinator('Spreading the tables…', async (client, progress) => {
        const { distribute } = await loadDistribution();
        return distribute(client, {
          shards: pieces,
          isOnline: true,
          onWait: () => progress.say(WAITS),
          say: ({ table, number, of }) => progress.say(`Table ${number} of ${of}: ${table}`),
        });
      });
      if (json) sayJson({ tables: spread });
      else
        say(
          spread > 0
            ? `${spread} tables were spread over the nodes.`
            : 'Nothing to do: all tables are spread.',
        );
    });
}

export function rebalanceCommand(): Command {
  return command('rebalance', 'spread the accounts evenly over all nodes of the cluster', ['rebalance'])
    .option('--json', 'write JSON for programs')
    .addHelpText('after', READS)
    .action(async ({ json }: Shown) => {
      const moved = await onCoordinator('Looking at the nodes…', async (client, progress) => {
        const { rebalance } = await loadRebalancing();
        return rebalance(client, {
          onWait: () => progress.say(WAITS),
          say: ({ move, number, of }) => progress.say(`Move ${number} of ${of}: ${move}`),
        });
      });
      if (json) sayJson({ moved });
      else say(moved > 0 ? `${moved} pieces moved.` : 'Nothing to do: the nodes hold the same.');
    });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_024) {
    throw wrongUse('--shards must be a whole number from 1 to 1024.');
  }
  return number;
}

async function onCoordinator<T>(
  title: string,
  work: (client: pg.Client, progress: Progress) => Promise<T>,
): Promise<T> {
  const { readConfig } = await loadConfig();
  const { requireCluster } = await loadClusterCheck();
  const database = await openDatabase(readConfig(process.env));
  const { default: driver } = await import('pg');
  const client = new driver.Client({ connectionString: database.connectionString, keepAlive: true });
  client.on('error', () => undefined);
  const progress = startProgress(title, { inLines: true });
  try {
    await client.connect();
    await requireCluster(client);
    return await work(client, progress);
  } finally {
    progress.end();
    await client.end().catch(() => undefined);
    await database.close();
  }
}
