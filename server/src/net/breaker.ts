/** When to stop calling a server that fails, and when to try again. Counts in memory, per process. */
export type BreakerOptions = {
  readonly monotonicMs: () => number;
  /** Older calls, and those beyond the last `maxCalls`, are not counted. */
  readonly windowMs: number;
  readonly maxCalls: number;
  /** With fewer calls the ratios are not used. */
  readonly minCalls: number;
  /** This many failed or slow calls in a row open it, whatever came before. */
  readonly maxInARow: number;
  /** Shares from 0 to 1 at which it opens. */
  readonly failureRatio: number;
  readonly slowRatio: number;
  /** A call that takes longer is slow, however it ends. */
  readonly slowMs: number;
  /** How long it stays open before a probe. */
  readonly openForMs: number;
  /** After this long without a result, another probe is allowed. */
  readonly probeMs: number;
};

/** open: nothing is sent; probing: one call at a time tests whether the server has recovered. */
export type BreakerState = 'closed' | 'open' | 'probing';

/** `failure` null: it succeeded. A refusal by the other side is not a failure. */
export type BreakerCall = { readonly failure: string | null; readonly latencyMs: number };

export type BreakerFigures = {
  readonly state: BreakerState;
  readonly sinceMs: number;
  readonly calls: number;
  readonly failures: number;
  readonly averageLatencyMs: number | null;
  readonly lastFailure: { readonly atMs: number; readonly reason: string } | null;
};

type Counted = { readonly atMs: number; readonly failed: boolean; readonly latencyMs: number };

export class Breaker {
  readonly #options: BreakerOptions;
  #counted: Counted[] = [];
  #closedSinceMs: number;
  #openedAtMs: number | null = null;
  #probeEndsAtMs: number | null = null;
  #lastFailure: BreakerFigures['lastFailure'] = null;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#closedSinceMs = options.monotonicMs();
  }

  get state(): BreakerState {
    if (this.#openedAtMs === null) return 'closed';
    return this.#options.monotonicMs() < this.#openedAtMs + this.#options.openForMs ? 'open' : 'probing';
  }

  /** Whether a call may be made now. While probing, one call at a time. */
  accepts(): boolean {
    const { state } = this;
    if (state !== 'probing') return state === 'closed';
    const nowMs = this.#options.monotonicMs();
    if (this.#probeEndsAtMs !== null && nowMs < this.#probeEndsAtMs) return false;
    this.#probeEndsAtMs = nowMs + this.#options.probeMs;
    return true;
  }

  /** Records the result of a call. Results while open belong to earlier calls and are ignored. */
  record(call: BreakerCall): void {
    const atMs = this.#options.monotonicMs();
    if (call.failure !== null) this.#lastFailure = { atMs, reason: call.failure };
    const { state } = this;
    if (state === 'open') return;
    this.#count({ atMs, failed: call.failure !== null, latencyMs: call.latencyMs });
    if (state === 'probing') this.#endProbe(call, atMs);
    else if (this.#isTooBad()) this.#open(atMs);
  }

  figures(): BreakerFigures {
    this.#forget(this.#options.monotonicMs());
    const { state } = this;
    const opened = this.#openedAtMs;
    return {
      state,
      sinceMs:
        opened === null ? this.#closedSinceMs : opened + (state === 'open' ? 0 : this.#options.openForMs),
      calls: this.#counted.length,
      failures: this.#counted.filter((call) => call.failed).length,
      averageLatencyMs: average(this.#counted.map((call) => call.latencyMs)),
      lastFailure: this.#lastFailure,
    };
  }

  #count(call: Counted): void {
    this.#counted.push(call);
    this.#forget(call.atMs);
  }

  #forget(nowMs: number): void {
    const { windowMs, maxCalls } = this.#options;
    const recent = this.#counted.findIndex((call) => call.atMs > nowMs - windowMs);
    const surplus = this.#counted.length - maxCalls;
    this.#counted.splice(0, Math.max(recent === -1 ? this.#counted.length : recent, surplus));
  }

  #isTooBad(): boolean {
    const { minCalls, maxInARow, failureRatio, slowRatio, slowMs } = this.#options;
    const latest = this.#counted.slice(-maxInARow);
    const isBad = (call: Counted) => call.failed || call.latencyMs > slowMs;
    if (latest.length === maxInARow && latest.every(isBad)) return true;
    const calls = this.#counted.length;
    if (calls < minCalls) return false;
    const failed = this.#counted.filter((call) => call.failed).length;
    const slow = this.#counted.filter((call) => call.latencyMs > slowMs).length;
    return failed >= calls * failureRatio || slow >= calls * slowRatio;
  }

  #endProbe(call: BreakerCall, atMs: number): void {
    if (call.failure !== null || call.latencyMs > this.#options.slowMs) {
      this.#open(atMs);
      return;
    }
    this.#counted = this.#counted.slice(-1);
    this.#openedAtMs = null;
    this.#probeEndsAtMs = null;
    this.#closedSinceMs = atMs;
  }

  #open(atMs: number): void {
    this.#openedAtMs = atMs;
    this.#probeEndsAtMs = null;
  }
}

function average(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((total, value) => total + value, 0) / values.length;
}
