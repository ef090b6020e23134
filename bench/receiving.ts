import type { Db } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { pause } from '../server/src/kit/clock.ts';
import { createWebhook } from '../server/src/webhooks/registrations.ts';
import { startChild } from './child.ts';
import type { Arrivals, ReceiverNotice, ReceiverOrder } from './receiver.ts';
import type { Seller } from './sellers.ts';

const DELIVERED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 10;

export type Receiver = {
  port: number;
  pid: number;
  /** Messages since the last call. */
  arrivals(): Promise<Arrivals>;
  count(): Promise<number>;
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
      const notice = await order({ report: 'arrivals' });
      if (!('agesMs' in notice)) throw new Error('the receiver did not say what arrived');
      return notice;
    },
    async count() {
      const notice = await order({ report: 'count' });
      if (!('count' in notice)) throw new Error('the receiver did not say how many arrived');
      return notice.count;
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

/** Waits until that many have arrived and all are recorded. Polls the receiver first: that costs the database nothing. */
export async function untilDelivered(db: Db, receiver: Receiver, due: number): Promise<void> {
  const end = performance.now() + DELIVERED_WITHIN_MS;
  let isDone = false;
  while (!isDone && performance.now() < end) {
    isDone = (await receiver.count()) >= due && (await areAllRecorded(db));
    if (!isDone) await pause(LOOK_EVERY_MS);
  }
  if (!isDone) throw new Error('deliveries were not finished in time');
}

async function areAllRecorded(db: Db): Promise<boolean> {
  const left = await db.query(
    'select 1 from deliveries where due_at is not null order by account_id, queue, due_at limit 1',
  );
  return left.length === 0;
}

export async function countDelivered(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from deliveries where status = 'delivered' and attempts = 1`,
  );
  return row?.count ?? 0;
}

export async function isVacuuming(db: Db): Promise<boolean> {
  return (await db.query('select 1 from pg_stat_progress_vacuum')).length > 0;
}
