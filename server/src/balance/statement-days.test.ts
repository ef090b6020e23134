import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { runTransaction } from '../db/transaction.ts';
import { pageOf } from '../http/lists.ts';
import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import { type Cents, cents } from '../kit/money.ts';
import { CATEGORIES, type Category, type LineType } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import { type LineFilter, wholeDaysOf } from './line-filter.ts';
import { countLines, openingAt } from './statement-days.ts';
import { listTransactions } from './transactions.ts';

let sellers: Sellers;
let account: TestAccount;
/** Midnight in São Paulo. */
const START = new Date('2026-03-01T03:00:00Z');
const at = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);

let facts = 0;
async function book(category: Category, isCredit: boolean, amount: bigint, occurredAt: Date): Promise<void> {
  const buckets = isCredit
    ? ({ from: 'external', to: 'available' } as const)
    : ({ from: 'available', to: 'external' } as const);
  const posting = { accountId: account.id, amountCents: cents(amount), category, ...buckets };
  facts += 1;
  await runTransaction(sellers.deps.db, (tx) =>
    post(tx, [{ fact: `line ${facts}`, occurredAt, postings: [posting] }]),
  );
}

const fold = async () => {
  sellers.deps.rollups.touch(account.id);
  await sellers.deps.rollups.fold();
};

beforeAll(async () => {
  sellers = await startSellers();
  account = await sellers.account();
  // Numbers do not follow the time: the clock was put forward and back.
  for (let line = 0; line < 90; line += 1) {
    const category = CATEGORIES[(line * 7) % CATEGORIES.length] ?? 'sale';
    await book(category, line % 3 !== 0, BigInt(100 + line), at(((line * 37) % 90) - 0.5 * (line % 2)));
    if (line === 50) await fold();
  }
});
afterAll(() => sellers.stop());

type Line = {
  sequence: bigint;
  type: LineType;
  category: Category;
  amount_cents: Cents;
  occurred_at: Date;
};
const rowsOf = () =>
  sellers.deps.db.query<Line>(
    'select * from ledger_postings where account_id = $1 order by occurred_at desc, sequence desc',
    [account.id],
  );

const matches = (filter: LineFilter) => (row: Line) =>
  (!filter.type || row.type === filter.type) &&
  (!filter.category || row.category === filter.category) &&
  (!filter.from || row.occurred_at >= filter.from) &&
  (!filter.to || row.occurred_at < filter.to);

const FILTERS: LineFilter[] = [
  { type: 'credit' },
  { category: 'fee' },
  { category: 'fee', type: 'debit' },
  { from: at(24), to: at(48) },
  { from: at(24), to: at(48), type: 'debit' },
  { from: at(5), to: at(71) },
  { from: at(5), to: at(71), category: 'sale' },
  { from: at(5), to: at(6) },
  { from: at(5), to: at(30) },
  { from: at(23.5), to: at(24.5) },
  { from: at(48) },
  { to: at(47.5) },
  { from: at(48), to: at(24) },
  { from: at(1), to: at(1) },
  { from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-12-31T23:59:59Z') },
  { to: new Date('0001-01-01T00:00:00Z') },
];

describe('lines of a kind and of a time', () => {
  it.each(FILTERS)('are those that match, newest first, with their total (%o)', async (filter) => {
    const expected = (await rowsOf()).filter(matches(filter)).map((row) => Number(row.sequence));
    for (const folded of [false, true]) {
      if (folded) await fold();
      const seen: number[] = [];
      let after: string | null = null;
      do {
        const page = { ...pageOf('transactions', { limit: 7 }), after };
        const { rows, total } = await listTransactions(sellers.deps, account.id, filter, page);
        expect(total).toBe(BigInt(expected.length));
        seen.push(...rows.slice(0, 7).map(([sequence]) => sequence));
        after = rows.length > 7 ? String(rows[6]?.[0]) : null;
      } while (after !== null);
      expect(seen).toEqual(expected);
    }
  });

  it('have an opening balance at any moment', async () => {
    const rows = await rowsOf();
    for (const hours of [-10, 0, 0.5, 11, 24, 47.9, 48, 89, 200]) {
      const before = rows.filter((row) => row.occurred_at < at(hours));
      const balance = before.reduce(
        (sum, row) => sum + (row.type === 'credit' ? row.amount_cents : -row.amount_cents),
        0n,
      );
      const { opening_cents } = await openingAt(sellers.deps.db, account.id, at(hours));
      expect([hours, opening_cents]).toEqual([hours, balance]);
    }
  });

  it('are counted also while they are posted and folded at once', async () => {
    const before = await countLines(sellers.deps.db, account.id, { category: 'adjustment' });
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await sellers.credit(account, BigInt(index + 1));
        await fold();
      }),
    );
    expect(await countLines(sellers.deps.db, account.id, { category: 'adjustment' })).toBe(before + 30n);
    await fold();
    expect(await countLines(sellers.deps.db, account.id, { category: 'adjustment' })).toBe(before + 30n);
  });
});

describe('the whole days of a span', () => {
  it.each([
    [at(0), at(48), '2026-03-01', '2026-03-03'],
    [at(1), at(48), '2026-03-02', '2026-03-03'],
    [at(1), at(47), '2026-03-02', '2026-03-02'],
    [at(-1), at(25), '2026-03-01', '2026-03-02'],
  ])('from %o to %o are %s until before %s', (from, to, first, end) => {
    expect(wholeDaysOf({ from, to })).toMatchObject({ first, end });
  });

  it('begin at 01:00 where daylight saving time skipped midnight', () => {
    const from = new Date('2018-11-04T03:00:00Z');
    expect(wholeDaysOf({ from, to: new Date(from.getTime() + 2 * DAY_MS) })).toMatchObject({
      first: '2018-11-04',
      firstAt: from,
    });
  });
});

describe('GET /transactions by category and time', () => {
  const ask = (query: string) => account.call('GET', `/api/v1/transactions?${query}`);

  it('takes created_from and created_to as the list of charges does', async () => {
    const { status, body } = await ask(
      `created_from=${at(24).toISOString()}&created_to=2026-03-03T00:00:00-03:00&limit=100`,
    );
    const expected = (await rowsOf()).filter(matches({ from: at(24), to: at(48) }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: expected.length, has_more: false });
    expect((body.data as { id: string }[]).map((line) => line.id)).toEqual(
      expected.map((row) => row.sequence.toString()),
    );
  });

  it.each([
    'category=rent',
    'category=',
    'created_from=yesterday',
    'created_to=2026-02-30T00:00:00Z',
    'created_to=',
  ])('refuses %s and names it', async (query) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty(query.split('=')[0] as string);
  });
});
