import { readFile } from 'node:fs/promises';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import openapiTypes, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { describeGateway } from '../server/src/describe.ts';
import { withoutRefs } from './support/openapi.ts';

type Operation = {
  parameters?: object[];
  security?: object[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, object>;
};
type Document = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: Pick<Operation, 'responses'> & { schemas: Record<string, object> };
  webhooks: Record<string, Record<string, Operation>>;
};
const KEY = '#/components/parameters/IdempotencyKey';
const file = new URL('../openapi.json', import.meta.url);

it('openapi.json is what the route schemas say (npm run openapi writes it anew)', async () => {
  const committed = JSON.parse(await readFile(file, 'utf8'));
  expect(JSON.parse(JSON.stringify(await describeGateway()))).toEqual(committed);
});

it('the types of the client are what openapi.json says', async () => {
  const types = astToString(await openapiTypes(JSON.parse(await readFile(file, 'utf8'))));
  const committed = await readFile(new URL('../sdk/src/api-types.ts', import.meta.url), 'utf8');
  expect(committed.split('\n').slice(1).join('\n')).toBe(types);
});

function operationsOf(paths: Document['paths']) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Where an object is described in place instead of by a reference to a named schema. */
function unnamedObjects(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, properties } = node as { type?: unknown; properties?: object };
  const own = type === 'object' && properties ? [`${path}: ${Object.keys(properties).join(', ')}`] : [];
  return [...own, ...Object.entries(node).flatMap(([key, part]) => unnamedObjects(part, `${path}/${key}`))];
}

describe('the schemas of openapi.json', async () => {
  const document = JSON.parse(await readFile(file, 'utf8')) as Document;
  const { paths, webhooks, components } = document;
  const { schemas, ...shared } = components;

  it('have names: no object is described in place, so none is described twice', () => {
    const inside = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.values(schema).flatMap((part) => unnamedObjects(part, name)),
    );
    expect([...unnamedObjects({ paths, webhooks, ...shared }), ...inside]).toEqual([]);
    expect(unnamedObjects(withoutRefs({ paths, components })).length).toBeGreaterThan(500);
  });

  it.each([
    ...['Charge', 'ChargeList', 'CreateCharge', 'Refund', 'CreateRefund', 'Dispute', 'Customer', 'Product'],
    ...['PaymentLink', 'Balance', 'Transaction', 'Withdrawal', 'Webhook', 'Delivery', 'Event', 'ApiKey'],
    ...[
      'Error',
      'PaymentEvent',
      'WithdrawalEvent',
      'DisputeEvent',
      'Postback',
      'BillingType',
      'ChargeStatus',
    ],
  ])('include %s', (name) => {
    expect(schemas).toHaveProperty(name);
  });
});

describe('openapi.json says', async () => {
  const text = await readFile(file, 'utf8');
  const document = JSON.parse(text) as Document;
  const { info, paths, components } = document;
  const whole = withoutRefs(document);
  const operations = operationsOf(paths);

  it('that every POST except sign-up, sign-in and links in mails takes an Idempotency-Key', () => {
    const keyed = operations.filter(({ operation }) => JSON.stringify(operation.parameters)?.includes(KEY));
    const posts = operations.filter(
      ({ method, path }) =>
        method === 'post' &&
        !/\/auth\/(register|login|recover|reset|check-link|verify-email|(check|accept)-invitation)$/.test(
          path,
        ),
    );
    expect(posts.length).toBeGreaterThan(20);
    expect(keyed).toEqual(posts);
    expect(info.description).toContain(
      'Every POST except sign-up, sign-in and those of links in mails takes an `Idempotency-Key`',
    );
  });

  it('that a body may be left out where null is one, and nowhere else', () => {
    const bodies = operationsOf(whole.paths).flatMap(({ path, method, operation: { requestBody } }) =>
      requestBody ? [{ name: `${method} ${path}`, ...requestBody }] : [],
    );
    const ajv = new Ajv({ strict: false });
    const optional = bodies.filter(({ content }) =>
      ajv.validate(content['application/json']?.schema ?? false, null),
    );
    expect(optional.length).toBeGreaterThan(5);
    expect(bodies.filter(({ required }) => required === false)).toEqual(optional);
    expect(bodies.filter(({ required }) => required === true)).toHaveLength(bodies.length - optional.length);
  });

  it('in words what each answer is, and when to come back', () => {
    expect(text).not.toContain('Default Response');
    for (const { operation } of operations) {
      expect(operation.responses[429]).toEqual({ $ref: '#/components/responses/TooManyRequests' });
    }
  });

  it('the id of the request and the three limits of every answer', () => {
    const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    const all = [...operations.map(({ operation }) => operation), components];
    const answers = all.flatMap(({ responses }) => Object.values(responses));
    for (const answer of answers.filter((each) => !('$ref' in each)))
      expect(answer).toMatchObject({ headers });
  });

  it('that keys are made by a person', () => {
    const ofKeys = operations.filter(({ path }) => path.startsWith('/api/v1/keys'));
    expect(ofKeys).toHaveLength(4);
    for (const { operation } of ofKeys) expect(operation.security).toEqual([{ jwt: [] }]);
  });

  it.each([
    [{ recipient_id: 'a', amount: 10 }, true],
    [{ recipient_id: 'a', percent: 12.5, description: null }, true],
    [{ amount: 10 }, false],
    [{ recipient_id: 'a', amount: '10' }, false],
    [{ recipient_id: 'a', percent: 100 }, false],
  ])('whether %j is a share of a charge: %s', (share, isOne) => {
    const { schema } = whole.paths['/api/v1/charges']?.post?.requestBody?.content['application/json'] ?? {};
    const charge = { billing_type: 'PIX', value: 100, split: [share] };
    expect(new Ajv({ strict: false }).validate(schema ?? false, charge)).toBe(isOne);
  });
});
