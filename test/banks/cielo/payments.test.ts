import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../server/src/kit/clock.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { CardAnswer, CardRequest } from '../../../server/src/providers/card.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { cieloUnderTest } from './acquirer.ts';
import type { Fault } from './faults.ts';
import type { Payment } from './house.ts';

const acquirer = cieloUnderTest();
const { cards, cielo, clock } = acquirer;
const APPROVED = '4111111111111111';

async function request(captures: CardRequest['captures'] = 'at once', number = APPROVED) {
  return cardRequest(acquirer.newReference(), await acquirer.type(number), captures);
}

const fault = (kind: Fault['kind'], on: NonNullable<Fault['on']>, times = 1): Fault => ({ kind, on, times });
const paymentsOf = (reference: string) => cielo().paymentsOf(reference.replaceAll('-', ''));

async function onlyPayment(reference: string): Promise<Payment> {
  const [payment, ...others] = await paymentsOf(reference);
  expect(others).toEqual([]);
  if (!payment) throw new Error('a payment was made');
  return payment;
}

function referenceIn(answer: CardAnswer): string {
  if (answer.outcome !== 'approved' && answer.outcome !== 'authorised') throw new Error(answer.outcome);
  return answer.providerReference;
}

async function authorised() {
  const made = await request('later');
  return { reference: made.reference, providerReference: referenceIn(await cards().authorise(made)) };
}

describe('a card payment', () => {
  it.each(['0', '1', '4'])('with a card that ends in %s is approved', async (digit) => {
    const answer = await cards().authorise(await request('at once', `411111111111111${digit}`));
    expect(answer.outcome).toBe('approved');
  });

  it.each([
    ['2', '05', 'issuer_refused', 'later'],
    ['3', '57', 'issuer_refused', 'never'],
    ['5', '78', 'issuer_refused', 'later'],
    ['6', '99', 'not_processed', 'later'],
    ['7', '77', 'issuer_refused', 'never'],
    ['8', '70', 'insufficient_funds', 'later'],
  ])('with a card that ends in %s is refused with %s', async (digit, code, reason, retry) => {
    const answer = await cards().authorise(await request('at once', `411111111111111${digit}`));
    expect(answer).toMatchObject({ outcome: 'refused', code, reason, retry });
  });

  it('is refused with the advice of the brand', async () => {
    await cielo().behave({ advice: '3' });
    const answer = await cards().authorise(await request('at once', '5555555555554442'));
    expect(answer).toMatchObject({ outcome: 'refused', advice: '03', retry: 'never' });
  });

  it.each([
    ['is cut', fault('drop after', 'sale')],
    ['is an error', { ...fault('fail after', 'sale'), status: 502 }],
  ])('whose answer %s is found by its order, and made once', async (_, struck) => {
    const made = await request();
    await cielo().behave({ faults: [struck] });
    expect(await cards().authorise(made)).toEqual({ outcome: 'unknown' });
    const { paymentId: providerReference } = await onlyPayment(made.reference);
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'approved', providerReference });
  });

  it('that never arrived is not found, and nothing is said for certain while the query host fails', async () => {
    const made = await request();
    await cielo().behave({ faults: [fault('drop before', 'sale')] });
    expect(await cards().authorise(made)).toEqual({ outcome: 'unknown' });
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'not_found' });
    await cielo().behave({ faults: [{ kind: 'fail before', on: 'order' }] });
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'unknown' });
  });

  it('may be missing at the query host for a while', async () => {
    const made = await request();
    await cielo().behave({ queryLagMs: 3 * MINUTE_MS, faults: [fault('drop after', 'sale')] });
    await cards().authorise(made);
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'not_found' });
    expect(cards().mayAppearForMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    await cielo().moveClock(3 * MINUTE_MS);
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome: 'approved' });
  });

  it.each([
    [0, 2, 'approved'],
    [12, 3, 'refused'],
    [0, 13, 'refused'],
  ] as const)('in status %i has no end until it gets one: %i is %s', async (status, end, outcome) => {
    const made = await request();
    await cielo().behave({ nextStatus: status });
    expect(await cards().authorise(made)).toEqual({ outcome: 'unknown' });
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'unknown' });
    await cielo().finish((await onlyPayment(made.reference)).paymentId, end);
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome });
  });

  it('that was to be captured at once and is only held is captured when it is found', async () => {
    const made = await request();
    await cielo().behave({ nextStatus: 0 });
    await cards().authorise(made);
    const { paymentId } = await onlyPayment(made.reference);
    await cielo().finish(paymentId, 1);
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome: 'approved' });
    expect(await onlyPayment(made.reference)).toMatchObject({ status: 2 });
  });

  it.each([
    ['a token that was used', '180', 'invalid_data'],
    ['keys that are wrong', null, 'not_processed'],
  ])('with %s is refused, and nothing is charged', async (_, error, reason) => {
    const made = await request();
    if (error) await cards().authorise({ ...made, reference: acquirer.newReference() });
    else await cielo().behave({ faults: [{ kind: 'fail before', on: 'sale', status: 401 }] });
    const answer = await cards().authorise(made);
    expect(answer).toMatchObject({ outcome: 'refused', reason, retry: 'now' });
    expect(await paymentsOf(made.reference)).toEqual([]);
  });

  it('of an order that has one is looked up, not refused', async () => {
    const made = await request();
    await cards().authorise(made);
    await cielo().behave({ refusesDuplicates: true });
    const again = { ...made, source: await acquirer.type(APPROVED) };
    expect(await cards().authorise(again)).toEqual({ outcome: 'unknown' });
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome: 'approved' });
  });
});

describe('an order that was paid twice', () => {
  async function twice() {
    const made = await request();
    const first = referenceIn(await cards().authorise(made));
    return { made, first, second: await cielo().duplicate(first) };
  }
  const statusOf = async (id: string) =>
    (await cielo().state()).payments.find(({ paymentId }) => paymentId === id)?.status;

  it('keeps the first payment, cancels the other, and says so', async () => {
    const { made, first, second } = await twice();
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'approved', providerReference: first });
    expect([await statusOf(first), await statusOf(second)]).toEqual([2, 10]);
    expect(acquirer.logged()).toContain('the payer was charged twice for one order');
    expect(acquirer.logged()).toContain(second);
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'approved', providerReference: first });
  });

  it('is not decided while the cancellation has no answer', async () => {
    const { made, second } = await twice();
    await cielo().behave({ faults: [fault('drop before', 'void')] });
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'unknown' });
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome: 'approved' });
    expect(await statusOf(second)).toBe(10);
  });

  it('whose second payment cannot be cancelled is approved, and an operator is told', async () => {
    const { made, second } = await twice();
    await cielo().behave({ voidCode: '43' });
    expect(await cards().findCard(made.reference)).toMatchObject({ outcome: 'approved' });
    expect(acquirer.logged()).toContain('a second payment of one order was not cancelled');
    expect(acquirer.logged()).toContain(second);
  });

  it('and has a payment without an end waits for it, as long as it may come', async () => {
    const made = await request();
    await cielo().behave({ nextStatus: 0 });
    await cards().authorise(made);
    const open = await onlyPayment(made.reference);
    const second = await cielo().duplicate(open.paymentId);
    await cielo().finish(second, 2);
    expect(await cards().findCard(made.reference)).toEqual({ outcome: 'unknown' });
    clock().setOffset(11 * MINUTE_MS);
    expect(await cards().findCard(made.reference)).toEqual({
      ...{ outcome: 'approved', providerReference: second },
    });
    expect(acquirer.logged()).toContain('a second payment of an order has no end');
  });
});

describe('what is held', () => {
  it('is captured in part, also when the answer is lost', async () => {
    const held = await authorised();
    await cielo().behave({ faults: [fault('drop after', 'capture')] });
    const capture = { ...held, amountCents: cents(10_000n) };
    expect(await cards().capture(capture)).toEqual({ outcome: 'captured' });
    expect(await onlyPayment(held.reference)).toMatchObject({ status: 2, captured: 10_000 });
    expect(await cards().capture({ ...held, amountCents: cents(9_999n) })).toMatchObject({
      outcome: 'refused',
    });
  });

  it('is not said to be refused while the query host lags behind a capture', async () => {
    const held = await authorised();
    await cielo().moveClock(MINUTE_MS);
    await cielo().behave({ queryLagMs: MINUTE_MS, faults: [fault('drop after', 'capture')] });
    const capture = { ...held, amountCents: cents(12_345n) };
    expect(await cards().capture(capture)).toEqual({ outcome: 'unknown' });
    expect(await cards().capture(capture)).toEqual({ outcome: 'unknown' });
    await cielo().moveClock(2 * MINUTE_MS);
    expect(await cards().capture(capture)).toEqual({ outcome: 'captured' });
  });

  it('can be captured for 15 days', () => expect(cards().holdsForMs).toBe(15 * DAY_MS));

  it('is let go once, also when the answer is lost, and found by its order alone', async () => {
    const held = await authorised();
    await cielo().behave({ faults: [fault('drop after', 'void')] });
    expect(await cards().voidAuthorisation(held)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(await cards().voidAuthorisation(held)).toEqual({ ok: true });
    const other = await authorised();
    expect(await cards().voidAuthorisation({ ...other, providerReference: '' })).toEqual({ ok: true });
    expect(await onlyPayment(other.reference)).toMatchObject({ status: 10 });
  });

  it('is never given back by letting go what was captured', async () => {
    const held = await authorised();
    await cards().capture({ ...held, amountCents: cents(12_345n) });
    expect(await cards().voidAuthorisation(held)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await onlyPayment(held.reference)).toMatchObject({ status: 2, voided: 0 });
  });
});
