import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payByCard } from '../../../server/src/charges/cards/pay.ts';
import { findCharge } from '../../../server/src/charges/find.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../server/src/kit/clock.ts';
import { createLog } from '../../../server/src/kit/log.ts';
import { callbackUrl } from '../../../server/src/providers/callback-address.ts';
import type { CardNumber, CardProvider } from '../../../server/src/providers/card.ts';
import { type CieloCards, openCielo } from '../../../server/src/providers/cielo/open.ts';
import { type Seller, startGateway, type TestGateway } from '../../support/gateway.ts';
import { liveSeller } from '../../support/live-seller.ts';
import { cieloConfig, QUIET, typed } from './acquirer.ts';
import { type Cielo, startCielo } from './cielo.ts';
import type { Payment } from './house.ts';

/** A gateway under the rules of live rails, whose acquirer is Cielo. The tests play the payer's page. */
let there: Cielo;
let cards: CieloCards;
let gateway: TestGateway;
let seller: Seller;

beforeAll(async () => {
  there = await startCielo();
  gateway = await startGateway({
    liveRules: true,
    rails: (rails) => ({ ...rails, card: [withPage()] }),
  });
  seller = await liveSeller(gateway);
});
afterAll(async () => {
  expect(await gateway?.audit()).toEqual([]);
  await gateway?.stop();
  await cards?.close();
  await there?.stop();
});
beforeEach(() => there.behave(QUIET));

/** What is typed goes to Cielo by its script: no number is in what our server sends. */
function withPage(): CardProvider {
  const clock = {
    now: () => gateway.clock.now(),
    offsetMs: 0,
    inSkippedTime: () => null,
    endSkippedTime() {},
  };
  cards = openCielo(cieloConfig(there), { log: createLog('silent'), clock });
  return {
    ...cards,
    takes: ['number'],
    async authorise(request) {
      const number = request.source.kind === 'number' ? request.source.number : '';
      return cards.authorise({ ...request, source: await typed(there, cards, number) });
    },
  };
}

/** Both clocks move, and what falls due runs. */
async function advance(ms: number): Promise<void> {
  await there.moveClock(gateway.clock.offsetMs + ms);
  await gateway.advance(ms);
}

async function made(body: object = {}): Promise<string> {
  const answer = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'CREDIT_CARD', value: 100 },
    ...body,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

async function pay(id: string, number = '4111111111111111', installments: number | null = null) {
  const charge = await findCharge(gateway.deps, seller.id, id);
  if (!charge) throw new Error('the charge was made');
  const card: CardNumber = {
    ...{ kind: 'number', number, holder: 'ANA SOUZA', document: null },
    ...{ month: 12, year: 2040, cvv: '123' },
  };
  const attemptId = gateway.deps.ids.next();
  const outcome = await payByCard(gateway.deps, charge, {
    ...{ attemptId, card, installments, origin: null, workBits: 0 },
  });
  return { outcome, attemptId };
}

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const paymentsAt = (attemptId: string) => there.paymentsOf(attemptId.replaceAll('-', ''));

async function paymentAt(attemptId: string): Promise<Payment> {
  const [payment, ...others] = await paymentsAt(attemptId);
  expect(others).toEqual([]);
  if (!payment) throw new Error('it was charged');
  return payment;
}

/** Enough in the balance to give one of several sales back. */
async function paid(): Promise<{ id: string; attemptId: string }> {
  await pay(await made());
  const id = await made();
  return { id, ...(await pay(id)) };
}

const refund = (id: string, amount: number) =>
  seller.call('POST', `/api/v1/charges/${id}/refund`, { amount });

async function notify(payment: Payment, changeType = 1) {
  const { pathname } = new URL(callbackUrl(gateway.deps.vault, 'https://pay.example', 'cards', 'cielo'));
  return gateway.call('POST', pathname, { PaymentId: payment.paymentId, ChangeType: changeType });
}

describe('a charge by card at Cielo', () => {
  it('is received in installments, with the name of the seller on the bill', async () => {
    const id = await made({ value: 120.5 });
    const { outcome, attemptId } = await pay(id, '5555555555554444', 3);
    expect(outcome).toBe('approved');
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', installments: 3 });
    const { body } = await paymentAt(attemptId);
    expect(body).toMatchObject({
      MerchantOrderId: attemptId.replaceAll('-', ''),
      Payment: { Installments: 3, Interest: 'ByMerchant', Capture: true, CreditCard: { Brand: 'Master' } },
    });
    expect(JSON.stringify((await there.state()).seen)).not.toContain('5555555555554444');
  });

  it('refused by the issuer can be paid with another card', async () => {
    const id = await made();
    expect((await pay(id, '4000000000000002')).outcome).toBe('refused');
    expect(await read(id)).toMatchObject({ status: 'REFUSED' });
    expect((await pay(id)).outcome).toBe('approved');
  });

  it('is held, and captured in part', async () => {
    const id = await made({ capture: false });
    const { outcome, attemptId } = await pay(id);
    expect(outcome).toBe('authorised');
    const captured = await seller.call('POST', `/api/v1/charges/${id}/capture`, { amount: 60 });
    expect(captured).toMatchObject({ status: 200, body: { status: 'RECEIVED' } });
    expect(await paymentAt(attemptId)).toMatchObject({ status: 2, amount: 10_000, captured: 6_000 });
  });

  it('is held, and let go when it is cancelled', async () => {
    const id = await made({ capture: false });
    const { attemptId } = await pay(id);
    expect(await seller.call('POST', `/api/v1/charges/${id}/cancel`)).toMatchObject({ status: 200 });
    await advance(SECOND_MS);
    expect(await paymentAt(attemptId)).toMatchObject({ status: 10 });
  });

  it('whose answer was lost is looked up, and the payer is charged once', async () => {
    await there.behave({ faults: [{ kind: 'drop after', on: 'sale', times: 1 }] });
    const id = await made();
    const { outcome, attemptId } = await pay(id);
    expect(outcome).toBe('unknown');
    await advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED' });
    expect(await paymentAt(attemptId)).toMatchObject({ status: 2 });
  });

  it('that Cielo never got is refused only after the time in which it may appear', async () => {
    await there.behave({ faults: [{ kind: 'drop before', on: 'sale', times: 1 }] });
    const id = await made();
    expect((await pay(id)).outcome).toBe('unknown');
    await advance(9 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
    await advance(9 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'REFUSED' });
  });

  it('approved twice is received once, and the second payment is cancelled', async () => {
    await there.behave({ faults: [{ kind: 'drop after', on: 'sale', times: 1 }] });
    const id = await made();
    const { attemptId } = await pay(id);
    await there.duplicate((await paymentAt(attemptId)).paymentId);
    await advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED' });
    expect((await paymentsAt(attemptId)).map(({ status }) => status)).toEqual([2, 10]);
  });

  it.each([
    ['approved', 2, 'RECEIVED'],
    ['refused', 3, 'REFUSED'],
  ] as const)('without an end is %s as soon as a notice says to look', async (_, status, shown) => {
    await there.behave({ nextStatus: 0 });
    const id = await made();
    const { attemptId } = await pay(id);
    const payment = await paymentAt(attemptId);
    expect(await notify(payment)).toMatchObject({ status: 200 });
    await gateway.runDue();
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
    await there.finish(payment.paymentId, status);
    expect(await notify(payment)).toMatchObject({ status: 200 });
    await gateway.runDue();
    expect(await read(id)).toMatchObject({ status: shown });
  });
});

describe('refunds of a charge by card at Cielo', () => {
  async function untilNothingIsPending(id: string): Promise<void> {
    for (let step = 0; step < 20; step += 1) {
      const { refunds } = await read(id);
      if (refunds.every(({ status }: { status: string }) => status !== 'pending')) return;
      await advance(10 * SECOND_MS);
    }
  }

  it('in parts take turns, and each is made once', async () => {
    const { id, attemptId } = await paid();
    for (const amount of [10, 20, 30]) expect(await refund(id, amount)).toMatchObject({ status: 200 });
    await untilNothingIsPending(id);
    expect(await read(id)).toMatchObject({ refunded_amount: 60, status: 'RECEIVED' });
    expect(await paymentAt(attemptId)).toMatchObject({ voided: 6_000, status: 2 });
    const cancelled = (await there.state()).seen.filter(({ operation }) => operation === 'void');
    expect(cancelled.slice(-3).map(({ query }) => query)).toEqual([
      { amount: '1000' },
      { amount: '2000' },
      { amount: '3000' },
    ]);
  });

  it('whose answer was lost while the query host lags give the money back once', async () => {
    const { id, attemptId } = await paid();
    await advance(DAY_MS);
    await there.behave({
      ...{ queryLagMs: 2 * MINUTE_MS, faults: [{ kind: 'drop after', on: 'void', times: 1 }] },
    });
    await refund(id, 40);
    await advance(SECOND_MS);
    for (const _ of [1, 2, 3, 4]) await advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ refunded_amount: 40 });
    expect(await paymentAt(attemptId)).toMatchObject({ voided: 4_000 });
  });

  it('that the acquirer does not make give the seller the money back', async () => {
    const { id } = await paid();
    const before = (await seller.call('GET', '/api/v1/balance')).body;
    await there.behave({ voidCode: '43' });
    await refund(id, 40);
    await advance(SECOND_MS);
    expect(await read(id)).toMatchObject({
      ...{ refunded_amount: 0, status: 'RECEIVED', refunds: [{ status: 'failed' }] },
    });
    const [row] = await gateway.db.query('select failure from refunds where charge_id = $1', [id]);
    expect(row).toEqual({ failure: expect.stringContaining('too little is owed') });
    expect((await seller.call('GET', '/api/v1/balance')).body.total).toBe(before.total);
  });
});
