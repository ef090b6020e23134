import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { untilFinal } from '../../../../test/support/until.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import type { Capture, CardNumber, CardProvider } from '../../providers/card.ts';
import type { Rails } from '../../providers/rails.ts';
import { requireCharge } from '../details.ts';
import { attemptsOf, latestAttempt } from './attempts.ts';
import { abandonChallenge, finishChallenge, payByCard } from './pay.ts';

const CARDS = {
  approved: '4111111111111111',
  refused: '4716909774636285',
  noCapture: '4000000000000341',
  noAnswerThenApproved: '5105105105105100',
  challenge: '4000000000002503',
};

let gateway: TestGateway;
let seller: Seller;
/** What the acquirer was asked to capture and to let go, and whether its answers arrive. */
const asked = { captures: [] as Capture[], voids: [] as string[], isLost: false };

/** The sandbox's acquirer, whose answers may be lost after it has done what was asked. */
const watched = (acquirer: CardProvider): CardProvider => ({
  ...acquirer,
  async capture(capture) {
    asked.captures.push(capture);
    const answer = await acquirer.capture(capture);
    return asked.isLost ? { outcome: 'unknown' } : answer;
  },
  async voidAuthorisation(held) {
    asked.voids.push(held.reference);
    const answer = await acquirer.voidAuthorisation(held);
    return asked.isLost ? { ok: false, kind: 'unavailable', reason: 'the connection broke' } : answer;
  },
});

beforeAll(async () => {
  gateway = await startGateway({ rails: (rails): Rails => ({ ...rails, card: rails.card.map(watched) }) });
});
beforeEach(async () => {
  Object.assign(asked, { captures: [], voids: [], isLost: false });
  seller = await gateway.seller();
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(() => gateway.stop());

async function made(body: object = {}): Promise<string> {
  const answer = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'CREDIT_CARD', value: 100, capture: false },
    ...body,
  });
  expect(answer.body).toMatchObject({ status: 'PENDING', capture: false });
  expect(answer.body).not.toHaveProperty('authorization');
  return answer.body.id;
}
async function payWith(id: string, number: string, installments: number | null = null) {
  const charge = await requireCharge(gateway.deps, seller.id, id);
  const card: CardNumber = {
    ...{ kind: 'number', number, holder: 'ANA', document: null },
    ...{ month: 12, year: 2040, cvv: '123' },
  };
  const attemptId = gateway.deps.ids.next();
  return payByCard(gateway.deps, charge, { attemptId, card, installments, origin: null, workBits: 0 });
}
async function held(body: object = {}): Promise<string> {
  const id = await made(body);
  expect(await payWith(id, CARDS.approved)).toBe('authorised');
  return id;
}
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const capture = (id: string, body?: object, headers: Record<string, string> = {}) =>
  seller.call('POST', `/api/v1/charges/${id}/capture`, body, headers);
async function eventsOf(id: string): Promise<string[]> {
  await untilFinal(gateway);
  const { body } = await seller.call('GET', `/api/v1/charges/${id}/events`);
  return body.data.map(({ event }: { event: string }) => event);
}
const statesOf = async (id: string) =>
  (await attemptsOf(gateway.db, seller.id, id, 10)).map(({ status }) => status);

describe('a charge that is captured later', () => {
  it('is held on the card: pending, nothing received, and nothing more to pay', async () => {
    const id = await held();
    const charge = await read(id);
    expect(charge).toMatchObject({
      status: 'PENDING',
      authorization: {
        ...{ status: 'authorized', value: 100, installments: 1 },
        card: { brand: 'visa', last_four: '1111' },
      },
    });
    const { capture_until: until, created_at: since } = charge.authorization;
    expect(Date.parse(until) - Date.parse(since)).toBe(5 * DAY_MS);
    expect((await seller.call('GET', '/api/v1/balance')).body.available).toBe(0);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.authorized']);
    await expect(payWith(id, CARDS.approved)).rejects.toMatchObject({ code: 'CHARGE_NOT_PAYABLE' });
    const { payload } = await gateway.app.inject(new URL(charge.checkout_url).pathname);
    expect(payload).toContain('Pagamento autorizado');
    expect(payload).not.toContain('name="number"');
  });

  it.each([
    ['whole', undefined, 100, 8.49, 86.93],
    ['in part', { amount: 60 }, 60, 6.1, 51.2],
  ])('is received %s once it is captured, with the fee of that', async (_, body, paid, fee, net) => {
    const id = await held();
    const answer = await capture(id, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ status: 'RECEIVED', paid_value: paid, platform_fee: fee, net_value: net },
      authorization: { status: 'captured', value: 100, captured_value: paid },
      card: { brand: 'visa', last_four: '1111' },
    });
    expect((await seller.call('GET', '/api/v1/balance')).body.available).toBe(net);
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.authorized', 'charge.paid']);
    const refund = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 50 });
    expect(refund.body).toMatchObject({ status: 'succeeded', amount: 50 });
  });

  it('carries the interest that the payer pays, and its installments', async () => {
    const id = await made({ installment_interest: 'payer', installments: 12 });
    await payWith(id, CARDS.approved);
    const { authorization } = await read(id);
    expect(authorization).toMatchObject({ value: 126.9, installments: 12 });
    expect((await capture(id)).body).toMatchObject({
      paid_value: 126.9,
      interest_amount: 26.9,
      installments: 12,
    });
  });

  it('is captured once by ten requests at once, and by the same again', async () => {
    const id = await held();
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await gateway.advance(MINUTE_MS);
    expect((await capture(id)).body).toMatchObject({ status: 'RECEIVED', paid_value: 100 });
    expect((await capture(id, { amount: 99 })).body.code).toBe('CHARGE_NOT_CAPTURABLE');
    expect((await seller.call('GET', '/api/v1/balance')).body.available).toBe(86.93);
    expect(await statesOf(id)).toEqual(['approved']);
  });

  it('is captured or cancelled, and never both, when both are asked for at once', async () => {
    const id = await held();
    await Promise.all([
      capture(id),
      seller.call('POST', `/api/v1/charges/${id}/cancel`),
      capture(id),
      seller.call('POST', `/api/v1/charges/${id}/cancel`),
    ]);
    await gateway.advance(MINUTE_MS);
    const { status, authorization } = await read(id);
    expect([
      ['RECEIVED', 'captured'],
      ['CANCELLED', 'voided'],
    ]).toContainEqual([status, authorization.status]);
    expect(asked.captures.length > 0).toBe(status === 'RECEIVED');
  });

  it('gives a repeated request its first answer', async () => {
    const id = await held();
    const key = { 'Idempotency-Key': 'capture 1' };
    const first = await capture(id, { amount: 40 }, key);
    expect((await capture(id, { amount: 40 }, key)).raw).toBe(first.raw);
    expect(asked.captures).toHaveLength(1);
  });

  it('without an answer stays as it is, and is received when the acquirer says so', async () => {
    const id = await held();
    asked.isLost = true;
    expect((await capture(id, { amount: 80 })).body).toMatchObject({
      ...{ status: 'PENDING', authorization: { status: 'capturing' } },
    });
    expect((await capture(id, { amount: 70 })).body.code).toBe('CHARGE_NOT_CAPTURABLE');
    expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).body.code).toBe(
      'CHARGE_NOT_CANCELLABLE',
    );
    asked.isLost = false;
    await gateway.advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', paid_value: 80 });
    expect(new Set(asked.captures.map(({ amountCents }) => amountCents))).toEqual(new Set([8_000n]));
  });

  it('that the acquirer does not capture is refused, and can be paid again', async () => {
    const id = await made();
    await payWith(id, CARDS.noCapture);
    expect((await capture(id)).body).toMatchObject({ status: 'REFUSED' });
    await gateway.runDue();
    expect(await statesOf(id)).toEqual(['voided']);
    expect(await payWith(id, CARDS.approved)).toBe('authorised');
    expect((await capture(id)).body.status).toBe('RECEIVED');
  });

  it('whose authorisation got no answer is held when the acquirer is asked again', async () => {
    const id = await made();
    expect(await payWith(id, CARDS.noAnswerThenApproved)).toBe('unknown');
    expect((await capture(id)).body).toMatchObject({
      code: 'CHARGE_NOT_CAPTURABLE',
      error: 'Nothing is held: the card was not authorised yet',
    });
    await gateway.advance(MINUTE_MS);
    expect((await read(id)).authorization.status).toBe('authorized');
  });
});

describe('what is held', () => {
  it('is let go when the charge is cancelled, until the acquirer has done it', async () => {
    const id = await held();
    asked.isLost = true;
    expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).body.status).toBe('CANCELLED');
    await gateway.runDue();
    expect((await read(id)).authorization.status).toBe('authorized');
    asked.isLost = false;
    await gateway.advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', authorization: { status: 'voided' } });
    expect((await capture(id)).body.code).toBe('CHARGE_NOT_CAPTURABLE');
    expect(asked.captures).toEqual([]);
    expect(asked.voids.length).toBeGreaterThan(1);
  });

  it('is let go when the sandbox refuses the card after all, and the charge can be paid again', async () => {
    const id = await held();
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/refuse`);
    await gateway.runDue();
    expect(await read(id)).toMatchObject({ status: 'REFUSED', authorization: { status: 'voided' } });
    expect(await payWith(id, CARDS.approved)).toBe('authorised');
    expect((await capture(id)).body.status).toBe('RECEIVED');
  });

  it('stays held when the payer leaves the challenge and confirms it at once, or is let go', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await made();
      expect(await payWith(id, CARDS.challenge)).toBe('challenge');
      const charge = await requireCharge(gateway.deps, seller.id, id);
      const attempt = await latestAttempt(gateway.db, charge);
      if (!attempt) throw new Error('an attempt was made');
      const [first, second] = [
        () => finishChallenge(gateway.deps, charge, attempt),
        () => abandonChallenge(gateway.deps, attempt),
      ];
      // One after the other, each with what both saw before; then both at once.
      if (round === 0) await first().then(second);
      else if (round === 1) await second().then(first);
      else await Promise.all([first(), second()]);
      await gateway.runDue();
      const [state] = await statesOf(id);
      expect(['authorised', 'voided']).toContain(state);
      expect((await read(id)).status).toBe('PENDING');
    }
  });

  it('is let go an hour before its time ends, and the charge with it', async () => {
    const id = await held();
    await gateway.advance(5 * DAY_MS - 2 * HOUR_MS);
    expect((await read(id)).status).toBe('PENDING');
    await gateway.advance(HOUR_MS + MINUTE_MS);
    expect(await read(id)).toMatchObject({
      ...{ status: 'CANCELLED', cancel_cause: 'expired', authorization: { status: 'voided' } },
    });
    const [attempt] = await attemptsOf(gateway.db, seller.id, id, 1);
    expect(asked.voids.filter((reference) => reference === attempt?.id)).toHaveLength(1);
  });

  it.each([
    ['more than is held', { amount: 100.01 }, { amount: 'exceeds the 100 that are held' }],
    ['nothing', { amount: 0 }, { amount: expect.any(String) }],
    ['a misspelt amount', { amuont: 10 }, { amuont: expect.stringContaining('amount') }],
  ])('is not captured for %s', async (_, body, details) => {
    const id = await held();
    const answer = await capture(id, body);
    expect([answer.status, answer.body.details]).toEqual([400, details]);
    expect((await read(id)).authorization.status).toBe('authorized');
  });

  it('for a split is captured as a whole, so that every recipient has its part', async () => {
    const partner = await gateway.seller();
    const id = await held({ split: [{ recipient_id: partner.id, amount: 30 }] });
    expect((await capture(id, { amount: 50 })).body.details).toHaveProperty('amount');
    expect((await capture(id)).body.status).toBe('RECEIVED');
    expect((await partner.call('GET', '/api/v1/balance')).body.available).toBe(30);
  });
});

describe('a charge that is not captured later', () => {
  it('is not captured', async () => {
    const { body } = await seller.call('POST', '/api/v1/charges', {
      billing_type: 'CREDIT_CARD',
      value: 100,
    });
    expect((await capture(body.id)).body.code).toBe('CHARGE_NOT_CAPTURABLE');
    expect((await capture(gateway.deps.ids.next())).status).toBe(404);
  });

  it.each(['PIX', 'BOLETO', 'UNDEFINED'])('is one by %s', async (billing_type) => {
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    const body = { billing_type, value: 100, capture: false, customer };
    const answer = await seller.call('POST', '/api/v1/charges', body);
    expect([answer.status, answer.body.details]).toEqual([
      400,
      { capture: 'only a CREDIT_CARD charge can be captured later' },
    ]);
  });
});
