import type { Db } from '../db/pool.ts';
import { oncePer } from '../kit/once-per.ts';

/** For whom there may be something. */
export type Rung = ReadonlySet<string> | 'anybody';

export type Doorbell = {
  /** Never throws, costs nothing when nobody listens. */
  ring(rung: Rung): void;
  /** Calls `answer` soon after a ring, once for all rings of the meantime. Returns how to stop listening. */
  onRing(answer: (rung: Rung) => void): () => void;
};

const GATHER_MS = 10;
/** A look at so many accounts costs what a look at all of them does. */
const MAX_NAMED = 200;

export function together(one: Rung | null, other: Rung): Rung {
  if (one === 'anybody' || other === 'anybody') return 'anybody';
  const all = new Set([...(one ?? []), ...other]);
  return all.size > MAX_NAMED ? 'anybody' : all;
}

/**
 * Wakes whoever waits in this process when there may be something for them. Only a hint: a missed ring costs the time
 * until the next look, never an event.
 */
function newDoorbell(_db: Db): Doorbell {
  const listeners = new Set<(rung: Rung) => void>();
  let gathered: Rung | null = null;
  function answerAll(): void {
    const rung = gathered ?? 'anybody';
    gathered = null;
    for (const answer of listeners) answer(rung);
  }
  return {
    ring(rung) {
      if (listeners.size === 0) return;
      if (gathered === null) setTimeout(answerAll, GATHER_MS).unref();
      gathered = together(gathered, rung);
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
