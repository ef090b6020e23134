import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { App } from './app-type.ts';
import { secureAnswers } from './security-headers.ts';

async function headersOf(secure: (app: App) => unknown) {
  const app = Fastify() as unknown as App;
  await secure(app);
  app.get('/', async () => 'x');
  const { date, ...headers } = (await app.inject('/')).headers;
  expect(date).toBeDefined();
  return headers;
}

it('answers carry the headers that helmet would set', async () => {
  const withHelmet = await headersOf((app) => app.register(helmet, { contentSecurityPolicy: false }));
  const withOurs = await headersOf(secureAnswers);
  expect(withOurs).toEqual(withHelmet);
});

it('a route may set one of them otherwise', async () => {
  const app = Fastify() as unknown as App;
  secureAnswers(app);
  app.get('/', (_request, reply) => reply.header('X-Frame-Options', 'DENY').send('x'));
  expect((await app.inject('/')).headers['x-frame-options']).toBe('DENY');
});
