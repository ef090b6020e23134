import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { hasInstallments, soldByCard } from '../../../../test/support/receivables.ts';
import { addBankingDays, addDays, civilDateOf, daysBetween, nextBankingDay } from '../../brazil/calendar.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { runDueReceivables } from './due.ts';

let gateway: TestGateway;
let seller: Seller;

beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(async () => {
  seller = await gateway.seller();
  await hasInstallments(gateway, seller);
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(() => gateway.stop());

const today = () => civilDateOf(gateway.deps.clock.now());
const dayOf = (installment: number) => nextBankingDay(addDays(today(), 32 * installment));
const balance = async (of = seller) => (await of.call('GET', '/api/v1/balance')).body;
const rows = async (query = '', of = seller) =>
  (await of.call('GET', `/api/v1/receivables${query}`)).body.data;

describe('a sale in installments', () => {
  it('is to come, a row for each, and then in the balance on its day, labelled as the calendar knows it', async () => {
    const id = await soldByCard(seller, { value: 300, installments: 3 });
    const { body: charge } = await seller.call('GET', `/api/v1/charges/${id}`);
    // 300.00 less 5.99 % + 4.98 % + 2.50; the reserve is 5 % of the rest.
    expect(charge).toMatchObject({ platform_fee: 35.41, reserve_amount: 13.23 });
    expect(await balance()).toMatchObject({ available: 0, receivable: 264.59, reserved: 0, total: 0 });
    const known = { charge_id: id, status: 'expected', confirmed_by: 'calendar', claimed_amount: 0 };
    const first = dayOf(1);
    expect(await rows()).toMatchObject([
      { ...known, installment: 1, gross_amount: 100, fee_amount: 11.8, net_amount: 88.2, expected_on: first },
      { ...known, installment: 2, gross_amount: 100, fee_amount: 11.8, net_amount: 88.2 },
      { ...known, installment: 3, gross_amount: 100, fee_amount: 11.81, net_amount: 88.19 },
    ]);
    const { body: calendar } = await seller.call('GET', `/api/v1/balance/calendar?from=${first}&to=${first}`);
    expect(calendar).toMatchObject({
      cards: { amount: 88.2, count: 1 },
      data: [{ date: first, cards: { amount: 88.2, count: 1 } }],
    });

    await gateway.advance(daysBetween(today(), first) * DAY_MS);
    expect(await balance()).toMatchObject({ available: 83.79, receivable: 176.39, reserved: 4.41 });
    expect(await rows('?status=settled')).toMatchObject([{ installment: 1, outstanding_amount: 0 }]);
    const { body: reserve } = await seller.call('GET', '/api/v1/balance/reserve');
    expect(reserve.data).toMatchObject([{ amount: 4.41 }]);

    await gateway.advance(120 * DAY_MS);
    expect(await balance()).toMatchObject({ available: 264.59, receivable: 0, reserved: 0 });
    const { body: statement } = await seller.call('GET', '/api/v1/transactions?limit=100');
    const lines = statement.data as { category: string; amount: number }[];
    expect(lines.filter(({ category }) => category === 'receivable_settled')).toHaveLength(3);
    expect(await runDueReceivables(gateway.deps)).toBe(0);
  });

  it('of two sellers at once, a page at a time: every row exactly once, and none of another account', async () => {
    const partner = await gateway.seller();
    await hasInstallments(gateway, partner);
    const split = [{ recipient_id: partner.id, percent: 25 }];
    const id = await soldByCard(seller, { value: 100, installments: 4, split });
    await soldByCard(seller, { value: 60, installments: 5 });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await seller.call(
        'GET',
        `/api/v1/receivables?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.map((row: { id: string }) => row.id));
      cursor = body.next_cursor;
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
    expect(await rows('', partner)).toMatchObject(
      [1, 2, 3, 4].map((installment) => ({ charge_id: id, installment, net_amount: 6.25, fee_amount: 0 })),
    );
    expect(await rows(`?charge_id=${id}`)).toHaveLength(4);
  });

  it('on the plan d1 is one row, on the next banking day', async () => {
    await hasInstallments(gateway, seller, { card_settlement: 'd1' });
    await soldByCard(seller, { value: 300, installments: 3 });
    const next = addBankingDays(today(), 1);
    expect(await rows()).toMatchObject([{ installment: 1, installments: 1, expected_on: next }]);
    await gateway.advance(daysBetween(today(), next) * DAY_MS);
    expect(await balance()).toMatchObject({ available: 251.36, receivable: 0, reserved: 13.23 });
  });

  it('is at once on the plan instant, with no row', async () => {
    await hasInstallments(gateway, seller, { card_settlement: 'instant' });
    await soldByCard(seller, { value: 300, installments: 3 });
    expect(await rows()).toEqual([]);
    expect(await balance()).toMatchObject({ available: 251.36, receivable: 0, reserved: 13.23 });
  });
});

describe('early payout', () => {
  const quote = (body: object = {}) => seller.call('POST', '/api/v1/receivables/anticipations/quote', body);
  const anticipate = (body: object = {}) => seller.call('POST', '/api/v1/receivables/anticipations', body);

  /** Three percent of a month of 30 days, by day, rounded up. */
  const feeOf = (amount: number, installment: number) =>
    Math.ceil((Math.round(amount * 100) * 300 * daysBetween(today(), dayOf(installment))) / (10_000 * 30)) /
    100;

  it('costs what the quote says, soonest first and in part, and comes once', async () => {
    const id = await soldByCard(seller, { value: 300, installments: 3 });
    const fee = Math.round((feeOf(88.2, 1) + feeOf(31.8, 2)) * 100) / 100;
    // The first money of each row holds its reserve: 4.41 for both.
    const price = {
      ...{ amount: 120, fee, reserve_amount: 8.82, net_amount: Math.round((120 - fee - 8.82) * 100) / 100 },
      ...{ monthly_percent: 3, installments_count: 2 },
    };
    expect((await quote({ amount: 120 })).body).toMatchObject({ object: 'anticipation_quote', ...price });
    expect(await balance()).toMatchObject({ available: 0, receivable: 264.59 });

    const cheaper = await anticipate({ amount: 120, max_fee: fee - 0.01 });
    expect(cheaper).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(cheaper.raw).toContain('max_fee');
    const made = await anticipate({ amount: 120, max_fee: fee });
    expect(made).toMatchObject({ status: 201, body: { object: 'anticipation', ...price } });

    const { available, receivable, reserved } = await balance();
    expect({ receivable, reserved }).toEqual({ receivable: 144.59, reserved: 8.82 });
    expect(available).toBeCloseTo(120 - fee - 8.82, 10);
    expect(await rows()).toMatchObject([
      { installment: 1, status: 'anticipated', anticipated_amount: 88.2, outstanding_amount: 0 },
      { installment: 2, status: 'expected', anticipated_amount: 31.8, outstanding_amount: 56.4 },
      { installment: 3, status: 'expected', anticipated_amount: 0, outstanding_amount: 88.19 },
    ]);
    const { body: explained } = await seller.call('GET', `/api/v1/charges/${id}/ledger`);
    expect(JSON.stringify(explained)).toContain('anticipation_fee');

    await gateway.advance(160 * DAY_MS);
    const after = await balance();
    expect(after).toMatchObject({ receivable: 0, reserved: 0 });
    expect(after.available).toBeCloseTo(264.59 - fee, 10);
  });

  it('that costs nothing may be tied to that, and many small parts cost no less than one', async () => {
    await hasInstallments(gateway, seller, { anticipation_percent: 0 });
    await soldByCard(seller, { value: 300, installments: 3 });
    expect((await quote()).body).toMatchObject({ fee: 0 });
    expect(await anticipate({ amount: 5, max_fee: 0 })).toMatchObject({ status: 201, body: { fee: 0 } });
    await hasInstallments(gateway, seller);
    expect((await quote({ amount: 0.01 })).body).toMatchObject({ fee: 0.01 });
    expect((await anticipate({ amount: 5, max_fee: 0 })).body).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('asked for twice at the same time pays everything out once', async () => {
    await soldByCard(seller, { value: 300, installments: 3 });
    const { body } = await quote();
    expect(body).toMatchObject({ amount: 264.59, installments_count: 3 });
    const answers = await Promise.all([anticipate(), anticipate(), anticipate()]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 400, 400]);
    expect(await balance()).toMatchObject({ receivable: 0, available: body.net_amount });
  });

  it('of a part of another sale pays the recipient, and a refund then takes from the balance', async () => {
    const partner = await gateway.seller();
    await hasInstallments(gateway, partner);
    const split = [{ recipient_id: partner.id, percent: 50 }];
    const id = await soldByCard(seller, { value: 100, installments: 2, split });
    const made = await partner.call('POST', '/api/v1/receivables/anticipations');
    expect(made).toMatchObject({ status: 201, body: { amount: 50, installments_count: 2 } });
    expect(await balance(partner)).toMatchObject({ receivable: 0, available: made.body.net_amount });

    const path = `/api/v1/charges/${id}/refund`;
    const refused = await seller.call('POST', path, { reverse_split: true });
    expect(refused.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });

  it.each([
    ['without an offer', { anticipation_percent: null }, true, {}, 'INVALID_STATE'],
    ['with nothing to come', {}, false, {}, 'INVALID_STATE'],
    ['of more than is to come', {}, true, { amount: 1_000 }, 'VALIDATION_ERROR'],
    ['of nothing', {}, true, { amount: 0 }, 'VALIDATION_ERROR'],
    ['of a part of a cent', {}, true, { amount: 1.005 }, 'VALIDATION_ERROR'],
  ])('%s is refused', async (_what, terms, isSold, body, code) => {
    await hasInstallments(gateway, seller, terms);
    if (isSold) await soldByCard(seller, { value: 60, installments: 2 });
    for (const answer of [await quote(body), await anticipate(body)]) {
      expect(answer.body).toMatchObject({ code });
    }
    expect(await balance()).toMatchObject({ available: 0 });
  });
});
