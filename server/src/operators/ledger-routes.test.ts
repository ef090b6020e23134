import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

let gateway: TestGateway;
let operator: Seller;
let seller: Seller;
let partner: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());

const audit = () => operator.call('GET', '/api/v1/admin/ledger/audit');
const totals = async () => (await operator.call('GET', '/api/v1/admin/ledger/totals')).body;

/** Moves cents between two buckets of the seller behind the ledger's back. */
const tamper = (cents: number) =>
  gateway.db.query(
    `update ledger_balances
     set available_cents = available_cents + $2,
         external_cents = external_cents - $2
     where account_id = $1`,
    [seller.id, cents],
  );

describe('the totals', () => {
  it('of empty books are zero and add up', async () => {
    expect(await totals()).toEqual({
      object: 'ledger_totals',
      accounts: 3,
      owed_to_sellers: { available: 0, reserved: 0, total: 0 },
      available: 0,
      held_in_reserve: 0,
      owed: 0,
      fees_earned: 0,
      in_refunds: 0,
      in_withdrawals: 0,
      in_disputes: 0,
      receivable: 0,
      external: 0,
      transfers: 0,
      adds_up: true,
    });
  });

  it('sum what every account has: a sale of 100.00 with split, a withdrawal and a dispute', async () => {
    const sell = async (split?: object[]) => {
      const request = { billing_type: 'PIX', value: 100, ...(split ? { split } : {}) };
      const { body } = await seller.call('POST', '/api/v1/charges', request);
      await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
      return body.id;
    };
    await sell([{ recipient_id: partner.id, amount: 20 }]);
    expect(await totals()).toMatchObject({
      owed_to_sellers: { available: 86.93, reserved: 4.58, total: 91.51 },
      fees_earned: 8.49,
      external: -100,
      transfers: 0,
      adds_up: true,
    });
    await partner.call('POST', '/api/v1/withdrawals', { amount: 20, pix_key: '11144477735' });
    await seller.call('POST', `/api/v1/sandbox/charges/${await sell()}/med`, { amount: 50 });
    expect(await totals()).toMatchObject({
      owed_to_sellers: { total: 113.02 },
      owed: 113.02,
      fees_earned: 16.98,
      in_withdrawals: 20,
      in_disputes: 50,
      external: -200,
      adds_up: true,
    });
  });

  it('show every part of a sum that is zero', async () => {
    const shown = await totals();
    const parts = [
      'available',
      'held_in_reserve',
      'fees_earned',
      'in_refunds',
      'in_withdrawals',
      'in_disputes',
    ];
    const cents = [...parts, 'external', 'transfers'].map((part) => Math.round(shown[part] * 100));
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(Math.round(shown.owed * 100)).toBe(
      Math.round(shown.available * 100) + Math.round(shown.held_in_reserve * 100),
    );
  });

  it('do not add up when money between accounts was lost', async () => {
    const lose = (cents: number) =>
      gateway.db.query(
        `update ledger_balances
         set transfers_cents = transfers_cents + $2, available_cents = available_cents - $2
         where account_id = $1`,
        [partner.id, cents],
      );
    await lose(1);
    expect(await totals()).toMatchObject({ transfers: 0.01, adds_up: false });
    await lose(-1);
    expect(await totals()).toMatchObject({ transfers: 0, adds_up: true });
  });
});

describe('the audit', () => {
  it('finds nothing in books that are right', async () => {
    const { status, body } = await audit();
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'ledger_audit',
      ok: true,
      differences: [],
      checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      duration_ms: expect.any(Number),
    });
  });

  it('names the account and both balances when a balance was changed by one cent', async () => {
    await tamper(1);
    const { body } = await audit();
    await tamper(-1);
    expect(body.ok).toBe(false);
    const found = body.differences.map((each: { subject: string }) => each.subject).sort();
    expect(found).toEqual(['available', 'external']);
    const available = body.differences.find((each: { subject: string }) => each.subject === 'available');
    expect(available).toMatchObject({
      check: 'available balance equals its postings',
      account_id: seller.id,
    });
    expect(BigInt(available.actual) - BigInt(available.expected)).toBe(1n);
    expect((await audit()).body.ok).toBe(true);
  });
});
