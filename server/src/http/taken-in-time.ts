import { ConnectionLost } from '../db/pool.ts';
import { Busy } from '../db/seats.ts';
import { CommitUnknown, isConflict } from '../db/transaction.ts';
import { monotonicMs, pause, SECOND_MS } from '../kit/clock.ts';

/** Banks give up after five seconds and more, and some send nothing twice. */
const TAKEN_WITHIN_MS = 8 * SECOND_MS;
const PAUSE_MS = 100;

/**
 * Takes a notice of a provider, which is only a hint: it may be taken twice. What was busy, or lost its connection, is
 * tried again while the provider may still wait.
 */
export async function takenInTime<T>(take: () => Promise<T>): Promise<T> {
  const startedMs = monotonicMs();
  for (let tries = 1; ; tries += 1) {
    try {
      return await take();
    } catch (error) {
      if (!mayPass(error) || monotonicMs() - startedMs > TAKEN_WITHIN_MS) throw error;
      await pause(PAUSE_MS * tries);
    }
  }
}

function mayPass(error: unknown): boolean {
  const isLost = error instanceof ConnectionLost || error instanceof CommitUnknown;
  return isLost || error instanceof Busy || isConflict(error);
}
