import type { Db } from '../db/pool.ts';
import { oncePer } from '../kit/once-per.ts';

export type Doorbell = {
  /** Something that deliveries may be waiting for was committed. Never throws, costs nothing when nobody listens. */
  ring(): void;
  /** Calls `answer` soon after a ring, once for all rings of the meantime. Returns how to stop listening. */
  onRing(answer: () => void): () => void;
};

const GATHER_MS = 10;

/**
 * Wakes whoever sends, in this process, when there may be something to send. Only a hint: a missed ring costs the time
 * until the next look at the queue, never an event.
 */
export const doorbell = oncePer((_db: Db): Doorbell => {
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
});
