// A shop in Express style. With Express itself: `import express from 'express'`.
import { randomUUID } from 'node:crypto';
import { Guiche, reais, SignatureError } from '@guiche/sdk';
import { express } from './express-stand-in.mjs';

const guiche = new Guiche({
  baseUrl: process.env.GUICHE_URL ?? '',
  apiKey: process.env.GUICHE_API_KEY ?? '',
});
const port = Number(process.env.PORT ?? 4100);
const address = `http://127.0.0.1:${port}`;
const products = [
  { id: 'mug', name: 'Caneca', price: reais('39.90') },
  { id: 'shirt', name: 'Camiseta', price: reais('89.90') },
];
/** A database in a real shop. */
const orders = new Map();
let webhookSecret = '';

const app = express();

app.get('/', (_request, response) => {
  const items = products.map(
    ({ id, name, price }) =>
      `<li>${name}, ${shown(price)} <button name="product" value="${id}">Comprar</button></li>`,
  );
  response.type('html').send(page(`<form method="post" action="/orders"><ul>${items.join('')}</ul></form>`));
});

/** The order is kept first; its id makes the charge one, however often this is tried. */
app.post('/orders', express.urlencoded({ extended: false }), async (request, response) => {
  const product = products.find(({ id }) => id === request.body.product);
  if (!product) return response.status(400).send('Which product?');
  const order = { id: randomUUID(), name: product.name, paid: false };
  orders.set(order.id, order);
  const charge = await guiche.charges.create(
    {
      billing_type: 'UNDEFINED',
      value: product.price,
      description: product.name,
      external_reference: order.id,
      success_url: `${address}/orders/${order.id}`,
    },
    { idempotencyKey: order.id },
  );
  response.redirect(303, charge.checkout_url ?? '/');
});

app.get('/orders/:id', (request, response) => {
  const order = orders.get(request.params.id);
  if (!order) return response.status(404).send('No such order');
  const state = order.paid ? 'Pago. Obrigado!' : 'Aguardando o pagamento.';
  response.type('html').send(page(`<h1>${order.name}</h1><p>${state}</p>`));
});

/** The body stays as it came: the signature is over its bytes. */
app.post('/guiche', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await guiche.webhooks.verify(request.body, request.headers, webhookSecret);
    if (event.event === 'payment.received') {
      const order = orders.get(event.data.external_reference);
      // The same message may come twice; a paid order stays paid.
      if (order) order.paid = true;
    }
    response.send('thanks');
  } catch (error) {
    response.status(error instanceof SignatureError ? 400 : 500).send('');
  }
});

/** `R$ 39,90` */
function shown(price) {
  return price.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
}

function page(content) {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Loja Azul</title><body>${content}</body></html>`;
}

const server = app.listen(port, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
const url = `${address}/guiche`;
// A secret is shown once, so that the webhook of the start before is of no use.
for await (const old of guiche.webhooks.list()) if (old.url === url) await guiche.webhooks.remove(old.id);
const webhook = await guiche.webhooks.create({ url, events: ['payment.received'] });
webhookSecret = webhook.secret ?? '';
process.stdout.write(`The shop is open: ${address}\n`);
