import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import type { CardNumber, CardProvider } from '../../providers/card.ts';
import type { Charge } from '../charge.ts';
import { requireCharge } from '../details.ts';
import { latestAttempt } from './attempts.ts';
import { type CardPayment, finishChallenge, payByCard } from './pay.ts';

const CARDS = {
  approved: '4111111111111111',
  refused: '4716909774636285',
  noAnswerThenApproved: '5105105105105100',
  noAnswerThenRefused: '5031433215406351',
  challengeThenApproved: '4000000000002503',
  challengeThenRefused: '4000000000002370',
};

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

async function cardCharge(body: object = {}): Promise<Charge> {
  const made = await seller.call('POST', '/api/v1/charges', {
    billing_type: 'CREDIT_CARD',
    value: 100,
    ...body,
  });
  return requireCharge(gateway.deps, seller.id, made.body.id);
}
const read = (charge: Charge) => requireCharge(gateway.deps, seller.id, charge.id);
const pay = (
  charge: Charge,
  number: string,
  installments: number | null = null,
  attemptId = gateway.deps.ids.next(),
) =>
  payByCard(gateway.deps, charge, {
    origin: null,
    workBits: 0,
    attemptId,
    installments,
    card: {
      kind: 'number',
      number,
      holder: 'ANA',
      document: '52998224725',
      month: 12,
      year: 2040,
      cvv: number.startsWith('3') ? '1234' : '123',
    },
  });

describe('paying by card', () => {
  it('approved: received, with the surcharge of the chosen installments; only brand and last four are kept', async () => {
    const charge = await cardCharge();
    expect(await pay(charge, CARDS.approved, 6)).toBe('approved');
    expect(await read(charge)).toMatchObject({
      status: 'RECEIVED',
      installments: 6,
      platformFeeCents: 1_845n,
      card: { brand: 'visa', lastFour: '1111' },
    });
    for (const table of ['card_attempts', 'charges', 'events', 'sandbox_provider_calls']) {
      const rows = await gateway.db.query<{ text: string }>(`select t::text as text from ${table} t`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(rows.filter(({ text }) => text.includes(CARDS.approved))).toEqual([]);
    }
  });

  it('refused, then another card on the same link', async () => {
    const charge = await cardCharge();
    expect(await pay(charge, CARDS.refused)).toBe('refused');
    expect((await read(charge)).status).toBe('REFUSED');
    expect(await pay(charge, CARDS.approved)).toBe('approved');
    expect((await read(charge)).status).toBe('RECEIVED');
  });

  it('no answer: no other attempt is allowed until the outcome is known, and the payer is charged once', async () => {
    const charge = await cardCharge();
    expect(await pay(charge, CARDS.noAnswerThenApproved)).toBe('unknown');
    await expect(pay(charge, CARDS.approved)).rejects.toMatchObject({ code: 'CHARGE_NOT_PAYABLE' });
    const cancel = await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    expect(cancel.body.code).toBe('CHARGE_NOT_CANCELLABLE');
    await gateway.advance(MINUTE_MS);
    expect((await read(charge)).status).toBe('RECEIVED');
  });

  it('no answer that ends in a refusal lets the payer try again', async () => {
    const charge = await cardCharge();
    await pay(charge, CARDS.noAnswerThenRefused);
    await gateway.advance(MINUTE_MS);
    expect((await read(charge)).status).toBe('REFUSED');
    expect(await pay(charge, CARDS.approved)).toBe('approved');
  });

  it.each([
    ['passed', CARDS.challengeThenApproved, 'RECEIVED'],
    ['failed', CARDS.challengeThenRefused, 'REFUSED'],
  ])('a challenge that is %s', async (_name, number, status) => {
    const charge = await cardCharge();
    expect(await pay(charge, number)).toBe('challenge');
    expect((await read(charge)).status).toBe('PENDING');
    const attempt = await latestAttempt(gateway.db, charge);
    if (!attempt) throw new Error('an attempt was made');
    await finishChallenge(gateway.deps, charge, attempt);
    expect((await read(charge)).status).toBe(status);
  });

  it('an unanswered challenge ends by itself', async () => {
    const charge = await cardCharge();
    await pay(charge, CARDS.challengeThenApproved);
    await gateway.advance(10 * MINUTE_MS);
    expect((await read(charge)).status).toBe('PENDING');
    await gateway.advance(20 * MINUTE_MS);
    expect((await read(charge)).status).toBe('REFUSED');
  });

  it('ten clicks with one form pay once; two forms at once pay once', async () => {
    const [charge, other] = [await cardCharge(), await cardCharge()];
    const attemptId = gateway.deps.ids.next();
    await Promise.all(Array.from({ length: 10 }, () => pay(charge, CARDS.approved, null, attemptId)));
    await Promise.allSettled([pay(other, CARDS.approved), pay(other, CARDS.approved)]);
    for (const one of [charge, other]) {
      expect((await read(one)).status).toBe('RECEIVED');
      const [sales] = await gateway.db.query(
        `select count(*)::int as count from ledger_postings where charge_id = $1 and category = 'sale'`,
        [one.id],
      );
      expect(sales).toEqual({ count: 1 });
    }
  });

  it.each([
    ['number', { number: '4111111111111112' }],
    ['number', { number: '6011000990139424' }],
    ['expiry', { year: 2020 }],
    ['cvv', { cvv: '12' }],
  ])('a bad %s is named and nothing is tried', async (field, change) => {
    const charge = await cardCharge();
    const card: CardNumber = {
      kind: 'number',
      number: CARDS.approved,
      holder: 'ANA',
      document: '52998224725',
      month: 12,
      year: 2040,
      cvv: '123',
      ...change,
    };
    const attempt = payByCard(gateway.deps, charge, {
      origin: null,
      workBits: 0,
      attemptId: gateway.deps.ids.next(),
      installments: null,
      card,
    });
    await expect(attempt).rejects.toMatchObject({ details: { [field]: expect.any(String) } });
    expect(await latestAttempt(gateway.db, charge)).toBeNull();
  });

  it('more installments than the charge or the least part allow are refused', async () => {
    await expect(pay(await cardCharge({ max_installments: 2 }), CARDS.approved, 3)).rejects.toThrow(
      'installments',
    );
    await expect(pay(await cardCharge({ value: 20 }), CARDS.approved, 5)).rejects.toThrow('installments');
  });
});

describe('an acquirer that may not have got the request', () => {
  const GRACE_MS = 10 * MINUTE_MS;
  let asked = 0;
  let other: TestGateway;
  beforeAll(async () => {
    other = await startGateway({
      rails: (rails) => ({ ...rails, card: rails.card.map(deaf) }),
    });
  });
  afterAll(() => other.stop());

  /** Nothing reaches it; it recognises no request that is sent again. */
  const deaf = (provider: CardProvider): CardProvider => ({
    ...provider,
    recognisesRepeats: false,
    mayAppearForMs: GRACE_MS,
    async authorise() {
      asked += 1;
      return { outcome: 'unknown' };
    },
  });

  it('is asked once however often the form comes, and nothing was charged only after its grace time', async () => {
    const shop = await other.seller();
    const made = await shop.call('POST', '/api/v1/charges', { billing_type: 'CREDIT_CARD', value: 100 });
    const charge = await requireCharge(other.deps, shop.id, made.body.id);
    const payment: CardPayment = {
      ...{ origin: null, workBits: 0, installments: null, attemptId: other.deps.ids.next() },
      card: {
        ...{ kind: 'number', number: CARDS.approved, holder: 'ANA', document: null },
        ...{ month: 12, year: 2040, cvv: '123' },
      },
    };
    for (const _ of [1, 2, 3]) expect(await payByCard(other.deps, charge, payment)).toBe('unknown');
    expect(asked).toBe(1);
    const statusNow = async () => (await requireCharge(other.deps, shop.id, charge.id)).status;
    await other.advance(GRACE_MS / 2);
    expect(await statusNow()).toBe('PENDING');
    await other.advance(GRACE_MS);
    expect(await statusNow()).toBe('REFUSED');
    expect(await latestAttempt(other.db, charge)).toMatchObject({
      ...{ status: 'refused', provider: 'sandbox', reason: 'not_processed', code: null, retry: 'now' },
    });
    expect(await other.audit()).toEqual([]);
  });
});
