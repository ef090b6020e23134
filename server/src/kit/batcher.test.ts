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
      mostItems: 10,
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
      mostItems: 2,
      keyOf: (item) => item.charAt(0),
      run: async (items) => {
        batches.push(items.join(' '));
        return [...items];
      },
    });
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map(add));
    expect(batches.sort()).toEqual(['a1 a2', 'a3 a4', 'b1']);
  });

  it('one bad item fails alone', async () => {
    const held = gate();
    let runs = 0;
    const add = createBatcher<number, number>({
      mostItems: 10,
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
