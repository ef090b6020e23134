import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type LossyProxy, startLossyProxy } from '../../../test/support/lossy-proxy.ts';
import { answering, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { until } from '../../../test/support/until.ts';

const CONNECTIONS = 8;
/** Longer than a scrape waits for the database, shorter than a scraper waits for an answer. */
const ANSWERED_WITHIN_MS = 5_000;

let gateway: TestGateway;
let link: LossyProxy;
let seller: Seller;
let receiver: Receiver;
beforeAll(async () => {
  const through = async (direct: string) => {
    link = await startLossyProxy(direct);
    return link.connectionString;
  };
  gateway = await startGateway({ connections: CONNECTIONS, through });
  [seller, receiver] = await Promise.all([gateway.seller(), startReceiver()]);
});
afterAll(async () => {
  await receiver.stop();
  await gateway.stop();
  await link.close();
});

async function figures(): Promise<Map<string, number>> {
  const { raw } = await gateway.call('GET', '/metrics');
  const lines = raw.matchAll(/^([a-z0-9_]+(?:\{[^}]*\})?) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

describe('the figures of an autoscaler', () => {
  it('say what is in use of each bound, and what waits', async () => {
    const seen = await figures();
    expect(seen.get('guiche_http_requests_max')).toBe(300);
    expect(seen.get('guiche_http_requests_in_progress')).toBe(0);
    expect(seen.get('guiche_database_connections_max')).toBe(CONNECTIONS);
    expect(seen.get('guiche_database_connections_waiting')).toBe(0);
    expect(seen.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(seen.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('count connections in use and what waits for one', async () => {
    const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => gateway.db.hold([])));
    const waiting = Array.from({ length: 3 }, () => gateway.db.query('select 1'));
    try {
      const seen = await figures();
      expect(seen.get('guiche_database_connections_in_use')).toBe(CONNECTIONS);
      // Those of the test; and the two of this scrape, which are left out because they wait too long.
      expect(seen.get('guiche_database_connections_waiting')).toBeGreaterThanOrEqual(3);
      expect(seen.has('guiche_jobs_due')).toBe(false);
    } finally {
      for (const each of held) each.release();
      await Promise.all(waiting);
    }
    await until('the figures are back', async () => (await figures()).has('guiche_jobs_due'));
  });

  it('count jobs and deliveries that are due, and how long the oldest has waited', async () => {
    receiver.respondWith(answering(200));
    await seller.call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['charge.pending'] });
    await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    const before = await figures();
    await gateway.db.query(
      `insert into jobs (id, account_id, kind, payload, run_at, created_at)
       values (gen_random_uuid(), $1, 'test.never', '{}', $2, $2)`,
      [seller.id, new Date(gateway.clock.now().getTime() - 90_000)],
    );
    const seen = await figures();
    expect(seen.get('guiche_jobs_due')).toBe((before.get('guiche_jobs_due') ?? 0) + 1);
    expect(seen.get('guiche_jobs_oldest_age_seconds')).toBeGreaterThanOrEqual(90);
    expect(seen.get('guiche_delivery_queue{state="due"}')).toBe(1);
    expect(seen.get('guiche_delivery_queue_oldest_seconds')).toBeGreaterThanOrEqual(0);
    await gateway.db.query('delete from jobs');
  });

  it('are answered without those of the database while it is silent', async () => {
    await link.begin('silent');
    try {
      const begunMs = performance.now();
      const seen = await figures();
      expect(performance.now() - begunMs).toBeLessThan(ANSWERED_WITHIN_MS);
      expect(seen.has('guiche_http_requests_max')).toBe(true);
      for (const name of ['guiche_jobs_due', 'guiche_jobs_pending', 'guiche_delivery_queue_oldest_seconds']) {
        expect(seen.has(name), name).toBe(false);
      }
      expect([...seen.keys()].some((name) => name.startsWith('guiche_delivery_queue{'))).toBe(false);
    } finally {
      await link.end();
    }
  });
});
