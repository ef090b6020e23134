import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/src/db/migrate.ts';
import { pause } from '../../server/src/kit/clock.ts';
import {
  type Cluster,
  createClusterDatabase,
  findCitus,
  RECOVERS_SOON,
  spread,
  startCluster,
} from '../support/citus.ts';
import { addressOf, portOfAccount } from '../support/citus-nodes.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { type HeldLink, startHeldLink } from '../support/held-link.ts';
import { until } from '../support/until.ts';

const programs = findCitus();
if (!programs) process.stderr.write('No Citus on this machine: crashes within a commit are not tested.\n');

const DATABASE = 'guiche';
const MAX_SELLERS = 40;
const RETRY_MS = 100;
const MAX_TRIES = 600;

type Crash = {
  /** The message to the recipient's node that is kept back. */
  held: 'PREPARE TRANSACTION' | 'COMMIT PREPARED';
  killed: 'coordinator' | 'recipient';
};

const CRASHES: readonly Crash[] = [
  { held: 'COMMIT PREPARED', killed: 'recipient' },
  { held: 'COMMIT PREPARED', killed: 'coordinator' },
  { held: 'PREPARE TRANSACTION', killed: 'recipient' },
  { held: 'PREPARE TRANSACTION', killed: 'coordinator' },
];

describe.skipIf(!programs)('a sale shared between accounts on two nodes', { timeout: 120_000 }, () => {
  let cluster: Cluster;
  let links: HeldLink[];
  let gateway: TestGateway;
  let address: string;
  let owner: Seller;
  let recipient: Seller;
  /** Which worker holds the recipient: 0 or 1. */
  let recipientAt: number;
  let keys = 0;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '', 2, [RECOVERS_SOON]);
    links = await Promise.all(cluster.nodes.slice(1).map(startHeldLink));
    const workers = links.map((link) => link.address);
    address = await createClusterDatabase(cluster.nodes, DATABASE, workers);
    await migrate(address);
    await spread(address);
    const database = { connectionString: address, isDistributed: true, drop: async () => undefined };
    gateway = await startGateway({ database });
    owner = await gateway.seller();
    const home = await nodeOf(owner);
    for (let made = 0; made < MAX_SELLERS; made += 1) {
      recipient = await gateway.seller();
      if ((await nodeOf(recipient)) !== home) break;
    }
    const there = await nodeOf(recipient);
    expect(there).not.toBe(home);
    recipientAt = workers.findIndex((worker) => worker.endsWith(`:${there}`));
  }, 180_000);
  afterAll(async () => {
    await gateway?.stop();
    await Promise.all((links ?? []).map((link) => link.close()));
    await cluster?.stop();
  });

  async function ask<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: addressOf(server, DATABASE) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const nodeOf = ({ id }: Seller) => ask(cluster.nodes[0] ?? '', (client) => portOfAccount(client, id));

  const preparedAt = (server: string) =>
    ask(server, async (client) => {
      const { rows } = await client.query(
        'select from pg_prepared_xacts where database = current_database()',
      );
      return rows.length;
    });

  async function prepared(): Promise<number> {
    const counts = await Promise.all(cluster.nodes.map(preparedAt));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Until it is answered: what was refused for the moment is asked for again, under the same key. */
  async function insist(path: string, body: object): Promise<Record<string, unknown>> {
    keys += 1;
    const headers = { 'idempotency-key': `key ${keys}` };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await owner.call('POST', `/api/v1/${path}`, body, headers);
      if (answer.status < 300) return answer.body;
      expect(['UNAVAILABLE', 'OVERLOADED'], answer.raw).toContain(answer.body?.code);
      await pause(RETRY_MS);
    }
    throw new Error(`${path} was never answered`);
  }

  const create = () =>
    insist('charges', {
      ...{ billing_type: 'PIX', value: 100 },
      split: [{ recipient_id: recipient.id, amount: 30 }],
    });

  async function totals() {
    const balanceOf = async ({ call }: Seller) => (await call('GET', '/api/v1/balance')).body.total as number;
    const lines = await recipient.call('GET', '/api/v1/transactions?limit=1');
    const events = await recipient.call('GET', '/api/v1/events?event=charge.paid&limit=100');
    return {
      owner: await balanceOf(owner),
      recipient: await balanceOf(recipient),
      lines: lines.body.total as number,
      events: (events.body.data as unknown[]).length,
    };
  }

  /** What one sale that nothing disturbs changes. */
  const ONE_SALE = { owner: 61.51, recipient: 30, lines: 1, events: 1 };

  it('is booked on both in one transaction', async () => {
    const before = await totals();
    const { id } = await create();
    await insist(`sandbox/charges/${id}/pay`, {});
    expect(await difference(before)).toEqual(ONE_SALE);
  });

  async function difference(before: Awaited<ReturnType<typeof totals>>) {
    const after = await totals();
    const cents = (later: number, earlier: number) => Math.round((later - earlier) * 100) / 100;
    return {
      owner: cents(after.owner, before.owner),
      recipient: cents(after.recipient, before.recipient),
      lines: after.lines - before.lines,
      events: after.events - before.events,
    };
  }

  it.each(CRASHES)('is booked once when the $killed is killed before $held', async ({ held, killed }) => {
    const before = await totals();
    const { id } = await create();
    const come = links[recipientAt]?.hold(held);
    const paying = insist(`sandbox/charges/${id}/pay`, {});
    await come;
    // Of two that commit together, one or both have prepared; which is what must be recovered.
    await until('a transaction is prepared', async () => (await prepared()) > 0);
    if (held === 'COMMIT PREPARED') {
      expect(await preparedAt(cluster.nodes[recipientAt + 1] ?? '')).toBe(1);
    }
    const server = cluster.servers[killed === 'coordinator' ? 0 : recipientAt + 1];
    await server?.kill();
    await server?.startAgain();
    await paying;
    await until('nothing is left prepared', async () => (await prepared()) === 0, 60_000);
    expect((await owner.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('RECEIVED');
    expect(await difference(before)).toEqual(ONE_SALE);
    expect(await gateway.audit()).toEqual([]);
  });
});
