import { setMaxListeners } from 'node:events';
import type { Log } from '../kit/log.ts';

export type Task = {
  name: string;
  /** Pause after a round that found no work; after other rounds the next starts at once. */
  idleMs: number;
  run(): Promise<number>;
  /** Calls `wake` when there may be work before the pause ends. Returns a function that unsubscribes. */
  onWork?(wake: () => void): () => void;
};

export type Loop = { stop(): Promise<void> };

const AFTER_ERROR_MS = 1_000;

/** Runs each task repeatedly until stopped, never two rounds of one task at once. */
export function startLoop(tasks: readonly Task[], log: Log): Loop {
  const stopping = new AbortController();
  setMaxListeners(tasks.length, stopping.signal);
  const running = tasks.map((task) => repeat(task, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(task: Task, log: Log, signal: AbortSignal): Promise<void> {
  const rest = createRest(signal);
  const unlisten = task.onWork?.(rest.wake);
  while (!signal.aborted) {
    const waitMs = await round(task, log);
    if (waitMs > 0) await rest.pause(waitMs);
  }
  unlisten?.();
}

async function round(task: Task, log: Log): Promise<number> {
  try {
    return (await task.run()) > 0 ? 0 : task.idleMs;
  } catch (error) {
    log.error({ err: error, task: task.name }, 'task failed');
    return AFTER_ERROR_MS;
  }
}

/** A pause that ends early when it is woken or the loop stops; a wake-up during a round skips the next pause. */
function createRest(signal: AbortSignal): { pause(ms: number): Promise<void>; wake(): void } {
  let isAwake = false;
  let end: (() => void) | null = null;
  function wake(): void {
    isAwake = true;
    end?.();
  }
  signal.addEventListener('abort', wake);
  return {
    wake,
    async pause(ms) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = null;
      }
      isAwake = false;
    },
  };
}
