import { beforeAll, describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../test/support/gateway.ts';
import { civilDateOf } from '../brazil/calendar.ts';

let gateway: TestGateway;
let seller: Seller;

it.beforeAll(async ({ gateway: started }) => {
  gateway = started;
  seller = await gateway.seller('Loja dos cupons');
});

const PATH = '/api/v1/coupons';

async function made(fields: object) {
  const { status, body, raw } = await seller.call('POST', PATH, { percent: 10, ...fields });
  if (status !== 201) throw new Error(`creating a coupon answered ${status}: ${raw}`);
  return body;
}

describe('a coupon', () => {
  it('is made, read, changed and removed', async () => {
    const coupon = await made({ code: 'Natal-10', min_value: 50, max_uses: 3, valid_until: '2090-12-31' });
    expect(coupon).toMatchObject({
      ...{ object: 'coupon', code: 'Natal-10', percent: 10, amount: null, min_value: 50, max_uses: 3 },
      ...{ used_count: 0, held_count: 0, valid_from: null, valid_until: '2090-12-31' },
      ...{ payment_link_id: null, active: true, status: 'active' },
    });
    const own = `${PATH}/${coupon.id}`;
    const changed = await seller.call('PATCH', own, { amount: 5.5, code: 'NATAL', min_value: null });
    expect(changed.body).toEqual({ ...coupon, percent: null, amount: 5.5, code: 'NATAL', min_value: null });
    expect((await seller.call('GET', own)).body).toEqual(changed.body);
    expect((await seller.call('DELETE', own)).body).toMatchObject({ success: true });
    expect((await seller.call('GET', own)).status).toBe(404);
    expect((await seller.call('DELETE', own)).status).toBe(404);
    const { body: log } = await seller.call('GET', '/api/v1/audit-log?limit=3');
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      ...['coupon.deleted', 'coupon.changed', 'coupon.created'],
    ]);
    expect(await made({ code: 'natal' })).toMatchObject({ used_count: 0 });
  });

  it('has a code that no other of the account has, whatever its case, also when two are made at once', async () => {
    const answers = await Promise.all(
      ['PASCOA', 'pascoa', 'Pascoa'].map((code) => seller.call('POST', PATH, { code, percent: 5 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.details).toEqual({ code: 'is the code of another coupon' });
    const other = await gateway.seller('Outra');
    expect((await other.call('POST', PATH, { code: 'PASCOA', percent: 5 })).status).toBe(201);
    const { id } = await made({ code: 'CARNAVAL' });
    expect((await seller.call('PATCH', `${PATH}/${id}`, { code: 'Pascoa' })).status).toBe(400);
    expect((await seller.call('PATCH', `${PATH}/${id}`, { code: 'carnaval' })).body.code).toBe('carnaval');
  });

  it('is made once for one idempotency key', async () => {
    const send = () =>
      seller.call('POST', PATH, { code: 'UMAVEZ', percent: 5 }, { 'Idempotency-Key': 'coupon-1' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.raw]).toEqual([201, first.raw]);
  });

  it.each([
    ['code', { code: 'A' }],
    ['code', { code: 'A'.repeat(41) }],
    ['code', { code: 'natal 10' }],
    ['code', { code: '<script>' }],
    ['code', { code: '=SOMA(A1)' }],
    ['code', { code: '\u202eLATAN' }],
    ['percent', { percent: 0 }],
    ['percent', { percent: 100 }],
    ['percent', { percent: 1.005 }],
    ['percent', { amount: 5 }],
    ['percent', { percent: null }],
    ['amount', { percent: null, amount: 0 }],
    ['amount', { percent: null, amount: -1 }],
    ['amount', { percent: null, amount: 0.001 }],
    ['min_value', { min_value: 0 }],
    ['max_uses', { max_uses: 0 }],
    ['max_uses', { max_uses: 1.5 }],
    ['valid_from', { valid_from: '2026-02-30' }],
    ['valid_until', { valid_until: '31/12/2090' }],
    ['valid_until', { valid_until: '2020-01-01' }],
    ['valid_until', { valid_from: '2090-01-02', valid_until: '2090-01-01' }],
    ['payment_link_id', { payment_link_id: 'none' }],
  ])('with a wrong %s is refused: %j', async (field, fields) => {
    const { status, body } = await seller.call('POST', PATH, { code: 'ERRADO', percent: 10, ...fields });
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  });

  it('that has ended may be changed, but not be given another day that has passed', async () => {
    const { id } = await made({ code: 'RELAMPAGO', valid_until: civilDateOf(gateway.deps.clock.now()) });
    await gateway.advance(2 * 86_400_000);
    const own = `${PATH}/${id}`;
    expect((await seller.call('GET', own)).body.status).toBe('ended');
    expect((await seller.call('PATCH', own, { max_uses: 5 })).body).toMatchObject({ max_uses: 5 });
    expect((await seller.call('PATCH', own, { valid_until: '2020-01-01' })).status).toBe(400);
    expect((await seller.call('PATCH', own, { valid_until: null })).body.status).toBe('active');
  });

  it('of another account is not there', async () => {
    const { id } = await made({ code: 'SEGREDO' });
    const other = await gateway.seller('Curiosa');
    for (const [method, body] of [['GET'], ['PATCH', { percent: 1 }], ['DELETE']] as const)
      expect((await other.call(method, `${PATH}/${id}`, body)).status).toBe(404);
    const { body: link } = await seller.call('POST', '/api/v1/payment-links', { name: 'Meu', value: 10 });
    const stolen = { code: 'ALHEIO', percent: 1, payment_link_id: link.id };
    expect((await other.call('POST', PATH, stolen)).body.details).toHaveProperty('payment_link_id');
  });
});

describe('the list of coupons', () => {
  let shop: Seller;
  let link: string;

  beforeAll(async () => {
    shop = await gateway.seller('Lista');
    const make = (fields: object) => shop.call('POST', PATH, { percent: 10, ...fields });
    link = (await shop.call('POST', '/api/v1/payment-links', { name: 'Curso', value: 10 })).body.id;
    const other = (await shop.call('POST', '/api/v1/payment-links', { name: 'Outro', value: 10 })).body.id;
    await make({ code: 'VERAO10' });
    await make({ code: 'verao20', active: false });
    await make({ code: 'CURSO', payment_link_id: link });
    await make({ code: 'VERA', payment_link_id: other });
  });

  it.each([
    ['', ['VERA', 'CURSO', 'verao20', 'VERAO10']],
    ['?active=true', ['VERA', 'CURSO', 'VERAO10']],
    ['?active=false', ['verao20']],
    ['?search=VERAO', ['verao20', 'VERAO10']],
    ['?search=vera', ['VERA', 'verao20', 'VERAO10']],
    ['?search=%25', []],
    ['?search=vera_', []],
    ['?payment_link_id=LINK', ['CURSO', 'verao20', 'VERAO10']],
    ['?payment_link_id=LINK&active=true&search=c', ['CURSO']],
  ])('with %j shows %j', async (query, codes) => {
    const { body } = await shop.call('GET', `${PATH}${query.replace('LINK', link)}`);
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect([body.total, body.has_more]).toEqual([codes.length, false]);
  });

  it('is read page by page', async () => {
    const first = (await shop.call('GET', `${PATH}?limit=3`)).body;
    const second = (await shop.call('GET', `${PATH}?limit=3&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, second.data.length, second.has_more]).toEqual([3, 1, false]);
  });

  it('refuses a link that is no id', async () => {
    expect((await shop.call('GET', `${PATH}?payment_link_id=x`)).body.details).toHaveProperty(
      'payment_link_id',
    );
  });
});
