import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from './app-type.ts';

const description = `Brazilian payment gateway: PIX, credit card, boleto, split, balance with reserve, withdrawals, webhooks.

Amounts are reais with at most two decimals. Times are ISO 8601 in UTC; due dates are civil dates of São Paulo.
Send your API key as \`X-API-Key\` or as a bearer token. Every POST takes an \`Idempotency-Key\`.`;

/** The description is made from the schemas that validate: it cannot say anything else than what happens. */
export async function describeApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Guichê',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This gateway' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a JWT' },
        },
      },
      security: [{ apiKey: [] }, { bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: schema?.hide
        ? schema
        : { operationId: operationId(String(route.method), url), description: schema?.summary, ...schema },
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs/reference',
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api\/(v1\/)?/, (prefix) => (prefix.includes('v1') ? '' : 'unversioned/'))
    .split('/');
  const name = words.map((word) => word.replace(/[:{}]/g, '')).join('-');
  return `${method.toLowerCase()}-${name}`;
}
