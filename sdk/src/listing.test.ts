import { describe, expect, it } from 'vitest';
import { Listing, type Page } from './listing.ts';

const PAGES: Record<string, Page<number>> = {
  first: { data: [1, 2], has_more: true, next_cursor: 'b' },
  b: { data: [3, 4], has_more: true, next_cursor: 'c' },
  c: { data: [5], has_more: false, next_cursor: null },
};

function listing(query: object = {}, pages = PAGES) {
  const asked: object[] = [];
  const load = async (page: object) => {
    asked.push(page);
    return pages[(page as { cursor?: string }).cursor ?? 'first'] as Page<number>;
  };
  return { asked, list: new Listing(load, query) };
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe('a list', () => {
  it('gives its first page when it is awaited, and asks once', async () => {
    const { list, asked } = listing({ limit: 2 });
    expect(await list).toEqual(PAGES.first);
    expect(await list).toEqual(PAGES.first);
    expect(asked).toEqual([{ limit: 2 }]);
  });

  it('goes over every item by cursor', async () => {
    const { list, asked } = listing({ limit: 2, status: 'PENDING' });
    expect(await all(list)).toEqual([1, 2, 3, 4, 5]);
    expect(asked.slice(1)).toEqual([
      { limit: 2, status: 'PENDING', cursor: 'b' },
      { limit: 2, status: 'PENDING', cursor: 'c' },
    ]);
  });

  it('begins at an offset and goes on by cursor alone', async () => {
    const { list, asked } = listing({ offset: 10 });
    await all(list);
    expect(asked).toEqual([{ offset: 10 }, { cursor: 'b' }, { cursor: 'c' }]);
  });

  it('asks for nothing before it is used, and for no page beyond the last item one wanted', async () => {
    const { list, asked } = listing();
    expect(asked).toEqual([]);
    for await (const item of list) if (item === 2) break;
    expect(asked).toHaveLength(1);
  });

  it('ends at a page that has no more, although it gives a cursor to come back with', async () => {
    const { list } = listing({}, { first: { data: [1], has_more: false, next_cursor: 'later' } });
    expect(await all(list)).toEqual([1]);
  });

  it('does not go round for ever', async () => {
    const { list } = listing(
      {},
      {
        first: { data: [1], has_more: true, next_cursor: 'b' },
        b: { data: [2], has_more: true, next_cursor: 'b' },
      },
    );
    await expect(all(list)).rejects.toThrow(/same cursor twice/);
  });

  it('tells the awaiting one of a failure', async () => {
    const list = new Listing(() => Promise.reject(new Error('gone')));
    await expect(list).rejects.toThrow('gone');
    await expect(all(list)).rejects.toThrow('gone');
    expect(await list.catch((error: unknown) => String(error))).toBe('Error: gone');
    let isEnded = false;
    const ended = list.finally(() => {
      isEnded = true;
    });
    await expect(ended).rejects.toThrow('gone');
    expect(isEnded).toBe(true);
  });

  it.each([
    [{ limit: 1000 }, /limit is the size of a page, 1 to 100.*for await/],
    [{ limit: 0 }, /limit is the size of a page/],
    [{ limit: '10' }, /limit is the size of a page/],
    [{ offset: -1 }, /offset is a whole number/],
    [{ cursor: '' }, /cursor is next_cursor/],
    ['RECEIVED', /takes an object of filters/],
  ])('%j is refused with a sentence', (query, sentence) => {
    expect(() => new Listing(async () => PAGES.c as Page<number>, query as object)).toThrow(sentence);
  });
});
