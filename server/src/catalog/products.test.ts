import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { done, rowWrite } from '../write/effects.ts';
import { findProduct, findSellableProduct } from './products.ts';
import { takeStock } from './stock.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
});

const create = (body: object) => seller.call('POST', '/api/v1/products', body);
const list = (query = '') => seller.call('GET', `/api/v1/products${query}`);
const change = (id: unknown, body: object) => seller.call('PUT', `/api/v1/products/${id}`, body);
const remove = (id: unknown) => seller.call('DELETE', `/api/v1/products/${id}`);
const notFound = { status: 404, body: { error: 'Product not found', code: 'NOT_FOUND', details: {} } };

describe('POST /products', () => {
  it('answers 201 with the product in the order of the specification', async () => {
    const { status, body } = await create({
      name: 'Course',
      price: 19.99,
      description: 'Ten lessons',
      image_url: 'https://example.com/course.png',
      stock: 3,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'product',
      id: expect.any(String),
      name: 'Course',
      description: 'Ten lessons',
      price: 19.99,
      image_url: 'https://example.com/course.png',
      stock: 3,
      active: true,
      created_at: expect.any(String),
      hold_stock: false,
      image_file_id: null,
    });
    expect(Object.keys(body)).toEqual(
      'object id name description price image_url stock active created_at hold_stock image_file_id'.split(
        ' ',
      ),
    );
  });

  it('needs only name and price; stock is then not tracked', async () => {
    const { status, body } = await create({ name: 'Course', price: 10, stock: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({ description: null, image_url: null, stock: null, active: true });
  });

  it.each([
    ['name', { price: 10 }],
    ['name', { name: ' ', price: 10 }],
    ['price', { name: 'A' }],
    ['price', { name: 'A', price: 0 }],
    ['price', { name: 'A', price: -1 }],
    ['price', { name: 'A', price: 1.999 }],
    ['price', { name: 'A', price: 10_000_000_000 }],
    ['price', { name: 'A', price: '10.00' }],
    ['price', { name: 'A', price: null }],
    ['price', { name: 'A', price: true }],
    ['stock', { name: 'A', price: 1, stock: -1 }],
    ['stock', { name: 'A', price: 1, stock: 1.5 }],
    ['stock', { name: 'A', price: 1, stock: '1' }],
    ['image_url', { name: 'A', price: 1, image_url: 'javascript:alert(1)' }],
    ['description', { name: 'A', price: 1, description: 'a'.repeat(2_001) }],
  ])('refuses a bad %s and stores nothing (case %#)', async (field, sent) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } });
    expect((await list()).body.total).toBe(0);
  });

  it('makes one product when it is tried again', async () => {
    const retry = sellers.retrying(seller);
    const first = await retry('POST', '/api/v1/products', { name: 'A', price: 1 });
    expect(await retry('POST', '/api/v1/products', { name: 'A', price: 1 })).toEqual(first);
    expect((await list()).body.total).toBe(1);
  });
});

describe('PUT /products/{id}', () => {
  it('changes what is given and answers the five fields of the specification', async () => {
    const { body } = await create({ name: 'Old', price: 10, description: 'Kept', stock: 4 });
    const answer = await change(body.id, { name: 'New', price: 12.5 });
    expect(answer).toEqual({
      status: 200,
      body: { object: 'product', id: body.id, name: 'New', price: 12.5, active: true },
    });
    const now = await seller.call('GET', `/api/v1/products/${body.id}`);
    expect(now.body).toEqual({ ...body, name: 'New', price: 12.5 });
  });

  it('clears what is given as null', async () => {
    const { body } = await create({ name: 'A', price: 1, description: 'Text', stock: 4 });
    await change(body.id, { description: null, stock: null });
    const now = await seller.call('GET', `/api/v1/products/${body.id}`);
    expect(now.body).toMatchObject({ name: 'A', description: null, stock: null });
  });

  it('moves the product between the active and the inactive list, once', async () => {
    const { body } = await create({ name: 'A', price: 1 });
    await Promise.all(Array.from({ length: 10 }, () => change(body.id, { active: false })));
    expect((await list('?active=true')).body).toMatchObject({ total: 0, data: [] });
    expect((await list('?active=false')).body).toMatchObject({ total: 1, data: [{ id: body.id }] });
    expect((await list()).body.total).toBe(1);
  });

  it('refuses a bad price and changes nothing', async () => {
    const { body } = await create({ name: 'A', price: 1 });
    expect(await change(body.id, { name: 'B', price: 0 })).toMatchObject({
      status: 400,
      body: { details: { price: expect.any(String) } },
    });
    expect((await seller.call('GET', `/api/v1/products/${body.id}`)).body.name).toBe('A');
  });

  it('answers 404 for what is not there', async () => {
    expect(await change(sellers.deps.ids.next(), { name: 'B' })).toEqual(notFound);
    expect(await change('x', { name: 'B' })).toEqual(notFound);
  });
});

describe('DELETE /products/{id}', () => {
  it('takes the product out of lists and reads; the row stays for past charges', async () => {
    const { body } = await create({ name: 'A', price: 1 });
    expect(await remove(body.id)).toEqual({
      status: 200,
      body: { success: true, message: 'Product deleted' },
    });
    expect(await seller.call('GET', `/api/v1/products/${body.id}`)).toEqual(notFound);
    expect(await change(body.id, { active: true })).toEqual(notFound);
    expect(await remove(body.id)).toEqual(notFound);
    expect((await list()).body).toMatchObject({ total: 0, data: [] });
    const rows = await sellers.deps.db.query('select active from products where id = $1', [body.id]);
    expect(rows).toEqual([{ active: false }]);
  });

  it("does not reach another account's product", async () => {
    const { body } = await create({ name: 'A', price: 1 });
    const stranger = await sellers.account();
    expect(await stranger.call('DELETE', `/api/v1/products/${body.id}`)).toEqual(notFound);
    expect((await list()).body.total).toBe(1);
  });

  it('counts the end of a product once when asked ten times at once', async () => {
    const { body } = await create({ name: 'A', price: 1 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(body.id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await list()).body.total).toBe(0);
  });
});

describe('GET /products', () => {
  it('pages by cursor within a filter', async () => {
    for (const name of ['1', '2', '3', '4']) {
      const { body } = await create({ name, price: 1 });
      if (name === '3') await change(body.id, { active: false });
    }
    const first = await list('?active=true&limit=2');
    expect(first.body).toMatchObject({ total: 3, has_more: true, data: [{ name: '4' }, { name: '2' }] });
    const second = await list(`?active=true&limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ total: 3, has_more: false, data: [{ name: '1' }] });
  });

  it('refuses an unknown value of the filter', async () => {
    expect(await list('?active=maybe')).toMatchObject({
      status: 400,
      body: { details: { active: expect.any(String) } },
    });
  });
});

describe('fixed splits', () => {
  const put = (id: unknown, split: unknown) => seller.call('PUT', `/api/v1/products/${id}/splits`, { split });

  it('are stored, shown and replaced', async () => {
    const [first, second] = [await sellers.account(), await sellers.account()];
    const { body } = await create({ name: 'A', price: 100 });
    const answer = await put(body.id, [
      { recipient_id: first.id, percent: 12.5, description: 'Author' },
      { recipient_id: second.id, amount: 3.3 },
    ]);
    expect(answer).toEqual({
      status: 200,
      body: {
        object: 'product',
        id: body.id,
        split: [
          { recipient_id: first.id, type: 'percent', amount: null, percent: 12.5, description: 'Author' },
          { recipient_id: second.id, type: 'amount', amount: 3.3, percent: null, description: null },
        ],
      },
    });
    expect(await seller.call('GET', `/api/v1/products/${body.id}/splits`)).toEqual(answer);
    expect((await put(body.id, [])).body.split).toEqual([]);
  });

  it('follow the rules of splits', async () => {
    const recipient = await sellers.account();
    const other = await sellers.account();
    const blocked = await sellers.account('blocked');
    const { body } = await create({ name: 'A', price: 100 });
    const bad: unknown[][] = [
      [{ percent: 5 }],
      [{ recipient_id: recipient.id }],
      [{ recipient_id: recipient.id, amount: 1, percent: 1 }],
      [{ recipient_id: recipient.id, percent: 0.001 }],
      [{ recipient_id: seller.id, percent: 5 }],
      [{ recipient_id: blocked.id, percent: 5 }],
      [{ recipient_id: 'unknown', percent: 5 }],
      [
        { recipient_id: recipient.id, percent: 5 },
        { recipient_id: recipient.id, amount: 5 },
      ],
      [
        { recipient_id: recipient.id, percent: 60 },
        { recipient_id: other.id, percent: 40 },
      ],
    ];
    for (const split of bad) {
      expect(await put(body.id, split)).toMatchObject({ status: 400, body: { code: 'INVALID_SPLIT' } });
    }
    expect((await seller.call('GET', `/api/v1/products/${body.id}/splits`)).body.split).toEqual([]);
  });

  it('belong to a product that exists', async () => {
    expect(await put(sellers.deps.ids.next(), [])).toEqual(notFound);
    expect(await seller.call('GET', '/api/v1/products/x/splits')).toEqual(notFound);
  });
});

describe('what charges need of a product', () => {
  const sellable = (id: unknown) => findSellableProduct(sellers.deps.db, seller.id, String(id));
  const stockOf = async (id: unknown) => (await findProduct(sellers.deps.db, seller.id, String(id)))?.stock;
  const take = (...ids: unknown[]) =>
    sellers.deps.writer.commit({
      load: () => Promise.resolve(),
      decide: () =>
        done(undefined, {
          rows: ids.map((id) =>
            rowWrite(takeStock, { accountId: seller.id, productId: String(id), quantity: 1 }),
          ),
        }),
    });

  it('finds it while it is active', async () => {
    const recipient = await sellers.account();
    const { body } = await create({ name: 'A', price: 10.5, stock: 2 });
    await seller.call('PUT', `/api/v1/products/${body.id}/splits`, {
      split: [{ recipient_id: recipient.id, amount: 1 }],
    });
    expect(await sellable(body.id)).toEqual({
      id: body.id,
      name: 'A',
      description: null,
      priceCents: 1_050n,
      stock: 2n,
      holdStock: false,
      held: 0n,
      split: [{ recipientId: recipient.id, share: { type: 'amount', amountCents: 100n }, description: null }],
    });
    await change(body.id, { active: false });
    expect(await sellable(body.id)).toBeNull();
    expect(await sellable('x')).toBeNull();
  });

  it('takes one unit for each paid charge, never below zero, and leaves untracked stock alone', async () => {
    const tracked = (await create({ name: 'A', price: 1, stock: 5 })).body.id;
    const scarce = (await create({ name: 'B', price: 1, stock: 1 })).body.id;
    const untracked = (await create({ name: 'C', price: 1 })).body.id;
    await take(tracked, scarce, tracked, untracked, scarce, tracked);
    expect(await stockOf(tracked)).toBe(2n);
    expect(await stockOf(scarce)).toBe(0n);
    expect(await stockOf(untracked)).toBeNull();
  });

  it('takes every unit when batches in opposite orders come at once', async () => {
    const a = (await create({ name: 'A', price: 1, stock: 100 })).body.id;
    const b = (await create({ name: 'B', price: 1, stock: 100 })).body.id;
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? take(a, b) : take(b, a))));
    expect(await stockOf(a)).toBe(60n);
    expect(await stockOf(b)).toBe(60n);
  });
});
