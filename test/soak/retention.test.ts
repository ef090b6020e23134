import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableSizes } from '../../bench/disk.ts';
import { growthOf, MAX_GROWTH, SWEPT_TABLES } from '../../bench/soak-report.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { oldRows } from '../../server/src/worker.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { needsOneServer } from '../support/one-server.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

// The short form of `npm run soak`: windows of 30 days, passed by moving the gateway's clock.
const LIFE_DAYS = 30;
const SPANS_PER_WINDOW = 3;
const WINDOWS = 5;
const CHARGES_PER_SPAN = 40;

describe('the growth of a line', () => {
  it.each([
    [[10, 20, 20, 20], 0],
    [[10, 20, 22, 21], 0.1],
    [[10, 20, 19, 18], -0.05],
    [[10, 20, 30, 40], 1],
  ])('of windows with at most %j is %d', (peaks, growth) => {
    expect(growthOf(peaks)).toBeCloseTo(growth);
  });

  it('is not known before the third window', () => {
    expect(growthOf([10, 20])).toBeNaN();
  });
});

describe.skipIf(needsOneServer('sizes'))('window after window of charges', () => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway({
      environment: { GUICHE_KEEP_EVENTS_DAYS: String(LIFE_DAYS) },
      server: 'quiet',
    });
    receiver = await startReceiver();
    seller = await gateway.seller();
    await seller.call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['payment.received'] });
  });
  afterAll(async () => {
    await gateway.stop();
    await receiver.stop();
  });

  const sweep = async () => {
    // Keys and requests go by real time: a window later they are as old as they get.
    for (
      let rounds = 0;
      (await gateway.deps.retention.run(oldRows(gateway.deps))) > 0 && rounds < 20;
      rounds += 1
    );
  };

  async function charge(key: string): Promise<void> {
    const headers = { 'idempotency-key': key };
    const { body } = await seller.call(
      'POST',
      '/api/v1/charges',
      { billing_type: 'PIX', value: 10 },
      headers,
    );
    const { status } = await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
    expect(status).toBe(200);
  }

  async function size(): Promise<number> {
    const sizes = await tableSizes(gateway.db);
    return SWEPT_TABLES.reduce((total, table) => total + (sizes.get(table) ?? 0), 0);
  }

  it('leaves what has a life as large as it was after the first', { timeout: 120_000 }, async () => {
    await sweep();
    const peaks: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      let peak = 0;
      await gateway.db.query(`update idempotency_keys set created_at = now() - interval '25 hours'`);
      await gateway.db.query(`update request_log set created_at = now() - interval '8 days'`);
      for (let span = 0; span < SPANS_PER_WINDOW; span += 1) {
        for (let number = 0; number < CHARGES_PER_SPAN; number += 1) {
          await charge(`${window} ${span} ${number}`);
        }
        await gateway.advance((LIFE_DAYS / SPANS_PER_WINDOW) * DAY_MS);
        await sweep();
        await gateway.db.query('vacuum idempotency_keys, request_log');
        peak = Math.max(peak, await size());
      }
      peaks.push(peak);
    }
    // A window may keep a partition for longer while a transaction of another test is open on the same server.
    const earlier = Math.max(...peaks.slice(1, -1));
    expect(peaks.at(-1), JSON.stringify(peaks)).toBeLessThanOrEqual(earlier * (1 + MAX_GROWTH));
    const total = WINDOWS * SPANS_PER_WINDOW * CHARGES_PER_SPAN;
    expect(receiver.received).toHaveLength(total);
    expect((await seller.call('GET', '/api/v1/charges?status=RECEIVED')).body.total).toBe(total);
    expect(await gateway.audit()).toEqual([]);
  });
});
