import { describe, expect } from 'vitest';
import { Books, type Move, newFact } from '../../../test/support/books.ts';
import { isOnCitus } from '../../../test/support/citus-nodes.ts';
import { it as base } from '../../../test/support/fixtures.ts';
import { runTransaction } from '../db/transaction.ts';
import { cents } from '../kit/money.ts';
import { type Entry, transfer } from './chart.ts';
import { post } from './post.ts';

/** On a cluster as many would hold one transaction open for a minute, which holds back what other tests wait for. */
const MANY = isOnCitus ? 100 : 1_000;
const it = base.extend('books', { scope: 'file' }, async ({ db }) => new Books(db));
const between = (from: string, to: string, amount: bigint): Entry => ({
  fact: newFact(),
  occurredAt: new Date('2030-01-01T12:00:00Z'),
  postings: transfer(from, to, cents(amount)),
});

describe('an entry', () => {
  it('of a whole sale closes to zero after each posting', async ({ books }) => {
    const account = await books.open();
    const sale: Move[] = [
      ['external', 'available', 10_000n, 'sale'],
      ['available', 'fees', 849n, 'fee'],
      ['available', 'reserved', 458n, 'reserve_hold'],
    ];
    await books.move(account, ...sale);
    expect(await books.balances(account)).toEqual({
      available: 8_693n,
      reserved: 458n,
      fees: 849n,
      external: -10_000n,
    });
    expect(await books.lines(account)).toEqual([
      [1n, 'credit', 10_000n],
      [2n, 'debit', 9_151n],
      [3n, 'debit', 8_693n],
    ]);
    expect(await books.differences(account)).toEqual([]);
  });

  it('is refused when its fact is known, in the same call and in a later one', async ({ books }) => {
    const account = await books.open();
    const once = books.entry(account, [['external', 'available', 500n]]);
    const other = { ...books.entry(account, [['external', 'available', 7n]]), fact: once.fact };
    await expect(books.post(once, other)).rejects.toThrow(/ledger_entries_pkey/);
    expect(await books.balances(account)).toEqual({});
    await books.post(once);
    await expect(books.post(once)).rejects.toThrow(/ledger_entries_pkey/);
    await expect(books.post(other)).rejects.toThrow(/ledger_entries_pkey/);
    expect(await books.balances(account)).toEqual({ available: 500n, external: -500n });
    expect(await books.counts(account)).toEqual({ sequence: 1n, credits: 1n, debits: 0n });
  });

  it('may have the name that an entry of another account has', async ({ books }) => {
    const [one, other] = [await books.open(), await books.open()];
    const fact = newFact();
    await books.post({ ...books.entry(one, [['external', 'available', 1n]]), fact });
    await books.post({ ...books.entry(other, [['external', 'available', 2n]]), fact });
    expect([await books.balances(one), await books.balances(other)]).toEqual([
      { available: 1n, external: -1n },
      { available: 2n, external: -2n },
    ]);
  });

  it('posted by ten at once is posted once', async ({ books }) => {
    const account = await books.open();
    const once = books.entry(account, [['external', 'available', 500n]]);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => books.post(once)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await books.balances(account)).toEqual({ available: 500n, external: -500n });
    expect(await books.differences(account)).toEqual([]);
  });

  it('leaves nothing when a later step of its transaction fails', async ({ books, db }) => {
    const account = await books.open();
    const entry = books.entry(account, [['external', 'available', 500n]]);
    const failed = runTransaction(db, async (tx) => {
      await post(tx, [entry]);
      throw new Error('later');
    });
    await expect(failed).rejects.toThrow('later');
    expect([await books.balances(account), await books.lines(account)]).toEqual([{}, []]);
    await books.post(entry);
    expect(await books.balances(account)).toEqual({ available: 500n, external: -500n });
  });

  it('keeps the charge, the withdrawal and the time it is about', async ({ books, db }) => {
    const account = await books.open();
    const about = {
      ...{ chargeId: '01890000-0000-7000-8000-00000000000a' },
      ...{ withdrawalId: '01890000-0000-7000-8000-00000000000b' },
      occurredAt: new Date('2031-02-03T04:05:06.789Z'),
    };
    await books.post(books.entry(account, [['external', 'available', 5n]], about));
    for (const table of ['ledger_entries', 'ledger_postings']) {
      const rows = await db.query(
        `select charge_id as "chargeId", withdrawal_id as "withdrawalId", occurred_at as "occurredAt"
         from ${table}
         where account_id = $1`,
        [account],
      );
      expect(rows).toEqual([about]);
    }
  });
});

describe('who must cover', () => {
  type Guard = [what: string, available: bigint, moves: Move[], allowed: boolean];
  const GUARDS: Guard[] = [
    ['all that is there', 100n, [['available', 'withdrawals', 100n]], true],
    ['a cent more than is there', 100n, [['available', 'withdrawals', 101n]], false],
    ['a cent out of nothing', 0n, [['available', 'withdrawals', 1n]], false],
    ['a cent more out of a debt', -50n, [['available', 'withdrawals', 1n]], false],
    ['a credit to a debt', -50n, [['external', 'available', 10n]], true],
    [
      'a credit and as much of a fee to a debt',
      -50n,
      [
        ['external', 'available', 10n],
        ['available', 'fees', 10n],
      ],
      true,
    ],
    [
      'a fee that a later posting of the entry covers',
      100n,
      [
        ['available', 'fees', 150n],
        ['external', 'available', 60n],
      ],
      true,
    ],
    [
      'a fee that an earlier posting of the entry does not cover',
      100n,
      [
        ['external', 'available', 60n],
        ['available', 'fees', 161n],
      ],
      false,
    ],
  ];

  it.for(GUARDS)('posts or refuses %s', async ([, available, moves, allowed], { books }) => {
    const account = await books.open();
    if (available > 0n) await books.move(account, ['external', 'available', available]);
    if (available < 0n) await books.move(account, ['available', 'external', -available]);
    const before = await books.balances(account);
    const posting = books.post(books.entry(account, moves, { mustCover: [account] }));
    if (allowed) {
      await posting;
      expect(await books.differences(account)).toEqual([]);
    } else {
      await expect(posting).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', accountId: account });
      expect(await books.balances(account)).toEqual(before);
    }
  });

  it('is one account of an entry: the other side of a transfer is not asked', async ({ books }) => {
    const [giver, taker] = [await books.open(), await books.open()];
    await books.move(taker, ['available', 'disputes', 300n]);
    await books.move(giver, ['external', 'available', 100n]);
    await books.post({ ...between(giver, taker, 100n), mustCover: [giver] });
    expect(await books.balances(taker)).toMatchObject({ available: -200n });
    await expect(books.post({ ...between(giver, taker, 1n), mustCover: [giver] })).rejects.toMatchObject({
      accountId: giver,
    });
  });

  it('is refused as a whole: no account of a refused entry moves', async ({ books }) => {
    const [giver, taker] = [await books.open(), await books.open()];
    await books.move(giver, ['external', 'available', 99n]);
    await expect(books.post({ ...between(giver, taker, 100n), mustCover: [giver] })).rejects.toThrow();
    expect([await books.balances(giver), await books.balances(taker)]).toEqual([
      { available: 99n, external: -99n },
      {},
    ]);
  });

  it('lets through exactly what the balance holds when twenty take at once', async ({ books }) => {
    const account = await books.open();
    await books.move(account, ['external', 'available', 1_000n]);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        books.post(books.entry(account, [['available', 'withdrawals', 150n]], { mustCover: [account] })),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await books.balances(account)).toEqual({ available: 100n, withdrawals: 900n, external: -1_000n });
    expect(await books.differences(account)).toEqual([]);
  });
});

describe('sequence and running balance', () => {
  it('go on over entries and calls without a gap', async ({ books }) => {
    const account = await books.open();
    await books.post(
      books.entry(account, [
        ['external', 'available', 100n],
        ['available', 'fees', 10n],
      ]),
      books.entry(account, [['available', 'reserved', 5n]]),
    );
    await books.move(account, ['reserved', 'refunds', 2n], ['external', 'available', 50n]);
    expect(await books.lines(account)).toEqual([
      [1n, 'credit', 100n],
      [2n, 'debit', 90n],
      [3n, 'debit', 85n],
      [4n, null, 85n],
      [5n, 'credit', 135n],
    ]);
    expect(await books.counts(account)).toEqual({ sequence: 5n, credits: 2n, debits: 2n });
  });

  it('have no gap and no double when fifty post to one account at once', async ({ books }) => {
    const account = await books.open();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        books.move(account, ['external', 'available', BigInt(index + 1)], ['available', 'fees', 1n]),
      ),
    );
    const lines = await books.lines(account);
    expect(lines.map(([sequence]) => sequence)).toEqual(Array.from({ length: 100 }, (_, i) => BigInt(i + 1)));
    expect(lines.at(-1)?.[2]).toBe(1_225n);
    expect(await books.differences(account)).toEqual([]);
  });
});

describe('two accounts', () => {
  it('give to each other at once in both directions without a deadlock or a lost cent', async ({ books }) => {
    const [one, other] = [await books.open(), await books.open()];
    await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        books.post(index % 2 ? between(one, other, 7n) : between(other, one, 5n)),
      ),
    );
    expect(await books.balances(one)).toEqual({ available: -80n, transfers: 80n });
    expect(await books.balances(other)).toEqual({ available: 80n, transfers: -80n });
    expect([await books.differences(one), await books.differences(other)]).toEqual([[], []]);
  });

  it('in a ring of five give to the next at once, and every book closes', async ({ books }) => {
    const ring = await books.openMany(5);
    const gifts = Array.from({ length: 100 }, (_, index) => {
      const [from = '', to = ''] = [ring[index % 5], ring[(index * 3 + 1) % 5]];
      return from === to ? null : between(from, to, BigInt(index + 1));
    });
    await Promise.all(gifts.filter((gift) => gift !== null).map((gift) => books.post(gift)));
    const all = await Promise.all(ring.map((account) => books.balances(account)));
    const sum = (bucket: 'available' | 'transfers') =>
      all.reduce((total, balances) => total + (balances[bucket] ?? 0n), 0n);
    expect([sum('available'), sum('transfers')]).toEqual([0n, 0n]);
    expect((await Promise.all(ring.map((account) => books.differences(account)))).flat()).toEqual([]);
  });
});

describe('the ledger', () => {
  it.for([
    'update ledger_postings set amount_cents = 1',
    'delete from ledger_postings',
    'update ledger_entries set fact = fact',
    'delete from ledger_entries',
  ])('refuses to be changed: %s', async (sql, { books, db }) => {
    await books.move(await books.open(), ['external', 'available', 500n]);
    await expect(db.query(sql)).rejects.toThrow('append-only');
  });

  it('pays many sellers at once without a row in common', async ({ books, db }) => {
    const accounts = await books.openMany(MANY);
    const entries = accounts.map((account) =>
      books.entry(account, [
        ['external', 'available', 100n, 'sale'],
        ['available', 'fees', 9n, 'fee'],
      ]),
    );
    // One transaction holds half of them locked: the other half must not wait for it.
    await runTransaction(db, async (tx) => {
      await post(tx, entries.slice(0, MANY / 2));
      await Promise.all(entries.slice(MANY / 2).map((entry) => books.post(entry)));
    });
    const [sum] = await db.query<{ fees: bigint }>(
      'select sum(fees_cents)::bigint as fees from ledger_balances where account_id = any($1::uuid[])',
      [accounts],
    );
    expect(sum?.fees).toBe(9n * BigInt(MANY));
  });
});
