import type { Log } from '../kit/log.ts';

export type Task = {
  name: string;
  /** Pause after a round that found nothing; a round that did work is followed by the next at once. */
  idleMs: number;
  run(): Promise<number>;
};

export type Loop = { stop(): Promise<void> };

const AFTER_ERROR_MS = 1_000;

/** Runs each task over and over, never two rounds of one task at once, until stopped. */
export function startLoop(tasks: readonly Task[], log: Log): Loop {
  const stopping = new AbortController();
  const running = tasks.map((task) => repeat(task, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(task: Task, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await round(task, log);
    if (waitMs > 0) await interruptiblePause(waitMs, signal);
  }
}

async function round(task: Task, log: Log): Promise<number> {
  try {
    return (await task.run()) > 0 ? 0 : task.idleMs;
  } catch (error) {
    log.error({ err: error, task: task.name }, 'task failed');
    return AFTER_ERROR_MS;
  }
}

function interruptiblePause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
