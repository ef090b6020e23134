import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payByCard } from '../../../server/src/charges/cards/pay.ts';
import { findCharge } from '../../../server/src/charges/find.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../server/src/kit/clock.ts';
import type { OpenBanks } from '../../../server/src/providers/banks/open.ts';
import { callbackUrl } from '../../../server/src/providers/callback-address.ts';
import type { CardNumber, CardProvider, CardSource } from '../../../server/src/providers/card.ts';
import { type Seller, startGateway, type TestGateway } from '../../support/gateway.ts';
import { liveSeller } from '../../support/live-seller.ts';
import { until } from '../../support/until.ts';
import { CUSTOMER, openedBanks } from './live.ts';
import type { SignedNotice } from './main.ts';
import { type Pagarme, startPagarme } from './pagarme.ts';

/** The payer's page, which makes a token of what is typed: our server sends no number on. */
function withPage(cards: CardProvider): CardProvider {
  const tokens = new Map<string, CardSource>();
  return {
    ...cards,
    takes: ['number'],
    async authorise(request) {
      const { source, reference } = request;
      const token =
        tokens.get(reference) ?? (await there.token(source.kind === 'number' ? source.number : ''));
      tokens.set(reference, token);
      return cards.authorise({ ...request, source: token });
    },
  };
}

/** A gateway under the rules of live rails, whose acquirer is Pagar.me, told by notices. */
let there: Pagarme;
let banks: OpenBanks;
let gateway: TestGateway;
let seller: Seller;
let noticeUrl: string;

beforeAll(async () => {
  there = await startPagarme();
  gateway = await startGateway({
    liveRules: true,
    rails: (rails, db) => {
      banks = openedBanks(there, db);
      return { ...rails, card: banks.card.map(withPage) };
    },
  });
  seller = await liveSeller(gateway);
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  noticeUrl = callbackUrl(gateway.deps.vault, address, 'cards', 'pagarme');
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all(banks?.all.map((bank) => bank.close()) ?? []);
  await there?.stop();
});
beforeEach(() =>
  there.behave({ faults: [], refusal: null, refunds: 'at once', hidesNew: false, notices: {} }),
);

const LATE = '4000000000000036';
const APPROVED = '4000000000000010';

async function made(body: object = {}, customer: object = CUSTOMER): Promise<string> {
  const created = await seller.call('POST', '/api/v1/customers', customer);
  expect(created).toMatchObject({ status: 201 });
  const answer = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'CREDIT_CARD', value: 100, customer_id: created.body.id },
    ...body,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

async function payWith(id: string, number = APPROVED, installments: number | null = null) {
  const charge = await findCharge(gateway.deps, seller.id, id);
  if (!charge) throw new Error('the charge was made');
  const card: CardNumber = {
    ...{ kind: 'number', number, holder: 'ANA SOUZA', document: null },
    ...{ month: 12, year: 2040, cvv: '123' },
  };
  const attemptId = gateway.deps.ids.next();
  return payByCard(gateway.deps, charge, { attemptId, card, installments, origin: null, workBits: 0 });
}

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
/** The charge at the acquirer, of the latest order. */
async function atAcquirer() {
  const latest = (await there.state()).charges.at(-1);
  if (!latest) throw new Error('nothing was charged');
  return latest;
}
const countThere = async () => (await there.state()).charges.length;

describe('a charge by card at Pagar.me', () => {
  it('is received, with the payer that the acquirer asks for', async () => {
    const id = await made({ value: 120.5, installments: 3 });
    expect(await payWith(id)).toBe('approved');
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', value: 120.5 });
    const charge = await atAcquirer();
    expect(charge).toMatchObject({ status: 'paid', amount: 12_050, transactions: [{ installments: 3 }] });
    const { orders } = await there.state();
    expect(orders.at(-1)?.request).toMatchObject({
      customer: { email: 'ana@example.com', document: '52998224725' },
    });
  });

  it('of a payer who cannot be reached names what is needed, and nothing is sent', async () => {
    const count = await countThere();
    const { phone: _, ...unreachable } = { ...CUSTOMER, cpf_cnpj: '39053344705', email: 'bia@example.com' };
    const id = await made({}, unreachable);
    await expect(payWith(id)).rejects.toMatchObject({
      code: 'PAYER_INCOMPLETE',
      message: 'The acquirer needs more of the payer: customer.phone',
    });
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
    expect(await countThere()).toBe(count);
  });

  it('is held, captured in part, and given back', async () => {
    const id = await made({ capture: false });
    expect(await payWith(id)).toBe('authorised');
    expect(await read(id)).toMatchObject({ status: 'PENDING', authorization: { status: 'authorized' } });
    const captured = await seller.call('POST', `/api/v1/charges/${id}/capture`, { amount: 60 });
    expect(captured).toMatchObject({ status: 200, body: { status: 'RECEIVED' } });
    expect(await atAcquirer()).toMatchObject({ status: 'paid', paid_amount: 6_000 });
    await there.behave({ refunds: 'pending' });
    await gateway.advance(40 * DAY_MS);
    const asked = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 25 });
    expect(asked).toMatchObject({ status: 200, body: { status: 'pending' } });
    await gateway.runDue();
    const { id: charge } = await atAcquirer();
    await there.finishRefunds(charge, true);
    await gateway.advance(DAY_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', refunded_amount: 25 });
    expect(await atAcquirer()).toMatchObject({ status: 'paid', canceled_amount: 2_500 });
  });

  it('whose refund is denied the next day keeps its money', async () => {
    const id = await made();
    await payWith(id);
    await there.behave({ refunds: 'pending' });
    await gateway.advance(40 * DAY_MS);
    const refund = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 25 });
    await gateway.runDue();
    const { id: charge } = await atAcquirer();
    await there.finishRefunds(charge, false);
    await gateway.advance(DAY_MS);
    expect(refund).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(await read(id)).toMatchObject({
      status: 'RECEIVED',
      refunded_amount: 0,
      refunds: [{ status: 'failed' }],
    });
  });

  it('that is not captured is let go before the acquirer forgets it', async () => {
    const id = await made({ capture: false });
    await payWith(id);
    await gateway.advance(5 * DAY_MS + HOUR_MS);
    await gateway.runDue();
    expect(await atAcquirer()).toMatchObject({ status: 'canceled', paid_amount: null });
    expect((await read(id)).status).not.toBe('RECEIVED');
  });

  it('whose answer was lost is looked up, and charged once', async () => {
    await there.behave({ faults: [{ kind: 'drop after', on: 'order.create', times: 1 }] });
    const count = await countThere();
    const id = await made();
    expect(await payWith(id)).toBe('unknown');
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
    await gateway.advance(MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED' });
    expect(await countThere()).toBe(count + 1);
  });
});

describe('a notice of Pagar.me', () => {
  const notify = ({ body, signature }: SignedNotice, url = new URL(noticeUrl).pathname) =>
    gateway.call('POST', url, body as unknown as object, {
      ...{ 'content-type': 'application/json', 'x-webhook-asymmetric-signature': signature },
    });

  it('resolves a payment that was pending, also when it comes twice and late', async () => {
    await there.behave({ notices: { url: noticeUrl, repeat: 2, delayMs: 50 } });
    const id = await made();
    expect(await payWith(id, LATE)).toBe('unknown');
    const { id: charge } = await atAcquirer();
    await there.finish(charge, 'paid');
    await until('the charge is paid', async () => {
      await gateway.runDue();
      return (await read(id)).status === 'RECEIVED';
    });
    const { notices } = await there.state();
    await until('every notice is taken', async () => (await there.state()).notices.taken >= 4);
    expect(notices.refused).toBe(0);
    expect(await gateway.audit()).toEqual([]);
  });

  it('has a payment given back that was given up here', async () => {
    await there.behave({ hidesNew: true, faults: [{ kind: 'drop after', on: 'order.create', times: 1 }] });
    const id = await made();
    expect(await payWith(id)).toBe('unknown');
    await gateway.advance(20 * MINUTE_MS);
    await gateway.advance(HOUR_MS);
    expect(await read(id)).toMatchObject({ status: 'REFUSED' });
    await there.behave({ hidesNew: false });
    const { id: charge } = await atAcquirer();
    expect(await notify(await there.noticeOf(charge, 'charge.paid'))).toMatchObject({ status: 200 });
    await gateway.runDue();
    await gateway.runDue();
    expect(await read(id)).toMatchObject({ status: 'REFUSED' });
    expect(await atAcquirer()).toMatchObject({ status: 'canceled', canceled_amount: 10_000 });
    expect(await gateway.audit()).toEqual([]);
  });

  it('without a valid signature, or at another address, changes nothing', async () => {
    const id = await made();
    await payWith(id, LATE);
    const { id: charge } = await atAcquirer();
    const own = await there.noticeOf(charge, 'charge.paid');
    expect(await notify({ ...own, body: `${own.body} ` })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect(await notify({ ...own, signature: '' })).toMatchObject({ status: 403 });
    expect(await notify(own, `/cards/callbacks/pagarme/${'0'.repeat(32)}`)).toMatchObject({ status: 404 });
    expect(await notify(own, new URL(noticeUrl).pathname.replace('pagarme', 'other'))).toMatchObject({
      status: 404,
    });
    // A true notice is only a hint as well: what it says is not what counts.
    expect(await notify(own)).toMatchObject({ status: 200 });
    await gateway.runDue();
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
  });
});
