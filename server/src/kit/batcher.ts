type Waiting<I, O> = { item: I; resolve: (output: O) => void; reject: (error: unknown) => void };

export type BatcherOptions<I, O> = {
  mostItems: number;
  /** Items of one key are run one batch at a time: they would only wait for each other's row locks. */
  keyOf(item: I): string;
  /** Handles items of one key that arrived together. One output an item, in order. All or nothing: it throws for all. */
  run(items: readonly I[]): Promise<O[]>;
};

/**
 * Gathers work for one key that arrives while earlier work for it is under way, and runs it together. Nothing waits
 * for company: with nothing under way an item starts with those that came in the same turn of the event loop. When a
 * batch of several fails, each is tried alone, so that one bad item fails by itself.
 */
export function createBatcher<I, O>({
  mostItems,
  keyOf,
  run,
}: BatcherOptions<I, O>): (item: I) => Promise<O> {
  const queues = new Map<string, Waiting<I, O>[]>();

  async function drain(key: string, queue: Waiting<I, O>[]): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, mostItems));
    queues.delete(key);
  }

  async function settle(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await run(batch.map((waiting) => waiting.item));
      for (const [index, waiting] of batch.entries()) waiting.resolve(outputs[index] as O);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) only.reject(error);
      else for (const waiting of batch) await settle([waiting]);
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
