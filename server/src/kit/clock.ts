/** The gateway's only source of time. Rules never read the machine's clock themselves. */
export type Clock = {
  now(): Date;
  /** How far it was moved from the machine's time: zero but in a sandbox that travelled. */
  readonly offsetMs: number;
};

/** A clock that may be moved forward: the sandbox's time travel and the tests use the same one. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  readonly #base: () => number;

  constructor(base: () => number = Date.now) {
    this.#base = base;
  }

  now(): Date {
    return new Date(this.#base() + this.#offsetMs);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
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
