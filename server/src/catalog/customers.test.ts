import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS } from '../../../test/support/literals.ts';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { addressText } from '../brazil/address.ts';
import type { Contact } from '../kit/sealed-text.ts';
import { findCustomer, upsertCustomer } from './customers.ts';
import { saveCustomer } from './save-customer.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
});

const create = (body: object) => seller.call('POST', '/api/v1/customers', body);
const list = (query = '') => seller.call('GET', `/api/v1/customers${query}`);

describe('POST /customers', () => {
  it('answers 201 with the customer, its document without punctuation', async () => {
    const { status, body } = await create({
      name: 'Ana Souza',
      email: 'Ana@Example.com',
      cpf_cnpj: '123.456.789-01',
      phone: '+5511999998888',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'customer',
      id: expect.any(String),
      name: 'Ana Souza',
      email: 'Ana@Example.com',
      cpf_cnpj: '12345678901',
      phone: '+5511999998888',
      address: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    });
  });

  it('needs only a name', async () => {
    const { status, body } = await create({ name: 'Bruno' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: null, cpf_cnpj: null, phone: null });
  });

  it('refuses a field it does not know, with the name that was meant', async () => {
    const { status, body } = await create({ name: 'Caio', cpfCnpj: '52998224725' });
    const says = 'is not a field of this operation; did you mean cpf_cnpj?';
    expect([status, body.details]).toEqual([400, { cpfCnpj: says }]);
    expect((await list()).body.total).toBe(0);
  });

  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: null }],
    ['name', { name: 7 }],
    ['name', { name: 'a'.repeat(201) }],
    ['email', { name: 'Ana', email: 'not an address' }],
    ['email', { name: 'Ana', email: '' }],
    ['cpf_cnpj', { name: 'Ana', cpf_cnpj: '123' }],
    ['cpf_cnpj', { name: 'Ana', cpf_cnpj: 12_345_678_901 }],
    ['phone', { name: 'Ana', phone: '1'.repeat(31) }],
  ])('refuses a bad %s and stores nothing (case %#)', async (field, sent) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } });
    expect((await list()).body.total).toBe(0);
  });

  it('updates the customer that has the same document', async () => {
    const first = await create({ name: 'Ana', email: 'ana@example.com', cpf_cnpj: '12345678901' });
    const second = await create({ name: 'Ana Maria', phone: '11 99999', cpf_cnpj: '123.456.789-01' });
    expect(second.status).toBe(201);
    expect(second.body).toEqual({ ...first.body, name: 'Ana Maria', phone: '11 99999' });
    expect((await list()).body.total).toBe(1);
  });

  it('keeps an address, changes and removes it, and names its wrong fields', async () => {
    const { body } = await create({ name: 'Caio', address: { ...ADDRESS, postal_code: '01310-100' } });
    expect(body.address).toEqual(ADDRESS);
    const change = (address: unknown) => seller.call('PUT', `/api/v1/customers/${body.id}`, { address });
    const moved = { ...ADDRESS, complement: null, city: 'Osasco' };
    expect((await change(moved)).body.address).toEqual(moved);
    expect(
      (await seller.call('PUT', `/api/v1/customers/${body.id}`, { name: 'Caio B' })).body.address,
    ).toEqual(moved);
    const wrong = await change({ ...ADDRESS, postal_code: '1', state: 'XX' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(wrong.body.details as object)).toEqual(['address.postal_code', 'address.state']);
    expect((await change(null)).body.address).toBeNull();
  });

  it('keeps one customer when the same document arrives twenty times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ name: `Ana ${index}`, cpf_cnpj: '98765432100' })),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await list()).body).toMatchObject({ total: 1, data: [{ cpf_cnpj: '98765432100' }] });
  });

  it('makes one customer when it is tried again', async () => {
    const retry = sellers.retrying(seller);
    const first = await retry('POST', '/api/v1/customers', { name: 'Davi' });
    const second = await retry('POST', '/api/v1/customers', { name: 'Davi' });
    expect(second).toEqual(first);
    expect((await list()).body.total).toBe(1);
  });
});

describe('GET /customers/{id}', () => {
  it('answers the customer', async () => {
    const { body } = await create({ name: 'Eva' });
    expect(await seller.call('GET', `/api/v1/customers/${body.id}`)).toEqual({ status: 200, body });
  });

  it("answers the same for another account's, an unknown and a malformed id", async () => {
    const stranger = await sellers.account();
    const { body } = await create({ name: 'Eva' });
    const foreign = await stranger.call('GET', `/api/v1/customers/${body.id}`);
    const unknown = await seller.call('GET', `/api/v1/customers/${sellers.deps.ids.next()}`);
    const malformed = await seller.call('GET', '/api/v1/customers/1%27%20or%201=1');
    expect(foreign).toEqual({
      status: 404,
      body: { error: 'Customer not found', code: 'NOT_FOUND', details: {} },
    });
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
  });
});

describe('GET /customers', () => {
  it('lists newest first, page by page, by offset and by cursor', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await create({ name });
    const names = (answer: { body: Record<string, unknown> }) =>
      (answer.body.data as { name: string }[]).map((customer) => customer.name);
    const first = await list('?limit=2');
    expect(names(first)).toEqual(['five', 'four']);
    expect(first.body).toMatchObject({ object: 'list', total: 5, has_more: true });
    expect(names(await list('?limit=2&offset=2'))).toEqual(['three', 'two']);
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    expect(names(second)).toEqual(['three', 'two']);
    const third = await list(`?limit=2&cursor=${second.body.next_cursor}`);
    expect(names(third)).toEqual(['one']);
    expect(third.body).toMatchObject({ total: 5, has_more: false, next_cursor: null });
  });

  it('finds by e-mail in any case and by document in any punctuation, with exact totals', async () => {
    await create({ name: 'Ana', email: 'ana@example.com', cpf_cnpj: '12345678901' });
    await create({ name: 'Other Ana', email: 'ANA@example.com' });
    await create({ name: 'Bia', email: 'bia@example.com' });
    expect((await list('?email=Ana@Example.com&limit=1')).body).toMatchObject({ total: 2, has_more: true });
    expect((await list('?cpf_cnpj=123.456.789-01')).body).toMatchObject({
      total: 1,
      data: [{ name: 'Ana' }],
    });
    expect((await list('?cpf_cnpj=12345678901&email=bia@example.com')).body).toMatchObject({
      total: 0,
      data: [],
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'cursor=abc', 'cpf_cnpj=12'])(
    'refuses %s and names it',
    async (query) => {
      const { status, body } = await list(`?${query}`);
      expect(status).toBe(400);
      expect(body.details).toHaveProperty(query.split('=')[0] as string);
    },
  );

  it("shows nothing of another account's", async () => {
    await create({ name: 'Ana' });
    const stranger = await sellers.account();
    expect((await stranger.call('GET', '/api/v1/customers')).body).toMatchObject({ total: 0, data: [] });
  });
});

describe('check digits', () => {
  it('matter on live rails only', async () => {
    const { deps } = sellers;
    const live = { ...deps, config: { ...deps.config, GUICHE_RAILS: 'live' as const } };
    const save = (cpfCnpj: string) =>
      saveCustomer(live, seller.id, deps.ids.next(), { name: 'Ana', cpfCnpj });
    await expect(save('12345678901')).rejects.toMatchObject({
      details: { cpf_cnpj: 'has wrong check digits' },
    });
    expect(await save('111.444.777-35')).toMatchObject({ cpf_cnpj: '11144477735' });
  });
});

describe('upserting the customer of a charge', () => {
  const unknown = { email: null, cpf_cnpj: null, phone: null };
  const upsert = (fields: { name: string } & Partial<Contact>, id = sellers.deps.ids.next()) =>
    upsertCustomer(sellers.deps, seller.id, id, { ...unknown, ...fields }, sellers.clock.now());

  it('makes a new one without a document, and the same one when tried again', async () => {
    const id = sellers.deps.ids.next();
    expect(await upsert({ name: 'Ana' }, id)).toBe(id);
    expect(await upsert({ name: 'Ana' }, id)).toBe(id);
    expect((await list()).body.total).toBe(1);
  });

  it('finds the one with the document and fills in only what is missing', async () => {
    const { body } = await create({ name: 'Ana', email: 'ana@example.com', cpf_cnpj: '12345678901' });
    const id = await upsert({ name: 'X', email: 'x@x.com', cpf_cnpj: '12345678901', phone: '11' });
    await upsert({
      name: 'X',
      cpf_cnpj: '12345678901',
      address: addressText({ ...ADDRESS, city: 'Osasco' }),
    });
    await upsert({
      name: 'X',
      cpf_cnpj: '12345678901',
      address: addressText({ ...ADDRESS, city: 'Santos' }),
    });
    expect(id).toBe(body.id);
    expect(await findCustomer(sellers.deps, sellers.deps.db, seller.id, id)).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      phone: '11',
      address: addressText({ ...ADDRESS, city: 'Osasco' }),
    });
    expect((await list()).body.total).toBe(1);
  });

  it('makes another one when a charge comes to know a document, or another one', async () => {
    const id = sellers.deps.ids.next();
    const known = [
      await upsert({ name: 'Ana' }, id),
      await upsert({ name: 'Ana', cpf_cnpj: '12345678901' }, id),
      await upsert({ name: 'Ana', cpf_cnpj: '11144477735' }, id),
    ];
    expect(new Set(known).size).toBe(3);
    expect(await upsert({ name: 'Ana', cpf_cnpj: '12345678901' }, id)).toBe(known[1]);
    expect((await list()).body.total).toBe(3);
  });

  it('only reads a customer who lacks nothing', async () => {
    const fields = { name: 'Ana', email: 'a@a.com', cpf_cnpj: '12345678901', phone: '1' };
    const id = await upsert(fields);
    const version = () => sellers.deps.db.query('select xmin from customers where id = $1', [id]);
    const before = await version();
    expect(await upsert(fields)).toBe(id);
    expect(await upsert({ name: 'Ana', cpf_cnpj: '12345678901' })).toBe(id);
    expect(await version()).toEqual(before);
  });

  it('makes one customer of twenty charges at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) => upsert({ name: `Ana ${index}`, cpf_cnpj: '12345678901' })),
    );
    expect(new Set(ids).size).toBe(1);
    expect((await list()).body.total).toBe(1);
  });
});
