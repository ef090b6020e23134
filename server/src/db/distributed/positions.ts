import type pg from 'pg';
import { assert } from '../../kit/errors.ts';
import { listNodes, type Node, runOnNode } from './cluster.ts';

/**
 * On a distributed database an event gets its position from the account's node, where the transaction has another number
 * than on the coordinator: a trigger writes it. Each node has a base of its own, in the body of a function there, because
 * a trigger can read only what is on its node; the coordinator keeps what it last set.
 */
export const POSITIONS_BY_NODE = [
  `create table if not exists node_positions (
     node_id integer primary key,
     base bigint not null,
     server_run text not null
   )`,
  `create or replace function note_position() returns trigger language plpgsql as
     'begin new.xact_id := node_position(pg_current_xact_id()); return new; end'`,
  // Rows that are copied to another node bring their position along.
  `create or replace trigger events_position before insert on events
     for each row when (new.xact_id is null) execute function note_position()`,
  'alter table events alter column xact_id drop default',
] as const;

const functionWith = (base: bigint) => `set citus.enable_ddl_propagation = off;
  create or replace function node_position(number xid8) returns xid8 language sql stable parallel safe as
    $body$ select (number::text::bigint + ${base})::text::xid8 $body$`;

const SERVER_RUN = 'select extract(epoch from pg_postmaster_start_time())::text';
const NUMBER = 'select pg_current_xact_id()::text';
const PREPARED = 'select count(*)::text from pg_prepared_xacts where database = current_database()';
const MAX_PER_MICROSECOND = 16n;
/** More transactions than another node begins until accounts have moved here from it. */
const MARGIN = 2n ** 32n;

type Known = { node_id: number; base: string; server_run: string };

/** A node does not answer. What is written elsewhere needs no base of it. */
export class NodeAway extends Error {}

/** A node that was started since, or that is new, gets a base above everything that was ever written. */
export async function settleNodes(client: pg.Client): Promise<void> {
  const known = await knownNodes(client);
  const runs = await runsOfNodes(client);
  for (const node of await listNodes(client)) {
    if (known.get(node.id)?.server_run !== runs.get(`${node.host}:${node.port}`))
      await raiseNode(client, node);
  }
}

async function runsOfNodes(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as name, success, result from run_command_on_workers($1)`,
    [SERVER_RUN],
  );
  const away = rows.filter(({ success }) => !success).map(({ name }) => name);
  if (away.length > 0) throw new NodeAway(`no answer from ${away.join(', ')}`);
  return new Map(rows.map(({ name, result }) => [name, result]));
}

/** Accounts are about to move here from another node: what is written here must come after what was written there. */
export async function raiseAbove(client: pg.Client, target: Node, source: Node): Promise<void> {
  const known = await knownNodes(client);
  const [here, there] = [await positionAt(client, target, known), await positionAt(client, source, known)];
  if (here < there + MARGIN / 2n) await raiseNode(client, target);
}

async function raiseNode(client: pg.Client, node: Node): Promise<void> {
  // What a crash left prepared would hold its locks until the cluster's own recovery comes by.
  await client.query('select recover_prepared_transactions()');
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '5s'`);
    // Transactions that wrote under the old base have ended; those that wait for this lock get the new one.
    await client.query('lock table events in share row exclusive mode');
    const prepared = await runOnNode(client, node, PREPARED);
    if (prepared !== '0') throw new Error(`node ${node.host}:${node.port} has transactions to be recovered`);
    const number = BigInt(await runOnNode(client, node, NUMBER));
    const base = (await positionAboveAll(client)) - number;
    await runOnNode(client, node, functionWith(base));
    await client.query(
      `insert into node_positions (node_id, base, server_run) values ($1, $2, $3)
       on conflict (node_id) do update set base = excluded.base, server_run = excluded.server_run`,
      [node.id, base, await runOnNode(client, node, SERVER_RUN)],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function positionAboveAll(client: pg.Client): Promise<bigint> {
  const known = await knownNodes(client);
  const { rows } = await client.query<{ microseconds: string; here: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as microseconds,
       node_position(pg_current_xact_id())::text as here`,
  );
  const [row] = rows;
  assert(row, 'the coordinator answers');
  let highest = BigInt(row.here);
  for (const node of await listNodes(client)) {
    const position = await positionAt(client, node, known);
    if (position > highest) highest = position;
  }
  const byClock = BigInt(row.microseconds) * MAX_PER_MICROSECOND;
  return byClock > highest + MARGIN ? byClock : highest + MARGIN;
}

/** The highest that the node has given; below zero: it has given none. */
async function positionAt(client: pg.Client, node: Node, known: Map<number, Known>): Promise<bigint> {
  const base = known.get(node.id)?.base;
  return base === undefined ? -1n : BigInt(base) + BigInt(await runOnNode(client, node, NUMBER));
}

async function knownNodes(client: pg.Client): Promise<Map<number, Known>> {
  const { rows } = await client.query<Known>('select node_id, base::text, server_run from node_positions');
  return new Map(rows.map((row) => [row.node_id, row]));
}
