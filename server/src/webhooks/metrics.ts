import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { sharedFigures } from '../db/figures.ts';
import { statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import { DAY_MS, SECOND_MS } from '../kit/clock.ts';
import { type ClaimedDelivery, NOT_LEASED } from './dispatch/queue.ts';
import type { Outcome } from './dispatch/send.ts';

const countQueue = statement(
  'deliveries.count_queue',
  `select
     (select count(*) from deliveries where due_at <= $1 and ${NOT_LEASED})::integer as due,
     (select count(*) from deliveries where due_at > $1)::integer as waiting,
     (select count(*) from deliveries where due_at is not null and not ${NOT_LEASED})::integer as running,
     (select count(*) from deliveries where status = 'paused')::integer as paused,
     (select count(*) from deliveries where status = 'failed' and finished_at > $2)::integer as failed,
     (select min(due_at) from deliveries where due_at <= $1 and ${NOT_LEASED}) as oldest_due_at`,
);

export type QueueFigures = {
  due: number;
  waiting: number;
  running: number;
  paused: number;
  failed: number;
  oldestAgeSeconds: number;
};

/** `waiting`: for a retry; `failed`: in the last day. The cost grows with the queue, not with the log. */
export async function queueFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<QueueFigures> {
  const now = clock.now();
  const [row] = await db.query<Omit<QueueFigures, 'oldestAgeSeconds'> & { oldest_due_at: Date | null }>(
    countQueue,
    [now, new Date(now.getTime() - DAY_MS)],
  );
  const { oldest_due_at = null, ...counts } = row ?? { due: 0, waiting: 0, running: 0, paused: 0, failed: 0 };
  const oldestAgeSeconds = oldest_due_at ? (now.getTime() - oldest_due_at.getTime()) / SECOND_MS : 0;
  return { ...counts, oldestAgeSeconds };
}

/** Counters of this process, and the queue of all processes, read from the database at each scrape. */
export class DeliveryMetrics {
  readonly #attempts = new Counter({
    name: 'guiche_delivery_attempts_total',
    help: 'Attempts by kind and outcome: delivered, or why not',
    labelNames: ['kind', 'outcome'],
    registers: [],
  });
  readonly #latency = new Histogram({
    name: 'guiche_delivery_attempt_seconds',
    help: 'Time of one attempt, from DNS to the end of the answer',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [],
  });

  observe({ webhook_id }: Pick<ClaimedDelivery, 'webhook_id'>, outcome: Outcome): void {
    const kind = webhook_id === null ? 'postback' : 'webhook';
    this.#attempts.inc({ kind, outcome: outcome.reason ?? 'delivered' });
    this.#latency.observe({ kind }, outcome.latencyMs / SECOND_MS);
  }

  register(registry: Registry, deps: Pick<Deps, 'db' | 'clock'>): void {
    registry.registerMetric(this.#attempts);
    registry.registerMetric(this.#latency);
    const read = sharedFigures(() => queueFigures(deps));
    const states = new Gauge({
      name: 'guiche_delivery_queue',
      help: 'Deliveries by state; failed counts the last day',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const figures = await read();
        states.reset();
        if (!figures) return;
        const { oldestAgeSeconds: _, ...counts } = figures;
        for (const [state, count] of Object.entries(counts)) states.set({ state }, count);
      },
    });
    const oldest = new Gauge({
      name: 'guiche_delivery_queue_oldest_seconds',
      help: 'How long the delivery that is due longest has waited',
      registers: [registry],
      async collect() {
        const figures = await read();
        if (figures) oldest.set(figures.oldestAgeSeconds);
        else oldest.remove();
      },
    });
  }
}
