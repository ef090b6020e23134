import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Node, startSecondNode } from '../support/nodes.ts';

const PAYERS = 20;

let gateway: TestGateway;
let node: Node;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  node = await startSecondNode(gateway);
  seller = await gateway.seller();
});
afterAll(async () => {
  await node.stop();
  await gateway.stop();
});

/** Every other call goes to the other node, all at once, each under a key of its own. */
function atOnce(count: number, path: (index: number) => string, body: object) {
  const doors: Call[] = [seller.call, node.callAs(seller)];
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const headers = { 'idempotency-key': `${JSON.stringify(body)} ${index}` };
      return (doors[index % 2] as Call)('POST', path(index), body, headers);
    }),
  );
}

async function product(fields: object): Promise<string> {
  const made = await seller.call('POST', '/api/v1/products', { name: 'Único', price: 50, ...fields });
  expect(made.status).toBe(201);
  return made.body.id;
}

const stockOf = async (id: string) => (await seller.call('GET', `/api/v1/products/${id}`)).body.stock;
const order = (id: string, set: object = {}) =>
  seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 50, product_id: id, ...set });
const pay = (id: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
const chargeOf = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const outOfStock = async (id: string) => {
  const { status, body } = await order(id);
  return [status, body.code, body.details];
};
const HELD = { product_id: 'is out of stock: open charges hold every unit' };

describe(`stock of one, ${PAYERS} payers at once on two nodes`, () => {
  it('that is held: one charge is made, the others are out of stock, and one is sold', async () => {
    const id = await product({ stock: 1, hold_stock: true });
    const body = { billing_type: 'PIX', value: 50, product_id: id };
    const answers = await atOnce(PAYERS, () => '/api/v1/charges', body);
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 400);
    expect([made.length, refused.length]).toEqual([1, PAYERS - 1]);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['OUT_OF_STOCK']));
    expect(await stockOf(id)).toBe(1);
    await pay(made[0]?.body.id);
    expect((await chargeOf(made[0]?.body.id)).oversold).toBeUndefined();
    expect(await stockOf(id)).toBe(0);
    expect(await gateway.audit()).toEqual([]);
  });

  it('that is not held: all are paid, one has the unit, and each other says that it is oversold', async () => {
    const id = await product({ stock: 1 });
    const charges = await Promise.all(Array.from({ length: PAYERS }, () => order(id)));
    const ids: string[] = charges.map(({ body }) => body.id);
    const paid = await atOnce(PAYERS, (index) => `/api/v1/sandbox/charges/${ids[index]}/pay`, {});
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await Promise.all(ids.map(chargeOf));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['RECEIVED']));
    const oversold = after.filter((charge) => charge.oversold === true).map((charge) => charge.id);
    expect(oversold).toHaveLength(PAYERS - 1);
    const events = await gateway.db.query<{ charge_id: string }>(
      `select charge_id from events where account_id = $1 and type = 'charge.oversold' and charge_id = any($2::uuid[])`,
      [seller.id, ids],
    );
    expect(events.map((event) => event.charge_id).sort()).toEqual(oversold.sort());
    expect(await stockOf(id)).toBe(0);
    expect(await outOfStock(id)).toEqual([400, 'OUT_OF_STOCK', { product_id: 'is out of stock' }]);
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('a held unit', () => {
  it('is free again when its charge is cancelled or expires', async () => {
    const id = await product({ stock: 1, hold_stock: true });
    const first = await order(id, { expires_in: 60 });
    expect(await outOfStock(id)).toEqual([400, 'OUT_OF_STOCK', HELD]);
    await seller.call('POST', `/api/v1/charges/${first.body.id}/cancel`);
    const second = await order(id, { expires_in: 60 });
    expect(second.status).toBe(201);
    expect(await outOfStock(id)).toEqual([400, 'OUT_OF_STOCK', HELD]);
    await gateway.advance(61_000);
    expect((await chargeOf(second.body.id)).status).toBe('CANCELLED');
    expect((await order(id)).status).toBe(201);
    const holds = await gateway.db.query('select 1 from stock_holds where product_id = $1', [id]);
    expect(holds).toHaveLength(1);
  });

  it('is not sold to a charge that was made before units were held', async () => {
    const id = await product({ stock: 1 });
    const early = await order(id);
    await seller.call('PUT', `/api/v1/products/${id}`, { hold_stock: true });
    const holder = await order(id);
    await pay(early.body.id);
    expect(await chargeOf(early.body.id)).toMatchObject({ status: 'RECEIVED', oversold: true });
    expect(await stockOf(id)).toBe(1);
    await pay(holder.body.id);
    expect((await chargeOf(holder.body.id)).oversold).toBeUndefined();
    expect(await stockOf(id)).toBe(0);
  });

  it('is given up by a refused card, and taken again by the next try while there is one', async () => {
    const id = await product({ stock: 1, hold_stock: true });
    const byCard = await order(id, { billing_type: 'CREDIT_CARD' });
    await seller.call('POST', `/api/v1/sandbox/charges/${byCard.body.id}/refuse`);
    const other = await order(id);
    expect(other.status).toBe(201);
    const again = await pay(byCard.body.id);
    expect([again.status, again.body.code]).toEqual([400, 'OUT_OF_STOCK']);
    await seller.call('POST', `/api/v1/charges/${other.body.id}/cancel`);
    expect((await pay(byCard.body.id)).status).toBe(200);
    expect((await chargeOf(byCard.body.id)).oversold).toBeUndefined();
    expect(await stockOf(id)).toBe(0);
  });

  it('is the answer of its key, also when the request is repeated', async () => {
    const id = await product({ stock: 1, hold_stock: true });
    const headers = { 'idempotency-key': `held ${id}` };
    const body = { billing_type: 'PIX', value: 50, product_id: id };
    const first = await seller.call('POST', '/api/v1/charges', body, headers);
    const second = await seller.call('POST', '/api/v1/charges', body, headers);
    expect([first.status, second.raw]).toEqual([201, first.raw]);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});
