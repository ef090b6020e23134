import type { Db } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { pause } from '../server/src/kit/clock.ts';
import { createWebhook } from '../server/src/webhooks/registrations.ts';
import { startChild } from './child.ts';
import type { Arrivals, ReceiverNotice, ReceiverOrder } from './receiver.ts';
import type { Seller } from './sellers.ts';

const DRAINED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 20;

export type Receiver = {
  port: number;
  pid: number;
  /** What arrived since the last question. */
  arrivals(): Promise<Arrivals>;
  stop(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const { ready, pid, order, stop } = await startChild<ReceiverOrder, ReceiverNotice>('./receiver.js');
  if (!('port' in ready)) throw new Error('the receiver did not say where it listens');
  return {
    port: ready.port,
    pid,
    stop,
    async arrivals() {
      const notice = await order({ tell: 'arrivals' });
      if (!('agesMs' in notice)) throw new Error('the receiver did not say what arrived');
      return notice;
    },
  };
}

export async function listenForPayments(deps: Deps, seller: Seller, receiver: Receiver): Promise<void> {
  await createWebhook(deps, seller.id, deps.ids.next(), {
    url: `http://127.0.0.1:${receiver.port}/webhooks/guiche`,
    events: ['payment.received'],
    secret: null,
    retryPolicy: 'standard',
  });
}

/** Until every delivery has been recorded. Asks in the order of an index: it must not cost what it waits for. */
export async function untilDrained(db: Db): Promise<void> {
  const end = performance.now() + DRAINED_WITHIN_MS;
  while (performance.now() < end) {
    const left = await db.query(
      'select 1 from deliveries where due_at is not null order by account_id, queue, due_at limit 1',
    );
    if (left.length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('deliveries were not finished in time');
}

export async function countDelivered(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from deliveries where status = 'delivered' and attempts = 1`,
  );
  return row?.count ?? 0;
}
