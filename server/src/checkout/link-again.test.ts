import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { GOOD_CARD, hiddenValue, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

type Fields = Record<string, string>;

async function link(fields: object): Promise<{ id: string; path: string }> {
  const { status, body, raw } = await seller.call('POST', '/api/v1/payment-links', {
    name: 'Caneca',
    ...fields,
  });
  expect(status, raw).toBe(201);
  return { id: body.id, path: new URL(body.url).pathname };
}

/** What the page gives its form to be sent with. */
const shownOn = (html: string): Fields =>
  Object.fromEntries(['form_id', 'total', 'prices'].map((name) => [name, hiddenValue(html, name)]));
const opened = async (path: string) => shownOn((await visitor.get(path)).html);
/** After the payer has chosen how many. */
const openedFor = async (path: string, quantity: string) => ({
  ...shownOn((await visitor.post(`${path}/total`, { quantity })).html),
  quantity,
});

async function chargesOf(linkId: string) {
  const { body } = await seller.call('GET', `/api/v1/charges?payment_link_id=${linkId}`);
  return Promise.all(
    body.data.map(async ({ id }: { id: string }) => (await seller.call('GET', `/api/v1/charges/${id}`)).body),
  );
}

describe('a price that rises while the page is open', () => {
  const byCard = { ...GOOD_CARD, name: 'Ana', installments: '12' };

  it('is shown before a Pix is made: a discount that is gone', async () => {
    const { path, id } = await link({ value: 100, pix_discount: 10 });
    const shown = await opened(path);
    await seller.call('PUT', `/api/v1/payment-links/${id}`, { pix_discount: 5 });
    const refused = await visitor.post(path, { ...shown, method: 'PIX' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('O total agora é R$ 95,00');
    expect(await chargesOf(id)).toEqual([]);
    expect((await visitor.post(path, { ...shownOn(refused.html), method: 'PIX' })).status).toBe(303);
  });

  it('is shown before a card is charged: interest that the payer has to pay by now', async () => {
    const { path, id } = await link({ value: 600 });
    const shown = await opened(path);
    await seller.call('PUT', `/api/v1/payment-links/${id}`, { installment_interest: 'payer' });
    const refused = await visitor.post(path, { ...shown, ...byCard });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/O total agora é R\$ 7\d\d,/);
    expect(await chargesOf(id)).toEqual([]);
    expect((await visitor.post(path, { ...shown, ...byCard, installments: '1' })).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ status: 'RECEIVED', value: 600 }]);
  });

  it('is shown before a card is charged: fees that an operator raised', async () => {
    const { path, id } = await link({ value: 600, installment_interest: 'payer' });
    const shown = await opened(path);
    const operator = await gateway.operator();
    const plan = { percent: 9.99, fixed: 2.5 };
    const changed = await operator.call('PUT', `/api/v1/admin/accounts/${seller.id}/fee-plan`, plan);
    expect(changed.status, changed.raw).toBe(200);
    await waitForCacheExpiry();
    const refused = await visitor.post(path, { ...shown, ...byCard });
    expect(refused.status).toBe(400);
    expect(await chargesOf(id)).toEqual([]);
    const agreed = shownOn(refused.html);
    expect((await visitor.post(path, { ...agreed, ...byCard })).status).toBe(303);
    const [, price] = /12x=(\d+)/.exec(agreed.prices ?? '') ?? [];
    const [paid] = await chargesOf(id);
    expect([paid.status, Math.round(paid.paid_value * 100)]).toEqual(['RECEIVED', Number(price)]);
  });

  it('is no matter of a value that the payer enters: another one is another price', async () => {
    const { path, id } = await link({ value: null });
    const typed = await visitor.post(path, { ...byCard, value: '100,00', installments: '13' });
    const sent = { ...shownOn(typed.html), ...byCard, value: '200,00' };
    expect([typed.status, (await visitor.post(path, sent)).status]).toEqual([400, 303]);
    expect(await chargesOf(id)).toMatchObject([{ value: 200 }]);
  });
});

describe('a form that is sent twice', () => {
  async function lastUnits(fields: object = {}) {
    const product = { name: 'Caneca', price: 10, stock: 2, hold_stock: true };
    const { body } = await seller.call('POST', '/api/v1/products', product);
    return link({ product_id: body.id, asks: { max_quantity: 5 }, ...fields });
  }

  it('leads to its own charge, although that holds the last units', async () => {
    const { path, id } = await lastUnits();
    const form = { ...(await openedFor(path, '2')), method: 'PIX', name: 'Ana' };
    const [first, atOnce] = await Promise.all([visitor.post(path, form), visitor.post(path, form)]);
    const later = await visitor.post(path, form);
    expect([first.status, atOnce.status, later.status]).toEqual([303, 303, 303]);
    expect(new Set([first.location, atOnce.location, later.location]).size).toBe(1);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('by card leads to its receipt, and pays once', async () => {
    const { path, id } = await lastUnits();
    const form = { ...(await openedFor(path, '2')), ...GOOD_CARD, name: 'Ana' };
    const first = await visitor.post(path, form);
    const later = await visitor.post(path, form);
    expect(first.location).toContain('/receipt/');
    expect([later.status, later.location]).toEqual([303, first.location]);
    expect(await chargesOf(id)).toMatchObject([{ status: 'RECEIVED', paid_value: 20 }]);
  });

  it('leads to its own charge when the link has been closed since; another form does not', async () => {
    const { path, id } = await link({ value: 30 });
    const [form, other] = [await opened(path), await opened(path)];
    const first = await visitor.post(path, { ...form, method: 'PIX' });
    await seller.call('DELETE', `/api/v1/payment-links/${id}`);
    expect(await visitor.post(path, { ...form, method: 'PIX' })).toMatchObject({
      ...{ status: 303, location: first.location },
    });
    expect((await visitor.post(path, { ...other, method: 'PIX' })).status).toBe(410);
    expect((await visitor.post(path, { ...form, method: 'BOLETO' })).status).toBe(410);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('is refused as before when it asks for more than is left', async () => {
    const { path, id } = await lastUnits();
    const form = { ...(await openedFor(path, '2')), method: 'PIX' };
    await visitor.post(path, { ...form, quantity: '1' });
    const more = await visitor.post(path, { ...form, quantity: '2' });
    expect(more.status).toBe(400);
    expect(more.html).toContain('Só resta 1 unidade em estoque.');
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it.each([
    ['telephone', { phone: '11987654322' }],
    ['e-mail', { email: 'ana@example.com' }],
    ['name', { name: 'Ana Souza' }],
  ])('with a corrected %s keeps the correction', async (_, corrected) => {
    const { path, id } = await link({ value: 30, asks: { phone: 'required' } });
    const typed = { name: 'Ana', phone: '11987654321', email: 'ana@example.con' };
    const form = { ...(await opened(path)), method: 'PIX', ...typed };
    const wrong = await visitor.post(path, form);
    const right = await visitor.post(path, { ...form, ...corrected });
    const again = await visitor.post(path, { ...form, ...corrected });
    expect([wrong.status, right.status]).toEqual([303, 303]);
    expect([right.location === wrong.location, again.location]).toEqual([false, right.location]);
    const customers = (await chargesOf(id)).map(({ customer }) => customer);
    expect(customers).toHaveLength(2);
    expect(customers).toContainEqual(expect.objectContaining({ ...typed, ...corrected }));
  });
});
