import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupBy } from '../../server/src/kit/group-by.ts';
import {
  type Delivering,
  type DeliveringSeller,
  latencyMs,
  messageKey,
  quantile,
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

describe('workers of which one is killed every ten seconds', () => {
  const SECONDS = 60;
  const HEALTHY = 18;
  const HOSTILE = 2;
  const BETWEEN_CHARGES_MS = 300;
  const P99_WITHIN_MS = 5_000;

  it('notify healthy receivers within five seconds all the same, also beside receivers that never answer', {
    timeout: 240_000,
  }, async () => {
    receiver.respondWith(({ path }, response) => {
      if (path.startsWith('/healthy')) setTimeout(() => response.writeHead(200).end('ok'), 100);
    });
    const sellers: DeliveringSeller[] = [];
    for (let at = 0; at < HEALTHY + HOSTILE; at += 1) {
      const kind = at < HEALTHY ? 'healthy' : 'hostile';
      sellers.push(await delivering.seller([`${receiver.url}/${kind}/${at}`]));
    }
    let workers = await Promise.all([delivering.startWorker(), delivering.startWorker()]);
    const endMs = performance.now() + SECONDS * 1_000;
    let made = 0;
    const selling = many(sellers.length, async (at) => {
      while (performance.now() < endMs) {
        await sellers[at]?.charge();
        if (at < HEALTHY) made += 1;
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_CHARGES_MS));
      }
    });
    for (let kill = 1; kill <= SECONDS / 10; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      const [victim, ...others] = workers;
      await victim?.end('SIGKILL');
      workers = [...others, await delivering.startWorker()] as typeof workers;
    }
    await selling;
    const healthy = () => receiver.received.filter(({ path }) => path.startsWith('/healthy'));
    const firsts = () => [...groupBy(healthy(), messageKey).values()].flatMap(([first]) => first ?? []);
    await until('all healthy ones have heard', () => firsts().length === made, 30_000);
    expect(receiver.received.length - healthy().length).toBeGreaterThan(HOSTILE * 10);
    expect(quantile(firsts().map(latencyMs), 0.99)).toBeLessThan(P99_WITHIN_MS);
  });
});
