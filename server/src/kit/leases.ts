import { monotonicMs, pause } from './clock.ts';

/**
 * What was read is believed for this long without asking the database again. Whoever changes it waits a little longer
 * than that before answering, so the change is in force on every node by then. Real, monotonic time on both sides.
 */
const LEASE_MS = 200;
const MARGIN_MS = 50;
const MOST_LEASES = 20_000;

export function createLeases<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const leases = new Map<string, { untilMs: number; value: Promise<T> }>();
  return (key) => {
    // The lease counts from before the query: what the query could not see yet is at most one lease old.
    const now = monotonicMs();
    const lease = leases.get(key);
    if (lease && lease.untilMs > now) return lease.value;
    if (leases.size >= MOST_LEASES) leases.clear();
    const value = load(key);
    leases.set(key, { untilMs: now + LEASE_MS, value });
    value.catch(() => leases.delete(key));
    return value;
  };
}

/** Call after a change of something leased was committed, before answering. */
export function outwaitLeases(): Promise<void> {
  return pause(LEASE_MS + MARGIN_MS);
}
