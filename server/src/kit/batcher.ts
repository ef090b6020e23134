type Waiting<I, O> = { item: I; resolve: (output: O) => void; reject: (error: unknown) => void };
/** Tells everyone in a batch how it ended. */
type Answer = () => void;

export type BatcherOptions<I, O> = {
  maxItems: number;
  /** Items of one key are run one batch at a time: they would only wait for each other's row locks. */
  keyOf(item: I): string;
  /** Handles items of one key that arrived together. One output an item, in order. All or nothing: it throws for all. */
  run(items: readonly I[]): Promise<O[]>;
};

/**
 * Gathers work for one key that arrives while earlier work for it is under way, and runs it together. Nothing waits
 * for company: with nothing under way an item starts with those that came in the same turn of the event loop. A batch is
 * answered once the next is on its way: what callers do with their answers would otherwise keep the database waiting.
 * When a batch of several fails, each is tried alone, so that one bad item fails by itself.
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
