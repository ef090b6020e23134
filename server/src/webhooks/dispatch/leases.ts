import type { Db } from '../../db/pool.ts';
import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { type ClaimedDelivery, LEASE_MS, renewLeases } from './queue.ts';

const RENEW_EVERY_MS = SECOND_MS;
/** Most exchanges are over long before: only what has run this long is renewed. */
const RENEW_AFTER_MS = SECOND_MS;
/** Between our clock and the end of the lease in the database. */
const MARGIN_MS = 500;

/** The right to send one delivery, for as long as it is renewed. */
export type Lease = { readonly isHeld: boolean };

class OwnLease implements Lease {
  startedMs: number;

  constructor(startedMs: number) {
    this.startedMs = startedMs;
  }

  get isHeld(): boolean {
    return monotonicMs() - this.startedMs < LEASE_MS - MARGIN_MS;
  }
}

/**
 * The leases of this process. They are short, so that another worker takes over soon after a kill, and are renewed while
 * an exchange runs. One that could not be renewed in time is lost: another worker may hold it by then.
 */
export class Leases {
  readonly #db: Db;
  readonly #log: Log;
  readonly #held = new Map<ClaimedDelivery, OwnLease>();
  #timer: NodeJS.Timeout | null = null;
  #isRenewing = false;

  constructor({ db, log }: { db: Db; log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  get count(): number {
    return this.#held.size;
  }

  /** `claimedMs`: before the claim was sent, on the monotonic clock. */
  add(delivery: ClaimedDelivery, claimedMs: number): Lease {
    const lease = new OwnLease(claimedMs);
    this.#held.set(delivery, lease);
    this.#timer ??= setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref();
    return lease;
  }

  end(delivery: ClaimedDelivery): void {
    this.#held.delete(delivery);
    if (this.#held.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return;
    const startedMs = monotonicMs();
    const due = [...this.#held].filter(
      ([, lease]) => lease.isHeld && startedMs - lease.startedMs >= RENEW_AFTER_MS,
    );
    if (due.length === 0) return;
    this.#isRenewing = true;
    try {
      await renewLeases(
        this.#db,
        due.map(([delivery]) => delivery),
      );
      for (const [, lease] of due) lease.startedMs = startedMs;
    } catch (error) {
      this.#log.warn({ err: error }, 'leases of deliveries were not renewed');
    } finally {
      this.#isRenewing = false;
    }
  }
}
