import { describe, expect, it } from 'vitest';
import { cents } from '../kit/money.ts';
import {
  type Booked,
  DayComparison,
  type Known,
  type Listed,
  MAX_DIFFERENCES,
  type Verdict,
  verdictOnListed,
  verdictOnUnlisted,
} from './verdicts.ts';

const OWNER = { accountId: 'shop', objectId: 'C1', objectKind: 'charge' as const };
const NOON = new Date('2026-11-17T15:00:00Z');
const listed = (set: Partial<Listed> = {}): Listed => ({
  ...{ reference: 'E1', amountCents: cents(10_000n), returnedCents: cents(0n), at: NOON },
  ...set,
});
const booked = (set: Partial<Booked> = {}): Booked => ({ ...listed(), owner: OWNER, ...set });
const as = (own: Booked | null, owner: Known['owner'] = null): Known => ({ booked: own, owner });

describe('what a provider lists', () => {
  it.each<[string, Listed, Known, Verdict]>([
    ['and is booked alike matches', listed(), as(booked()), 'matched'],
    ['for a charge that has no such payment is missing here', listed(), as(null, OWNER), 'missing_here'],
    ['for nothing of ours is unknown', listed(), as(null), 'unknown'],
    ['with another amount differs', listed({ amountCents: cents(9_999n) }), as(booked()), 'amount_differs'],
    [
      'and gave back although we did not differs',
      listed({ returnedCents: cents(10_000n) }),
      as(booked()),
      'amount_differs',
    ],
    [
      'and did not give back although we did differs',
      listed(),
      as(booked({ returnedCents: cents(1n) })),
      'amount_differs',
    ],
    [
      'and gave back a part, as we did, matches',
      listed({ returnedCents: cents(300n) }),
      as(booked({ returnedCents: cents(300n) })),
      'matched',
    ],
    [
      'a payment that could not be taken, and is with its payer again, matches',
      listed({ returnedCents: cents(10_000n) }),
      as(booked({ returnedCents: cents(10_000n) })),
      'matched',
    ],
    [
      'without what went back is held against the amount alone',
      listed({ returnedCents: null }),
      as(booked({ returnedCents: cents(300n) })),
      'matched',
    ],
    [
      'is held against the amount alone where we do not know what went back',
      listed({ returnedCents: cents(300n) }),
      as(booked({ returnedCents: null })),
      'matched',
    ],
    [
      'is booked at another time and matches all the same',
      listed(),
      as(booked({ at: new Date('2026-11-19T00:00:00Z') })),
      'matched',
    ],
  ])('%s', (_, item, known, verdict) => {
    expect(verdictOnListed(item, known)).toBe(verdict);
  });
});

describe('what is booked and not listed', () => {
  const graceMs = 3_600_000;
  it.each<[string, string, Verdict]>([
    ['waits while the provider has time', '2026-11-17T15:59:59.999Z', 'waiting'],
    ['is missing there from then on', '2026-11-17T16:00:00Z', 'missing_there'],
  ])('%s', (_, now, verdict) => {
    expect(verdictOnUnlisted(booked(), { now: new Date(now), graceMs })).toBe(verdict);
  });
});

describe('a day', () => {
  const LATER = { now: new Date('2026-11-19T12:00:00Z'), graceMs: 3_600_000 };
  const counted = (comparison: DayComparison) => {
    const { totals, differences } = comparison.result(LATER);
    const counts = Object.entries(totals).flatMap(([verdict, { count, listedCents, bookedCents }]) =>
      count === 0 ? [] : [[verdict, count, listedCents, bookedCents]],
    );
    return { counts, differences };
  };

  it('counts and adds up each verdict, and keeps what does not match', () => {
    const day = new DayComparison('2026-11-17');
    day.addListed([
      { listed: listed(), known: as(booked()) },
      { listed: listed({ reference: 'E2', amountCents: cents(500n) }), known: as(null, OWNER) },
      { listed: listed({ reference: 'E3', amountCents: cents(700n) }), known: as(null) },
    ]);
    day.addListed([
      {
        listed: listed({ reference: 'E4' }),
        known: as(booked({ reference: 'E4', amountCents: cents(10n) })),
      },
    ]);
    day.addBooked([booked(), booked({ reference: 'E5', amountCents: cents(40n) })]);
    const { counts, differences } = counted(day);
    expect(counts).toEqual([
      ['matched', 1, 10_000n, 10_000n],
      ['missing_here', 1, 500n, 0n],
      ['missing_there', 1, 0n, 40n],
      ['amount_differs', 1, 10_000n, 10n],
      ['unknown', 1, 700n, 0n],
    ]);
    expect(differences.map(({ verdict, reference, owner }) => [verdict, reference, owner])).toEqual([
      ['missing_here', 'E2', OWNER],
      ['unknown', 'E3', null],
      ['amount_differs', 'E4', OWNER],
      ['missing_there', 'E5', OWNER],
    ]);
    expect(differences[0]).toMatchObject({ listedCents: 500n, bookedCents: null, at: NOON });
    expect(differences[3]).toMatchObject({ listedCents: null, bookedCents: 40n, listedReturnedCents: null });
  });

  it.each<[string, string, number]>([
    ['the last moment of the day before', '2026-11-17T02:59:59.999Z', 0],
    ['midnight in São Paulo', '2026-11-17T03:00:00.000Z', 1],
    ['the last moment', '2026-11-18T02:59:59.999Z', 1],
    ['the next midnight', '2026-11-18T03:00:00.000Z', 0],
  ])('begins and ends at midnight in São Paulo: %s', (_, at, count) => {
    const day = new DayComparison('2026-11-17');
    day.addListed([{ listed: listed({ at: new Date(at) }), known: as(booked({ at: new Date(at) })) }]);
    expect(day.result(LATER).totals.matched.count).toBe(count);
  });

  it('takes an item that is listed twice, or on two pages, for one', () => {
    const day = new DayComparison('2026-11-17');
    const once = { listed: listed(), known: as(booked()) };
    day.addListed([once, once]);
    day.addListed([once]);
    expect(counted(day).counts).toEqual([['matched', 1, 10_000n, 10_000n]]);
  });

  it('does not miss what the provider dates on the day before or after', () => {
    const day = new DayComparison('2026-11-17');
    day.addBooked([booked(), booked({ reference: 'E2' })]);
    expect(day.hasUnlisted).toBe(true);
    day.addNeighbours([listed({ at: new Date('2026-11-18T03:00:01Z') })]);
    expect(counted(day).differences.map(({ reference }) => reference)).toEqual(['E2']);
  });

  it('of our records that is listed with the time of another day is counted there', () => {
    const day = new DayComparison('2026-11-17');
    day.addListed([{ listed: listed({ at: new Date('2026-11-18T03:00:00Z') }), known: as(booked()) }]);
    day.addBooked([booked()]);
    expect(counted(day).counts).toEqual([]);
  });

  it('is given up where nothing matches at all', () => {
    const day = new DayComparison('2026-11-17');
    const many = Array.from({ length: MAX_DIFFERENCES + 1 }, (_, at) => ({
      listed: listed({ reference: `E${at}` }),
      known: as(null),
    }));
    expect(() => day.addListed(many)).toThrow('more than 5000 differences');
  });
});
