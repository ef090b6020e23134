import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../server/src/kit/clock.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { CardAnswer, CardPayer, CardRequest } from '../../../server/src/providers/card.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { openPagarme } from '../../../server/src/providers/pagarme/open.ts';
import { configOf, pagarmeUnderTest } from './account.ts';
import type { Charge, Transaction } from './bank.ts';

const account = pagarmeUnderTest();
const LATE = '4000000000000036';
const FAULTS = {
  lost: { kind: 'drop after', on: 'order.create', times: 1 },
  before: { kind: 'drop before', on: 'order.create', times: 1 },
  after: { kind: 'fail after', on: 'order.create', times: 1, status: 502 },
} as const;

async function newRequest(changes: Partial<CardRequest> = {}, number?: string): Promise<CardRequest> {
  return { ...cardRequest(account.newReference(), await account.there().token(number)), ...changes };
}

const authorise = (request: CardRequest) => account.cards().authorise(request);
const idOf = (answer: CardAnswer) => ('providerReference' in answer ? answer.providerReference : '');

async function chargesOf({ reference }: CardRequest): Promise<Charge[]> {
  const { charges } = await account.there().state();
  return charges.filter(({ code }) => code === reference);
}

describe('a payment whose answer was lost', () => {
  it.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
    'is unknown, and is charged once: %s',
    async (how) => {
      await account.there().behave({ faults: [FAULTS[how]] });
      const request = await newRequest();
      expect(await authorise(request)).toEqual({ outcome: 'unknown' });
      const again = await authorise(request);
      expect(again).toMatchObject({ outcome: 'approved' });
      expect(await account.cards().findCard(request.reference)).toEqual(again);
      expect(await chargesOf(request)).toHaveLength(1);
    },
  );

  it('is not taken as absent while the list cannot be read', async () => {
    await account
      .there()
      .behave({ faults: [FAULTS.lost, { kind: 'fail before', on: 'order.list', times: 1 }] });
    const request = await newRequest();
    await authorise(request);
    expect(await account.cards().findCard(request.reference)).toEqual({ outcome: 'unknown' });
    expect(await account.cards().findCard(request.reference)).toMatchObject({ outcome: 'approved' });
  });

  it('and that the list does not show yet may still appear', async () => {
    await account.there().behave({ hidesNew: true, faults: [FAULTS.lost] });
    const request = await newRequest();
    await authorise(request);
    expect(await account.cards().findCard(request.reference)).toEqual({ outcome: 'not_found' });
    expect(account.cards().mayAppearForMs).toBeGreaterThanOrEqual(600_000);
    await account.there().behave({ hidesNew: false });
    expect(await account.cards().findCard(request.reference)).toMatchObject({ outcome: 'approved' });
  });

  it('is found where lists show orders without their charges', async () => {
    await account.there().behave({ listsShort: true, faults: [FAULTS.lost] });
    const request = await newRequest();
    await authorise(request);
    expect(await account.cards().findCard(request.reference)).toMatchObject({ outcome: 'approved' });
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'order.get', times: 1 }] });
    expect(await account.cards().findCard(request.reference)).toEqual({ outcome: 'unknown' });
  });

  it('is found by a request that is refused after it', async () => {
    await account.there().behave({ faults: [FAULTS.lost] });
    const request = await newRequest();
    await authorise(request);
    await account.there().behave({
      faults: [{ kind: 'fail before', on: 'order.create', status: 429, times: 1 }],
    });
    expect(await authorise(request)).toMatchObject({ outcome: 'approved' });
  });

  it('is looked up a day later, when its key has ended, and never sent twice', async () => {
    const { payer } = await newRequest();
    const stored = await account.cards().vault?.storeCard({
      ...{ reference: account.newReference(), source: await account.there().token(), payer },
    });
    if (!stored?.ok) throw new Error('the card is stored');
    // A token is good once; a stored card could be charged again.
    const { id, brand, lastFour } = stored.card;
    const request = await newRequest({ source: { kind: 'stored', id, brand, lastFour } });
    const first = await authorise(request);
    expect(first).toMatchObject({ outcome: 'approved' });
    account.clock().setOffset(DAY_MS + HOUR_MS);
    await account.there().moveClock(DAY_MS + HOUR_MS);
    expect(await authorise(request)).toEqual(first);
    expect(await chargesOf(request)).toHaveLength(1);
  });
});

describe('a payment', () => {
  it('that is decided later is unknown until it ends', async () => {
    for (const how of ['paid', 'failed'] as const) {
      const request = await newRequest({}, LATE);
      expect(await authorise(request)).toEqual({ outcome: 'unknown' });
      const [charge] = await chargesOf(request);
      await account.there().finish(charge?.id ?? '', how);
      const outcome = how === 'paid' ? 'approved' : 'refused';
      expect(await account.cards().findCard(request.reference)).toMatchObject({ outcome });
      expect(await authorise(request)).toMatchObject({ outcome });
    }
  });

  it.each([
    ['54', undefined, { reason: 'expired_card', code: '54', retry: 'never' }],
    ['51', '03', { reason: 'insufficient_funds', code: '51', retry: 'never', advice: '03' }],
    ['51', '24', { code: '51', retry: 'later', advice: '24', notBefore: expect.any(Date) }],
    ['999', undefined, { reason: 'issuer_refused', code: '999', retry: 'later' }],
  ] as const)('refused with %s and the advice %s keeps both', async (code, advice, refusal) => {
    await account.there().behave({ refusal: { code, ...(advice && { advice }) } });
    const request = await newRequest({}, '5200000000000007');
    const answer = await authorise(request);
    expect(answer).toMatchObject({ outcome: 'refused', ...refusal });
    expect(await account.cards().findCard(request.reference)).toEqual(answer);
  });

  it('whose order failed before anything was charged is refused', async () => {
    await account.there().behave({ failsOrders: true });
    const request = await newRequest();
    const answer = await authorise(request);
    expect(answer).toEqual({ outcome: 'refused', reason: 'not_processed', code: null, retry: 'now' });
    expect(await account.cards().findCard(request.reference)).toEqual(answer);
  });

  it('waits for the payer where the acquirer sends the payer to the bank', async () => {
    await account.there().behave({ challengeUrl: 'https://acs.example/3ds' });
    const step = { kind: 'redirect', url: 'https://acs.example/3ds' };
    expect(await authorise(await newRequest())).toEqual({ outcome: 'challenge', step });
    await account.there().behave({ challengeUrl: 'javascript:alert(1)' });
    expect(await authorise(await newRequest())).toEqual({ outcome: 'unknown' });
  });

  it('with a token that is not good is refused, and its field is named', async () => {
    const request = await newRequest();
    await authorise(request);
    const again = await authorise({ ...request, reference: account.newReference() });
    expect(again).toMatchObject({ outcome: 'refused', reason: 'invalid_data', code: null, retry: 'now' });
    expect(again).toMatchObject({ field: expect.stringContaining('card_token') });
  });

  it.each([
    [{ address: null }, 'payer.address'],
    [{ phone: null }, 'payer.phone'],
    [{ phone: '12345' }, 'payer.phone'],
    [{ email: null }, 'payer.email'],
    [{ document: null }, 'payer.document'],
  ] satisfies [Partial<CardPayer>, string][])('without %j is not sent', async (changes, field) => {
    const request = await newRequest();
    const answer = await authorise({ ...request, payer: { ...request.payer, ...changes } });
    expect(answer).toEqual({ outcome: 'refused', reason: 'invalid_data', code: null, retry: 'now', field });
    expect(account.observed()).toEqual([]);
    expect(account.logged()).toContain(field);
  });

  it('of an account without payouts needs neither address nor telephone', async () => {
    const gateway = openPagarme(configOf(account.there(), { model: 'gateway' }), {
      log: account.cards().account.log,
    });
    expect(gateway.remote.needsOfPayer).toEqual(['document', 'email']);
    expect(account.cards().remote.needsOfPayer).toContain('address');
    await gateway.close();
  });

  it('that the issuer would finance is not offered', async () => {
    const answer = await authorise(await newRequest({ installmentsBy: 'issuer' }));
    expect(answer).toMatchObject({ outcome: 'refused', field: 'installments' });
  });
});

describe('what is held', () => {
  async function held() {
    const request = await newRequest({ captures: 'later' });
    const providerReference = idOf(await authorise(request));
    return { reference: request.reference, providerReference };
  }

  it.each(['drop after', 'fail after'] as const)(
    'is captured once when the answer is lost: %s',
    async (kind) => {
      const capture = { ...(await held()), amountCents: cents(10_000n) };
      await account.there().behave({ faults: [{ kind, on: 'charge.capture', times: 1 }] });
      expect(await account.cards().capture(capture)).toEqual({ outcome: 'unknown' });
      expect(await account.cards().capture(capture)).toEqual({ outcome: 'captured' });
      account.clock().setOffset(2 * DAY_MS);
      await account.there().moveClock(2 * DAY_MS);
      expect(await account.cards().capture(capture)).toEqual({ outcome: 'captured' });
      const other = { ...capture, amountCents: cents(9_000n) };
      expect(await account.cards().capture(other)).toMatchObject({ outcome: 'refused' });
    },
  );

  it('is let go although its answer was lost, and without its id', async () => {
    const { reference } = await held();
    await account.there().behave({ faults: [{ kind: 'drop after', on: 'charge.cancel', times: 1 }] });
    const nameless = { reference, providerReference: '' };
    expect(await account.cards().voidAuthorisation(nameless)).toEqual({ ok: true });
    expect(await account.cards().voidAuthorisation(nameless)).toEqual({ ok: true });
    const never = { reference: account.newReference(), providerReference: '' };
    expect(await account.cards().voidAuthorisation(never)).toEqual({ ok: true });
  });

  it('that was captured is never given back by letting it go', async () => {
    const authorisation = await held();
    await account.cards().capture({ ...authorisation, amountCents: cents(12_345n) });
    const answer = await account.cards().voidAuthorisation(authorisation);
    expect(answer).toMatchObject({ ok: false, kind: 'refused' });
    const { charges } = await account.there().state();
    const charge = charges.find(({ id }) => id === authorisation.providerReference);
    expect(charge).toMatchObject({ status: 'paid', canceled_amount: null });
  });

  it('is not let go while it is not known whether it was captured', async () => {
    const authorisation = await held();
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'charge.get', times: 1 }] });
    const answer = await account.cards().voidAuthorisation(authorisation);
    expect(answer).toMatchObject({ ok: false, kind: 'unavailable' });
  });
});

describe('a refund', () => {
  const newRefund = async (amountCents = cents(2_345n)) => {
    const paymentReference = idOf(await authorise(await newRequest()));
    return { reference: account.newReference().replaceAll('-', ''), paymentReference, amountCents };
  };
  const given = async (charge: string): Promise<Transaction[]> => {
    const { charges } = await account.there().state();
    const all = charges.find(({ id }) => id === charge)?.transactions ?? [];
    return all.filter(({ operation_type }) => operation_type === 'cancel');
  };

  it('in parts gives each part back once, also when its answer was lost', async () => {
    const part = await newRefund();
    await account.there().behave({ faults: [{ kind: 'drop after', on: 'charge.cancel', times: 1 }] });
    expect(await account.cards().refund(part)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(await account.cards().refund(part)).toEqual({ ok: true, status: 'succeeded' });
    const rest = { ...part, reference: account.newReference(), amountCents: cents(10_000n) };
    expect(await account.cards().refund(rest)).toEqual({ ok: true, status: 'succeeded' });
    expect((await given(part.paymentReference)).map(({ amount }) => amount)).toEqual([2_345, 10_000]);
  });

  it.each([true, false])('that is decided the next day is pending until then: made %s', async (isMade) => {
    await account.there().behave({ refunds: 'pending' });
    const request = await newRefund();
    expect(await account.cards().refund(request)).toEqual({ ok: true, status: 'pending' });
    expect(await account.cards().refund(request)).toEqual({ ok: true, status: 'pending' });
    await account.there().finishRefunds(request.paymentReference, isMade);
    const ended = isMade
      ? { status: 'succeeded' }
      : { status: 'failed', reason: expect.stringContaining('negado') };
    expect(await account.cards().refund(request)).toEqual({ ok: true, ...ended });
    expect(await given(request.paymentReference)).toHaveLength(1);
  });

  it('is followed after its key has ended, and never made again', async () => {
    await account.there().behave({ refunds: 'pending' });
    const request = await newRefund();
    await account.cards().refund(request);
    account.clock().setOffset(2 * DAY_MS);
    await account.there().moveClock(2 * DAY_MS);
    expect(await account.cards().refund(request)).toEqual({ ok: true, status: 'pending' });
    await account.there().finishRefunds(request.paymentReference, true);
    expect(await account.cards().refund(request)).toEqual({ ok: true, status: 'succeeded' });
    const never = { ...request, reference: account.newReference(), amountCents: cents(77n) };
    account.clock().setOffset(4 * DAY_MS);
    expect(await account.cards().refund(never)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await given(request.paymentReference)).toHaveLength(1);
  });

  it('of two alike that ended differently is left to a person', async () => {
    await account.there().behave({ refunds: 'pending' });
    const first = await newRefund();
    const second = { ...first, reference: account.newReference() };
    await account.cards().refund(first);
    await account.there().finishRefunds(first.paymentReference, false);
    await account.cards().refund(second);
    account.clock().setOffset(2 * DAY_MS);
    const answer = await account.cards().refund(first);
    expect(answer).toMatchObject({ ok: false, kind: 'unavailable' });
  });

  it('that the acquirer refuses has failed', async () => {
    await account.there().behave({ refunds: 'refused' });
    const answer = await account.cards().refund(await newRefund());
    expect(answer).toMatchObject({ ok: false, kind: 'refused', reason: expect.stringContaining('balance') });
    const unknown = { ...(await newRefund()), paymentReference: 'ch_unknown' };
    expect(await account.cards().refund(unknown)).toMatchObject({ ok: false, kind: 'refused' });
  });
});

it('an acquirer that fails closes the way for new payments, and a healthy one keeps it open', async () => {
  expect(account.cards().remote.accepts()).toBe(true);
  await account.there().behave({ faults: [{ kind: 'fail before', status: 503 }] });
  for (let at = 0; at < 8; at += 1) await authorise(await newRequest());
  expect(account.cards().remote.health().state).toBe('open');
  expect(account.cards().remote.accepts()).toBe(false);
});
