import type pg from 'pg';
import { assert } from '../../kit/errors.ts';
import { StartError } from '../../kit/start-error.ts';
import { isSpread, listNodes, type Node, REMOVE_REMAINS } from './cluster.ts';
import { lockDistribution } from './lock.ts';
import { raiseAbove, settleNodes } from './positions.ts';

type Move = { shard: string; from: Node; to: Node };

export type RebalanceOptions = {
  say?(progress: { move: string; number: number; of: number }): void;
  /** Another call is at work. */
  onWait?(): void;
};

/**
 * Spreads the accounts evenly over the nodes that there are now, piece by piece, while requests go on. Every move is
 * complete in itself: after an interruption the same call goes on with what is left. Returns how many pieces moved.
 */
export async function rebalance(client: pg.Client, { say, onWait }: RebalanceOptions = {}): Promise<number> {
  if (!(await isSpread(client)))
    throw new StartError('No table is spread over the nodes yet', 'Run `guiche distribute` first.');
  await lockDistribution(client, onWait);
  await client.query(REMOVE_REMAINS);
  // A new node needs the small tables and a base of its own before it gets accounts.
  await client.query('select replicate_reference_tables()');
  await settleNodes(client);
  const moves = await planMoves(client);
  for (const [at, { shard, from, to }] of moves.entries()) {
    say?.({ move: `${nameOf(from)} → ${nameOf(to)}`, number: at + 1, of: moves.length });
    await raiseAbove(client, to, from);
    await client.query(
      `select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')`,
      [shard, from.host, from.port, to.host, to.port],
    );
  }
  return moves.length;
}

async function planMoves(client: pg.Client): Promise<Move[]> {
  const nodes = await listNodes(client);
  const nodeAt = (host: string, port: number) => {
    const node = nodes.find((each) => each.host === host && each.port === port);
    assert(node, 'shards are on nodes of the cluster');
    return node;
  };
  const { rows } = await client.query<{
    shard: string;
    source_host: string;
    source_port: number;
    target_host: string;
    target_port: number;
  }>(
    `select shardid::text as shard, sourcename as source_host, sourceport as source_port,
       targetname as target_host, targetport as target_port
     from get_rebalance_table_shards_plan()`,
  );
  // Pieces of tables beside each other move together: one of them is named.
  const moves = new Map<string, Move>();
  for (const row of rows) {
    const from = nodeAt(row.source_host, row.source_port);
    const to = nodeAt(row.target_host, row.target_port);
    moves.set(row.shard, { shard: row.shard, from, to });
  }
  return [...moves.values()];
}

const nameOf = ({ host, port }: Node) => `${host}:${port}`;
