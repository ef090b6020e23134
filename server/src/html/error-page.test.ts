import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Visitor, visitorOf } from '../../../test/support/pages.ts';
import type { App } from '../http/app-type.ts';
import { GatewayError } from '../kit/errors.ts';
import { answerError } from './error-page.ts';
import { pageOf } from './page.ts';

let gateway: TestGateway;
let app: App;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  app = Fastify() as unknown as App;
  app.setErrorHandler((error: GatewayError, request, reply) =>
    answerError(pageOf(request, gateway.deps), error, request, reply),
  );
  app.get('/too-many', () => {
    throw new GatewayError('RATE_LIMIT_EXCEEDED');
  });
  visitor = visitorOf({ app });
});
afterAll(async () => {
  await app?.close();
  await gateway?.stop();
});

describe('too many requests', () => {
  it.each([
    ['pt', 'Muitas tentativas em pouco tempo', 'Espere um minuto', /Referência: [\w-]+/],
    ['en', 'Too many attempts in a short time', 'Wait a minute', /Reference: [\w-]+/],
  ])('are told to wait, with a reference, in %s', async (lang, title, advice, reference) => {
    const { status, html } = await visitor.get(`/too-many?lang=${lang}`);
    expect(status).toBe(429);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(advice);
    expect(html).toMatch(reference);
  });
});
