import { describe, expect, it } from 'vitest';
import { accountIn, Busy, Seats } from './seats.ts';

const ONE = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const seatsOf = (seats: number, maxWaiting = 100, maxWaitMs = 60_000) =>
  new Seats({ seats, maxWaiting, maxWaitMs });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for a seat, and says whether it has one. */
function waiting(seats: Seats, account: string | null) {
  const state = { isSeated: false, refusal: null as unknown };
  seats.wait(account).then(
    () => {
      state.isSeated = true;
    },
    (error: unknown) => {
      state.refusal = error;
    },
  );
  return state;
}

describe('the share of an account', () => {
  it.each([
    [16, 4],
    [8, 2],
    [7, 1],
    [2, 1],
  ])('of %i connections is %i, however many it asks for', (all, share) => {
    const seats = seatsOf(all);
    const taken = Array.from({ length: all }, () => seats.take(ONE)).filter(Boolean);
    expect([taken.length, seats.heldBy(ONE)]).toEqual([share, share]);
    expect(seats.take(OTHER)).toBe(all > share);
  });

  it('is not counted for statements of no single account', () => {
    const seats = seatsOf(4);
    expect([1, 2, 3, 4, 5].map(() => seats.take(null))).toEqual([true, true, true, true, false]);
  });

  it('goes to the next of the same account, and what is free to the first that may have it', async () => {
    const seats = seatsOf(4);
    expect([seats.take(ONE), seats.take(null), seats.take(null), seats.take(null)]).toEqual(
      Array(4).fill(true),
    );
    const [own, other] = [waiting(seats, ONE), waiting(seats, OTHER)];
    seats.give(null);
    await turn();
    expect([own.isSeated, other.isSeated]).toEqual([false, true]);
    seats.give(ONE);
    await turn();
    expect([own.isSeated, seats.heldBy(ONE), seats.waiting]).toEqual([true, 1, 0]);
  });
});

describe('a wait for a connection', () => {
  it('ends after its time, with nothing done', async () => {
    const seats = seatsOf(1, 10, 100);
    seats.take(null);
    await expect(seats.wait(null)).rejects.toThrow(Busy);
    seats.give(null);
    expect(seats.take(null)).toBe(true);
  });

  it('is refused where too many wait already', async () => {
    const seats = seatsOf(1, 1);
    seats.take(null);
    const first = waiting(seats, null);
    await expect(seats.wait(null)).rejects.toThrow('too much waits');
    seats.give(null);
    await turn();
    expect(first.isSeated).toBe(true);
  });
});

it.each([
  [[ONE, 'key'], ONE],
  [[[ONE, ONE]], ONE],
  [[[ONE, OTHER]], null],
  [[[]], null],
  [['a token of some other length'], null],
  [[Buffer.alloc(36)], null],
  [[42], null],
  [[], null],
] as const)('the account of a statement with the values %j is %s', (values, account) => {
  expect(accountIn(values)).toBe(account);
});
