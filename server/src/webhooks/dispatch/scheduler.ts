import type { Deps } from '../../http/deps.ts';
import { monotonicMs, pause, SECOND_MS } from '../../kit/clock.ts';
import { groupBy } from '../../kit/group-by.ts';
import { type Lease, Leases } from './leases.ts';
import { type Claim, type ClaimedDelivery, claim, hasUnfinished, type QueueHead } from './queue.ts';
import { ReadyQueues } from './ready-queues.ts';
import { MAX_IN_FLIGHT, nameOfQueue, type ReceiverConduct, Shares } from './shares.ts';

/** A claim of many queues costs little more than one of one; a claim of all would delay the first send. */
const QUEUES_PER_CLAIM = 16;
const PARALLEL_CLAIMS = 2;
/** With this many sends in flight a claim can wait a little for more room: it costs the same for one as for many. */
const BATCH_CLAIMS_ABOVE = MAX_IN_FLIGHT / 4;
const BATCH_CLAIMS_MS = 10;
const IDLE_POLL_MS = 20;
/** Moving the sandbox's clock waits this long for receivers: those of other accounts may never answer. */
const DRAIN_WITHIN_MS = 20 * SECOND_MS;

/** A send that ended with an error of our own. */
const UNKNOWN_CONDUCT: ReceiverConduct = { isAnswering: false, latencyMs: 0 };

type SchedulerDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'wake'>;
type Deliver = (delivery: ClaimedDelivery, lease: Lease) => Promise<ReceiverConduct>;

/** Decides which queue is claimed from, when, and how much of it is in flight at the same time. One per process. */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #deliver: Deliver;
  readonly #ready: ReadyQueues;
  readonly #shares = new Shares();
  readonly #leases: Leases;
  readonly #wakers = new Set<() => void>();
  /** Ready queues were left unclaimed because everything is in flight that may be. */
  #isSaturated = false;
  #wakeTimer: NodeJS.Timeout | null = null;
  #polling: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(deps: SchedulerDeps, deliver: Deliver) {
    this.#deps = deps;
    this.#deliver = deliver;
    this.#ready = new ReadyQueues(deps.db, deps.clock);
    this.#leases = new Leases(deps);
  }

  /** Calls `wake` when there may be something to send: events were committed, or a full share has room again. */
  onWork(wake: () => void): () => void {
    this.#wakers.add(wake);
    const stopListening = this.#deps.wake.deliveries.listen((accounts) => {
      this.#ready.addHint(accounts);
      wake();
    });
    return () => {
      this.#wakers.delete(wake);
      stopListening();
    };
  }

  /** Claims once from each ready queue and starts sending without waiting for the sends. Returns how many it started. */
  poll(): Promise<number> {
    const polling = this.#polling.then(() => this.#pollOnce());
    this.#polling = polling.catch(() => undefined);
    return polling;
  }

  async #pollOnce(): Promise<number> {
    if (this.#isStopping) return 0;
    await this.#ready.refresh();
    const queues = this.#ready.takeAll();
    let started = this.#ready.isBehind ? 1 : 0;
    const claimWhileRoom = async () => {
      while (queues.length > 0 && this.#shares.inFlight < MAX_IN_FLIGHT) {
        started += await this.#claimAndStart(queues.splice(0, QUEUES_PER_CLAIM));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_CLAIMS }, claimWhileRoom));
    this.#isSaturated = queues.length > 0;
    this.#ready.addFirst(queues);
    return started;
  }

  /** Queues that may have more stay ready for the next poll, each from where this claim ended. */
  async #claimAndStart(queues: readonly QueueHead[]): Promise<number> {
    const { db, clock } = this.#deps;
    const reservations = queues.map((queue) => ({ queue, reserved: this.#shares.reserve(queue) }));
    const claims: Claim[] = reservations
      .filter(({ reserved }) => reserved > 0)
      .map(({ queue: { account_id, queue, due_at }, reserved }) => ({
        account_id,
        queue,
        since: due_at,
        maxCount: reserved,
      }));
    const claimedMs = monotonicMs();
    let claimed: ClaimedDelivery[] = [];
    try {
      if (claims.length > 0) claimed = await claim(db, claims, clock.now());
    } finally {
      const byQueue = groupBy(claimed, nameOfQueue);
      for (const { queue, reserved } of reservations) {
        const own = byQueue.get(nameOfQueue(queue)) ?? [];
        this.#shares.settle(queue, reserved, own.length);
        if (own.length === reserved) this.#ready.add([{ ...queue, due_at: latestDueAt(own, queue.due_at) }]);
      }
    }
    for (const delivery of claimed) this.#start(delivery, claimedMs);
    return claimed.length;
  }

  #start(delivery: ClaimedDelivery, claimedMs: number): void {
    const lease = this.#leases.add(delivery, claimedMs);
    void this.#deliver(delivery, lease)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, delivery: delivery.id }, 'delivery attempt was not recorded');
        return UNKNOWN_CONDUCT;
      })
      .then((conduct) => {
        this.#leases.end(delivery);
        if (this.#shares.release(delivery, conduct) || this.#isSaturated) this.#wakeForRoom();
      });
  }

  #wakeForRoom(): void {
    if (this.#shares.inFlight < BATCH_CLAIMS_ABOVE) this.#wakeAll();
    else this.#wakeTimer ??= setTimeout(() => this.#wakeAll(), BATCH_CLAIMS_MS);
  }

  #wakeAll(): void {
    clearTimeout(this.#wakeTimer ?? undefined);
    this.#wakeTimer = null;
    for (const wake of this.#wakers) wake();
  }

  /** Polls until nothing is due and nothing is in flight, in this process or another. */
  async drain(): Promise<void> {
    const { db, clock } = this.#deps;
    const deadlineMs = monotonicMs() + DRAIN_WITHIN_MS;
    while (monotonicMs() < deadlineMs) {
      this.#ready.addHint('all');
      const started = await this.poll();
      if (started === 0 && this.#shares.inFlight === 0 && !(await hasUnfinished(db, clock.now()))) return;
      if (started === 0) await pause(IDLE_POLL_MS);
    }
  }

  /** Claims nothing more. What is in flight goes on. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#polling;
  }

  /** Waits until nothing is in flight, at most `withinMs`. */
  async untilIdle(withinMs: number): Promise<void> {
    const deadlineMs = monotonicMs() + withinMs;
    while (this.#leases.count > 0 && monotonicMs() < deadlineMs) await pause(IDLE_POLL_MS);
  }
}

function latestDueAt(claimed: readonly ClaimedDelivery[], first: Date): Date {
  return claimed.reduce((latest, { due_at }) => (due_at > latest ? due_at : latest), first);
}
