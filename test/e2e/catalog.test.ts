import { beforeAll, describe, expect, it } from 'vitest';
import { type ChargeSummary, reais } from '../../sdk/src/main.ts';
import { hiddenValue } from '../support/pages.ts';
import { until } from '../support/until.ts';
import { RAILS, type Rail, type Shop, type Street, streetsOfFile } from './shop.ts';

let street: Street;
let shop: Shop;

const streets = streetsOfFile();
const openShopOn = (rail: Rail) =>
  streets(rail, async (opened) => {
    street = opened;
    shop = await street.open();
  });

describe.each(RAILS)('a payment link on %s', (rail) => {
  openShopOn(rail);

  it('makes an ordinary charge for whoever pays there, until it is removed', async () => {
    const { paymentLinks, charges } = shop.client;
    const link = await paymentLinks.create({ name: 'Caneca', value: reais(35), billing_types: ['PIX'] });
    const path = new URL(link.url).pathname;
    const page = await street.visitor.get(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Caneca');
    const visit = await street.visitor.post(path, {
      charge_id: hiddenValue(page.html, 'charge_id'),
      form: hiddenValue(page.html, 'form'),
      method: 'PIX',
      name: 'Maria Silva',
      email: 'maria@example.com',
      document: '529.982.247-25',
    });
    expect(visit.status, visit.html.slice(0, 300)).toBe(303);
    const [made] = (await charges.list()).data;
    const charge = await street.pay(shop, String(made?.id));
    expect(charge).toMatchObject({ payment_link_id: link.id, value: 35, status: 'RECEIVED' });
    expect((await paymentLinks.retrieve(link.id)).payments_count).toBe(1);
    expect((await paymentLinks.remove(link.id)).success).toBe(true);
    expect((await paymentLinks.list({ active: true })).total).toBe(0);
  });
});

describe('customers and products', () => {
  openShopOn('the sandbox');

  it('are made, found, changed and removed', async () => {
    const { customers, products } = shop.client;
    const maria = await customers.create({
      name: 'Maria',
      email: 'm@example.com',
      cpf_cnpj: '111.444.777-35',
    });
    expect(await customers.retrieve(maria.id)).toEqual(maria);
    expect((await customers.list({ cpf_cnpj: '11144477735' })).data).toEqual([maria]);
    const mug = await products.create({ name: 'Caneca', price: reais('29.90') });
    expect(mug).toMatchObject({ active: true, price: 29.9, stock: null });
    expect(await products.update(mug.id, { price: reais(31) })).toMatchObject({ id: mug.id, price: 31 });
    expect((await products.remove(mug.id)).success).toBe(true);
    expect((await products.list({ active: true })).data).toEqual([]);
  });
});

describe.each(RAILS)('the stock of a product on %s', (rail) => {
  openShopOn(rail);

  it('is gone when it is', async () => {
    const { products, charges } = shop.client;
    const { id } = await products.create({ name: 'Último', price: reais(9), stock: 0 });
    const sale = charges.create({ billing_type: 'PIX', value: reais(9), product_id: id });
    await expect(sale).rejects.toMatchObject({ code: 'OUT_OF_STOCK' });
  });

  it('decreases with payments, and at zero no more is sold', async () => {
    const { products, charges } = shop.client;
    const { id } = await products.create({ name: 'Último', price: reais(9), stock: 1 });
    const order = { billing_type: 'PIX', value: reais(9), product_id: id } as const;
    const sale = await charges.create(order);
    await street.pay(shop, sale.id);
    expect((await products.retrieve(id)).stock).toBe(0);
    await expect(charges.create(order)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' });
  });
});

describe.each(RAILS)('a list on %s', (rail) => {
  const made: string[] = [];
  let seller: Shop;

  openShopOn(rail);
  beforeAll(async () => {
    seller = shop;
    for (let number = 0; number < 23; number += 1) {
      const { id } = await seller.client.charges.create({ billing_type: 'PIX', value: reais(1 + number) });
      made.unshift(id);
    }
  });

  it('gives a page with its total', async () => {
    const page = await seller.client.charges.list({ limit: 10 });
    expect(page).toMatchObject({ object: 'list', total: 23, has_more: true });
    expect(page.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
    const next = await seller.client.charges.list({ limit: 10, cursor: String(page.next_cursor) });
    expect(next.data[0]?.id).toBe(made[10]);
  });

  it.each([undefined, 1, 10, 23, 100])(
    'is gone through whole in pages of %s, newest first',
    async (limit) => {
      const found: ChargeSummary[] = [];
      for await (const charge of seller.client.charges.list({ limit })) found.push(charge);
      expect(found.map(({ id }) => id)).toEqual(made);
    },
  );

  it('is gone through from an offset on', async () => {
    const found: string[] = [];
    for await (const { id } of seller.client.charges.list({ limit: 5, offset: 12 })) found.push(id);
    expect(found).toEqual(made.slice(12));
  });

  it('takes filters, and may be empty', async () => {
    await seller.client.charges.cancel(String(made[0]));
    expect((await seller.client.charges.list({ status: 'CANCELLED' })).data.map(({ id }) => id)).toEqual([
      made[0],
    ]);
    for await (const _ of seller.client.charges.list({ status: 'REFUNDED' })) expect.unreachable();
  });

  // A transaction still running anywhere on the database server holds the feed back until it ends.
  it('follows the events from where one stopped', async () => {
    const names: string[] = [];
    await until('the feed shows every event', async () => {
      names.length = 0;
      for await (const { event } of seller.client.events.list({ limit: 7 })) names.push(event);
      return names.length > made.length;
    });
    expect(names).toEqual([...made.map(() => 'charge.pending'), 'charge.cancelled']);
    const page = await seller.client.events.list({ limit: 100 });
    const { id } = await seller.client.charges.create({ billing_type: 'PIX', value: reais(2) });
    let later: (string | undefined)[] = [];
    await until('the feed goes on', async () => {
      const { data } = await seller.client.events.list({ cursor: String(page.next_cursor) });
      later = data.map(({ charge }) => charge?.id);
      return later.length > 0;
    });
    expect(later).toEqual([id]);
  });
});
