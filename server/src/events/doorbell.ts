import type { Db } from '../db/pool.ts';
import { oncePer } from '../kit/once-per.ts';
import type { AnyQueued } from './outbox.ts';

export type Doorbell = {
  /** Never throws, costs nothing when nobody listens. */
  ring(): void;
  /** Calls `answer` soon after a ring, once for all rings of the meantime. Returns how to stop listening. */
  onRing(answer: () => void): () => void;
};

const GATHER_MS = 10;

/**
 * Wakes whoever waits in this process when there may be something for them. Only a hint: a missed ring costs the time
 * until the next look, never an event.
 */
function newDoorbell(_db: Db): Doorbell {
  const listeners = new Set<() => void>();
  let isGathering = false;
  function answerAll(): void {
    isGathering = false;
    for (const answer of listeners) answer();
  }
  return {
    ring() {
      if (isGathering || listeners.size === 0) return;
      isGathering = true;
      setTimeout(answerAll, GATHER_MS).unref();
    },
    onRing(answer) {
      listeners.add(answer);
      return () => listeners.delete(answer);
    },
  };
}

/** For whoever sends: a delivery may be due. */
export const deliveryBell = oncePer(newDoorbell);
/** For whoever shows: something has changed. */
export const changeBell = oncePer(newDoorbell);

/** After the commit of events. Most sellers listen to few of them: with nothing queued, those who send sleep on. */
export function ringFor(db: Db, made: readonly AnyQueued[]): void {
  changeBell(db).ring();
  if (made.some((row) => row.any_queued)) deliveryBell(db).ring();
}
