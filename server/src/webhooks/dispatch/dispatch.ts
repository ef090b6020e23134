import { deliveryBell, type Rung, together } from '../../events/doorbell.ts';
import type { Deps } from '../../http/deps.ts';
import type { Task } from '../../jobs/loop.ts';
import { createBatcher } from '../../kit/batcher.ts';
import { monotonicMs, pause, SECOND_MS } from '../../kit/clock.ts';
import { groupBy } from '../../kit/group-by.ts';
import { oncePer } from '../../kit/once-per.ts';
import { observeAttempt } from '../metrics.ts';
import { prepare } from './prepare.ts';
import {
  type Attempt,
  type ClaimedDelivery,
  cancelDelivery,
  claim,
  type DueQueue,
  FIRST_QUEUE,
  findQueues,
  findQueuesOf,
  holdForPaused,
  isAnyLeft,
  recordAttempts,
  release,
} from './queue.ts';
import { nextTryAt } from './retry.ts';
import { type Outcome, Sender } from './send.ts';
import { MAX_IN_TOTAL, type Manner, nameOfQueue, Shares } from './shares.ts';

const QUEUES_PER_LOOK = 200;
const LOOK_EVERY_MS = 500;
/** While queues that a look found have more, they are claimed from without looking again, for so long. */
const LOOK_HOLDS_MS = 100;
/** So long after a look at all queues, only those that the bell names are looked at. */
const BELL_SUFFICES_MS = LOOK_EVERY_MS / 2;
/** With so many sends under way a claim can wait a little for more room: it costs the same for one as for many. */
const PLENTY = MAX_IN_TOTAL / 4;
const GATHER_MS = 10;
/** A claim of many queues costs little more than one; a claim of all would keep the first from being sent. */
const QUEUES_PER_CLAIM = 16;
const CLAIM_LANES = 2;
/** What is not under way this long after its claim is given back: its lease must not end during the exchange. */
const START_WITHIN_MS = 10 * SECOND_MS;
const FINISH_WITHIN_MS = 5 * SECOND_MS;
const RELEASE_WITHIN_MS = 2 * SECOND_MS;
/** Sellers may share a host. Each has its own share there; a bound on the host would let the slow keep out the rest. */
const CONNECTIONS_PER_HOST = MAX_IN_TOTAL;
const RECORD_TOGETHER = 128;
const IDLE_LOOK_MS = 20;
/** A sandbox that travels in time waits this long for receivers: somebody else's may be silent at every retry. */
const TRAVEL_WAITS_MS = 20 * SECOND_MS;

/** Nothing was sent: that says nothing against the receiver. */
const NOT_SENT: Manner = { isAnswering: true, tookMs: 0 };

/** Sends what is due: finds queues with due work, claims within each one's share, sends, records. One a process. */
class Dispatcher {
  readonly #deps: Deps;
  readonly #sender;
  readonly #shares = new Shares();
  readonly #underWay = new Set<ClaimedDelivery>();
  readonly #wakers = new Set<() => void>();
  readonly #record: (attempt: Attempt) => Promise<void>;
  #position = FIRST_QUEUE;
  /** By name, in the order in which they are claimed from. */
  #due = new Map<string, DueQueue>();
  #lookedMs = 0;
  /** Queues with due work were not even asked for it, because everything that may be under way is. */
  #isFull = false;
  #rung: Rung | null = null;
  #gathering: NodeJS.Timeout | null = null;
  #round: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#sender = new Sender({ guard: deps.addresses, connectionsPerHost: CONNECTIONS_PER_HOST });
    this.#record = createBatcher<Attempt, void>({
      maxItems: RECORD_TOGETHER,
      // One lane: what is answered while a record is on its way to the disk shares the next.
      keyOf: () => 'attempts',
      run: async (attempts) => {
        await recordAttempts(deps.db, attempts);
        return attempts.map(() => undefined);
      },
    });
  }

  /** Calls `wake` when there may be something to send: a change was committed, or a full share has room again. */
  onWork(wake: () => void): () => void {
    this.#wakers.add(wake);
    const unlisten = deliveryBell(this.#deps.db).onRing((rung) => {
      this.#rung = together(this.#rung, rung);
      wake();
    });
    return () => {
      this.#wakers.delete(wake);
      unlisten();
    };
  }

  /** Claims from the queues with due work, once from each. Starts sends without waiting for them; returns how many. */
  look(): Promise<number> {
    const round = this.#round.then(() => this.#lookOnce());
    this.#round = round.catch(() => undefined);
    return round;
  }

  async #lookOnce(): Promise<number> {
    if (this.#isStopping) return 0;
    await this.#findDue();
    const queues = [...this.#due.values()];
    this.#due.clear();
    let started = this.#isMidway() || this.#rung !== null ? 1 : 0;
    const lane = async () => {
      while (queues.length > 0 && this.#shares.running < MAX_IN_TOTAL) {
        started += await this.#claimAndStart(queues.splice(0, QUEUES_PER_CLAIM));
      }
    };
    await Promise.all(Array.from({ length: CLAIM_LANES }, lane));
    // Who found no room goes first when there is some.
    const waited = [...this.#due.values()];
    this.#due.clear();
    this.#note([...queues, ...waited]);
    this.#isFull = queues.length > 0;
    return started;
  }

  #isMidway(): boolean {
    return this.#position !== FIRST_QUEUE;
  }

  #isLookOld(): boolean {
    const holdsMs = this.#due.size === 0 ? BELL_SUFFICES_MS : LOOK_HOLDS_MS;
    return monotonicMs() - this.#lookedMs >= holdsMs;
  }

  /** All queues now and then, because time makes deliveries due; in between those of whom the bell has named. */
  async #findDue(): Promise<void> {
    const rung = this.#rung;
    // A look that begins midway has passed by some for whom the bell may have rung.
    if (rung !== 'anybody' || !this.#isMidway()) this.#rung = null;
    if (rung === 'anybody' || this.#isMidway() || this.#isLookOld()) await this.#lookAtAll();
    if (rung !== null && rung !== 'anybody') await this.#lookAt(rung);
  }

  async #lookAtAll(): Promise<void> {
    const { db, clock } = this.#deps;
    this.#lookedMs = monotonicMs();
    const queues = await findQueues(db, this.#position, clock.now(), QUEUES_PER_LOOK);
    if (!this.#isMidway()) this.#due.clear();
    this.#position = queues.length === QUEUES_PER_LOOK ? (queues.at(-1) as DueQueue) : FIRST_QUEUE;
    this.#note(queues);
  }

  async #lookAt(accounts: ReadonlySet<string>): Promise<void> {
    const { db, clock } = this.#deps;
    const queues = await findQueuesOf(db, accounts, clock.now(), QUEUES_PER_LOOK);
    if (queues.length === QUEUES_PER_LOOK) this.#rung = 'anybody';
    this.#note(queues);
  }

  #note(queues: readonly DueQueue[]): void {
    for (const queue of queues) if (queue.is_due) this.#due.set(nameOfQueue(queue), queue);
  }

  /** Queues that may have more are kept for the next round, each from where this one ended. */
  async #claimAndStart(queues: readonly DueQueue[]): Promise<number> {
    const { db, clock } = this.#deps;
    const claims = queues.map((queue) => ({ queue, most: this.#shares.reserve(queue) }));
    const possible = claims.filter(({ most }) => most > 0);
    let claimed: ClaimedDelivery[] = [];
    try {
      const wanted = possible.map(({ queue: { account_id, queue, due_at: from }, most }) => ({
        account_id,
        queue,
        from,
        most,
      }));
      if (wanted.length > 0) claimed = await claim(db, wanted, clock.now());
    } finally {
      const taken = groupBy(claimed, nameOfQueue);
      for (const { queue, most } of claims) {
        const own = taken.get(nameOfQueue(queue)) ?? [];
        this.#shares.settle(queue, most, own.length);
        if (own.length === most) this.#note([{ ...queue, due_at: latestOf(own, queue.due_at) }]);
      }
    }
    for (const delivery of claimed) this.#start(delivery);
    return claimed.length;
  }

  #start(delivery: ClaimedDelivery): void {
    this.#underWay.add(delivery);
    void this.#deliver(delivery, monotonicMs())
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, delivery: delivery.id }, 'delivery was not recorded');
        return { isAnswering: false, tookMs: 0 };
      })
      .then((manner) => {
        this.#underWay.delete(delivery);
        if (this.#shares.giveBack(delivery, manner) || this.#isFull) this.#noteRoom();
      });
  }

  #noteRoom(): void {
    if (this.#shares.running < PLENTY) this.#wakeAll();
    else this.#gathering ??= setTimeout(() => this.#wakeAll(), GATHER_MS);
  }

  #wakeAll(): void {
    clearTimeout(this.#gathering ?? undefined);
    this.#gathering = null;
    for (const wake of this.#wakers) wake();
  }

  async #deliver(delivery: ClaimedDelivery, claimedMs: number): Promise<Manner> {
    const { db, clock } = this.#deps;
    const startedAt = clock.now();
    const prepared = prepareSafely(this.#deps, delivery, startedAt);
    if (prepared.do === 'hold') await holdForPaused(db, delivery);
    if (prepared.do === 'cancel') await cancelDelivery(db, delivery, startedAt);
    if (prepared.do === 'hold' || prepared.do === 'cancel') return NOT_SENT;
    if (monotonicMs() - claimedMs > START_WITHIN_MS) {
      await release(db, [delivery]);
      return NOT_SENT;
    }
    const outcome =
      prepared.do === 'fail' ? prepared.outcome : await this.#sender.send(prepared.notification);
    if (outcome.reason === 'closed') {
      await release(db, [delivery]);
      return NOT_SENT;
    }
    observeAttempt(this.#deps, delivery, outcome);
    const url = prepared.do === 'fail' ? delivery.url : prepared.notification.url;
    await this.#record(attemptOf(this.#deps, delivery, { url, startedAt, outcome }));
    return { isAnswering: outcome.delivered, tookMs: outcome.latencyMs };
  }

  /** Until nothing is due and nothing is under way, here or in another process. */
  async drain(): Promise<void> {
    const { db, clock } = this.#deps;
    const deadlineMs = monotonicMs() + TRAVEL_WAITS_MS;
    while (monotonicMs() < deadlineMs) {
      this.#rung = 'anybody';
      const started = await this.look();
      if (started === 0 && this.#shares.running === 0 && !(await isAnyLeft(db, clock.now()))) return;
      if (started === 0) await pause(IDLE_LOOK_MS);
    }
  }

  /**
   * Ends what is quickly ended and gives the rest back, so that another worker need not wait for the leases: each when
   * its exchange is over, so that nobody sends it while its answer may still come here.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#round;
    const deadlineMs = monotonicMs() + FINISH_WITHIN_MS;
    while (this.#underWay.size > 0 && monotonicMs() < deadlineMs) await pause(IDLE_LOOK_MS);
    this.#sender.close();
    const releasedMs = monotonicMs() + RELEASE_WITHIN_MS;
    while (this.#underWay.size > 0 && monotonicMs() < releasedMs) await pause(IDLE_LOOK_MS);
  }
}

function latestOf(claimed: readonly ClaimedDelivery[], first: Date): Date {
  return claimed.reduce((latest, { was_due_at }) => (was_due_at > latest ? was_due_at : latest), first);
}

export const dispatcherFor = oncePer((deps: Deps) => new Dispatcher(deps));

export function deliveryTask(deps: Deps): Task {
  const dispatcher = dispatcherFor(deps);
  return {
    name: 'deliveries',
    idleMs: LOOK_EVERY_MS,
    run: () => dispatcher.look(),
    onWork: (wake) => dispatcher.onWork(wake),
  };
}

type Tried = { url: string; startedAt: Date; outcome: Outcome };

function attemptOf(deps: Deps, delivery: ClaimedDelivery, { url, startedAt, outcome }: Tried): Attempt {
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
    answer: outcome.answer,
    status,
    dueAt: status === 'failed' && failures > 1 ? finishedAt : nextAt,
    finishedAt: nextAt === null ? finishedAt : null,
  };
}

function policyOf({ type, retry_policy }: ClaimedDelivery) {
  return type === 'webhook.test' ? 'once' : (retry_policy ?? 'standard');
}

/** What time travel skipped counts as tried when it was due, so that every retry of the skipped time is made. */
function failedAt({ clock }: Deps, delivery: ClaimedDelivery, now: Date, latencyMs: number): Date {
  const tried = clock.inSkippedTime(delivery.was_due_at);
  return tried ? new Date(tried.getTime() + Math.round(latencyMs)) : now;
}

type Unsendable = { do: 'fail'; outcome: Outcome };

/** A delivery that cannot even be written down as a request fails by itself, in the log, like any other. */
function prepareSafely(
  deps: Deps,
  delivery: ClaimedDelivery,
  now: Date,
): ReturnType<typeof prepare> | Unsendable {
  try {
    return prepare(deps, delivery, now);
  } catch (error) {
    deps.log.error({ err: error, delivery: delivery.id }, 'delivery could not be prepared');
    const outcome = {
      delivered: false,
      reason: 'invalid_request',
      status: null,
      latencyMs: 0,
      answer: '',
    } as const;
    return { do: 'fail', outcome };
  }
}
