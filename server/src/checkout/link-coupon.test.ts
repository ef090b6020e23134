import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../test/support/gateway.ts';
import { GOOD_CARD, hiddenValue, type Visitor, visitorOf } from '../../../test/support/pages.ts';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

it.beforeAll(async ({ gateway: started }) => {
  gateway = started;
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});

type Fields = Record<string, string>;

async function link(fields: object = {}, by: Seller = seller): Promise<{ id: string; path: string }> {
  const { body } = await by.call('POST', '/api/v1/payment-links', { name: 'Curso', value: 100, ...fields });
  return { id: body.id, path: new URL(body.url).pathname };
}

let made = 0;
async function coupon(fields: object = {}): Promise<{ id: string; code: string }> {
  made += 1;
  const sent = { code: `CUPOM-${made}`, ...('amount' in fields ? {} : { percent: 10 }), ...fields };
  const { status, body, raw } = await seller.call('POST', '/api/v1/coupons', sent);
  if (status !== 201) throw new Error(`creating a coupon answered ${status}: ${raw}`);
  return body;
}

async function order(path: string, fields: Fields) {
  const { html } = await visitor.get(path);
  const form = { form_id: hiddenValue(html, 'form_id'), total: hiddenValue(html, 'total') };
  return visitor.post(path, { ...form, method: 'PIX', ...fields });
}

const total = (path: string, fields: Fields) => visitor.post(`${path}/total`, fields);

async function chargesOf(linkId: string) {
  const { body } = await seller.call('GET', `/api/v1/charges?payment_link_id=${linkId}`);
  return Promise.all(
    body.data.map(
      async (item: { id: string }) => (await seller.call('GET', `/api/v1/charges/${item.id}`)).body,
    ),
  );
}

const couponOf = async (id: string) => (await seller.call('GET', `/api/v1/coupons/${id}`)).body;
const UNKNOWN = 'Este cupom não existe ou não vale para esta compra. Confira o código.';

describe('the page of a link', () => {
  it('asks for a coupon only where the seller has one that can be used on it', async () => {
    const shop = await gateway.seller('Sem cupom');
    const { path, id } = await link({}, shop);
    const asks = async () => (await visitor.get(path)).html.includes('Tem um cupom?');
    expect(await asks()).toBe(false);
    const other = await link({}, shop);
    const make = (fields: object) => shop.call('POST', '/api/v1/coupons', { percent: 5, ...fields });
    await make({ code: 'OUTRO', payment_link_id: other.id });
    await make({ code: 'DEPOIS', valid_from: '2090-01-01' });
    await make({ code: 'DESLIGADO', active: false });
    expect(await asks()).toBe(false);
    await make({ code: 'MEU', payment_link_id: id });
    expect(await asks()).toBe(true);
  });

  it('shows the discount as a line, keeps what was typed, and takes it off again', async () => {
    const { code } = await coupon();
    const { path, id } = await link({ asks: { max_quantity: 5 } });
    const typed = { quantity: '3', name: 'Ana & Bia', coupon: code.toLowerCase() };
    const shown = await total(path, typed);
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('3 un. × R$ 100,00');
    expect(shown.html).toContain(`Cupom ${code}`);
    expect(shown.html).toContain('− R$ 30,00');
    expect(shown.html).toContain('R$ 270,00');
    expect(shown.html).toContain('value="Ana &amp; Bia"');
    expect([hiddenValue(shown.html, 'total'), hiddenValue(shown.html, 'coupon')]).toEqual(['27000', code]);
    const removed = await total(path, { ...typed, coupon_removed: '1' });
    expect(removed.html).not.toContain('− R$');
    expect(hiddenValue(removed.html, 'total')).toBe('30000');
    expect(await chargesOf(id)).toEqual([]);
  });

  it('takes a coupon from its address', async () => {
    const { code } = await coupon({ amount: 5 });
    const { path } = await link();
    const { html } = await visitor.get(`${path}?coupon=${code}`);
    expect(html).toContain('− R$ 5,00');
    expect(hiddenValue(html, 'total')).toBe('9500');
    const wrong = await visitor.get(`${path}?coupon=${encodeURIComponent('<b>"NADA"</b>')}`);
    expect([wrong.status, wrong.html.includes('<b>')]).toEqual([200, false]);
    expect(wrong.html).toContain(UNKNOWN);
    expect((await visitor.get(`${path}?coupon=A&coupon=B`)).status).toBe(200);
  });

  it.each([
    ['unknown', 'NUNCA-EXISTIU', {}, UNKNOWN],
    ['not yet valid', null, { valid_from: '2090-03-01' }, 'só começa a valer em 1 de março de 2090'],
    ['for larger purchases', null, { min_value: 150 }, 'para compras a partir de R$ 150,00'],
    ['worth the whole purchase', null, { amount: 100 }, 'para compras a partir de R$ 100,01'],
    ['switched off', null, { active: false }, UNKNOWN],
  ])('says in one sentence why a coupon that is %s takes nothing off', async (_, text, fields, sentence) => {
    const code = text ?? (await coupon(fields)).code;
    const { path, id } = await link();
    const shown = await total(path, { coupon: code, name: 'Ana' });
    expect(shown.status).toBe(400);
    expect(shown.html).toContain(sentence);
    expect(shown.html).toContain(`value="${code}"`);
    expect(hiddenValue(shown.html, 'total')).toBe('10000');
    expect((await order(path, { coupon: code })).html).toContain(sentence);
    expect(await chargesOf(id)).toEqual([]);
  });

  it('says the same of a code that is for another link as of one that nobody has', async () => {
    const other = await link();
    const { code } = await coupon({ payment_link_id: other.id });
    const { path } = await link();
    const [foreign, none] = [
      await total(path, { coupon: code }),
      await total(path, { coupon: 'X'.repeat(8) }),
    ];
    const said = (html: string, word: string) =>
      html
        .replaceAll(word, 'CODE')
        .replace(/name="form_id" value="[^"]*"/, '')
        .replace(/data-now="[^"]*"/, '');
    expect(said(foreign.html, code)).toBe(said(none.html, 'X'.repeat(8)));
  });

  it('says that a coupon has ended', async () => {
    const { code } = await coupon({ valid_until: '2090-01-31' });
    const { path } = await link();
    await gateway.db.query(`update coupons set valid_until = '2020-01-31' where code = $1`, [code]);
    expect((await total(path, { coupon: code })).html).toContain('valeu até 31 de janeiro de 2020');
  });

  it('lets a payer go on without a coupon that it has refused', async () => {
    const { path, id } = await link();
    const refused = await order(path, { coupon: 'NADA-1' });
    expect(refused.status).toBe(400);
    const warned = { coupon: 'NADA-1', coupon_warned: hiddenValue(refused.html, 'coupon_warned') };
    const other = await order(path, { ...warned, coupon: 'NADA-2' });
    expect(other.status).toBe(400);
    expect(await chargesOf(id)).toEqual([]);
    expect((await order(path, warned)).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ value: 100 }]);
  });

  it('does not send a card number back that was typed for a code', async () => {
    const { path } = await link();
    const { html } = await total(path, { coupon: '5555555555554444' });
    expect(html).not.toContain('5555555555554444"');
  });
});

describe('a charge with a coupon', () => {
  it('has the value that is left, and says what was taken off', async () => {
    const { code, id: couponId } = await coupon({ percent: 33.33 });
    const { path, id } = await link({ value: 33.33, asks: { max_quantity: 3 }, pix_discount: 10 });
    const made = await order(path, { coupon: code, quantity: '2', total: '' });
    expect(made.status).toBe(303);
    const [charge] = await chargesOf(id);
    expect(charge).toMatchObject({
      value: 44.45,
      purchase: {
        ...{ quantity: 2, unit_value: 33.33, pix_discount: 10 },
        coupon: { id: couponId, code, discount_amount: 22.21, original_value: 66.66 },
      },
    });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, {});
    const { body: paid } = await seller.call('GET', `/api/v1/charges/${charge.id}`);
    expect(paid).toMatchObject({ status: 'RECEIVED', paid_value: 40.01 });
    const receipt = await visitor.get(new URL(paid.checkout_url).pathname.replace('/pay/', '/receipt/'));
    for (const shown of ['2 un. × R$ 33,33', 'R$ 66,66', `Cupom ${code}`, '− R$ 22,21', 'R$ 40,01'])
      expect(receipt.html).toContain(shown);
    const { raw } = await seller.call('GET', `/api/v1/charges/export?format=csv&ids=${charge.id}`);
    expect(raw).toContain(code);
    expect(await gateway.audit()).toEqual([]);
  });

  it('of a value that the payer entered: the coupon is of what was typed', async () => {
    const { code } = await coupon();
    const { path, id } = await link({ value: null, min_value: 20, max_value: 200 });
    expect((await visitor.get(`${path}?coupon=${code}`)).html).toContain('− 10%');
    expect((await total(path, { coupon: code, value: '50,05' })).html).toContain('R$ 45,05');
    expect((await order(path, { coupon: code, value: '19,00' })).status).toBe(400);
    expect((await order(path, { coupon: code, value: '21,00' })).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([
      { value: 18.9, purchase: { coupon: { original_value: 21 } } },
    ]);
  });

  it('is not made for more than the page showed, where the coupon is worth less by now', async () => {
    const { code, id: couponId } = await coupon();
    for (const fields of [{}, { value: null }]) {
      const { path, id } = await link(fields);
      await seller.call('PATCH', `/api/v1/coupons/${couponId}`, { percent: 10 });
      const value: Fields = 'value' in fields ? { value: '100,00' } : {};
      const { html } = await total(path, { coupon: code, ...value });
      expect(hiddenValue(html, 'total')).toBe('9000');
      await seller.call('PATCH', `/api/v1/coupons/${couponId}`, { percent: 5 });
      const sent = { method: 'PIX', coupon: code, total: '9000', ...value };
      const grown = await visitor.post(path, sent);
      expect([grown.status, hiddenValue(grown.html, 'total')]).toEqual([400, '9500']);
      expect(grown.html).toContain('O total agora é R$ 95,00');
      expect(await chargesOf(id)).toEqual([]);
      expect((await visitor.post(path, { ...sent, total: '9500' })).status).toBe(303);
      expect(await chargesOf(id)).toMatchObject([{ value: 95 }]);
    }
  });

  it('leaves more than the recipients of the split get, or the coupon cannot be used', async () => {
    const partner = await gateway.seller('Autora');
    const { code } = await coupon({ percent: 20 });
    const { path, id } = await link({ split: [{ recipient_id: partner.id, amount: 80 }] });
    expect((await total(path, { coupon: code })).html).toContain('não pode ser usado nesta compra');
    expect((await order(path, {})).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ value: 100 }]);
  });

  it('by card costs what is left', async () => {
    const { code } = await coupon({ amount: 40 });
    const { path, id } = await link();
    const paid = await order(path, { ...GOOD_CARD, coupon: code, total: '6000' });
    expect([paid.status, paid.location]).toEqual([303, expect.stringContaining('/receipt/')]);
    expect(await chargesOf(id)).toMatchObject([{ status: 'RECEIVED', value: 60, paid_value: 60 }]);
  });

  it('is the same charge when the form is sent again, also when it took the last use', async () => {
    const { code, id: couponId } = await coupon({ max_uses: 1 });
    const { path, id } = await link();
    const { html } = await visitor.get(`${path}?coupon=${code}`);
    const form = { form_id: hiddenValue(html, 'form_id'), total: hiddenValue(html, 'total') };
    const send = (fields: Fields = {}) =>
      visitor.post(path, { ...form, method: 'PIX', coupon: code, ...fields });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[0]?.location).toBe(answers[1]?.location);
    expect(await chargesOf(id)).toHaveLength(1);
    expect(await couponOf(couponId)).toMatchObject({ status: 'used_up', used_count: 0, held_count: 1 });
    const other = await order(path, { coupon: code });
    expect(other.html).toContain('Este cupom já foi usado o máximo de vezes.');
    const warned = { coupon_warned: hiddenValue(other.html, 'coupon_warned'), total: '10000' };
    expect((await order(path, { coupon: code, ...warned })).status).toBe(303);
    expect((await chargesOf(id)).map(({ value }) => value).sort()).toEqual([100, 90]);
  });
});
