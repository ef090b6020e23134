import { setTimeout as sleep } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** A start that failed once may succeed at the second try; after this many something is wrong that we cannot mend. */
const FAILURES_UNTIL_FAULT = 3;
/** Time to free a full disk. After it, the supervisor of the process may start another one or call an operator. */
const GIVE_UP_AFTER_MS = 120_000;

export type Supervised = {
  /** What keeps the server down though it was started again; null: it runs, or is being started. */
  findFault(): string | null;
  stop(): Promise<void>;
};

export type Supervision = {
  /** Clears away what the last server left, and starts another in its place. */
  restart(): Promise<Postmaster>;
  log(line: string): void;
  /** It cannot be started: the process that needs it has to end. */
  onGivenUp(reason: string): void;
  giveUpAfterMs?: number;
};

/** Starts the server again whenever it ends unasked, after growing pauses. */
export function supervise(first: Postmaster, supervision: Supervision): Supervised {
  let current = first;
  let isStopping = false;
  let failures = 0;
  let lastFailure = '';
  let restarting: Promise<void> = Promise.resolve();
  watch(first);

  function watch(postmaster: Postmaster): void {
    current = postmaster;
    void postmaster.ended.then(() => {
      if (!isStopping) restarting = restartUntilRunning();
    });
  }

  async function restartUntilRunning(): Promise<void> {
    const { restart, log, onGivenUp, giveUpAfterMs = GIVE_UP_AFTER_MS } = supervision;
    const endedMs = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        watch(await restart());
        failures = 0;
        log(`PostgreSQL was started again, ${Math.round(performance.now() - endedMs)} ms after it ended.`);
        return;
      } catch (error) {
        failures += 1;
        lastFailure = (error as Error).message;
        log(`PostgreSQL could not be started again: ${lastFailure}`);
      }
      if (performance.now() - endedMs > giveUpAfterMs) {
        onGivenUp(lastFailure);
        return;
      }
      await sleep(pauseMs);
    }
  }

  return {
    findFault: () =>
      failures >= FAILURES_UNTIL_FAULT ? 'the embedded PostgreSQL is down and cannot be started' : null,
    async stop() {
      isStopping = true;
      await restarting;
      await current.stop();
    },
  };
}
