import { monotonicMs } from './clock.ts';

type Waiting<I, O> = { item: I; resolve: (output: O) => void; reject: (error: unknown) => void };
/** Resolves or rejects all items of a batch. */
type Answer = () => void;

export type BatcherOptions<I, O> = {
  maxItems: number;
  /** Items of one key run one batch at a time: in parallel they would only wait for each other's row locks. */
  keyOf(item: I): string;
  /** Handles the items of one batch. One output per item, in order. All or nothing: an error is an error for all. */
  run(items: readonly I[], key: string): Promise<O[]>;
  apart?: Apart<I>;
};

/** Isolates what blocks a batch: its items then run under keys of their own, in parallel with the others. */
export type Apart<I> = {
  /** A failure that one item can cause for all, such as a wait for its row lock. */
  isBlocked(error: unknown): boolean;
  keyOf(item: I): string;
  /** How long after it was last blocked a key stays apart. */
  forMs: number;
};

/**
 * Collects items of one key that arrive while an earlier batch runs, and runs them together. There is no timer: when
 * nothing is running, an item starts with those of the same turn of the event loop. The callers of a batch are resumed
 * after the next batch was sent: their work would otherwise keep the database idle. When a batch of several fails, each
 * item is retried alone, so that one bad item fails alone. When it was blocked, the items of each own key are retried
 * apart from the others, in parallel.
 */
export function createBatcher<I, O>(options: BatcherOptions<I, O>): (item: I) => Promise<O> {
  const { maxItems, run, apart } = options;
  const queues = new Map<string, Waiting<I, O>[]>();
  const apartUntilMs = new Map<string, number>();

  function keyOf(item: I): string {
    if (apartUntilMs.size > 0 && apart) {
      const own = apart.keyOf(item);
      const untilMs = apartUntilMs.get(own);
      if (untilMs !== undefined && untilMs > monotonicMs()) return own;
      if (untilMs !== undefined) apartUntilMs.delete(own);
    }
    return options.keyOf(item);
  }

  async function drain(key: string, queue: Waiting<I, O>[]): Promise<void> {
    let answer: Answer | null = null;
    while (queue.length > 0) {
      const outcome = attempt(queue.splice(0, maxItems), key);
      // The pool hands out a connection in the next tick, so the statement leaves before this one's turn comes.
      if (answer) process.nextTick(answer);
      answer = await outcome;
    }
    queues.delete(key);
    answer?.();
  }

  async function attempt(batch: readonly Waiting<I, O>[], key: string): Promise<Answer> {
    try {
      const outputs = await run(
        batch.map((waiting) => waiting.item),
        key,
      );
      apartUntilMs.delete(key);
      return () => {
        for (const [index, waiting] of batch.entries()) waiting.resolve(outputs[index] as O);
      };
    } catch (error) {
      if (apart?.isBlocked(error)) return setApart(batch, key, error, apart);
      const [only] = batch;
      if (batch.length === 1 && only) return () => only.reject(error);
      for (const waiting of batch) (await attempt([waiting], key))();
      return () => {};
    }
  }

  /** Which of them blocked the batch is not known: each goes on under its own key, and what is blocked there fails. */
  function setApart(batch: readonly Waiting<I, O>[], key: string, error: unknown, own: Apart<I>): Answer {
    const keys = new Set(batch.map(({ item }) => own.keyOf(item)));
    for (const each of keys) apartUntilMs.set(each, monotonicMs() + own.forMs);
    if (keys.has(key)) return () => batch.forEach(({ reject }) => void reject(error));
    for (const waiting of batch) enqueue(waiting);
    return () => {};
  }

  function enqueue(waiting: Waiting<I, O>): void {
    const key = keyOf(waiting.item);
    const queue = queues.get(key);
    if (queue) {
      queue.push(waiting);
      return;
    }
    const first = [waiting];
    queues.set(key, first);
    setImmediate(() => void drain(key, first));
  }

  return (item) => new Promise((resolve, reject) => enqueue({ item, resolve, reject }));
}
