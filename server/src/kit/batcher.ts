type Waiting<I, O> = { item: I; resolve: (output: O) => void; reject: (error: unknown) => void };
/** Resolves or rejects all items of a batch. */
type Answer = () => void;

export type BatcherOptions<I, O> = {
  maxItems: number;
  /** Items of one key run one batch at a time: in parallel they would only wait for each other's row locks. */
  keyOf(item: I): string;
  /** Handles the items of one batch. One output per item, in order. All or nothing: an error is an error for all. */
  run(items: readonly I[]): Promise<O[]>;
};

/**
 * Collects items of one key that arrive while an earlier batch runs, and runs them together. There is no timer: when
 * nothing is running, an item starts with those of the same turn of the event loop. The callers of a batch are resumed
 * after the next batch was sent: their work would otherwise keep the database idle. When a batch of several fails, each
 * item is retried alone, so that one bad item fails alone.
 */
export function createBatcher<I, O>({ maxItems, keyOf, run }: BatcherOptions<I, O>): (item: I) => Promise<O> {
  const queues = new Map<string, Waiting<I, O>[]>();

  async function drain(key: string, queue: Waiting<I, O>[]): Promise<void> {
    let answer: Answer | null = null;
    while (queue.length > 0) {
      const outcome = attempt(queue.splice(0, maxItems));
      // The pool hands out a connection in the next tick, so the statement leaves before this one's turn comes.
      if (answer) process.nextTick(answer);
      answer = await outcome;
    }
    queues.delete(key);
    answer?.();
  }

  async function attempt(batch: readonly Waiting<I, O>[]): Promise<Answer> {
    try {
      const outputs = await run(batch.map((waiting) => waiting.item));
      return () => {
        for (const [index, waiting] of batch.entries()) waiting.resolve(outputs[index] as O);
      };
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return () => only.reject(error);
      for (const waiting of batch) (await attempt([waiting]))();
      return () => {};
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key);
      if (queue) {
        queue.push({ item, resolve, reject });
        return;
      }
      const first = [{ item, resolve, reject }];
      queues.set(key, first);
      setImmediate(() => void drain(key, first));
    });
}
