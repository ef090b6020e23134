import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
let other: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  other = await gateway.seller();
});
afterAll(() => gateway.stop());

const call = async (method: string, path: string, body?: object, from = seller) =>
  from.call(method, `/api/v1${path}`, body);
const found = async (list: string, search: string) =>
  (await call('GET', `/${list}?search=${encodeURIComponent(search)}`)).body.total;
const actions = async (action: string) => (await call('GET', `/audit-log?action=${action}`)).body.data;

describe('PUT /customers/{id}', () => {
  it('changes what is given, keeps the rest, and is found by the new words alone', async () => {
    const { body: ana } = await call('POST', '/customers', {
      ...{ name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725', phone: '11 99999-0000' },
    });
    const { body: charge } = await call('POST', '/charges', {
      ...{ billing_type: 'PIX', value: 10, customer_id: ana.id },
    });
    const changed = await call('PUT', `/customers/${ana.id}`, {
      name: 'Ana Prado',
      email: 'prado@example.org',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...ana, name: 'Ana Prado', email: 'prado@example.org' },
    });
    expect((await call('GET', `/customers/${ana.id}`)).body).toEqual(changed.body);
    for (const [search, total] of [
      ['prado', 1],
      ['prado@ex', 1],
      ['souza', 0],
      ['ana@example', 0],
      ['529982', 1],
    ] as const) {
      expect([search, await found('customers', search)]).toEqual([search, total]);
    }
    const stored = (await call('GET', `/charges/${charge.id}`)).body.customer;
    expect(stored).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com' });
    const removed = await call('PUT', `/customers/${ana.id}`, { email: null, phone: null, cpf_cnpj: null });
    expect(removed.body).toMatchObject({ name: 'Ana Prado', email: null, phone: null, cpf_cnpj: null });
    const [line, first] = await actions('customer.changed');
    expect(line).toMatchObject({
      target: { id: ana.id },
      details: { fields: ['email', 'cpf_cnpj', 'phone'] },
    });
    expect(JSON.stringify(first)).not.toMatch(/Prado|prado@|Souza/);
    const rows = await gateway.db.query('select customers::text as row from customers');
    expect(JSON.stringify(rows)).not.toMatch(/prado@|52998224725/);
  });

  it('refuses a document that another customer has, and what is no customer', async () => {
    await call('POST', '/customers', { name: 'Bruno', cpf_cnpj: '11144477735' });
    const { body: bia } = await call('POST', '/customers', { name: 'Bia' });
    const taken = await call('PUT', `/customers/${bia.id}`, { cpf_cnpj: '111.444.777-35' });
    expect([taken.status, taken.body.details]).toEqual([400, { cpf_cnpj: 'belongs to another customer' }]);
    expect((await call('PUT', `/customers/${bia.id}`, { cpf_cnpj: '123' })).body.details).toHaveProperty(
      'cpf_cnpj',
    );
    expect((await call('PUT', `/customers/${bia.id}`, { name: '' })).body.details).toHaveProperty('name');
    expect((await call('PUT', `/customers/${bia.id}`, { email: 'x' })).body.details).toHaveProperty('email');
    expect((await call('PUT', `/customers/${bia.id}`, { name: 'X' }, other)).status).toBe(404);
    expect((await call('PUT', '/customers/x', { name: 'X' })).status).toBe(404);
    const before = (await actions('customer.changed')).length;
    await call('PUT', `/customers/${bia.id}`, { name: 'Bia' });
    expect(await actions('customer.changed')).toHaveLength(before);
  });
});

describe('PUT /payment-links/{id}', () => {
  it('changes what is given, and makes it active again', async () => {
    const { body: link } = await call('POST', '/payment-links', { name: 'Aula', value: 50 });
    await call('DELETE', `/payment-links/${link.id}`);
    const expires_at = new Date(gateway.clock.now().getTime() + 86_400_000).toISOString();
    const change = {
      ...{
        name: 'Aula de canto',
        description: 'Quintas',
        value: 80,
        billing_types: ['PIX'],
        max_installments: 1,
      },
      ...{ success_url: 'https://example.com/ok', expires_at, max_payments: 5, active: true },
    };
    const { status, body } = await call('PUT', `/payment-links/${link.id}`, change);
    expect([status, body]).toEqual([200, { ...link, ...change }]);
    expect((await call('GET', `/payment-links/${link.id}`)).body).toEqual(body);
    expect((await call('GET', '/payment-links?active=true')).body.total).toBe(1);
    expect([await found('payment-links', 'canto quintas'), await found('payment-links', 'outra')]).toEqual([
      1, 0,
    ]);
    const [line] = await actions('payment_link.changed');
    expect(line.details).toMatchObject({
      value: { before: 50, after: 80 },
      active: { before: false, after: true },
    });
    const open = await call('PUT', `/payment-links/${link.id}`, {
      value: null,
      expires_at: null,
      max_payments: null,
    });
    expect(open.body).toMatchObject({
      ...{ value: null, min_value: 1, max_value: 10_000, installment_interest: 'seller' },
      ...{ expires_at: null, max_payments: null, name: 'Aula de canto' },
    });
    const terms = { min_value: 5, max_value: 50, installment_interest: 'payer' };
    expect((await call('PUT', `/payment-links/${link.id}`, terms)).body).toMatchObject(terms);
    const reset = await call('PUT', `/payment-links/${link.id}`, { max_value: null });
    expect(reset.body).toMatchObject({ min_value: 5, max_value: 10_000 });
    const crossed = await call('PUT', `/payment-links/${link.id}`, { max_value: 4 });
    expect([crossed.status, Object.keys(crossed.body.details)]).toEqual([400, ['max_value']]);
  });

  it.each([
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ value: 0 }, 'value'],
    [{ billing_types: [] }, 'billing_types'],
    [{ max_installments: 13 }, 'max_installments'],
    [{ min_value: 5 }, 'min_value'],
    [{ success_url: 'javascript:alert(1)' }, 'success_url'],
    [{ name: ' ' }, 'name'],
  ])('refuses %j and names the field', async (change, field) => {
    const { body: link } = await call('POST', '/payment-links', { name: 'Curso', value: 50 });
    const { status, body } = await call('PUT', `/payment-links/${link.id}`, change);
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
    expect((await call('GET', `/payment-links/${link.id}`)).body).toEqual(link);
  });

  it("is not there for another seller's link", async () => {
    const { body: link } = await call('POST', '/payment-links', { name: 'Curso', value: 50 });
    expect((await call('PUT', `/payment-links/${link.id}`, { name: 'X' }, other)).status).toBe(404);
  });
});
