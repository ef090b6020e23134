import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { until } from '../../../test/support/until.ts';
import { addDays, civilDateOf, daysBetween, effectiveDueDate } from '../brazil/calendar.ts';
import { DAY_MS } from '../kit/clock.ts';
import { cents } from '../kit/money.ts';
import { receivePayment } from './payments/receive.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const payer = { name: 'Ana', cpf_cnpj: '52998224725' };
const create = async (seller: Seller, body: object) =>
  (await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100, ...body })).body;
const get = async (seller: Seller, id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const sandbox = (seller: Seller, id: string, action: string, body?: object) =>
  seller.call('POST', `/api/v1/sandbox/charges/${id}/${action}`, body);
const balance = async (seller: Seller) => (await seller.call('GET', '/api/v1/balance')).body;
const eventsOf = (seller: Seller, id: string) =>
  gateway.db.query<{
    type: string;
    sequence: number;
    status: string;
    previous_status: string | null;
    data: { cause?: string };
  }>(
    'select type, sequence, status, previous_status, data from events where account_id = $1 and charge_id = $2 order by sequence',
    [seller.id, id],
  );

describe('payment', () => {
  it('credits owner and recipients, and notifies each', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const charge = await create(seller, { split: [{ recipient_id: partner.id, percent: 33.33 }] });
    await sandbox(seller, charge.id, 'pay');
    expect(await balance(seller)).toMatchObject({ available: 53.6, reserved: 4.58, total: 58.18 });
    expect(await balance(partner)).toMatchObject({ available: 33.33, reserved: 0 });
    expect(await eventsOf(seller, charge.id)).toMatchObject([
      { type: 'charge.pending', sequence: 1, status: 'PENDING', previous_status: null },
      { type: 'charge.paid', sequence: 2, status: 'RECEIVED', previous_status: 'PENDING' },
    ]);
    expect(await eventsOf(partner, charge.id)).toMatchObject([
      { type: 'charge.paid', data: { split_amount: 33.33 } },
    ]);
  });

  it('the owner may go below zero when splits exceed the net', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const charge = await create(seller, { split: [{ recipient_id: partner.id, amount: 95 }] });
    await sandbox(seller, charge.id, 'pay');
    expect(await balance(seller)).toMatchObject({ available: -8.07, reserved: 4.58 });
  });

  it('the same notice twice credits once; a second payment is returned and shown', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    await sandbox(seller, charge.id, 'pay', { times: 5 });
    expect(await balance(seller)).toMatchObject({ total: 91.51 });
    await sandbox(seller, charge.id, 'pay');
    await gateway.runDue();
    expect(await balance(seller)).toMatchObject({ total: 91.51 });
    expect((await get(seller, charge.id)).returned_payments).toMatchObject([
      { amount: 100, reason: 'paid_twice', status: 'returned' },
    ]);
    const lines = (await seller.call('GET', '/api/v1/transactions')).body.data;
    expect(lines.slice(0, 2)).toMatchObject([
      { type: 'debit', category: 'adjustment', amount: 100, balance_after: 86.93 },
      { type: 'credit', category: 'adjustment', amount: 100 },
    ]);
  });

  it('a wrong amount is returned and the charge still waits', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    const paid = await sandbox(seller, charge.id, 'pay', { amount: 60 });
    expect(paid.body.status).toBe('PENDING');
    await gateway.runDue();
    expect((await get(seller, charge.id)).returned_payments).toMatchObject([
      { amount: 60, reason: 'wrong_amount' },
    ]);
    const received = (await sandbox(seller, charge.id, 'pay')).body;
    expect(received).toMatchObject({ status: 'RECEIVED', returned_payments: [{ amount: 60 }] });
    expect(received).toEqual(await get(seller, charge.id));
  });

  it('a payment after cancellation is returned', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    await sandbox(seller, charge.id, 'pay');
    await gateway.runDue();
    expect(await get(seller, charge.id)).toMatchObject({
      status: 'CANCELLED',
      returned_payments: [{ amount: 100, reason: 'charge_not_payable', status: 'returned' }],
    });
    expect(await balance(seller)).toMatchObject({ total: 0 });
  });
});

describe('time', () => {
  it('an unpaid PIX expires, once', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, { expires_in: 3_600 });
    await gateway.advance(3_480_000);
    expect((await get(seller, charge.id)).status).toBe('PENDING');
    await gateway.advance(121_000);
    expect((await get(seller, charge.id)).status).toBe('CANCELLED');
    expect((await eventsOf(seller, charge.id)).at(-1)).toMatchObject({
      type: 'charge.cancelled',
      data: { cause: 'expired' },
    });
  });

  it('the reserve is released after 30 days', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    await sandbox(seller, charge.id, 'pay');
    await gateway.advance(30 * DAY_MS - 60_000);
    expect(await balance(seller)).toMatchObject({ reserved: 4.58 });
    await gateway.advance(120_000);
    expect(await balance(seller)).toMatchObject({ available: 91.51, reserved: 0 });
    expect((await get(seller, charge.id)).reserve_amount).toBe(4.58);
  });

  it('a boleto falls overdue, takes a late payment with fine and interest, and only that amount', async () => {
    const seller = await gateway.seller();
    const today = civilDateOf(gateway.clock.now());
    const charge = await create(seller, {
      billing_type: 'BOLETO',
      customer: payer,
      due_date: today,
      fine: { percent: 2 },
      interest: { percent: 1 },
    });
    await gateway.advance(10 * DAY_MS);
    expect((await get(seller, charge.id)).status).toBe('OVERDUE');
    expect((await sandbox(seller, charge.id, 'pay', { amount: 100 })).body.status).toBe('OVERDUE');
    const paid = (await sandbox(seller, charge.id, 'pay')).body;
    expect(paid).toMatchObject({ status: 'RECEIVED', value: 100, paid_value: 102.33 });
    expect(paid.net_value).toBeCloseTo(102.33 - paid.platform_fee - paid.reserve_amount, 2);
  });

  it('an overdue boleto is written off after its days, in the order of time', async () => {
    const seller = await gateway.seller();
    const dueDate = addDays(civilDateOf(gateway.clock.now()), 1);
    const body = { billing_type: 'BOLETO', customer: payer, due_date: dueDate, cancel_after_days: 10 };
    const charge = await create(seller, body);
    await gateway.advance(60 * DAY_MS);
    expect((await get(seller, charge.id)).status).toBe('CANCELLED');
    expect((await eventsOf(seller, charge.id)).map((event) => event.type)).toEqual([
      'charge.pending',
      'charge.overdue',
      'charge.cancelled',
    ]);
  });

  it('a boleto with discount is paid for less, early', async () => {
    const seller = await gateway.seller();
    const dueDate = addDays(civilDateOf(gateway.clock.now()), 20);
    const discount = { percent: 10, until: addDays(civilDateOf(gateway.clock.now()), 5) };
    const charge = await create(seller, {
      billing_type: 'BOLETO',
      customer: payer,
      due_date: dueDate,
      discount,
    });
    expect((await sandbox(seller, charge.id, 'pay')).body).toMatchObject({
      status: 'RECEIVED',
      paid_value: 90,
    });
  });
});

describe('a boleto in the sandbox', () => {
  const terms = { billing_type: 'BOLETO', customer: payer, fine: { percent: 2 } };

  it('made overdue before its day is paid late: with its fine, without its discount', async () => {
    const seller = await gateway.seller();
    const until = civilDateOf(gateway.clock.now());
    const charge = await create(seller, { ...terms, discount: { amount: 5, until } });
    const { pix } = (await sandbox(seller, charge.id, 'overdue')).body;
    expect(pix.copy_paste).toContain('5406102.00');
    expect((await sandbox(seller, charge.id, 'pay')).body).toMatchObject({
      status: 'RECEIVED',
      paid_value: 102,
    });
  });

  const payCode = (charge: { pix: { txid: string } }, paymentReference: string) =>
    receivePayment(gateway.deps, {
      provider: 'sandbox',
      paymentReference,
      chargeReference: charge.pix.txid,
      method: 'PIX',
      amountCents: cents(10_000n),
      paidAt: gateway.clock.now(),
    });

  it('with a discount still takes its PIX code at the value the code carries', async () => {
    const seller = await gateway.seller();
    const until = civilDateOf(gateway.clock.now());
    const charge = await create(seller, { ...terms, discount: { amount: 5, until } });
    await payCode(charge, 'E1');
    expect(await get(seller, charge.id)).toMatchObject({ status: 'RECEIVED', paid_value: 100 });
  });

  it('that is late by the day and not yet OVERDUE does not: more than its code carries is owed', async () => {
    const seller = await gateway.seller();
    const today = civilDateOf(gateway.clock.now());
    const charge = await create(seller, { ...terms, due_date: today });
    await gateway.advance((daysBetween(today, effectiveDueDate(today)) + 1) * DAY_MS);
    await payCode(charge, 'E2');
    expect(await get(seller, charge.id)).toMatchObject({
      status: 'PENDING',
      returned_payments: [{ amount: 100, reason: 'wrong_amount' }],
    });
    expect((await sandbox(seller, charge.id, 'pay')).body).toMatchObject({ paid_value: 102 });
  });
});

describe('a payment link', () => {
  it('with max_payments takes no more, however many had its page open', async () => {
    const seller = await gateway.seller();
    const link = await seller.call('POST', '/api/v1/payment-links', {
      name: 'Um só',
      value: 20,
      max_payments: 1,
    });
    const charges = await Promise.all(Array.from({ length: 3 }, () => create(seller, { value: 20 })));
    await gateway.db.query('update charges set payment_link_id = $1 where id = any($2::uuid[])', [
      link.body.id,
      charges.map((charge) => charge.id),
    ]);
    await Promise.all(charges.map((charge) => sandbox(seller, charge.id, 'pay')));
    const after = await Promise.all(charges.map((charge) => get(seller, charge.id)));
    expect(after.map((charge) => charge.status).sort()).toEqual(['PENDING', 'PENDING', 'RECEIVED']);
    expect(after.flatMap((charge) => charge.returned_payments ?? []).map((item) => item.reason)).toEqual([
      'link_full',
      'link_full',
    ]);
    expect((await seller.call('GET', `/api/v1/payment-links/${link.body.id}`)).body.payments_count).toBe(1);
    await gateway.runDue();
  });
});

describe('cards', () => {
  it('a refused charge can be tried again and is then received', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, { billing_type: 'CREDIT_CARD', max_installments: 3 });
    expect((await sandbox(seller, charge.id, 'refuse')).body.status).toBe('REFUSED');
    expect((await sandbox(seller, charge.id, 'pay')).body).toMatchObject({
      status: 'RECEIVED',
      card: { brand: 'visa', last_four: '1111' },
      installments: 1,
    });
    expect((await eventsOf(seller, charge.id)).map((event) => event.type)).toEqual([
      'charge.pending',
      'charge.refused',
      'charge.pending',
      'charge.paid',
    ]);
  });

  it('fixed installments carry their surcharge', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, { billing_type: 'CREDIT_CARD', installments: 12 });
    expect((await sandbox(seller, charge.id, 'pay')).body).toMatchObject({
      platform_fee: 28.41,
      installments: 12,
    });
  });
});

describe('cancelling', () => {
  it.each(['PIX', 'CREDIT_CARD', 'UNDEFINED'])(
    'a pending %s charge can be cancelled, once',
    async (billing_type) => {
      const seller = await gateway.seller();
      const charge = await create(seller, { billing_type });
      expect((await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`)).body.status).toBe(
        'CANCELLED',
      );
      const again = await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
      expect([again.status, again.body.code]).toEqual([400, 'CHARGE_NOT_CANCELLABLE']);
    },
  );

  it('a paid charge cannot', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    await sandbox(seller, charge.id, 'pay');
    const answer = await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    expect(answer.body.code).toBe('CHARGE_NOT_CANCELLABLE');
  });
});

describe('the ledger explains a charge', () => {
  it('to the cent, with rule and rounding, and its totals are the balance', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, { billing_type: 'CREDIT_CARD', installments: 2 });
    await sandbox(seller, charge.id, 'pay');
    const { body } = await seller.call('GET', `/api/v1/charges/${charge.id}/ledger`);
    expect(
      body.postings.map((line: { category: string; amount: number }) => [line.category, line.amount]),
    ).toEqual([
      ['sale', 100],
      ['fee', 10.98],
      ['reserve_hold', 4.45],
    ]);
    expect(body.postings[1].rule).toBe(
      '5.99% of 100.00 = 5.99 (rounded up) + fixed 2.50 + 2x surcharge 2.49% = 2.49 (rounded up)',
    );
    expect(body.totals).toEqual({ external: -100, available: 84.57, fees: 10.98, reserved: 4.45 });
    expect(await balance(seller)).toMatchObject({ available: 84.57, reserved: 4.45 });
  });

  it('and says whose each part of a split is, when it is sent and when it is taken back', async () => {
    const sellers = [gateway.seller(), gateway.seller(), gateway.seller(), gateway.seller()];
    const [owner, big, small, alike] = (await Promise.all(sellers)) as [Seller, Seller, Seller, Seller];
    const split = [
      { recipient_id: small.id, percent: 13.33 },
      { recipient_id: big.id, percent: 20.01 },
      { recipient_id: alike.id, percent: 13.33 },
    ];
    const charge = await create(owner, { value: 100.03, split });
    await sandbox(owner, charge.id, 'pay');
    await owner.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount: 50, reverse_split: true });
    const { body } = await owner.call('GET', `/api/v1/charges/${charge.id}/ledger`);
    const parts = body.postings.filter((line: { recipient_id: string | null }) => line.recipient_id);
    expect(parts).toHaveLength(6);
    for (const seller of [big, small, alike]) {
      const lines = (await seller.call('GET', '/api/v1/transactions')).body.data.reverse();
      const own = parts.filter((line: { recipient_id: string }) => line.recipient_id === seller.id);
      expect(own.map((line: { from: string; amount: number }) => [line.from, line.amount])).toEqual([
        ['available', lines[0].amount],
        ['transfers', lines[1].amount],
      ]);
    }
  });

  it('and what is taken back is a line of the kind that it undoes, on both sides', async () => {
    const [owner, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const charge = await create(owner, { split: [{ recipient_id: partner.id, amount: 40 }] });
    await sandbox(owner, charge.id, 'pay');
    await owner.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount: 50, reverse_split: true });
    const linesOf = async (seller: Seller, category: string) => {
      const { body } = await seller.call('GET', `/api/v1/transactions?category=${category}`);
      return body.data.map((line: { type: string; amount: number }) => [line.type, line.amount]);
    };
    const [there, back] = [40, 20];
    expect(await linesOf(owner, 'split_sent')).toEqual([
      ['credit', back],
      ['debit', there],
    ]);
    expect(await linesOf(partner, 'split_received')).toEqual([
      ['debit', back],
      ['credit', there],
    ]);
    expect([await linesOf(owner, 'split_received'), await linesOf(partner, 'split_sent')]).toEqual([[], []]);
  });
});

describe('a boleto that was paid with its discount', () => {
  it('says what was paid in its events and in the list, as fee and net are of that', async () => {
    const seller = await gateway.seller();
    const today = civilDateOf(gateway.clock.now());
    const boleto = { customer: payer, discount: { percent: 5, until: today } };
    const charge = await create(seller, { billing_type: 'BOLETO', ...boleto });
    const other = await create(seller, {});
    await sandbox(seller, charge.id, 'pay', { amount: 95 });
    await sandbox(seller, other.id, 'pay');
    const { data: listed } = (await seller.call('GET', '/api/v1/charges')).body;
    expect(listed.map((row: { paid_value: number }) => row.paid_value)).toEqual([100, 95]);
    // The feed waits for every transaction that may still bring an earlier event, also of other tests.
    const told = async () => (await seller.call('GET', '/api/v1/events?event=charge.paid')).body.data;
    await until('both payments are in the feed', async () => (await told()).length === 2);
    expect((await told()).map((event: { data: object }) => event.data)).toEqual([
      expect.objectContaining({ payment_id: charge.id, value: 100, paid_value: 95, net_value: 82.46 }),
      expect.not.objectContaining({ paid_value: expect.anything() }),
    ]);
  });
});

describe('a charge that is disputed', () => {
  it('says how much of it', async () => {
    const seller = await gateway.seller();
    const charge = await create(seller, {});
    await sandbox(seller, charge.id, 'pay');
    const read = async () => (await seller.call('GET', `/api/v1/charges/${charge.id}`)).body;
    expect(await read()).not.toHaveProperty('disputed_amount');
    await sandbox(seller, charge.id, 'med', { amount: 60 });
    expect(await read()).toMatchObject({ disputed_amount: 60, refundable_amount: 40 });
  });
});
