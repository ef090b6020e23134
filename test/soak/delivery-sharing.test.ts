import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupBy } from '../../server/src/kit/group-by.ts';
import {
  type Delivering,
  type DeliveringSeller,
  deliveryKey,
  latencyMs,
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

const everythingDelivered = () =>
  until('everything is delivered', async () => (await delivering.undelivered()) === 0, 60_000);

describe('two workers at once', () => {
  const WEBHOOKS = 8;
  const CHARGES = 125;
  const ANSWERS_AFTER_MS = 20;
  const FAIR_PART = 0.2;

  it('send each of 1,000 deliveries once, and each worker a fair part', { timeout: 120_000 }, async () => {
    receiver.respondWith((_request, response) => {
      setTimeout(() => response.writeHead(200).end(), ANSWERS_AFTER_MS);
    });
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `${receiver.url}/hook-${index}`);
    const seller = await delivering.seller(urls);
    await Promise.all(['One', 'Two'].map((name) => delivering.startNamedWorker(name)));
    await many(CHARGES, () => seller.charge());
    await everythingDelivered();
    const deliveries = await delivering.deliveries();
    expect(deliveries).toHaveLength(CHARGES * WEBHOOKS);
    expect(receiver.received.map(messageKey).sort()).toEqual(deliveries.map(deliveryKey).sort());
    const bySender = groupBy(receiver.received, ({ headers }) => String(headers['user-agent']));
    expect([...bySender.keys()].sort()).toEqual(['One-Webhook/1.0', 'Two-Webhook/1.0']);
    const smaller = Math.min(...[...bySender.values()].map((sent) => sent.length));
    expect(smaller / deliveries.length).toBeGreaterThan(FAIR_PART);
  });
});

describe('two workers and many sellers', () => {
  const LOUD_CHARGES = 600;
  const QUIET_SELLERS = 20;
  const QUIET_CHARGES = 5;
  /** A seller has 16 sends in progress in each worker: the loud one needs at least five seconds. */
  const ANSWERS_AFTER_MS = 250;
  const FAIR_PART = 0.3;

  async function sellerWithBacklog(path: string, charges: number): Promise<DeliveringSeller> {
    const seller = await delivering.seller([`${receiver.url}${path}`]);
    await seller.pauseWebhook(true);
    await many(charges, () => seller.charge());
    return seller;
  }

  it('share the work, and a seller with a long queue delays no other', { timeout: 180_000 }, async () => {
    receiver.respondWith((_request, response) => {
      setTimeout(() => response.writeHead(200).end(), ANSWERS_AFTER_MS);
    });
    await Promise.all(['One', 'Two'].map((name) => delivering.startNamedWorker(name)));
    const loud = await sellerWithBacklog('/loud', LOUD_CHARGES);
    const quiet: DeliveringSeller[] = [];
    for (let index = 0; index < QUIET_SELLERS; index += 1) {
      quiet.push(await sellerWithBacklog(`/quiet-${index}`, QUIET_CHARGES));
    }
    await until(
      'everything waits',
      async () => (await paused()) === LOUD_CHARGES + quiet.length * QUIET_CHARGES,
    );
    await loud.pauseWebhook(false);
    await until('the loud one is being sent', () => receiver.received.length > 0);
    await Promise.all(quiet.map((seller) => seller.pauseWebhook(false)));
    await everythingDelivered();
    const deliveries = await delivering.deliveries();
    expect(receiver.received.map(messageKey).sort()).toEqual(deliveries.map(deliveryKey).sort());
    // Those of the quiet began later, behind hundreds of an older queue, and all of them are done before it.
    const paths = receiver.received.map(({ path }) => path);
    const lastOfQuiet = paths.findLastIndex((path) => path !== '/loud');
    expect(lastOfQuiet).toBeLessThan(paths.lastIndexOf('/loud'));
    const bySender = groupBy(receiver.received, ({ headers }) => String(headers['user-agent']));
    const smaller = Math.min(...[...bySender.values()].map((sent) => sent.length));
    expect(bySender.size).toBe(2);
    expect(smaller / deliveries.length).toBeGreaterThan(FAIR_PART);
  });

  const paused = async () =>
    (await delivering.db.query(`select 1 from deliveries where status = 'paused'`)).length;
});

describe('the first attempt', () => {
  const EVENTS = 24;
  const WITHIN_MS = 200;
  /**
   * Sends that wait for the next look at the queue, every 500 ms, come this early twice in five times. So many of them
   * together are chance once in two thousand rounds, while a busy machine may be late with every fourth. The machine may
   * be busier still for some seconds: then another round is asked.
   */
  const EARLY_AT_LEAST = 18;
  const MAX_ROUNDS = 4;
  const MAX_GAP_MS = 700;
  const TEST = { timeout: 120_000 };

  async function earlyOnes(seller: DeliveringSeller, api: typeof delivering.api): Promise<number> {
    const before = receiver.received.length;
    for (let event = 0; event < EVENTS; event += 1) {
      await pause(Math.random() * MAX_GAP_MS);
      const made = await api.call('POST', '/api/v1/charges', seller, { billing_type: 'PIX', value: 10 });
      expect(made.status, made.text).toBe(201);
    }
    await until('all are received', () => receiver.received.length >= before + EVENTS);
    return receiver.received.slice(before).filter((request) => latencyMs(request) < WITHIN_MS).length;
  }

  async function expectEarly(seller: DeliveringSeller, api = delivering.api): Promise<void> {
    const rounds: number[] = [];
    while (rounds.length < MAX_ROUNDS && !rounds.some((early) => early >= EARLY_AT_LEAST)) {
      rounds.push(await earlyOnes(seller, api));
    }
    expect(Math.max(...rounds), `early in each round: ${rounds.join(', ')}`).toBeGreaterThanOrEqual(
      EARLY_AT_LEAST,
    );
  }

  it('starts within 200 ms in a process that serves and sends', TEST, async () => {
    const seller = await delivering.seller([`${receiver.url}/hook`]);
    await expectEarly(seller, await delivering.startNamedWorker('Both'));
  });

  it('starts within 200 ms when another process sends', TEST, async () => {
    const seller = await delivering.seller([`${receiver.url}/hook`]);
    await delivering.startWorker();
    await expectEarly(seller);
  });
});

describe('a webhook that is paused and resumed at random', () => {
  const PAUSES = 20;
  const MAX_PAUSE_MS = 40;
  const MAX_GAP_MS = 10;
  const MAKERS = 6;

  it('loses nothing, and each time it is resumed nothing is left behind', { timeout: 90_000 }, async () => {
    const seller = await delivering.seller([`${receiver.url}/hook`]);
    await Promise.all([delivering.startWorker(), delivering.startWorker()]);
    let pauses = 0;
    const untilPausedOften = async (work: () => Promise<unknown>) => {
      while (pauses < PAUSES) await work();
    };
    const pauseAndResume = async () => {
      await seller.pauseWebhook(true);
      await pause(Math.random() * MAX_PAUSE_MS);
      await seller.pauseWebhook(false);
      await until('nothing stays paused', async () => (await countPaused()) === 0, 30_000);
      pauses += 1;
    };
    const charge = async () => {
      await seller.charge();
      await pause(Math.random() * MAX_GAP_MS);
    };
    const makers = many(MAKERS, () => untilPausedOften(charge));
    await Promise.all([untilPausedOften(pauseAndResume), makers]);
    await everythingDelivered();
    const deliveries = await delivering.deliveries();
    expect(receiver.received.map(messageKey).sort()).toEqual(deliveries.map(deliveryKey).sort());
  });

  const countPaused = async () =>
    (await delivering.db.query(`select 1 from deliveries where status = 'paused'`)).length;
});
