// A marketplace: the house keeps 15% less the fee, the maker of each thing gets 85% at the moment of payment.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Guiche, reais } from '@guiche/sdk';

const MAKERS_PERCENT = 85;
const house = new Guiche({
  baseUrl: process.env.GUICHE_URL ?? '',
  apiKey: process.env.GUICHE_API_KEY ?? '',
});
const port = Number(process.env.PORT ?? 4100);
const makers = await Promise.all([
  join('Ateliê da Rita', '39053344705'),
  join('Oficina do Zé', '12345678909'),
]);
const things = [
  { id: 'vase', name: 'Vaso', price: reais(120), maker: makers[0] },
  { id: 'stool', name: 'Banco', price: reais(250), maker: makers[1] },
];

/** In real life makers register themselves, and the house learns their account id. */
async function join(name, document) {
  const visitor = new Guiche({ baseUrl: house.baseUrl });
  const email = `maker-${randomUUID()}@example.com`;
  const { token, account } = await visitor.auth.register({ name, document, email, password: randomUUID() });
  return { name, id: account.id, guiche: visitor.with({ token: token ?? '' }) };
}

async function buy(thing) {
  const order = randomUUID();
  return house.charges.create(
    {
      billing_type: 'UNDEFINED',
      value: thing.price,
      description: thing.name,
      external_reference: order,
      split: [{ recipient_id: thing.maker.id, percent: MAKERS_PERCENT, description: thing.name }],
    },
    { idempotencyKey: order },
  );
}

async function balances() {
  const books = [{ name: 'The house', guiche: house }, ...makers];
  return Promise.all(
    books.map(async ({ name, guiche }) => {
      const { available, reserved } = await guiche.balance.retrieve();
      return { name, available, reserved };
    }),
  );
}

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'POST' && request.url === '/buy') {
      const wanted = new URLSearchParams(await text(request)).get('thing');
      const thing = things.find(({ id }) => id === wanted);
      if (!thing) return response.writeHead(400).end('Which thing?');
      const { checkout_url } = await buy(thing);
      return response.writeHead(303, { Location: checkout_url ?? '/' }).end();
    }
    if (request.url === '/balances') {
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(await balances(), null, 2));
    }
    if (request.url !== '/') return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(catalogue());
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    response.writeHead(500).end();
  }
});

/** `R$ 120,00` */
function shown(price) {
  return price.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
}

function catalogue() {
  const items = things.map(
    ({ id, name, price, maker }) =>
      `<li>${name} de ${maker.name}, ${shown(price)} <button name="thing" value="${id}">Comprar</button></li>`,
  );
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Feira</title><body><form method="post" action="/buy"><ul>${items.join('')}</ul></form><a href="/balances">Saldos</a></body></html>`;
}

server.listen(port, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
process.stdout.write(`The marketplace is open: http://127.0.0.1:${port}\n`);
