import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { runTransaction } from '../db/transaction.ts';
import { cents } from '../kit/money.ts';
import { type Bucket, type Category, type Entry, transfer } from './chart.ts';
import { post } from './post.ts';

let gateway: TestGateway;
let owner: string;
let other: string;
let facts = 0;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(async () => {
  [owner, other] = (await Promise.all([gateway.seller(), gateway.seller()])).map((seller) => seller.id) as [
    string,
    string,
  ];
});
afterAll(() => gateway.stop());

const entry = (from: Bucket, to: Bucket, amount: bigint, more: Partial<Entry> = {}): Entry => ({
  fact: `test:${++facts}`,
  occurredAt: gateway.clock.now(),
  postings: [{ accountId: owner, from, to, amountCents: cents(amount), category: 'adjustment' as Category }],
  ...more,
});
const write = (...entries: Entry[]) => runTransaction(gateway.db, (tx) => post(tx, entries));
const balanceOf = async (accountId: string) =>
  (await gateway.db.query('select * from ledger_balances where account_id = $1', [accountId]))[0];

describe('posting', () => {
  it('moves both buckets, counts the lines and keeps the running balance', async () => {
    await write(entry('external', 'available', 500n), entry('available', 'reserved', 120n));
    expect(await balanceOf(owner)).toMatchObject({
      available_cents: 380n,
      reserved_cents: 120n,
      external_cents: -500n,
      last_sequence: 2n,
      credit_count: 1n,
      debit_count: 1n,
    });
    const lines = await gateway.db.query(
      'select sequence, type, available_after_cents from ledger_postings where account_id = $1 order by sequence',
      [owner],
    );
    expect(lines).toEqual([
      { sequence: 1n, type: 'credit', available_after_cents: 500n },
      { sequence: 2n, type: 'debit', available_after_cents: 380n },
    ]);
  });

  it('the same fact cannot be posted twice', async () => {
    const once = entry('external', 'available', 500n);
    await write(once);
    await expect(write(once)).rejects.toThrow(/ledger_entries_pkey/);
    expect(await balanceOf(owner)).toMatchObject({ available_cents: 500n, last_sequence: 1n });
  });

  it('who must be covered is not overdrawn, and nothing of a refused entry stays', async () => {
    await write(entry('external', 'available', 500n));
    const tooMuch = entry('available', 'withdrawals', 501n, { mustCover: [owner] });
    await expect(write(tooMuch)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await balanceOf(owner)).toMatchObject({ available_cents: 500n, last_sequence: 1n });
    await write(entry('available', 'withdrawals', 500n, { mustCover: [owner] }));
  });

  it('a chargeback may go below zero; from there only what lowers the balance needs cover', async () => {
    await write(entry('available', 'disputes', 300n));
    expect(await balanceOf(owner)).toMatchObject({ available_cents: -300n });
    await expect(write(entry('available', 'withdrawals', 1n, { mustCover: [owner] }))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    await write(entry('external', 'available', 100n, { mustCover: [owner] }));
  });

  it('transfers in both directions at once neither deadlock nor lose a cent', async () => {
    const move = (from: string, to: string, amount: bigint): Entry => ({
      fact: `test:${++facts}`,
      occurredAt: gateway.clock.now(),
      postings: transfer(from, to, cents(amount)),
    });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        write(index % 2 ? move(owner, other, 7n) : move(other, owner, 5n)),
      ),
    );
    expect(await balanceOf(owner)).toMatchObject({ available_cents: -60n, transfers_cents: 60n });
    expect(await balanceOf(other)).toMatchObject({ available_cents: 60n, transfers_cents: -60n });
  });

  it('nothing in it is ever changed or deleted', async () => {
    await write(entry('external', 'available', 500n));
    for (const statement of [
      'update ledger_postings set amount_cents = 1',
      'delete from ledger_postings',
      'update ledger_entries set fact = fact',
      'delete from ledger_entries',
    ]) {
      await expect(gateway.db.query(statement)).rejects.toThrow('append-only');
    }
  });

  it('a thousand sellers are paid at once without a row in common', async () => {
    const ids = await gateway.db.query<{ id: string }>(
      `with made as (
         insert into accounts (id, name, email, document, person_type, status, payment_provider, fee_basis_points,
           fee_fixed_cents, reserve_basis_points, reserve_days, created_at)
         select gen_random_uuid(), 'many', 'many', '52998224725', 'PF', 'active', 'sandbox', 599, 250, 500, 30, now()
         from generate_series(1, 1000)
         returning id
       ), books as (insert into ledger_balances (account_id) select id from made)
       select id from made`,
    );
    // One transaction holds half of them open; the other half must get through without waiting for it.
    const entries = ids.map(({ id }) => ({
      ...entry('external', 'available', 100n),
      postings: postingsOf(id),
    }));
    const [held, free] = [entries.slice(0, 500), entries.slice(500)];
    await runTransaction(gateway.db, async (tx) => {
      await post(tx, held);
      await Promise.all(free.map((item) => write(item)));
    });
    const [sum] = await gateway.db.query<{ fees: bigint }>(
      `select sum(fees_cents)::bigint as fees from ledger_balances where account_id = any($1::uuid[])`,
      [ids.map(({ id }) => id)],
    );
    expect(sum?.fees).toBe(9_000n);
  });
});

const postingsOf = (accountId: string): Entry['postings'] => [
  { accountId, from: 'external', to: 'available', amountCents: cents(100n), category: 'sale' },
  { accountId, from: 'available', to: 'fees', amountCents: cents(9n), category: 'fee' },
];

const auditOf = async (accountId: string) =>
  (await gateway.audit()).filter((difference) => difference.account_id === accountId);

describe('the audit', () => {
  it('is empty for right books, and names what is wrong in broken ones', async () => {
    await write(entry('external', 'available', 500n));
    expect(await auditOf(owner)).toEqual([]);
    await gateway.db.query(
      'update ledger_balances set available_cents = available_cents + 1, external_cents = external_cents - 1 where account_id = $1',
      [owner],
    );
    expect(await auditOf(owner)).toEqual([
      {
        check: 'available balance equals its postings',
        account_id: owner,
        subject: 'available',
        expected: '500',
        actual: '501',
      },
      {
        check: 'external balance equals its postings',
        account_id: owner,
        subject: 'external',
        expected: '-500',
        actual: '-501',
      },
    ]);
    await gateway.db.query(
      'update ledger_balances set available_cents = available_cents - 1, external_cents = external_cents + 1 where account_id = $1',
      [owner],
    );
  });

  it('notices a charge whose money is missing, and a held reserve nobody holds', async () => {
    const seller = await gateway.seller();
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    await gateway.db.query(
      `update charges set status = 'RECEIVED', paid_cents = 10000, reserve_cents = 458, reserve_held_cents = 458 where id = $1`,
      [charge.body.id],
    );
    const found = (await auditOf(seller.id)).map((difference) => difference.check);
    expect(found).toContain('a charge is credited what was paid');
    expect(found).toContain('a charge is debited its fee');
    expect(found).toContain('reserved balance equals what it is held for');
    expect(found).toContain('charge counts equal the charges');
  });
});
