import type { QueueKey } from './queue.ts';

/** Sends in progress at the same time: in total, per account, per queue, and per queue whose last try failed. */
export const MAX_IN_FLIGHT = 512;
const MAX_PER_ACCOUNT = 64;
const MAX_PER_QUEUE = 16;
const MAX_PER_FAILING_QUEUE = 2;
const MAX_MEMOIZED = 10_000;
/** An account that holds this part of what is free gets no more: slow receivers leave room for accounts that hold nothing. */
const MAX_PART_OF_FREE = 1 / 8;
/** Queues that were slow or failed last leave this part to the others, however many they are. */
const RESERVED_FOR_HEALTHY = 1 / 4;
const SLOW_MS = 1_000;

/** How a receiver behaved: whether it accepted the notification, and how long that took. */
export type ReceiverConduct = { readonly isAnswering: boolean; readonly latencyMs: number };

/**
 * How many sends each queue may have in progress. A receiver that answers slowly fills its own share only; one that
 * fails gets a smaller share until it answers again.
 */
export class Shares {
  #inFlight = 0;
  readonly #byAccount = new Map<string, number>();
  readonly #byQueue = new Map<string, number>();
  readonly #failing = new Set<string>();
  readonly #slow = new Set<string>();
  /** Queues that used all of their last reservation, so that they may have more. */
  readonly #wanting = new Set<string>();

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Reserves all that this queue may start now, and returns how much that is. */
  reserve(queue: QueueKey): number {
    const name = nameOfQueue(queue);
    const part = this.#isHealthy(name) ? 1 : 1 - RESERVED_FOR_HEALTHY;
    const free = MAX_IN_FLIGHT * part - this.#inFlight;
    const maxOfAccount = Math.min(MAX_PER_ACCOUNT * part, Math.ceil(free * MAX_PART_OF_FREE));
    const freeOfAccount = maxOfAccount - (this.#byAccount.get(queue.account_id) ?? 0);
    const held = this.#byQueue.get(name) ?? 0;
    // No queue holds more than it leaves to the others of its account: a slow receiver does not block a fast one.
    const fair = Math.ceil((freeOfAccount - held) / 2);
    const reserved = Math.max(0, Math.min(fair, this.#limitOf(name) - held));
    this.#add(queue, name, reserved);
    return reserved;
  }

  /** What was used of a reservation. If all of it: there may be more, so claim again when half of it is done. */
  settle(queue: QueueKey, reserved: number, used: number): void {
    const name = nameOfQueue(queue);
    this.#add(queue, name, used - reserved);
    if (used === reserved) this.#wanting.add(name);
  }

  /** One send has ended. Returns whether it is time to claim more. */
  release(queue: QueueKey, { isAnswering, latencyMs }: ReceiverConduct): boolean {
    const name = nameOfQueue(queue);
    this.#add(queue, name, -1);
    setMember(this.#failing, name, !isAnswering);
    setMember(this.#slow, name, latencyMs > SLOW_MS);
    const isHalfDone = (this.#byQueue.get(name) ?? 0) * 2 <= this.#limitOf(name);
    return isHalfDone && this.#wanting.delete(name);
  }

  #add({ account_id }: QueueKey, name: string, count: number): void {
    this.#inFlight += count;
    add(this.#byAccount, account_id, count);
    add(this.#byQueue, name, count);
  }

  #isHealthy(name: string): boolean {
    return !this.#failing.has(name) && !this.#slow.has(name);
  }

  #limitOf(name: string): number {
    return this.#failing.has(name) ? MAX_PER_FAILING_QUEUE : MAX_PER_QUEUE;
  }
}

export function nameOfQueue({ account_id, queue }: QueueKey): string {
  return `${account_id} ${queue}`;
}

function setMember(names: Set<string>, name: string, isIn: boolean): void {
  if (!isIn) names.delete(name);
  else if (names.size < MAX_MEMOIZED) names.add(name);
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
