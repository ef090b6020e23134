import { describe, expect, it } from 'vitest';
import { cents } from '../kit/money.ts';
import { type Compared, compareDay } from './compare.ts';
import { decideRun } from './due.ts';
import type { Period, Source } from './source.ts';
import type { Day } from './store.ts';
import type { Booked, Listed } from './verdicts.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const OWNER = { accountId: 'shop', objectId: 'C1', objectKind: 'charge' as const };
const noon = (day: string) => new Date(`${day}T15:00:00Z`);
const item = (reference: string, at = noon('2026-11-17')): Listed => ({
  ...{ reference, amountCents: cents(100n), returnedCents: null, at },
});
const booking = (reference: string, at = noon('2026-11-17')): Booked => ({
  ...item(reference, at),
  owner: OWNER,
});

type Made = {
  pages: Listed[][];
  booked?: Booked[];
  /** A page that the provider does not answer. */
  silentPage?: number;
  beside?: Listed[] | null;
  isApplied?: boolean;
};

function sourceOf({ pages, booked = [], silentPage, beside = [], isApplied = false }: Made) {
  const asked: string[] = [];
  const applied = new Set<string>();
  const isDay = ({ from }: Period) => from.toISOString() === '2026-11-17T03:00:00.000Z';
  const source: Source<Listed> = {
    ...{ kind: 'pix', provider: 'bank', graceMs: 3_600_000, marginMs: 3_600_000 },
    async listPage(period, page) {
      asked.push(
        `${period.from.toISOString().slice(5, 16)}/${period.until.toISOString().slice(5, 16)} ${page}`,
      );
      const items = isDay(period) ? pages[page] : beside;
      if (!items || (isDay(period) && page === silentPage))
        return { ok: false, kind: 'unavailable', reason: '503' };
      return { ok: true, items, nextPage: isDay(period) && page + 1 < pages.length ? page + 1 : null };
    },
    translate: (listed) => (listed.reference === 'failed' ? null : listed),
    async apply(items) {
      if (isApplied) for (const { reference } of items) applied.add(reference);
    },
    async known(items) {
      return items.map(({ listed }) => {
        const own = booked.find(({ reference }) => reference === listed.reference) ?? null;
        const late = applied.has(listed.reference) ? booking(listed.reference) : null;
        return { booked: own ?? late, owner: null };
      });
    },
    booked: async (_, after) => (after === null ? booked : []),
  };
  return { source, asked };
}

async function compare(made: Made) {
  const { source, asked } = sourceOf(made);
  let pages = 0;
  const compared = await compareDay(source, { day: '2026-11-17', now: NOW }, async () => {
    pages += 1;
  });
  return { compared, asked, pages };
}

const counts = (compared: Compared) =>
  compared.isComplete &&
  Object.entries(compared.totals).flatMap(([verdict, { count }]) => (count ? [`${verdict} ${count}`] : []));

describe('the comparison of a day', () => {
  it('reads every page, and nothing beside the day when all is listed', async () => {
    const all = ['a', 'b', 'c'];
    const made = { pages: [[item('a'), item('b')], [item('c')]], booked: all.map((name) => booking(name)) };
    const { compared, asked, pages } = await compare(made);
    expect(counts(compared)).toEqual(['matched 3']);
    expect(asked).toEqual(['11-17T03:00/11-18T03:00 0', '11-17T03:00/11-18T03:00 1']);
    expect(pages).toBe(3);
  });

  it('looks beside the day for what it does not list', async () => {
    const made = { pages: [[]], booked: [booking('a'), booking('b')], beside: [item('a')] };
    const { compared, asked } = await compare(made);
    expect(counts(compared)).toEqual(['missing_there 1']);
    expect(asked.slice(1)).toEqual(['11-17T02:00/11-17T03:00 0', '11-18T03:00/11-18T04:00 0']);
  });

  it('books first what can be booked, and then it matches', async () => {
    expect(counts((await compare({ pages: [[item('a')]], isApplied: true })).compared)).toEqual([
      'matched 1',
    ]);
  });

  it('leaves out what moved no money', async () => {
    expect(counts((await compare({ pages: [[item('failed')]] })).compared)).toEqual([]);
  });

  it.each<[string, Made]>([
    ['from the first page', { pages: [[item('a')]], silentPage: 0 }],
    ['in the middle of the list', { pages: [[item('a')], [item('b')]], silentPage: 1 }],
    ['beside the day', { pages: [[]], booked: [booking('a')], beside: null }],
  ])('is not complete when the provider does not answer %s', async (_, made) => {
    expect((await compare(made)).compared).toEqual({ isComplete: false, reason: '503' });
  });
});

describe('what a comparison changes', () => {
  const day: Day = {
    ...{ id: 'D', provider: 'bank', kind: 'pix', day: '2026-11-17', state: 'pending', reason: null },
    ...{ totals: null, runs: 0, comparedAt: null, nextAt: NOW },
  };
  const written = (compared: Compared) => {
    const decision = decideRun(day, compared, NOW, () => 'new');
    return 'effects' in decision
      ? (decision.effects.rows ?? []).map(({ writer, row }) => [writer.statement.name, row])
      : null;
  };

  it('of a whole list: totals, differences, and the end of those that are gone', async () => {
    const { compared } = await compare({ pages: [[item('x')]] });
    expect(written(compared)).toMatchObject([
      [
        'reconciliation.save_run',
        { id: 'D', state: 'complete', reason: null, nextAt: new Date('2026-11-21T03:00:00Z') },
      ],
      [
        'reconciliation.save_difference',
        { id: 'new', dayId: 'D', verdict: 'unknown', reference: 'x', seenAt: NOW },
      ],
      ['reconciliation.close_gone', { dayId: 'D', run: 1, at: NOW }],
    ]);
  });

  it('of a part of it: only why it is not whole, and when it is tried again', () => {
    expect(written({ isComplete: false, reason: '503' })).toEqual([
      [
        'reconciliation.save_run',
        {
          ...{ id: 'D', run: 1, state: 'incomplete', reason: '503', totals: null, comparedAt: NOW },
          nextAt: new Date('2026-11-19T12:30:00Z'),
        },
      ],
    ]);
  });
});
