import { monotonicMs } from '../kit/clock.ts';

/** Nothing was done: what it takes was not free in time. The same request may succeed a moment later. */
export class Busy extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
  }
}

export type SeatBounds = { readonly seats: number; readonly maxWaiting: number; readonly maxWaitMs: number };

type Waiting = {
  readonly account: string | null;
  readonly deadlineMs: number;
  readonly begin: () => void;
  readonly refuse: (error: Busy) => void;
};

/** One account never holds more of the connections than this part, whatever its requests wait for. */
const MAX_PART_OF_ACCOUNT = 1 / 4;
const SWEEP_EVERY_MS = 250;

/**
 * Who may use a connection now: at most as many statements and transactions as there are connections, and of one account
 * at most a quarter of that, so that requests that wait for one seller's locked row leave the others theirs. What finds
 * no seat waits in order of arrival, for a bounded time and in a bounded number.
 */
export class Seats {
  readonly #bounds: SeatBounds;
  readonly #ofAccount: number;
  readonly #taken = new Map<string, number>();
  #free: number;
  #waiting: Waiting[] = [];
  #sweep: NodeJS.Timeout | null = null;

  constructor(bounds: SeatBounds) {
    this.#bounds = bounds;
    this.#free = bounds.seats;
    this.#ofAccount = Math.max(1, Math.floor(bounds.seats * MAX_PART_OF_ACCOUNT));
  }

  get size(): number {
    return this.#bounds.seats;
  }

  get used(): number {
    return this.#bounds.seats - this.#free;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many connections this account holds. */
  heldBy(account: string): number {
    return this.#taken.get(account) ?? 0;
  }

  /** Takes a seat where one is free, at once: most do, and a turn of the event loop would cost them more. */
  take(account: string | null): boolean {
    if (this.#free === 0) return false;
    const held = account === null ? 0 : this.heldBy(account);
    if (account !== null && held >= this.#ofAccount) return false;
    this.#free -= 1;
    if (account !== null) this.#taken.set(account, held + 1);
    return true;
  }

  /** Waits for the seat that `take` did not give. */
  wait(account: string | null): Promise<void> {
    if (this.#waiting.length >= this.#bounds.maxWaiting) {
      return Promise.reject(new Busy('too much waits for a database connection'));
    }
    this.#sweep ??= setInterval(() => this.#refuseLate(), SWEEP_EVERY_MS).unref();
    return new Promise((begin, refuse) => {
      this.#waiting.push({ account, begin, refuse, deadlineMs: monotonicMs() + this.#bounds.maxWaitMs });
    });
  }

  give(account: string | null): void {
    this.#free += 1;
    if (account !== null) this.#giveOf(account);
    const next = this.#waiting.findIndex((waiting) => this.take(waiting.account));
    if (next === -1) return;
    const [begun] = this.#waiting.splice(next, 1);
    this.#endSweep();
    begun?.begin();
  }

  #giveOf(account: string): void {
    const held = this.heldBy(account) - 1;
    if (held > 0) this.#taken.set(account, held);
    else this.#taken.delete(account);
  }

  #refuseLate(): void {
    const now = monotonicMs();
    const late = this.#waiting.filter(({ deadlineMs }) => deadlineMs <= now);
    if (late.length === 0) return;
    this.#waiting = this.#waiting.filter(({ deadlineMs }) => deadlineMs > now);
    this.#endSweep();
    for (const { refuse } of late) refuse(new Busy('no database connection was free in time'));
  }

  #endSweep(): void {
    if (this.#waiting.length > 0 || this.#sweep === null) return;
    clearInterval(this.#sweep);
    this.#sweep = null;
  }
}

const UUID_LENGTH = 36;

/**
 * The account of a statement is its first parameter: every statement about one account filters on it first (decision
 * 0004). Statements over many accounts begin with a list, and those that look for an account with what they look by.
 */
export function accountIn(values: readonly unknown[]): string | null {
  const [first] = values;
  if (typeof first === 'string') return first.length === UUID_LENGTH ? first : null;
  if (!Array.isArray(first) || first.length === 0 || typeof first[0] !== 'string') return null;
  const [one] = first;
  return one.length === UUID_LENGTH && first.every((each) => each === one) ? one : null;
}
