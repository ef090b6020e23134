import { describe, expect } from 'vitest';
import { Books } from '../../../test/support/books.ts';
import { it as base } from '../../../test/support/fixtures.ts';
import { startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import type { Difference } from './audit.ts';
import { BUCKETS, type Bucket } from './chart.ts';

const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('sellers', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sellers = await startSellers({ GUICHE_SANDBOX_WITHDRAWALS: 'manual' });
    onCleanup(() => sellers.stop());
    return sellers;
  })
  .extend('books', { scope: 'file' }, async ({ sellers }) => new Books(sellers.deps.db))
  .extend('seller', ({ sellers }) => sellers.account());

async function made(seller: TestAccount, path: string, body: object = {}): Promise<string> {
  const answer = await seller.call('POST', `/api/v1${path}`, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
  return answer.body.id as string;
}

async function paidCharge(seller: TestAccount): Promise<string> {
  const id = await made(seller, '/charges', { billing_type: 'PIX', value: 100 });
  await made(seller, `/sandbox/charges/${id}/pay`);
  return id;
}

const found = (check: string, account: string, more: Partial<Difference>) => ({
  check,
  account_id: account,
  ...more,
});

describe('the audit of right books', () => {
  it('is empty after sales, a refund, a dispute and a withdrawal', async ({ books, seller }) => {
    const [refunded, disputed] = [await paidCharge(seller), await paidCharge(seller)];
    await paidCharge(seller);
    await made(seller, `/charges/${refunded}/refund`, { amount: 30 });
    await made(seller, `/sandbox/charges/${disputed}/med`);
    await made(seller, '/withdrawals', { amount: 10, pix_key: 'loja@example.com' });
    expect(await books.audit(seller.id)).toEqual([]);
  });
});

describe('the audit finds', () => {
  const COUNTER: Partial<Record<Bucket, Bucket>> = { external: 'transfers' };

  it.for(BUCKETS)('a balance of %s that its postings do not give', async (bucket, { books, seller }) => {
    const counter = COUNTER[bucket] ?? 'external';
    await books.db.query(
      `update ledger_balances
       set ${bucket}_cents = ${bucket}_cents + 7,
           ${counter}_cents = ${counter}_cents - 7
       where account_id = $1`,
      [seller.id],
    );
    expect(await books.differences(seller.id)).toEqual(
      expect.arrayContaining([
        found(`${bucket} balance equals its postings`, seller.id, {
          ...{ subject: bucket, expected: '0', actual: '7' },
        }),
        found(`${counter} balance equals its postings`, seller.id, {
          ...{ subject: counter, expected: '0', actual: '-7' },
        }),
      ]),
    );
    expect(await books.differences(seller.id)).toHaveLength(2);
  });

  it('a gap in the sequence', async ({ books, seller }) => {
    await books.move(seller.id, ['external', 'available', 5n]);
    await books.db.query('update ledger_balances set last_sequence = 3 where account_id = $1', [seller.id]);
    expect(await books.audit(seller.id)).toEqual([
      found('sequence numbers have no gap', seller.id, {
        ...{ subject: 'last_sequence', expected: '1', actual: '3' },
      }),
    ]);
  });

  it('a wrong number of lines', async ({ books, seller }) => {
    await books.move(seller.id, ['external', 'available', 5n]);
    await books.db.query('update ledger_balances set debit_count = 4 where account_id = $1', [seller.id]);
    expect(await books.audit(seller.id)).toEqual([
      found('line counts equal the lines', seller.id, {
        ...{ subject: 'credits and debits', expected: '1', actual: '5' },
      }),
    ]);
  });

  it('a transfer that arrived nowhere', async ({ books, seller }) => {
    const lost = books.entry(seller.id, [['available', 'transfers', 40n, 'split_sent']]);
    await books.post(lost);
    expect(await books.audit(seller.id)).toEqual([
      found('transfers between accounts add up to zero', seller.id, {
        ...{ subject: lost.fact, expected: '0', actual: '40' },
      }),
    ]);
  });

  it('a running balance that does not follow', async ({ books, seller }) => {
    await books.move(seller.id, ['external', 'available', 5n], ['available', 'fees', 2n]);
    await books.tamper(
      'update ledger_postings set available_after_cents = 4 where account_id = $1 and sequence = 2',
      [seller.id],
    );
    expect(await books.audit(seller.id)).toEqual([
      found('running balance follows the postings', seller.id, {
        ...{ subject: '2', expected: '3', actual: '4' },
      }),
    ]);
  });

  it('a changed amount of a posting, in both of its buckets and in the running balance', async ({
    books,
    seller,
  }) => {
    await books.move(seller.id, ['external', 'available', 5n]);
    await books.tamper('update ledger_postings set amount_cents = 6 where account_id = $1', [seller.id]);
    const checks = (await books.audit(seller.id)).map(({ check }) => check);
    expect(checks.sort()).toEqual([
      'available balance equals its postings',
      'external balance equals its postings',
      'running balance follows the postings',
    ]);
  });

  it('a posting whose entry is gone', async ({ books, seller }) => {
    const entry = books.entry(seller.id, [['external', 'available', 5n]]);
    await books.post(entry);
    await books.tamper('delete from ledger_entries where account_id = $1', [seller.id]);
    expect(await books.audit(seller.id)).toEqual([
      found('every posting belongs to an entry', seller.id, {
        ...{ subject: entry.fact, expected: '1', actual: '0' },
      }),
    ]);
  });

  it('a reserve that no charge holds', async ({ books, seller }) => {
    const id = await paidCharge(seller);
    await books.db.query('update charges set reserve_held_cents = reserve_held_cents - 8 where id = $1', [
      id,
    ]);
    expect(await books.audit(seller.id)).toMatchObject([
      { check: 'reserved balance equals what it is held for', subject: 'reserved' },
    ]);
  });

  it('money set aside for a withdrawal of another amount', async ({ books, seller }) => {
    await paidCharge(seller);
    const id = await made(seller, '/withdrawals', { amount: 10, pix_key: 'loja@example.com' });
    await books.db.query('update withdrawals set amount_cents = 999 where id = $1', [id]);
    expect(await books.audit(seller.id)).toEqual([
      found('withdrawals balance equals what it is held for', seller.id, {
        ...{ subject: 'withdrawals', expected: '999', actual: '1000' },
      }),
    ]);
  });

  it('money set aside for a dispute of another amount', async ({ books, seller }) => {
    const id = await made(seller, `/sandbox/charges/${await paidCharge(seller)}/med`);
    await books.db.query('update disputes set amount_cents = 9999 where id = $1', [id]);
    expect(await books.audit(seller.id)).toEqual([
      found('disputes balance equals what it is held for', seller.id, {
        ...{ subject: 'disputes', expected: '9999', actual: '10000' },
      }),
    ]);
  });

  it('a pending refund for which nothing is set aside', async ({ books, seller }) => {
    const charge = await paidCharge(seller);
    const id = await made(seller, `/charges/${charge}/refund`, { amount: 30 });
    await books.db.query(`update refunds set status = 'pending' where id = $1`, [id]);
    expect((await books.audit(seller.id)).map(({ check }) => check).sort()).toEqual([
      'refunds balance equals what it is held for',
      'refunds of a charge add up',
      'refunds under way of a charge add up',
    ]);
  });

  it('a stray receipt on its way back for which nothing is set aside', async ({ books, seller }) => {
    const charge = await paidCharge(seller);
    await books.db.query(
      `insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, status, created_at)
       values ($1, $2, $2, 'E1', 55, 'paid twice', 'returning', now())`,
      [seller.id, charge],
    );
    expect(await books.audit(seller.id)).toEqual([
      found('refunds balance equals what it is held for', seller.id, {
        ...{ subject: 'refunds', expected: '55', actual: '0' },
      }),
    ]);
  });

  it('a charge that was credited another amount than was paid', async ({ books, seller }) => {
    const subject = await paidCharge(seller);
    await books.db.query('update charges set paid_cents = 10001 where id = $1', [subject]);
    expect(await books.audit(seller.id)).toEqual([
      found('a charge is credited what was paid', seller.id, {
        ...{ subject, expected: '10001', actual: '10000' },
      }),
    ]);
  });

  it('a charge that was debited another fee', async ({ books, seller }) => {
    const subject = await paidCharge(seller);
    await books.db.query('update charges set platform_fee_cents = 1 where id = $1', [subject]);
    expect(await books.audit(seller.id)).toMatchObject([
      { check: 'a charge is debited its fee', subject, expected: '1' },
    ]);
  });

  it('a refunded amount without a refund', async ({ books, seller }) => {
    const subject = await paidCharge(seller);
    await books.db.query('update charges set refunded_cents = 5 where id = $1', [subject]);
    expect(await books.audit(seller.id)).toEqual([
      found('refunds of a charge add up', seller.id, { subject, expected: '0', actual: '5' }),
    ]);
  });

  it('an amount being refunded without a pending refund', async ({ books, seller }) => {
    const subject = await paidCharge(seller);
    await books.db.query('update charges set refunding_cents = 5 where id = $1', [subject]);
    expect(await books.audit(seller.id)).toEqual([
      found('refunds under way of a charge add up', seller.id, { subject, expected: '0', actual: '5' }),
    ]);
  });

  it('a count of charges that their number does not give', async ({ books, seller }) => {
    const id = await made(seller, '/charges', { billing_type: 'PIX', value: 100 });
    await books.db.query(`update charges set billing_type = 'BOLETO' where id = $1`, [id]);
    expect(
      (await books.audit(seller.id)).sort((one, other) => (one.subject < other.subject ? -1 : 1)),
    ).toEqual([
      found('charge counts equal the charges', seller.id, {
        ...{ subject: 'BOLETO PENDING', expected: '1', actual: '0' },
      }),
      found('charge counts equal the charges', seller.id, {
        ...{ subject: 'PIX PENDING', expected: '0', actual: '1' },
      }),
    ]);
  });
});
