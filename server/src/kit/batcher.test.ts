import { describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

type Gate = { open(): void; opened: Promise<void> };
function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a batcher', () => {
  it('runs together what came in one turn, and then what arrived meanwhile', async () => {
    const batches: number[][] = [];
    const held = gate();
    const add = createBatcher<number, number>({
      maxItems: 10,
      keyOf: () => 'one',
      run: async (items) => {
        batches.push([...items]);
        if (batches.length === 1) await held.opened;
        return items.map((item) => item * 2);
      },
    });
    const results = [1, 2].map(add);
    await vi.waitFor(() => expect(batches).toEqual([[1, 2]]));
    results.push(...[3, 4, 5].map(add));
    held.open();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('keeps keys apart and batches within the limit', async () => {
    const batches: string[] = [];
    const add = createBatcher<string, string>({
      maxItems: 2,
      keyOf: (item) => item.charAt(0),
      run: async (items) => {
        batches.push(items.join(' '));
        return [...items];
      },
    });
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map(add));
    expect(batches.sort()).toEqual(['a1 a2', 'a3 a4', 'b1']);
  });

  it('sends the next on its way before those who wait for the last are answered', async () => {
    const happened: string[] = [];
    const held = gate();
    const add = createBatcher<number, number>({
      maxItems: 1,
      keyOf: () => 'one',
      run: async (items) => {
        // As a pool does: the connection is handed out in the next tick.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        happened.push(`sent ${items}`);
        if (items.includes(1)) await held.opened;
        return [...items];
      },
    });
    const answered = [1, 2, 3].map(async (item) => happened.push(`answered ${await add(item)}`));
    await vi.waitFor(() => expect(happened).toEqual(['sent 1']));
    held.open();
    await Promise.all(answered);
    expect(happened).toEqual(['sent 1', 'sent 2', 'answered 1', 'sent 3', 'answered 2', 'answered 3']);
  });

  it('takes work that an answer brings about', async () => {
    const add = createBatcher<number, number>({
      maxItems: 2,
      keyOf: () => 'one',
      run: async (items) => items.map((item) => item + 1),
    });
    const countTo = async (end: number, from = 0): Promise<number> =>
      from === end ? end : countTo(end, await add(from));
    expect(await Promise.all([countTo(5), countTo(7), countTo(3)])).toEqual([5, 7, 3]);
  });

  it('one bad item fails alone', async () => {
    const held = gate();
    let runs = 0;
    const add = createBatcher<number, number>({
      maxItems: 10,
      keyOf: () => 'one',
      run: async (items) => {
        runs += 1;
        if (runs === 1) await held.opened;
        if (items.includes(3)) throw new Error('three is bad');
        return [...items];
      },
    });
    const results = [1, 2, 3, 4].map(add);
    held.open();
    const settled = await Promise.allSettled(results);
    expect(settled.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});

describe('an item that blocks its batch', () => {
  class Blocked extends Error {}
  type Item = { account: string; number: number };
  const item = (account: string, number: number): Item => ({ account, number });

  /** Items of the locked account wait until `unlock`, then fail as blocked; all others are done. */
  function blockedBy(locked: string) {
    const runs: { key: string; numbers: number[] }[] = [];
    const waits: (() => void)[] = [];
    let isLocked = true;
    const batch = createBatcher<Item, number>({
      maxItems: 10,
      keyOf: () => 'all',
      run: async (items, key) => {
        runs.push({ key, numbers: items.map(({ number }) => number) });
        if (isLocked && items.some(({ account }) => account === locked)) {
          await new Promise<void>((resolve) => waits.push(resolve));
          throw new Blocked('waited for a lock');
        }
        return items.map(({ number }) => number);
      },
      apart: {
        isBlocked: (error) => error instanceof Blocked,
        keyOf: ({ account }) => account,
        forMs: 60_000,
      },
    });
    const timeOut = () => {
      for (const end of waits.splice(0)) end();
    };
    const free = () => {
      isLocked = false;
    };
    return { batch, runs, timeOut, free };
  }

  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('is set apart: the others of its batch and all later ones go on without it', async () => {
    const { batch, runs, timeOut } = blockedBy('locked');
    const outcomes: unknown[] = [];
    const send = (one: Item) =>
      batch(one).then(
        (done) => outcomes.push(done),
        () => outcomes.push('failed'),
      );
    void [item('locked', 1), item('a', 2), item('locked', 3), item('b', 4)].map(send);
    await settled();
    timeOut();
    await settled();
    expect(outcomes).toEqual([2, 4]);
    void [item('a', 5), item('locked', 6), item('c', 7)].map(send);
    await settled();
    expect(outcomes).toEqual([2, 4, 5, 7]);
    timeOut();
    await settled();
    expect(outcomes.slice(4)).toEqual(['failed', 'failed']);
    expect(runs.filter(({ numbers }) => numbers.includes(1)).map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3, 4],
      [1, 3],
    ]);
  });

  it('comes back to the others once it is done', async () => {
    const { batch, runs, timeOut, free } = blockedBy('locked');
    const first = [batch(item('locked', 1)), batch(item('a', 2))];
    await settled();
    free();
    timeOut();
    expect(await Promise.all(first)).toEqual([1, 2]);
    await Promise.all([batch(item('locked', 3)), batch(item('a', 4))]);
    expect(runs.at(-1)).toEqual({ key: 'all', numbers: [3, 4] });
  });
});
