import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPartitions, makePartition } from '../../server/src/db/partitions.ts';
import { EVENT_TABLES } from '../../server/src/events/retire.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { until } from '../support/until.ts';

// Decision 0037: what reads one charge, one delivery or one page reads no more for there being partitions.
const EVENTS_PER_PARTITION = 4_000;
const PARTITIONS = 5;
const SPAN_MS = 30 * DAY_MS;
/** A partition of one page is read through, because that is cheaper than its index. */
const SMALL = 20;
const OTHER = '00000000-0000-7000-8000-0000000000aa';

let gateway: TestGateway;
let seller: Seller;
let chargeId: string;
beforeAll(async () => {
  // One connection, so that what it has counted can be asked of it.
  gateway = await startGateway({ connections: 1 });
  seller = await gateway.seller();
  const [first] = await listPartitions(gateway.db, { name: 'events' });
  for (let number = 0; number < PARTITIONS; number += 1) {
    const fromMs = (first?.toMs ?? 0) + number * SPAN_MS;
    for (const table of EVENT_TABLES) {
      expect(await makePartition(gateway.db, table, { fromMs, toMs: fromMs + SPAN_MS })).toBe('made');
    }
  }
  await seller.call('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['payment.received'] });
  for (const account of [seller.id, OTHER]) await fill(account, first?.toMs ?? 0);
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  chargeId = body.id;
  await gateway.db.query('vacuum analyze');
});
afterAll(() => gateway.stop());

/** Finished deliveries and their events, the same number in each partition that was made. */
async function fill(account: string, fromMs: number): Promise<void> {
  const id = `(left(first_id_of(to_timestamp(${fromMs} / 1000.0) + number * interval '${SPAN_MS / EVENTS_PER_PARTITION} ms')::text, 18)
    || substr(md5(number::text)::uuid::text, 19))::uuid`;
  await gateway.db.query(
    `with made as (
       insert into events (account_id, id, type, charge_id, sequence, audience, data, created_at)
       select $1, ${id}, 'charge.paid', gen_random_uuid(), 1, 'owner', '{}', now()
       from generate_series(1, ${EVENTS_PER_PARTITION * PARTITIONS - 1}) as number
       returning *
     )
     insert into deliveries (account_id, id, event_id, event, charge_id, queue, url, status, created_at)
     select account_id, id, id, 'charge.paid', charge_id, 'q', 'http://shop.example', 'delivered', created_at
     from made`,
    [account],
  );
}

type Reads = { rows: number; byTable: Record<string, number> };

/** Rows read by going through a table, and how often each partition was looked into. */
async function reads(): Promise<Reads> {
  await gateway.db.query('select pg_stat_force_next_flush()');
  const rows = await gateway.db.query<{ name: string; through: number; looks: number }>(
    `select relname as name, seq_tup_read::integer as through, (seq_scan + coalesce(idx_scan, 0))::integer as looks
     from pg_stat_user_tables
     where relname like any (array['events%', 'deliveries%', 'delivery_attempts%', 'audit_log%'])`,
  );
  return {
    rows: rows.reduce((total, { through }) => total + through, 0),
    byTable: Object.fromEntries(rows.map(({ name, looks }) => [name, looks])),
  };
}

async function readsOf(path: string): Promise<{ through: number; looks: (table: string) => number[] }> {
  const before = await reads();
  const { status, raw } = await seller.call('GET', `/api/v1/${path}`);
  expect(status, raw).toBe(200);
  const after = await reads();
  const looks = (table: string) =>
    Object.keys(after.byTable)
      .filter((name) => new RegExp(`^${table}_(first|default|\\d+)$`).test(name))
      .map((name) => (after.byTable[name] ?? 0) - (before.byTable[name] ?? 0))
      .filter((count) => count > 0);
  return { through: after.rows - before.rows, looks };
}

describe('with many partitions', () => {
  it('the events and the deliveries of a charge are found by index', async () => {
    expect((await readsOf(`charges/${chargeId}/events`)).through).toBeLessThan(SMALL);
    const { through, looks } = await readsOf(`deliveries?charge_id=${chargeId}`);
    expect(through).toBeLessThan(SMALL);
    // Its events are looked for in every partition, the deliveries of each event in one.
    expect(looks('deliveries').reduce((a, b) => a + b)).toBeLessThan(4 * (PARTITIONS + 2));
  });

  it('one delivery is read in the one partition of its time', async () => {
    let id = '';
    await until('the delivery is listed', async () => {
      const { body } = await seller.call('GET', `/api/v1/deliveries?charge_id=${chargeId}`);
      id = body.data[0]?.id ?? '';
      return id !== '';
    });
    const { through, looks } = await readsOf(`deliveries/${id}`);
    expect(through).toBeLessThan(SMALL);
    expect(looks('deliveries')).toEqual([1]);
    expect(looks('events')).toEqual([1]);
    expect(looks('delivery_attempts')).toEqual([1]);
  });

  it.each(['events?limit=10', 'deliveries?limit=10', 'charges?limit=10', 'overview?days=30'])(
    'GET /%s goes through no table',
    async (path) => {
      await gateway.deps.rollups.foldAccounts([seller.id]);
      expect((await readsOf(path)).through).toBeLessThan(SMALL);
    },
  );

  it('a cursor in the middle of the feed reads no more than a page', async () => {
    const { body } = await seller.call('GET', '/api/v1/events?limit=100');
    const { through } = await readsOf(`events?limit=10&cursor=${body.next_cursor}`);
    expect(through).toBeLessThan(SMALL);
  });
});
