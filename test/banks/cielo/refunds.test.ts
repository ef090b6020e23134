import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../server/src/kit/clock.ts';
import { cents, ZERO } from '../../../server/src/kit/money.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import type { RefundRequest } from '../../../server/src/providers/provider.ts';
import { cieloUnderTest } from './acquirer.ts';

const acquirer = cieloUnderTest();
const { cards, cielo } = acquirer;

async function paid(capturedCents = 12_345n): Promise<string> {
  const made = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'), 'later');
  const answer = await cards().authorise(made);
  if (answer.outcome !== 'authorised') throw new Error(answer.outcome);
  const { providerReference } = answer;
  const capture = { reference: made.reference, providerReference, amountCents: cents(capturedCents) };
  expect(await cards().capture(capture)).toEqual({ outcome: 'captured' });
  return providerReference;
}

const ask = (paymentReference: string, amount: bigint, set: Partial<RefundRequest> = {}) =>
  cards().refund({
    ...{ reference: acquirer.newReference().replaceAll('-', ''), paymentReference },
    ...{ amountCents: cents(amount), earlierCents: ZERO, ...set },
  });
const voided = async (id: string) =>
  (await cielo().state()).payments.find(({ paymentId }) => paymentId === id)?.voided;
/** For the five seconds between two cancellations. */
let passedMs = 0;
const wait = (ms: number) => {
  passedMs += ms;
  return cielo().moveClock(passedMs);
};

describe('a refund', () => {
  it('of all is made, the same day and later', async () => {
    const [today, later] = [await paid(), await paid()];
    expect(await ask(today, 12_345n)).toEqual({ ok: true, status: 'succeeded' });
    await wait(2 * DAY_MS);
    expect(await ask(later, 12_345n)).toEqual({ ok: true, status: 'succeeded' });
    const states = (await cielo().state()).payments;
    const statusOf = (id: string) => states.find(({ paymentId }) => paymentId === id)?.status;
    expect([statusOf(today), statusOf(later)]).toEqual([10, 11]);
  });

  it('is told from the ones before by the sum, and asked for again changes nothing', async () => {
    const id = await paid();
    expect(await ask(id, 1_000n)).toEqual({ ok: true, status: 'succeeded' });
    expect(await ask(id, 1_000n)).toEqual({ ok: true, status: 'succeeded' });
    await wait(5 * SECOND_MS);
    const second = { earlierCents: cents(1_000n) };
    expect(await ask(id, 1_000n, second)).toEqual({ ok: true, status: 'succeeded' });
    expect(await ask(id, 1_000n, second)).toEqual({ ok: true, status: 'succeeded' });
    expect(await voided(id)).toBe(2_000);
  });

  it('too soon after another is pending', async () => {
    const id = await paid();
    await ask(id, 1_000n);
    const second = { earlierCents: cents(1_000n) };
    expect(await ask(id, 500n, second)).toMatchObject({ ok: true, status: 'pending' });
    await wait(cards().refundsBySum?.apartMs ?? 0);
    expect(await ask(id, 500n, second)).toEqual({ ok: true, status: 'succeeded' });
    expect(await voided(id)).toBe(1_500);
  });

  it.each(['drop after', 'fail after'] as const)(
    'whose answer is lost (%s) is found by the sum',
    async (kind) => {
      const id = await paid();
      await cielo().behave({ faults: [{ kind, on: 'void', times: 1, status: 503 }] });
      expect(await ask(id, 1_000n)).toMatchObject({ ok: false, kind: 'unavailable' });
      expect(await ask(id, 1_000n, { looksOnly: true })).toEqual({ ok: true, status: 'succeeded' });
      expect(await voided(id)).toBe(1_000);
    },
  );

  it('that is only to be looked for is not made, however the query host lags', async () => {
    const id = await paid();
    await wait(MINUTE_MS);
    await cielo().behave({ queryLagMs: MINUTE_MS, faults: [{ kind: 'drop after', on: 'void', times: 1 }] });
    await ask(id, 1_000n);
    for (const _ of [1, 2]) {
      expect(await ask(id, 1_000n, { looksOnly: true })).toMatchObject({ ok: true, status: 'pending' });
    }
    await wait(MINUTE_MS);
    expect(await ask(id, 1_000n, { looksOnly: true })).toEqual({ ok: true, status: 'succeeded' });
    expect(await voided(id)).toBe(1_000);
  });

  it.each([
    ['43', 'failed', 'too little is owed'],
    ['101', 'failed', 'the time to cancel it has passed'],
    ['99', 'pending', 'cancellation code 99'],
    ['10', 'pending', 'cancellation code 10'],
    ['7777', 'pending', 'cancellation code 7777'],
  ])('answered with %s is %s', async (voidCode, status, reason) => {
    const id = await paid();
    await cielo().behave({ voidCode });
    expect(await ask(id, 1_000n)).toMatchObject({
      ...{ ok: true, status, reason: expect.stringContaining(reason) },
    });
    expect(await voided(id)).toBe(0);
  });

  it('takes what the seller is owed, and fails beyond it', async () => {
    const id = await paid();
    await cielo().behave({ agendaCents: 1_500 });
    expect(await ask(id, 1_000n)).toEqual({ ok: true, status: 'succeeded' });
    await wait(5 * SECOND_MS);
    expect(await ask(id, 1_000n, { earlierCents: cents(1_000n) })).toMatchObject({
      ...{ ok: true, status: 'failed', reason: expect.stringContaining('43') },
    });
  });

  it('more than is left of the payment fails', async () => {
    expect(await ask(await paid(), 12_346n)).toMatchObject({ ok: true, status: 'failed' });
  });

  it.each([false, true])(
    'after a capture in part is made once, whether the sum counts what was let go (%s)',
    async (countsLetGo) => {
      await cielo().behave({ countsLetGo });
      const id = await paid(10_000n);
      expect(await ask(id, 4_000n)).toEqual({ ok: true, status: 'succeeded' });
      expect(await ask(id, 4_000n)).toEqual({ ok: true, status: 'succeeded' });
      await wait(5 * SECOND_MS);
      expect(await ask(id, 6_000n, { earlierCents: cents(4_000n) })).toEqual({
        ok: true,
        status: 'succeeded',
      });
    },
  );

  it('of the amount that a capture let go is left to an operator once something was given back', async () => {
    const id = await paid(10_000n);
    await ask(id, 2_345n);
    expect(await ask(id, 2_345n)).toMatchObject({
      ...{ ok: false, kind: 'unavailable', reason: expect.stringContaining('same amount') },
    });
    expect(acquirer.logged()).toContain('a refund can not be compared');
  });

  it('is not made when another amount was given back on the site of Cielo, or one was denied', async () => {
    const id = await paid();
    await ask(id, 5_000n);
    expect(await ask(id, 1_000n)).toMatchObject({ ok: false, kind: 'unavailable' });
    await cielo().denyVoid(id, 5_000);
    const after = { earlierCents: cents(5_000n) };
    expect(await ask(id, 1_000n, after)).toMatchObject({
      ...{ ok: false, kind: 'unavailable', reason: expect.stringContaining('denied') },
    });
    expect(await voided(id)).toBe(0);
  });

  it('of a payment that is not found waits', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await ask(unknown, 1n)).toMatchObject({
      ...{ ok: false, kind: 'unavailable', reason: expect.stringContaining('three months') },
    });
  });
});
