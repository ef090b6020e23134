import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { runTransaction } from '../db/transaction.ts';
import { cents } from '../kit/money.ts';
import { auditLedger } from '../ledger/audit.ts';
import type { Posting } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
});
afterEach(async () => {
  const differences = await auditLedger(sellers.deps.db);
  expect(differences.filter((difference) => difference.check.includes('postings'))).toEqual([]);
});

type Line = Omit<Posting, 'accountId' | 'amountCents'> & { cents: bigint };

function book(fact: string, ...lines: Line[]): Promise<void> {
  const postings = lines.map(({ cents: amount, ...line }) => ({
    accountId: seller.id,
    amountCents: cents(amount),
    ...line,
  }));
  return runTransaction(sellers.deps.db, (tx) =>
    post(tx, [{ fact, occurredAt: sellers.clock.now(), postings }]),
  );
}

/** The specification's worked example: 100.00 paid, 8.49 of fee, 4.58 held. */
const sale = (fact = 'sale') =>
  book(
    fact,
    { from: 'external', to: 'available', cents: 10_000n, category: 'sale' },
    { from: 'available', to: 'fees', cents: 849n, category: 'fee' },
    { from: 'available', to: 'reserved', cents: 458n, category: 'reserve_hold' },
  );

const list = (query = '') => seller.call('GET', `/api/v1/transactions${query}`);

describe('GET /balance', () => {
  it('is zero for a new account', async () => {
    expect(await seller.call('GET', '/api/v1/balance')).toEqual({
      status: 200,
      body: { object: 'balance', available: 0, reserved: 0, total: 0, receivable: 0 },
    });
  });

  it('adds available and reserved', async () => {
    await sale();
    expect((await seller.call('GET', '/api/v1/balance')).body).toEqual({
      object: 'balance',
      available: 86.93,
      reserved: 4.58,
      total: 91.51,
      receivable: 0,
    });
  });

  it('may be below zero', async () => {
    await book('dispute', { from: 'available', to: 'disputes', cents: 1_001n, category: 'chargeback' });
    expect((await seller.call('GET', '/api/v1/balance')).body).toMatchObject({
      available: -10.01,
      total: -10.01,
    });
  });
});

describe('GET /transactions', () => {
  it('is empty for a new account', async () => {
    expect((await list()).body).toEqual({
      object: 'list',
      data: [],
      total: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('shows what changed the available balance, newest first, with the balance after each', async () => {
    await sale();
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', total: 3, has_more: false });
    const created_at = expect.any(String);
    const common = {
      object: 'transaction',
      status: 'completed',
      charge_id: null,
      withdrawal_id: null,
      charge_reference: null,
      charge_description: null,
      created_at,
    };
    expect(body.data).toEqual([
      {
        ...common,
        id: '3',
        type: 'debit',
        amount: 4.58,
        category: 'reserve_hold',
        description: 'Security reserve of a charge held',
        balance_after: 86.93,
      },
      {
        ...common,
        id: '2',
        type: 'debit',
        amount: 8.49,
        category: 'fee',
        description: 'Platform fee of a charge',
        balance_after: 91.51,
      },
      {
        ...common,
        id: '1',
        type: 'credit',
        amount: 100,
        category: 'sale',
        description: 'A charge was paid',
        balance_after: 100,
      },
    ]);
  });

  it('leaves out what moves between other parts of the books', async () => {
    await sale();
    await book('out', { from: 'reserved', to: 'external', cents: 100n, category: 'refund' });
    const { body } = await list();
    expect(body).toMatchObject({ total: 3 });
    expect(body.data).toHaveLength(3);
  });

  it('filters by type, with exact totals', async () => {
    await sale('first');
    await sale('second');
    expect((await list('?type=credit')).body).toMatchObject({ total: 2, data: [{ id: '4' }, { id: '1' }] });
    expect((await list('?type=debit&limit=3')).body).toMatchObject({
      total: 4,
      has_more: true,
      data: [{ id: '6' }, { id: '5' }, { id: '3' }],
    });
  });

  it('pages by offset and by cursor, also within a type', async () => {
    await sale('first');
    await sale('second');
    const first = await list('?type=debit&limit=2');
    const second = await list(`?type=debit&limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ total: 4, has_more: false, data: [{ id: '3' }, { id: '2' }] });
    expect((await list('?type=debit&limit=2&offset=2')).body.data).toEqual(second.body.data);
    expect((await list('?limit=1&offset=100')).body).toMatchObject({ total: 6, data: [], has_more: false });
  });

  it.each(['type=refund', 'type=', 'limit=101', 'offset=-1', 'cursor=x'])(
    'refuses %s and names it',
    async (query) => {
      const { status, body } = await list(`?${query}`);
      expect(status).toBe(400);
      expect(body.details).toHaveProperty(query.split('=')[0] as string);
    },
  );

  it('refuses the cursor of another list', async () => {
    const cursor = Buffer.from(sellers.deps.ids.next()).toString('base64url');
    expect(await list(`?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { details: { cursor: expect.any(String) } },
    });
  });

  it("shows nothing of another account's", async () => {
    await sale();
    const stranger = await sellers.account();
    expect((await stranger.call('GET', '/api/v1/transactions')).body).toMatchObject({ total: 0, data: [] });
  });
});
