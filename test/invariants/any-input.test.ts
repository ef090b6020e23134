import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { DESCRIBED } from '../support/described.ts';
import { ENDPOINTS, type World } from '../support/endpoints.ts';
import { it } from '../support/invariant-fixtures.ts';
import { jsonWith, leavesOf } from '../support/leaves.ts';
import { send } from '../support/send-sample.ts';

const RUNS = 400;
const ALLOWED = [200, 201, 400, 401, 403, 404];

let world: World;
it.beforeAll(({ world: started }) => {
  world = started;
});

/** Moves the whole gateway's clock by years, or ends the sessions the other requests need. */
const SPARED = ['POST /sandbox/clock', 'POST /auth/password'];
const endpoints = ENDPOINTS.filter((endpoint) => !SPARED.includes(endpoint.name));

const BLANKS = ['', '   ', '\u00a0', '\u200b'].map((text) => JSON.stringify(text));

const described = DESCRIBED.map((each) => [each.endpoint.name, each] as const);

/** Chance seldom finds it; and it comes first, while nobody is blocked and nothing is closed yet. */
describe('a blank text in any field, and no body at all', () => {
  it.each(described)(
    'are taken or refused by %s, the latter as it is described, and break nothing',
    async (_, { endpoint, fields, isRequired }) => {
      const body = endpoint.body(world);
      const paths = new Set([...fields, ...leavesOf(body).map(({ path }) => path)]);
      for (const path of paths) {
        for (const blank of BLANKS) {
          const reply = await send(world, endpoint, jsonWith(body, path, blank));
          expect(ALLOWED, `${path} = ${blank} → ${reply.text}`).toContain(reply.status);
        }
      }
      const empty = await send(world, endpoint, '', null);
      const isRefused = Object.hasOwn((empty.body.details ?? {}) as object, 'body');
      expect(isRefused, empty.text).toBe(isRequired);
    },
  );
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    "'; drop table charges; --",
    '{{7*7}}',
    '%s%n',
  ),
);
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  anyText.map((text) => JSON.stringify(text)),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('-0', '1e400', '-1e-400', '1E+2', '0.1e1', 'null'),
);

describe('any value in any field', () => {
  it('is taken or refused in the shape of the specification, and never breaks anything', {
    timeout: 120_000,
  }, async () => {
    const request = fc.record({ endpoint: fc.nat(), leaf: fc.nat(), text: anyValue });
    const property = fc.asyncProperty(request, async ({ endpoint: number, leaf, text }) => {
      const endpoint = endpoints[number % endpoints.length];
      if (!endpoint) return;
      const body = endpoint.body(world);
      const leaves = leavesOf(body);
      const { path = '' } = leaves[leaf % leaves.length] ?? {};
      const reply = await send(world, endpoint, jsonWith(body, path, text));
      expect(ALLOWED, `${endpoint.name} ${path} = ${text} → ${reply.text}`).toContain(reply.status);
      if (reply.status < 400) return;
      expect(Object.keys(reply.body).sort()).toEqual(['code', 'details', 'error']);
    });
    await fc.assert(property, { numRuns: RUNS });
    expect(await world.gateway.audit()).toEqual([]);
  });
});

describe('any text', () => {
  it('is refused, or kept and shown again unchanged', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(anyText, async (text) => {
      const fields = { description: text, external_reference: text, metadata: { note: text } };
      const body = { billing_type: 'PIX', value: 10, ...fields };
      const made = await world.seller.call('POST', '/api/v1/charges', body);
      if (made.status === 400) {
        expect(text.includes('\u0000') || !text.isWellFormed(), made.raw).toBe(true);
        return;
      }
      expect(made.status, made.raw).toBe(201);
      const shown = await world.seller.call('GET', `/api/v1/charges/${made.body.id}`);
      expect(shown.body).toMatchObject(fields);
      const query = new URLSearchParams({ external_reference: text });
      const found = await world.seller.call('GET', `/api/v1/charges?${query}`);
      expect(found.body.data).toContainEqual(expect.objectContaining({ id: made.body.id }));
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
