// A donation page: one payment link whose amount the giver types. No webhook: the link itself counts its payments.
import { createServer } from 'node:http';
import { Guiche } from '@guiche/sdk';

const guiche = new Guiche({
  baseUrl: process.env.GUICHE_URL ?? '',
  apiKey: process.env.GUICHE_API_KEY ?? '',
});
const port = Number(process.env.PORT ?? 4100);
const { id } = await guiche.paymentLinks.create({
  name: 'Um telhado novo para a escola',
  description: 'Cada real ajuda.',
  value: null,
  billing_types: ['PIX', 'CREDIT_CARD'],
});

const server = createServer(async (request, response) => {
  if (request.url !== '/') return response.writeHead(404).end();
  try {
    const link = await guiche.paymentLinks.retrieve(id);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page(link));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    response.writeHead(500).end();
  }
});

function page({ name, description, url, payments_count: given }) {
  const thanks = given === 1 ? '1 pessoa já ajudou.' : `${given} pessoas já ajudaram.`;
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><body><h1>${name}</h1><p>${description}</p><p>${thanks}</p><p><a href="${url}">Doar</a></p></body></html>`;
}

server.listen(port, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
process.stdout.write(`The donation page is open: http://127.0.0.1:${port}\n`);
