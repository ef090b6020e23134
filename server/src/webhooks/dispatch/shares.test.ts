import { describe, expect, it } from 'vitest';
import { MAX_IN_FLIGHT, Shares } from './shares.ts';

const QUICK = { isAnswering: true, latencyMs: 10 };

const queues = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ account_id: accountId, queue: `queue ${index}` }));

/** Everything the account may start in so many queues. */
function fill(shares: Shares, accountId: string, count = 50): number {
  return queues(accountId, count).reduce((total, place) => total + shares.reserve(place), 0);
}

describe('a share', () => {
  it('of a queue is 16, and of an account at most 64', () => {
    const shares = new Shares();
    expect(fill(shares, 'one', 1)).toBe(16);
    expect(fill(shares, 'one', 2)).toBe(16);
    expect(fill(shares, 'one')).toBeLessThanOrEqual(32);
    expect(fill(shares, 'one')).toBe(0);
    expect(fill(shares, 'other', 1)).toBe(16);
  });

  it('of an account is not used up by some of its queues, nor by any number that is slow', () => {
    const SOME = 5;
    for (let others = 1; others <= 50; others += 1) {
      const shares = new Shares();
      if (others > SOME) {
        for (const place of queues('one', others)) {
          shares.settle(place, shares.reserve(place), 1);
          shares.release(place, { isAnswering: true, latencyMs: 4_500 });
        }
      }
      for (let round = 0; round < 5; round += 1) fill(shares, 'one', others);
      expect(
        shares.reserve({ account_id: 'one', queue: 'the fast one' }),
        `${others} others`,
      ).toBeGreaterThan(0);
    }
  });

  it.each([
    ['slow', { isAnswering: true, latencyMs: 20_000 }],
    ['failing', { isAnswering: false, latencyMs: 5_000 }],
  ])('of the healthy is reserved for them, however many are %s', (_, conduct) => {
    const shares = new Shares();
    const places = Array.from({ length: 600 }, (_, index) => ({ account_id: `${index}`, queue: 'queue' }));
    for (const place of places) {
      shares.settle(place, shares.reserve(place), 1);
      shares.release(place, conduct);
    }
    for (let round = 0; round < 5; round += 1) for (const place of places) shares.reserve(place);
    expect(MAX_IN_FLIGHT - shares.inFlight).toBeGreaterThanOrEqual(MAX_IN_FLIGHT / 4);
    expect(shares.reserve({ account_id: 'healthy', queue: 'queue' })).toBe(8);
  });

  it('that was reserved and not used is free again', () => {
    const shares = new Shares();
    const place = { account_id: 'one', queue: 'queue' };
    shares.settle(place, shares.reserve(place), 3);
    expect(shares.inFlight).toBe(3);
    expect(shares.reserve(place)).toBe(13);
  });

  it('is small for a queue that fails until it answers again', () => {
    const shares = new Shares();
    const place = { account_id: 'one', queue: 'queue' };
    const end = (isAnswering: boolean) => {
      const reserved = shares.reserve(place);
      for (let count = 0; count < reserved; count += 1) shares.release(place, { isAnswering, latencyMs: 10 });
      return reserved;
    };
    expect([end(false), end(false), end(true), end(true)]).toEqual([16, 2, 2, 16]);
  });

  it.each([10, 30])('is left for a newcomer when %i accounts take all they can', (count) => {
    const shares = new Shares();
    const taken = Array.from({ length: count }, (_, index) => fill(shares, `greedy ${index}`));
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(shares.inFlight).toBeLessThan(MAX_IN_FLIGHT);
    expect(fill(shares, 'newcomer')).toBeGreaterThan(0);
  });

  it('asks for another claim when half of what filled it is done', () => {
    const shares = new Shares();
    const place = { account_id: 'one', queue: 'queue' };
    shares.settle(place, shares.reserve(place), 16);
    const asked = Array.from({ length: 16 }, () => shares.release(place, QUICK));
    expect(asked.indexOf(true)).toBe(7);
    expect(asked.filter(Boolean)).toHaveLength(1);
  });
});
