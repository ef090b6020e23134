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

it('answers carry the headers that helmet would set, stand in no frame and in no cache', async () => {
  const options = { contentSecurityPolicy: false, frameguard: { action: 'deny' } } as const;
  const withHelmet = await headersOf((app) => app.register(helmet, options));
  const withOurs = await headersOf(secureAnswers);
  expect(withOurs).toEqual({ ...withHelmet, 'cache-control': 'no-store' });
});

it('a route may set one of them otherwise', async () => {
  const app = Fastify() as unknown as App;
  secureAnswers(app);
  app.get('/', (_request, reply) => reply.header('Cache-Control', 'public').send('x'));
  expect((await app.inject('/')).headers['cache-control']).toBe('public');
});
