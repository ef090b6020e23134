import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupBy } from '../../server/src/kit/group-by.ts';
import {
  arrivedAtMs,
  type Delivering,
  type DeliveringSeller,
  deliveryKey,
  messageKey,
  startDelivering,
} from '../support/delivering.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { many } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

let delivering: Delivering;
let receiver: Receiver;
beforeEach(async () => {
  [delivering, receiver] = await Promise.all([startDelivering(), startReceiver()]);
}, 120_000);
afterEach(async () => {
  await delivering?.stop();
  await receiver?.stop();
});

/** Answers slowly enough to be caught in the middle. Says how many requests wait for their answer. */
function answerAfter(ms: number): { inFlight: () => number } {
  let inFlight = 0;
  receiver.respondWith((_request, response) => {
    inFlight += 1;
    response.on('close', () => {
      inFlight -= 1;
    });
    setTimeout(() => response.writeHead(200).end('ok'), ms);
  });
  return { inFlight: () => inFlight };
}

describe('a worker that is killed', () => {
  const KILLS = 5;
  const WEBHOOKS = 4;
  const CHARGES_PER_CLIENT = 25;
  const ANSWERS_AFTER_MS = 40;
  const CAUGHT_AT_LEAST = 10;

  it('five times amid 500 deliveries loses none, alters none, and none is sent again once it is recorded', {
    timeout: 300_000,
  }, async () => {
    const { inFlight } = answerAfter(ANSWERS_AFTER_MS);
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `${receiver.url}/hook-${index}`);
    const seller = await delivering.seller(urls);
    const caught: number[] = [];
    for (let life = 0; life < KILLS; life += 1) caught.push(await liveAndDie(seller, inFlight));
    expect(Math.min(...caught)).toBeGreaterThanOrEqual(CAUGHT_AT_LEAST);
    await delivering.startWorker();
    await until('everything is delivered', async () => (await delivering.undelivered()) === 0, 60_000);
    await expectEachReceivedAndNoneAfterItsRecord(KILLS * CHARGES_PER_CLIENT * WEBHOOKS);
  });

  /** Charges are made while the worker lives. Returns how many requests it leaves without a reader. */
  async function liveAndDie(seller: DeliveringSeller, inFlight: () => number): Promise<number> {
    const before = receiver.received.length;
    const worker = await delivering.startWorker();
    const charges = many(CHARGES_PER_CLIENT, () => seller.charge());
    await until(
      'some are answered and some are under way',
      () => receiver.received.length - before > 2 * CAUGHT_AT_LEAST && inFlight() > CAUGHT_AT_LEAST,
    );
    const caught = inFlight();
    expect(await worker.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    await charges;
    return caught;
  }

  async function expectEachReceivedAndNoneAfterItsRecord(count: number): Promise<void> {
    const deliveries = await delivering.deliveries();
    const received = groupBy(receiver.received, messageKey);
    expect(deliveries).toHaveLength(count);
    expect(new Set(received.keys())).toEqual(new Set(deliveries.map(deliveryKey)));
    for (const delivery of deliveries) {
      const requests = received.get(deliveryKey(delivery)) ?? [];
      const recordedMs = delivery.finished_at?.getTime() ?? 0;
      expect(new Set(requests.map(({ raw }) => raw)).size).toBe(1);
      expect(requests.filter((request) => arrivedAtMs(request) > recordedMs)).toEqual([]);
    }
    expect(receiver.received.length).toBeGreaterThan(count);
    const successes = await delivering.db.query(
      'select delivery_id from delivery_attempts where answer_status = 200',
    );
    expect(successes).toHaveLength(count);
  }
});

describe('a worker that is asked to stop', () => {
  const POSTBACKS = 10;
  /** It waits 5 s for answers. */
  const GIVEN_BACK_WITHIN_MS = 9_000;

  it('gives back what it holds, and another sends it at once', { timeout: 60_000 }, async () => {
    receiver.respondWith(() => undefined);
    const seller = await delivering.seller([]);
    const first = await delivering.startWorker();
    await many(POSTBACKS, () => seller.charge({ postback_url: `${receiver.url}/back` }));
    await until('the first worker holds all', () => receiver.received.length === POSTBACKS);
    await delivering.startWorker();
    receiver.respondWith((_request, response) => void response.writeHead(200).end());
    const askedMs = performance.now();
    expect(await first.end('SIGTERM'), first.output()).toEqual({ code: 0, signal: null });
    await until('the other has sent all', async () => (await delivering.undelivered()) === 0);
    expect(performance.now() - askedMs).toBeLessThan(GIVEN_BACK_WITHIN_MS);
    const sent = groupBy(receiver.received, messageKey);
    expect([...sent.values()].map((requests) => requests.length)).toEqual(Array(POSTBACKS).fill(2));
    expect((await delivering.deliveries()).map(({ attempts }) => attempts)).toEqual(Array(POSTBACKS).fill(1));
  });
});

describe('the lease of a worker', () => {
  const POSTBACKS = 10;
  const TAKEN_OVER_WITHIN_MS = 5_000;

  it('is taken over within five seconds of a kill', { timeout: 60_000 }, async () => {
    receiver.respondWith(() => undefined);
    const seller = await delivering.seller([]);
    const first = await delivering.startWorker();
    await many(POSTBACKS, () => seller.charge({ postback_url: `${receiver.url}/back` }));
    await until('the first worker holds all', () => receiver.received.length === POSTBACKS);
    await delivering.startWorker();
    receiver.respondWith((_request, response) => void response.writeHead(200).end());
    const killedMs = performance.now();
    await first.end('SIGKILL');
    await until('the other has sent all', () => receiver.received.length === 2 * POSTBACKS);
    expect(performance.now() - killedMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  });

  it('is kept for as long as an exchange takes: nothing is sent twice', { timeout: 60_000 }, async () => {
    answerAfter(9_000);
    const seller = await delivering.seller([]);
    await Promise.all([delivering.startWorker(), delivering.startWorker()]);
    await many(POSTBACKS, () => seller.charge({ postback_url: `${receiver.url}/back` }));
    await until('all are delivered', async () => (await delivering.undelivered()) === 0, 30_000);
    expect(receiver.received).toHaveLength(POSTBACKS);
  });
});
