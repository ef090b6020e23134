import type { QueuePosition } from './queue.ts';

/** Sends at once: in all, to one account's addresses, to one queue, and to a queue whose last try failed. */
export const MAX_IN_TOTAL = 512;
const MAX_PER_ACCOUNT = 64;
const MAX_PER_QUEUE = 16;
const MAX_PER_SUSPECT = 2;
const MAX_REMEMBERED = 10_000;
/** An account gets nothing more when it holds this part of what is free: the slow leave room for who holds nothing. */
const PART_OF_THE_FREE = 1 / 8;
/** Whoever was slow or failed last leaves this part to those who were not, however many the slow are. */
const KEPT_FOR_THE_QUICK = 1 / 4;
const SLOW_MS = 1_000;

/** How a send went: whether the receiver answers, and how long it took. */
export type Manner = { isAnswering: boolean; tookMs: number };

/**
 * Who may have how many sends under way. A seller that answers slowly fills its own share and nobody else's; one that
 * fails is tried with less until it answers again.
 */
export class Shares {
  #inAll = 0;
  readonly #byAccount = new Map<string, number>();
  readonly #byQueue = new Map<string, number>();
  readonly #suspects = new Set<string>();
  readonly #slow = new Set<string>();
  readonly #wanting = new Set<string>();

  get running(): number {
    return this.#inAll;
  }

  /** Takes everything this queue may start now, and says how much that is. */
  reserve(place: QueuePosition): number {
    const name = nameOfQueue(place);
    const part = this.#isTrusted(name) ? 1 : 1 - KEPT_FOR_THE_QUICK;
    const free = MAX_IN_TOTAL * part - this.#inAll;
    const maxOfAccount = Math.min(MAX_PER_ACCOUNT * part, Math.ceil(free * PART_OF_THE_FREE));
    const freeOfAccount = maxOfAccount - (this.#byAccount.get(place.account_id) ?? 0);
    const held = this.#byQueue.get(name) ?? 0;
    // No queue holds more than it leaves to its account's others: a slow address does not keep out a quick one.
    const fair = Math.ceil((freeOfAccount - held) / 2);
    const taken = Math.max(0, Math.min(fair, this.#limitOf(name) - held));
    this.#take(place, name, taken);
    return taken;
  }

  /** What was used of a reservation. All of it: there may be more, so ask again when half of it is done. */
  settle(place: QueuePosition, reserved: number, used: number): void {
    const name = nameOfQueue(place);
    this.#take(place, name, used - reserved);
    if (used === reserved) this.#wanting.add(name);
  }

  /** One send has ended. Returns whether it is time to look for more. */
  giveBack(place: QueuePosition, { isAnswering, tookMs }: Manner): boolean {
    const name = nameOfQueue(place);
    this.#take(place, name, -1);
    remember(this.#suspects, name, !isAnswering);
    remember(this.#slow, name, tookMs > SLOW_MS);
    const isHalfDone = (this.#byQueue.get(name) ?? 0) * 2 <= this.#limitOf(name);
    return isHalfDone && this.#wanting.delete(name);
  }

  #take({ account_id }: QueuePosition, name: string, count: number): void {
    this.#inAll += count;
    add(this.#byAccount, account_id, count);
    add(this.#byQueue, name, count);
  }

  #isTrusted(name: string): boolean {
    return !this.#suspects.has(name) && !this.#slow.has(name);
  }

  #limitOf(name: string): number {
    return this.#suspects.has(name) ? MAX_PER_SUSPECT : MAX_PER_QUEUE;
  }
}

export function nameOfQueue({ account_id, queue }: QueuePosition): string {
  return `${account_id} ${queue}`;
}

function remember(names: Set<string>, name: string, isIn: boolean): void {
  if (!isIn) names.delete(name);
  else if (names.size < MAX_REMEMBERED) names.add(name);
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
