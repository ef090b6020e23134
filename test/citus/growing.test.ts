import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/src/db/migrate.ts';
import { monotonicMs, pause } from '../../server/src/kit/clock.ts';
import {
  type Cluster,
  createClusterDatabase,
  findCitus,
  joining,
  prepareNode,
  RECOVERS_SOON,
  startCluster,
} from '../support/citus.ts';
import { portOfAccount } from '../support/citus-nodes.ts';
import { commandWith, endCommands, type Guiche, requireBuilt } from '../support/command.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const programs = findCitus();
const SELLERS = 6;
/** The fewest that a third node gets one of. */
const SHARDS = 4;
const PAUSE_MS = 50;
/** How long after the last sale a reader of the feed may take to see it. */
const FEED_WITHIN_MS = 20_000;
/** How many charges a seller tries to sell while a node is away. */
const MAX_TRIES = 20;
const LONG = { timeout: 900_000 };
const MOVING = `query like 'select citus_move_shard_placement%'`;
const SPREADING = `query like 'select create_distributed_table_concurrently%'`;

// Copying every table in the background takes minutes: only `npm run test:citus` does it.
describe.runIf(programs && process.env.GUICHE_TESTS === 'citus')(
  'an installation that outgrows one machine',
  () => {
    let cluster: Cluster;
    let admin: pg.Client;
    let address: string;
    let guiche: Guiche;
    let gateway: TestGateway;
    let receiver: Receiver;
    let sellers: Seller[];
    /** Ids of charges that were answered as paid, by seller. */
    const paid = new Map<string, string[]>();

    beforeAll(async () => {
      await requireBuilt();
      cluster = await startCluster(programs ?? '', 3, [RECOVERS_SOON]);
      address = await createClusterDatabase(cluster.nodes.slice(0, 3), 'guiche');
      await migrate(address);
      admin = await connect(address);
      guiche = commandWith({ DATABASE_URL: address, GUICHE_DISTRIBUTED: 'citus' });
      const database = { connectionString: address, isDistributed: true, drop: async () => undefined };
      gateway = await startGateway({ database, connections: 12 });
      receiver = await startReceiver();
      sellers = [];
      for (let number = 0; number < SELLERS; number += 1) sellers.push(await gateway.seller());
    }, 180_000);
    afterAll(async () => {
      await endCommands();
      await admin?.end();
      await gateway?.stop();
      await receiver?.stop();
      await cluster?.stop();
    });

    async function connect(connectionString: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }

    let keys = 0;

    /** Until it is answered: what was refused for the moment is asked for again, under the same key. */
    async function insist(seller: Seller, path: string, body: object, isOver = () => false): Promise<Answer> {
      keys += 1;
      const headers = { 'idempotency-key': `key ${keys}` };
      for (;;) {
        const answer = await seller.call('POST', `/api/v1/${path}`, body, headers);
        if (answer.status < 500 && answer.status !== 429) return answer;
        expect(['UNAVAILABLE', 'OVERLOADED'], answer.raw).toContain(answer.body?.code);
        if (isOver()) return answer;
        await pause(50);
      }
    }

    async function sale(seller: Seller, split?: object, isOver?: () => boolean): Promise<boolean> {
      const created = await insist(seller, 'charges', { billing_type: 'PIX', value: 100, ...split }, isOver);
      if (created.status !== 201) return false;
      const answer = await insist(seller, `sandbox/charges/${created.body.id}/pay`, {}, isOver);
      if (answer.status !== 200) return false;
      paid.set(seller.id, [...(paid.get(seller.id) ?? []), created.body.id]);
      return true;
    }

    /** Every seller sells, one sale after the other, while `work` goes on; and its events are read as they come. */
    async function whileSelling(work: () => Promise<unknown>): Promise<void> {
      let isOver = false;
      const selling = sellers.map(async (seller) => {
        while (!isOver) {
          expect(await sale(seller)).toBe(true);
          await pause(PAUSE_MS);
        }
      });
      let areSold = false;
      const readers = sellers.map((seller) => followFeed(seller, () => areSold));
      // Settled, so that none of them is left without a listener while the others go on.
      const ended = Promise.allSettled(selling).then(() => {
        areSold = true;
        return Promise.allSettled(readers);
      });
      try {
        await work();
      } finally {
        isOver = true;
        await ended;
      }
      await Promise.all(selling);
      for (const [at, seen] of (await Promise.all(readers)).entries()) {
        expect(seen.filter((id) => paid.get(sellers[at]?.id ?? '')?.includes(id)).sort()).toEqual(
          [...(paid.get(sellers[at]?.id ?? '') ?? [])].sort(),
        );
      }
    }

    /** The paid charges that a reader of the feed comes to know, from the first event on, each once. */
    async function followFeed(seller: Seller, isOver: () => boolean): Promise<string[]> {
      const seen: string[] = [];
      let cursor = '';
      let overSince: number | null = null;
      for (;;) {
        const wasOver = isOver();
        if (wasOver) overSince ??= monotonicMs();
        const { body, status, raw } = await seller.call(
          'GET',
          `/api/v1/events?event=charge.paid&limit=100${cursor}`,
        );
        if (status === 200) {
          seen.push(...body.data.flatMap((event: { charge?: { id: string } }) => event.charge?.id ?? []));
          if (body.next_cursor) cursor = `&cursor=${body.next_cursor}`;
        }
        const all = paid.get(seller.id) ?? [];
        if (wasOver && status === 200 && body.data.length === 0 && all.every((id) => seen.includes(id)))
          return seen;
        if (overSince !== null && monotonicMs() - overSince > FEED_WITHIN_MS) {
          const missing = all.filter((id) => !seen.includes(id));
          throw new Error(`the feed of ${seller.id} does not show ${missing.join(', ')}: ${raw}`);
        }
        await pause(20);
      }
    }

    async function expectBooksRight(): Promise<void> {
      expect(await gateway.audit()).toEqual([]);
      for (const seller of sellers) {
        const { body } = await seller.call('GET', '/api/v1/charges?status=RECEIVED&limit=1');
        expect(body.total).toBe(paid.get(seller.id)?.length ?? 0);
      }
    }

    const nodeOf = ({ id }: Seller) => portOfAccount(admin, id);

    it('runs on the coordinator alone', LONG, async () => {
      for (const seller of sellers) expect(await sale(seller)).toBe(true);
      await expectBooksRight();
    });

    it(
      'sells on while its tables are spread over two nodes by a command that is interrupted twice',
      LONG,
      async () => {
        const spread = ['distribute', '--shards', String(SHARDS)];
        await whileSelling(async () => {
          const killed = guiche.begin(spread);
          await until('three tables are spread', () => /Table 4 of/.test(killed.err()), LONG.timeout);
          killed.child.kill('SIGKILL');
          await killed.ended;
          const cut = guiche.begin(spread);
          await until('it goes on', () => /Table 3 of/.test(cut.err()), LONG.timeout);
          await until('a table is being copied', async () => {
            const { rows } = await admin.query(
              `select pg_terminate_backend(pid) from pg_stat_activity where ${SPREADING}`,
            );
            return rows.length > 0;
          });
          expect((await cut.ended).code).toBe(1);
          expect(cut.err()).not.toContain('Table 1 of 37');
          const whole = await guiche(...spread);
          expect(whole, whole.err).toMatchObject({
            code: 0,
            out: expect.stringMatching(/^\d+ tables were spread/),
          });
          expect(whole.err).toMatch(/Table (\d+) of \1: provider_references/);
        });
        expect(new Set(await Promise.all(sellers.map(nodeOf))).size).toBe(2);
        await expectBooksRight();
        expect(await guiche(...spread)).toMatchObject({
          code: 0,
          out: 'Nothing to do: all tables are spread.\n',
        });
        const { rows } = await admin.query(`select from installation where name = 'checks set aside'`);
        expect(rows).toEqual([]);
      },
    );

    it('sells on while accounts move to a third node by a command that is interrupted', LONG, async () => {
      await prepareNode(cluster.nodes[3] ?? '', 'guiche');
      await admin.query(joining('citus_add_node', cluster.nodes[3] ?? ''));
      await whileSelling(async () => {
        const cut = guiche.begin(['rebalance']);
        await until('a piece is being copied', async () => {
          const { rows } = await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where ${MOVING}`,
          );
          return rows.length > 0;
        });
        expect((await cut.ended).code, cut.err()).toBe(1);
        const killed = guiche.begin(['rebalance']);
        await until('it begins anew', () => /Move 1 of/.test(killed.err()), LONG.timeout);
        killed.child.kill('SIGKILL');
        await killed.ended;
        const { code, out, err } = await guiche('rebalance');
        expect([code, out], err).toEqual([0, expect.stringMatching(/^[1-9]\d* pieces moved/)]);
        expect(err).toMatch(/Move 1 of \d+: \S+ → \S+/);
      });
      const { rows } = await admin.query('select from pg_dist_shard_placement where nodeport = $1 limit 1', [
        Number(cluster.nodes[3]?.split(':')[1]),
      ]);
      expect(rows).toHaveLength(1);
      await expectBooksRight();
      expect(await guiche('rebalance')).toMatchObject({
        code: 0,
        out: 'Nothing to do: the nodes hold the same.\n',
      });
    });

    it(
      'fails cleanly for the accounts of a node that is gone, and sells on for all others',
      LONG,
      async () => {
        const ports = await Promise.all(sellers.map(nodeOf));
        const [lost = 0] = ports;
        const at = cluster.nodes.findIndex((node) => node.endsWith(`:${lost}`));
        for (const seller of sellers) {
          const body = { url: receiver.url, events: ['charge.paid'] };
          expect((await seller.call('POST', '/api/v1/webhooks', body)).status).toBe(201);
        }
        await cluster.servers[at]?.crash();
        // Some tokens and references of the others are found on that node: another charge has others.
        for (const [number, seller] of sellers.entries()) {
          let tries = 0;
          while (tries < MAX_TRIES && !(await sale(seller, {}, () => true))) tries += 1;
          expect(tries < MAX_TRIES).toBe(ports[number] !== lost);
        }
        // Another process of the gateway can still start, and what is due for the others is found and sent.
        await migrate(address);
        await gateway.runDue();
        expect(receiver.received).toHaveLength(ports.filter((port) => port !== lost).length);
        await cluster.servers[at]?.startAgain();
        for (const seller of sellers) expect(await sale(seller)).toBe(true);
        await expectBooksRight();
      },
    );

    it(
      'loses and doubles no cent of sales that are shared between nodes while nodes crash',
      LONG,
      async () => {
        const [first, ...others] = sellers as [Seller, ...Seller[]];
        const home = await nodeOf(first);
        const ports = await Promise.all(others.map(nodeOf));
        const partner = others[ports.findIndex((port) => port !== home)];
        expect(partner).toBeDefined();
        const split = { split: [{ recipient_id: partner?.id, percent: 30 }] };
        let isOver = false;
        const selling = Array.from({ length: 4 }, async () => {
          while (!isOver) await sale(first, split);
        });
        try {
          for (const at of [1, 0, 2, 0, 3]) {
            await pause(1_500);
            await cluster.servers[at]?.crash();
            await cluster.servers[at]?.startAgain();
          }
          await pause(1_500);
        } finally {
          isOver = true;
        }
        await Promise.all(selling);
        await admin.end().catch(() => undefined);
        admin = await connect(address);
        await until('nothing is left prepared', async () => {
          await admin.query('select recover_prepared_transactions()');
          const { rows } = await admin.query<{ result: string }>(
            `select result from run_command_on_all_nodes('select count(*) from pg_prepared_xacts')`,
          );
          return rows.every(({ result }) => result === '0');
        });
        await expectBooksRight();
      },
    );
  },
);
