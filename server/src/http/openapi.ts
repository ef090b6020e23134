import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from './app-type.ts';
import { requestExample } from './request-examples.ts';

const description = `Brazilian payment gateway: PIX, credit card, boleto, split, balance with reserve, withdrawals, webhooks.

Amounts are reais with at most two decimals. Times are ISO 8601 in UTC; due dates are civil dates of São Paulo.
Send your API key as \`X-API-Key\` or as a bearer token. Every POST takes an \`Idempotency-Key\`. The guides are at [/docs](/docs).`;

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
    transform: ({ schema, url, route }) => {
      if (schema?.hide) return { schema, url };
      const method = String(route.method);
      const named = { operationId: operationId(method, url), description: schema?.summary };
      return { url, schema: { ...named, ...schema, ...withExample(`${method} ${url}`, schema?.body) } };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs/reference',
    // Without the bar that explores descriptions of other programs.
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Guichê · API reference' },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

function withExample(operation: string, body: unknown): { body?: object } {
  return body ? { body: { ...body, examples: [requestExample(operation, body)] } } : {};
}

function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api\/(v1\/)?/, (prefix) => (prefix.includes('v1') ? '' : 'unversioned/'))
    .split('/');
  const name = words.map((word) => word.replace(/[:{}]/g, '')).join('-');
  return `${method.toLowerCase()}-${name}`;
}
