import { describe, expect, it } from 'vitest';
import type { FeedEvent, Guiche } from '../sdk/src/main.ts';
import { follow, pollAfter } from './follow.ts';

type Page = { data: string[]; next_cursor: string | null; has_more: boolean };

/** Answers these pages in turn; ends with the last event. */
async function followed(from: string | undefined, pages: Page[]) {
  const stopping = new AbortController();
  const cursors: (string | undefined)[] = [];
  const told: unknown[] = [];
  const list = async ({ cursor }: { cursor?: string }) => pages[cursors.push(cursor) - 1];
  const client = { events: { list } } as unknown as Guiche;
  const last = pages.at(-1)?.data.at(-1);
  const onEvent = async (event: FeedEvent) => {
    told.push(event);
    if (told.at(-1) === last) stopping.abort();
  };
  await follow({ client, from, signal: stopping.signal, onEvent });
  return { cursors, told };
}

describe('follow', () => {
  it('asks each second while something happens, and leaves others the limit when nothing does', () => {
    expect([0, 19_999].map(pollAfter)).toEqual([1_000, 1_000]);
    const inAMinute = 60_000 / pollAfter(20_000);
    expect(inAMinute).toBeLessThanOrEqual(100 / 5);
  });

  it('begins at the end of the feed, without reading what was before', async () => {
    const pages = [
      { data: [], next_cursor: 'now', has_more: false },
      { data: ['new'], next_cursor: 'later', has_more: false },
    ];
    expect(await followed(undefined, pages)).toEqual({ cursors: ['end', 'now'], told: ['new'] });
  });

  it('begins with the first event, or behind a cursor, when asked to', async () => {
    const pages = [
      { data: ['first'], next_cursor: 'one', has_more: true },
      { data: ['second'], next_cursor: 'two', has_more: false },
    ];
    const told = ['first', 'second'];
    expect(await followed('start', pages)).toEqual({ cursors: [undefined, 'one'], told });
    expect(await followed('kept', pages)).toEqual({ cursors: ['kept', 'one'], told });
  });
});
