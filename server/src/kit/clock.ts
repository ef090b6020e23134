/** The gateway's only source of time. Rules never read the machine's clock themselves. */
export type Clock = {
  now(): Date;
  /** Offset from the machine's time: zero, except in a sandbox whose clock was moved. */
  readonly offsetMs: number;
  /** For something due in the time that the last move skipped: when it would have run; null: not in that time. */
  inSkippedTime(dueAt: Date): Date | null;
  /** Everything due in the skipped time has run: from now on, late work counts as late. */
  endSkippedTime(): void;
};

const NOTHING_SKIPPED = { fromMs: 0, toMs: 0 };

/** A clock that may be moved forward: the sandbox's time travel and the tests use the same one. */
export class MovableClock implements Clock {
  #offsetMs: number;
  #skipped = NOTHING_SKIPPED;
  readonly #base: () => number;

  constructor(base: () => number = Date.now, offsetMs = 0) {
    this.#base = base;
    this.#offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(this.#base() + this.#offsetMs);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  setOffset(offsetMs: number): void {
    if (offsetMs === this.#offsetMs) return;
    const realMs = this.#base();
    this.#skipped =
      offsetMs > this.#offsetMs
        ? { fromMs: realMs + this.#offsetMs, toMs: realMs + offsetMs }
        : NOTHING_SKIPPED;
    this.#offsetMs = offsetMs;
  }

  inSkippedTime(dueAt: Date): Date | null {
    const { fromMs, toMs } = this.#skipped;
    const dueMs = dueAt.getTime();
    return dueMs > toMs ? null : new Date(Math.max(fromMs, dueMs));
  }

  endSkippedTime(): void {
    this.#skipped = NOTHING_SKIPPED;
  }
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The machine's time, for what lives outside the gateway's rules: rate-limit windows, log lines. */
export function systemMs(): number {
  return Date.now();
}

/** Elapsed real time, immune to clock changes and to time travel: leases, timeouts, latencies. */
export function monotonicMs(): number {
  return performance.now();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
