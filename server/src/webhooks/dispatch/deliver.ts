import { civilDateOf } from '../../brazil/calendar.ts';
import type { Deps } from '../../http/deps.ts';
import { createBatcher } from '../../kit/batcher.ts';
import { maskedText } from '../../kit/masked-text.ts';
import { recordNotices } from '../../write/notices.ts';
import type { DeliveryMetrics } from '../metrics.ts';
import type { Lease } from './leases.ts';
import { Preparation, type Prepared } from './prepare.ts';
import {
  type ClaimedDelivery,
  type CompletedAttempt,
  cancelDelivery,
  holdForPaused,
  recordAttempts,
  releaseLease,
} from './queue.ts';
import { nextTryAt } from './retry.ts';
import type { Notification, Outcome, Sender } from './send.ts';
import type { ReceiverConduct } from './shares.ts';

const MAX_RECORDED_TOGETHER = 128;

/** Nothing was sent, so the receiver's health is unknown. */
const NOT_SENT: ReceiverConduct = { isAnswering: true, latencyMs: 0 };

const MAX_NOTED = 10_000;

type PendingAttempt = { delivery: ClaimedDelivery; url: string; startedAt: Date };
type DelivererDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'vault'>;

/** Carries out one attempt: prepare, send, record. */
export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #sender: Sender;
  readonly #metrics: DeliveryMetrics;
  readonly #preparation: Preparation;
  /** What this process has noted; the table knows what others have. */
  readonly #noted = new Set<string>();
  readonly #record: (attempt: CompletedAttempt) => Promise<void>;

  constructor(deps: DelivererDeps, sender: Sender, metrics: DeliveryMetrics) {
    this.#deps = deps;
    this.#sender = sender;
    this.#metrics = metrics;
    this.#preparation = new Preparation(deps);
    this.#record = createBatcher<CompletedAttempt, void>({
      maxItems: MAX_RECORDED_TOGETHER,
      // One key for all: attempts that end while others are being written share the next statement.
      keyOf: () => 'attempts',
      run: async (attempts) => {
        await recordAttempts(deps.db, attempts);
        return attempts.map(() => undefined);
      },
    });
  }

  async deliver(delivery: ClaimedDelivery, lease: Lease): Promise<ReceiverConduct> {
    const { db, clock } = this.#deps;
    const startedAt = clock.now();
    const prepared = this.#prepare(delivery, startedAt);
    switch (prepared.do) {
      case 'hold':
        await holdForPaused(db, delivery);
        return NOT_SENT;
      case 'cancel':
        await cancelDelivery(db, delivery, startedAt);
        return NOT_SENT;
      case 'fail':
        return this.#complete({ delivery, url: delivery.url, startedAt }, UNPREPARED);
      case 'send': {
        const { notification } = prepared;
        return this.#send({ delivery, url: notification.url, startedAt }, notification, lease);
      }
    }
  }

  /** A delivery whose request cannot be built fails alone, and is logged like any other. */
  #prepare(delivery: ClaimedDelivery, now: Date): Prepared | { readonly do: 'fail' } {
    try {
      return this.#preparation.prepare(delivery, now);
    } catch (error) {
      this.#deps.log.error({ err: error, delivery: delivery.id }, 'delivery could not be prepared');
      return { do: 'fail' };
    }
  }

  async #send(attempt: PendingAttempt, notification: Notification, lease: Lease): Promise<ReceiverConduct> {
    // This process stood still, or its database was away: another worker may be sending it.
    if (!lease.isHeld) return NOT_SENT;
    const outcome = await this.#sender.send(notification);
    if (outcome.reason !== 'closed') return this.#complete(attempt, outcome);
    if (lease.isHeld) await releaseLease(this.#deps.db, attempt.delivery);
    return NOT_SENT;
  }

  async #complete(attempt: PendingAttempt, outcome: Outcome): Promise<ReceiverConduct> {
    this.#metrics.observe(attempt.delivery, outcome);
    const ended = completed(this.#deps, attempt, outcome);
    await this.#record(ended);
    if (ended.status === 'failed') await this.#note(attempt.delivery, ended.finishedAt ?? attempt.startedAt);
    return { isAnswering: outcome.delivered, latencyMs: outcome.latencyMs };
  }

  /** Once a day for a webhook: a person looks at it, and deliveries that follow say nothing new. */
  async #note({ account_id: accountId, webhook_id: id, webhook_url: url, type }: ClaimedDelivery, at: Date) {
    if (!id || !url || type === 'webhook.test') return;
    const source = `webhook:${id}:${civilDateOf(at)}`;
    if (this.#noted.has(source)) return;
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear();
    this.#noted.add(source);
    const data = { webhook_id: id, host: new URL(url).host };
    const notice = { accountId, kind: 'webhook_failing' as const, userId: null, data, source, at };
    await recordNotices(this.#deps.db, [notice]).catch((error: unknown) => {
      this.#deps.log.error({ err: error, webhook: id }, 'a failing webhook was not noted');
    });
  }
}

const UNPREPARED: Outcome = {
  delivered: false,
  reason: 'invalid_request',
  status: null,
  latencyMs: 0,
  answer: '',
};

function completed(
  deps: DelivererDeps,
  { delivery, url, startedAt }: PendingAttempt,
  outcome: Outcome,
): CompletedAttempt {
  const finishedAt = deps.clock.now();
  const failures = delivery.tries_in_round + 1;
  const nextAt = outcome.delivered
    ? null
    : nextTryAt(policyOf(delivery), failures, failedAt(deps, delivery, finishedAt, outcome.latencyMs));
  const status = outcome.delivered ? 'delivered' : nextAt === null ? 'failed' : 'pending';
  return {
    accountId: delivery.account_id,
    deliveryId: delivery.id,
    attemptsBefore: delivery.attempts,
    url,
    startedAt,
    latencyMs: outcome.latencyMs,
    answerStatus: outcome.status,
    failure: outcome.reason,
    // Receivers repeat what they were sent, and write what they like.
    answer: maskedText(outcome.answer),
    status,
    dueAt: status === 'failed' && failures > 1 ? finishedAt : nextAt,
    finishedAt: nextAt === null ? finishedAt : null,
  };
}

function policyOf({ type, retry_policy }: ClaimedDelivery) {
  return type === 'webhook.test' ? 'once' : (retry_policy ?? 'standard');
}

/** In time skipped by a moved clock, a try counts as made when it was due, so that all retries in that time are made. */
function failedAt({ clock }: DelivererDeps, delivery: ClaimedDelivery, now: Date, latencyMs: number): Date {
  const tried = clock.inSkippedTime(delivery.due_at);
  return tried ? new Date(tried.getTime() + Math.round(latencyMs)) : now;
}
