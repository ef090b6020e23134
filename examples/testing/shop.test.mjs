// The shop's own tests, with a real gateway: `node --test` in this folder. docs/guides/command-line.md says how to get
// `guiche` into a project of your own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startGuiche } from 'guiche/testing';
import { createShop } from './shop.mjs';

let guiche;
let shop;
let url;
let secret;

before(async () => {
  guiche = await startGuiche();
  shop = createShop({ guiche: guiche.client, secret: () => secret });
  await new Promise((done) => shop.server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${shop.server.address().port}`;
  const events = ['payment.received', 'payment.expired', 'payment.refunded'];
  ({ secret } = await guiche.client.webhooks.create({ url: `${url}/webhook`, events }));
});

after(async () => {
  shop.server.close();
  shop.server.closeAllConnections();
  await guiche.stop();
});

async function buy(item) {
  const answer = await fetch(`${url}/orders`, { method: 'POST', body: JSON.stringify({ item }) });
  const { id } = await answer.json();
  return shop.orders.get(id);
}

test('a paid order is sent once, although the bank tells it twice', async () => {
  const order = await buy('mug');
  await guiche.pay(order.chargeId, { times: 2 });
  assert.equal(order.state, 'paid');
  assert.equal(order.parcels, 1);
});

test('an order nobody pays is given up', async () => {
  const order = await buy('shirt');
  await guiche.advance('2d');
  assert.equal(order.state, 'given up');
});

test('a refund is seen', async () => {
  const [first, second] = [await buy('shirt'), await buy('mug')];
  await guiche.pay(first.chargeId);
  await guiche.pay(second.chargeId);
  await guiche.client.charges.refund(second.chargeId);
  await guiche.settle();
  assert.equal(second.state, 'refunded');
});

test('what is not signed by the gateway changes nothing', async () => {
  const order = await buy('mug');
  const forged = { event: 'payment.received', data: { external_reference: order.id } };
  const answer = await fetch(`${url}/webhook`, { method: 'POST', body: JSON.stringify(forged) });
  assert.equal(answer.status, 400);
  assert.equal(order.state, 'waiting');
});

test('after 30 days the reserve is released', async () => {
  const { client } = guiche;
  const before = await client.balance.retrieve();
  await guiche.advance('31d');
  const later = await client.balance.retrieve();
  assert.ok(later.available > before.available);
});
