import { afterEach, beforeEach, describe, expect } from 'vitest';
import { findCharge } from '../../server/src/charges/find.ts';
import { renewPixCode } from '../../server/src/charges/methods/renew.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let place: PspGateway;
let seller: Seller;

it.beforeAll(({ place: started }) => {
  place = started;
});
beforeEach(async () => {
  await place.psp.behave({ status5xx: null, refunds: 'at once' });
  seller = await place.gateway.seller();
});
afterEach(async () => {
  expect(await place.gateway.audit()).toEqual([]);
  expect((await place.psp.state()).violations).toEqual([]);
});

const create = async (more: object = {}) => {
  const asked = { billing_type: 'PIX', value: 150, ...more };
  const { status, body } = await seller.call('POST', '/api/v1/charges', asked);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const payer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
const boleto = (more: object = {}) =>
  create({ billing_type: 'BOLETO', customer: payer, due_date: '2031-03-10', ...more });
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body;
const pageOf = async ({ checkout_url }: { checkout_url: string }) =>
  (await place.gateway.app.inject({ url: `${new URL(checkout_url).pathname}?lang=pt` })).body;

/** The PSP tells in its own time; then everything that follows is done. */
async function become(id: string, what: string, isSo: (charge: Awaited<ReturnType<typeof read>>) => boolean) {
  await until(what, async () => {
    await place.gateway.runDue();
    return isSo(await read(id));
  });
  return read(id);
}
const returned = (id: string) =>
  become(
    id,
    'the payment went back',
    ({ returned_payments: [payment] = [] }) => payment?.status === 'returned',
  );
const received = (id: string) => become(id, 'it is paid', ({ status }) => status === 'RECEIVED');

describe('the PIX code of a boleto at a PSP, paid with an amount that its terms do not allow on the day,', () => {
  const TERMS = {
    fine: { percent: 2 },
    interest: { percent: 1 },
    discount: { percent: 5, until: '2031-03-05' },
  };
  const noon = (day: string) => `${day}T15:00:00.000Z`;

  it('goes back, and the charge is not paid', async () => {
    const { id, pix } = await boleto();
    await place.psp.pay(pix.txid, { amount: '1.00' });
    expect(await returned(id)).toMatchObject({
      status: 'PENDING',
      returned_payments: [{ amount: 1, reason: 'wrong_amount' }],
    });
    expect(await balance()).toMatchObject({ available: 0, reserved: 0, total: 0 });
    const { refunds } = await place.psp.state();
    expect(refunds.at(-1)).toMatchObject({ valor: '1.00', status: 'DEVOLVIDO' });
  });

  it.each([
    ['the value while a discount applies', '2031-03-05', '150.00'],
    ['the discount after its last day', '2031-03-06', '142.50'],
    ['the value when it is late', '2031-03-17', '150.00'],
    ['the amount of another day', '2031-03-17', '153.05'],
  ])('goes back: %s', async (_, day, amount) => {
    const { id, pix } = await boleto(TERMS);
    await place.psp.pay(pix.txid, { at: noon(day), amount });
    expect(await returned(id)).toMatchObject({ status: 'PENDING' });
  });

  it.each([
    ['2031-03-05', 142.5],
    ['2031-03-06', 150],
    ['2031-03-10', 150],
    ['2031-03-11', 153.05],
    ['2031-03-17', 153.35],
  ])('but not what the PSP asks for on %s', async (day, amount) => {
    const { id, pix } = await boleto(TERMS);
    const { valor } = await place.psp.pay(pix.txid, { at: noon(day) });
    expect(Number(valor)).toBe(amount);
    expect(await received(id)).toMatchObject({ paid_value: amount });
  });
});

describe('a code that a payment of another amount has closed', () => {
  it('is replaced, and the new one is paid', async () => {
    const charge = await create();
    await place.psp.pay(charge.pix.txid, { amount: '149.99' });
    const { pix, status } = await returned(charge.id);
    expect(status).toBe('PENDING');
    expect(pix.txid).not.toBe(charge.pix.txid);
    expect(pix.expires_at).toBe(charge.pix.expires_at);
    const page = await pageOf(charge);
    expect(page).toContain(pix.copy_paste);
    expect(page).toContain('Um pagamento foi devolvido');
    await place.psp.pay(pix.txid);
    expect(await received(charge.id)).toMatchObject({ paid_value: 150 });
    expect(await place.gateway.db.query('select 1 from pix_intents')).toEqual([]);
  });

  it('of a boleto is replaced with the same terms', async () => {
    const charge = await boleto({ fine: { percent: 2 } });
    await place.psp.pay(charge.pix.txid, { amount: '1.00' });
    const { pix } = await returned(charge.id);
    const { cobvs } = await place.psp.state();
    const [first, second] = [charge.pix.txid, pix.txid].map((txid) =>
      cobvs.find((each) => each.txid === txid),
    );
    expect(first?.status).toBe('CONCLUIDA');
    expect(second).toMatchObject({ status: 'ATIVA', terms: { valor: first?.terms.valor } });
    await place.psp.pay(pix.txid);
    await received(charge.id);
  });

  it('of a late boleto that costs more every day is not: the boleto itself can be paid', async () => {
    const soon = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const charge = await boleto({ due_date: soon, interest: { percent: 1 } });
    await place.gateway.advance(20 * DAY_MS);
    try {
      await place.psp.pay(charge.pix.txid, { amount: '1.00' });
      const late = await returned(charge.id);
      expect(late.pix).toBeUndefined();
      expect(late.boleto.digitable_line).toBe(charge.boleto.digitable_line);
      const page = await pageOf(charge);
      expect(page).not.toContain(charge.pix.copy_paste);
      await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
      expect((await read(charge.id)).status).toBe('RECEIVED');
    } finally {
      place.gateway.clock.setOffset(0);
    }
  });

  it('is not shown any more while the PSP makes no other, and the page says so', async () => {
    const charge = await create();
    await place.psp.behave({ status5xx: { on: 'cob.put' } });
    await place.psp.pay(charge.pix.txid, { amount: '1.00' });
    expect((await returned(charge.id)).pix).toBeUndefined();
    const page = await pageOf(charge);
    expect(page).not.toContain(charge.pix.copy_paste);
    expect(page).toContain('Um novo código está sendo gerado');
    await place.psp.behave({ status5xx: null });
    const state = async () =>
      (await place.gateway.app.inject({ url: `${new URL(charge.checkout_url).pathname}/status` })).json()
        .state;
    const before = await state();
    const stored = await findCharge(place.gateway.deps, seller.id, charge.id);
    const heard: string[] = [];
    const unwatch = stored && place.gateway.deps.livePages.watch(stored, (live) => heard.push(live.state));
    await place.gateway.db.query(`update jobs set run_at = now() where kind = 'pix.renew'`);
    const { pix } = await become(charge.id, 'there is a code', (each) => each.pix !== undefined);
    expect(await state()).not.toBe(before);
    await until('an open page has heard of it', async () => heard.at(-1) === (await state()));
    unwatch?.();
    expect(await pageOf(charge)).toContain(pix.copy_paste);
  });

  it('is replaced once, however often that is tried at once', async () => {
    const charge = await create({ value: 151.13 });
    await place.psp.behave({ status5xx: { on: 'cob.put' } });
    await place.psp.pay(charge.pix.txid, { amount: '1.00' });
    await returned(charge.id);
    await place.psp.behave({ status5xx: null });
    await place.gateway.db.query('delete from pix_intents');
    const job = {
      account_id: seller.id,
      payload: { charge_id: charge.id, txid: charge.pix.txid },
    } as unknown as Parameters<typeof renewPixCode>[1];
    const run = () => renewPixCode(place.gateway.deps, job);
    expect(await Promise.all([run(), run(), run()])).toEqual([
      { done: true },
      { done: true },
      { done: true },
    ]);
    const { pix } = await read(charge.id);
    await place.gateway.db.query(`update jobs set run_at = now()`);
    await until('only its code can be paid', async () => {
      await place.gateway.runDue();
      const { cobs } = await place.psp.state();
      const open = cobs.filter(
        ({ status, terms }) => status === 'ATIVA' && terms.valor.original === '151.13',
      );
      return open.length === 1 && open[0]?.txid === pix.txid;
    });
    await place.psp.pay(pix.txid);
    await received(charge.id);
  });
});
