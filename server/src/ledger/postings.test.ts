import { describe, expect } from 'vitest';
import { type Balances, Books, type Move } from '../../../test/support/books.ts';
import { it as base } from '../../../test/support/fixtures.ts';
import { BUCKETS, CATEGORIES } from './chart.ts';

const it = base.extend('books', { scope: 'file' }, async ({ db }) => new Books(db));

/** What the account holds before; then the posting; what it holds after; the type of the statement's line. */
type Kind = [before: Move[], posting: Move, after: Balances, type: 'credit' | 'debit' | null];

const sold: Move = ['external', 'available', 10_000n, 'sale'];
const owed: Move = ['external', 'receivable', 10_000n, 'sale'];
const KINDS: readonly Kind[] = [
  [[], ['external', 'available', 10_000n, 'sale'], { available: 10_000n, external: -10_000n }, 'credit'],
  [
    [sold],
    ['available', 'fees', 849n, 'fee'],
    { available: 9_151n, fees: 849n, external: -10_000n },
    'debit',
  ],
  [
    [sold],
    ['available', 'transfers', 3_000n, 'split_sent'],
    { available: 7_000n, transfers: 3_000n, external: -10_000n },
    'debit',
  ],
  [
    [],
    ['transfers', 'available', 3_000n, 'split_received'],
    { available: 3_000n, transfers: -3_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'reserved', 458n, 'reserve_hold'],
    { available: 9_542n, reserved: 458n, external: -10_000n },
    'debit',
  ],
  [
    [sold, ['available', 'reserved', 458n]],
    ['reserved', 'available', 458n, 'reserve_release'],
    { available: 10_000n, external: -10_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'refunds', 2_500n, 'refund'],
    { available: 7_500n, refunds: 2_500n, external: -10_000n },
    'debit',
  ],
  [
    [sold, ['available', 'reserved', 458n]],
    ['reserved', 'refunds', 400n, 'refund'],
    { available: 9_542n, reserved: 58n, refunds: 400n, external: -10_000n },
    null,
  ],
  [
    [sold, ['available', 'refunds', 2_500n]],
    ['refunds', 'external', 2_500n, 'refund'],
    { available: 7_500n, external: -7_500n },
    null,
  ],
  [
    [sold, ['available', 'refunds', 2_500n]],
    ['refunds', 'available', 2_500n, 'refund'],
    { available: 10_000n, external: -10_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'withdrawals', 9_000n, 'withdrawal'],
    { available: 1_000n, withdrawals: 9_000n, external: -10_000n },
    'debit',
  ],
  [
    [sold, ['available', 'withdrawals', 9_000n]],
    ['withdrawals', 'external', 9_000n, 'withdrawal'],
    { available: 1_000n, external: -1_000n },
    null,
  ],
  [
    [sold, ['available', 'withdrawals', 9_000n]],
    ['withdrawals', 'available', 9_000n, 'withdrawal_reversal'],
    { available: 10_000n, external: -10_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'disputes', 10_000n, 'chargeback'],
    { disputes: 10_000n, external: -10_000n },
    'debit',
  ],
  [[], ['available', 'disputes', 10_000n, 'chargeback'], { available: -10_000n, disputes: 10_000n }, 'debit'],
  [
    [sold, ['available', 'reserved', 458n]],
    ['reserved', 'disputes', 458n, 'chargeback'],
    { available: 9_542n, disputes: 458n, external: -10_000n },
    null,
  ],
  [[sold, ['available', 'disputes', 10_000n]], ['disputes', 'external', 10_000n, 'chargeback'], {}, null],
  [
    [sold, ['available', 'disputes', 10_000n]],
    ['disputes', 'available', 10_000n, 'chargeback'],
    { available: 10_000n, external: -10_000n },
    'credit',
  ],
  [[], ['external', 'receivable', 10_000n, 'sale'], { receivable: 10_000n, external: -10_000n }, null],
  [[owed], ['receivable', 'fees', 849n, 'fee'], { receivable: 9_151n, fees: 849n, external: -10_000n }, null],
  [
    [owed],
    ['receivable', 'available', 3_000n, 'receivable_settled'],
    { receivable: 7_000n, available: 3_000n, external: -10_000n },
    'credit',
  ],
  [
    [owed],
    ['receivable', 'available', 3_000n, 'receivable_used'],
    { receivable: 7_000n, available: 3_000n, external: -10_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'receivable', 3_000n, 'receivable_used'],
    { receivable: 3_000n, available: 7_000n, external: -10_000n },
    'debit',
  ],
  [
    [owed],
    ['receivable', 'available', 3_000n, 'receivable_anticipated'],
    { receivable: 7_000n, available: 3_000n, external: -10_000n },
    'credit',
  ],
  [
    [sold],
    ['available', 'fees', 75n, 'anticipation_fee'],
    { available: 9_925n, fees: 75n, external: -10_000n },
    'debit',
  ],
  [[], ['external', 'available', 1n, 'adjustment'], { available: 1n, external: -1n }, 'credit'],
  [
    [],
    ['external', 'available', 999_999_999_999_99n, 'sale'],
    { available: 999_999_999_999_99n, external: -999_999_999_999_99n },
    'credit',
  ],
];

describe('a posting', () => {
  it.for(KINDS.map((kind) => [`${kind[1][3]}: ${kind[1][0]} to ${kind[1][1]}`, kind] as const))(
    'of %s moves its amount and nothing else',
    async ([, [before, posting, after, type]], { books }) => {
      const account = await books.open();
      if (before.length > 0) await books.move(account, ...before);
      await books.move(account, posting);
      const balances = await books.balances(account);
      expect(balances).toEqual(after);
      expect(Object.values(balances).reduce((sum, amount) => sum + amount, 0n)).toBe(0n);
      const last = (await books.lines(account)).at(-1);
      expect(last).toEqual([BigInt(before.length + 1), type, after.available ?? 0n]);
    },
  );

  it('may be of every category, and every bucket gives and takes', () => {
    const used = KINDS.map(([, posting]) => posting);
    expect(new Set(used.map(([, , , category]) => category))).toEqual(new Set(CATEGORIES));
    const buckets = [...used, ...KINDS.flatMap(([before]) => before)].flatMap((move) => move.slice(0, 2));
    expect(new Set(buckets)).toEqual(new Set(BUCKETS));
  });

  it('of nothing, or of less than nothing, is refused', async ({ books }) => {
    const account = await books.open();
    for (const amount of [0n, -1n]) {
      await expect(books.move(account, ['external', 'available', amount])).rejects.toThrow('positive');
    }
    expect(await books.balances(account)).toEqual({});
  });

  it('from a bucket to itself is refused', async ({ books }) => {
    const account = await books.open();
    await expect(books.move(account, ['available', 'available', 5n])).rejects.toThrow(/check/);
    expect(await books.counts(account)).toEqual({ sequence: 0n, credits: 0n, debits: 0n });
  });

  it.for(['reserved', 'refunds', 'withdrawals', 'disputes', 'fees'] as const)(
    'never takes more out of %s than is in it',
    async (bucket, { books }) => {
      const account = await books.open();
      await books.move(account, ['external', 'available', 100n], ['available', bucket, 60n]);
      await expect(books.move(account, [bucket, 'available', 61n])).rejects.toThrow(`${bucket}_cents_check`);
      expect(await books.balances(account)).toEqual({ available: 40n, [bucket]: 60n, external: -100n });
    },
  );

  it('to an account without books is refused', async ({ books }) => {
    const nobody = '01890000-0000-7000-8000-000000000000';
    await expect(books.move(nobody, ['external', 'available', 5n])).rejects.toThrow('balance row');
  });
});
