import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../app-type.ts';
import type { Access } from '../principal.ts';
import { withCommonAnswers } from './common-answers.ts';
import { withNamedSchemas } from './named-schemas.ts';
import { requestExample } from './request-examples.ts';

const description = `Brazilian payment gateway: PIX, credit card, boleto, split, balance with reserve, withdrawals, webhooks.

Amounts are reais with at most two decimals. Times are ISO 8601 in UTC; due dates are civil dates of São Paulo.
Send your API key as \`X-API-Key\` or as a bearer token. Every POST except sign-up, sign-in and those of links in mails takes an \`Idempotency-Key\`. The guides are at [/docs](/docs).`;

/** The description is generated from the schemas that validate and serialise requests. */
export async function describeApi(app: App, webhooks: object): Promise<void> {
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
          jwt: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The token of a sign-in; API keys are refused',
          },
        },
      },
      security: [{ apiKey: [] }, { bearer: [] }],
    },
    transform: ({ schema, url, route }) => {
      if (schema?.hide) return { schema, url };
      const method = String(route.method);
      const named = { operationId: operationId(method, url), description: schema?.summary };
      const body = route.config?.takes
        ? { body: BYTES }
        : withExample(`${method} ${url}`, asShown(schema?.body));
      return { url, schema: { ...named, ...SECURITY[route.config?.access ?? 'key'], ...schema, ...body } };
    },
    transformObject: (made) =>
      'openapiObject' in made ? withNamedSchemas({ ...withCommonAnswers(made.openapiObject), webhooks }) : {},
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs/reference',
    // BaseLayout has no bar for loading other descriptions.
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Guichê · API reference' },
    // The package's own policy would load the assets of a plain HTTP page over HTTPS.
    staticCSP: REFERENCE_POLICY,
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

const REFERENCE_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
].join('; ');

/** Exceptions from the default, which is an API key or a token. */
const SECURITY: Readonly<Record<Access, { security?: Record<string, string[]>[] }>> = {
  public: { security: [] },
  key: {},
  jwt: { security: [{ jwt: [] }] },
  operator: {},
};

/** The body of an operation that takes a file. */
const BYTES = { type: 'string', format: 'binary' };

/** A part that is validated by code instead of the schema is described by its `x-shown`. */
function asShown(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asShown);
  if (typeof part !== 'object' || part === null) return part;
  if ('x-shown' in part) return part['x-shown'];
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, asShown(inner)]));
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
