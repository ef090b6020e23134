import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ENDPOINTS, type Endpoint, type World } from '../support/endpoints.ts';
import { it } from '../support/invariant-fixtures.ts';
import { jsonWith, leavesOf } from '../support/leaves.ts';
import { contentsOf } from '../support/row-counts.ts';
import { type Reply, send } from '../support/send-sample.ts';

let world: World;
let contents: Record<string, string>;

it.beforeAll(({ world: started }) => {
  world = started;
});

/** Whatever the tests of a group sent, nothing of it was stored. */
function nothingIsStored(): void {
  beforeAll(async () => {
    contents = await contentsOf(world.gateway.db);
  });
  afterAll(async () => {
    expect(await contentsOf(world.gateway.db)).toEqual(contents);
  });
}

const endpoints = ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const);
const charges = ENDPOINTS[0] as Endpoint;

/** A 400 in the shape of the specification that names the field. */
function expectRefused(reply: Reply, field: string, sent: string): void {
  const about = `${sent.slice(0, 300)}\n→ ${reply.status} ${reply.text}`;
  expect(reply.status, about).toBe(400);
  expect(Object.keys(reply.body).sort(), about).toEqual(['code', 'details', 'error']);
  expect(reply.body.error, about).toEqual(expect.any(String));
  expect(['VALIDATION_ERROR', 'INVALID_SPLIT', 'INVALID_EVENT'], about).toContain(reply.body.code);
  const named = Object.keys(reply.body.details as object);
  const within = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}.`);
  expect(
    named.some((name) => within(name, field) || within(field, name)),
    about,
  ).toBe(true);
}

async function refuses(
  endpoint: Endpoint,
  field: string,
  text: string | Buffer,
  contentType?: string | null,
) {
  const reply = await send(world, endpoint, text, contentType);
  expectRefused(reply, field, text.toString());
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** What is sent to an endpoint may have 64 KB, or what the endpoint says. */
function tooLong({ maxBytes = 64 * 1_024 }: Endpoint): string[] {
  return [JSON.stringify({ description: 'x'.repeat(maxBytes) }), `${' '.repeat(maxBytes + 1)}{}`];
}

const NO_BODIES: readonly (readonly [what: string, text: string | Buffer])[] = [
  ['cut off', '{"billing_type":"PIX","value":10'],
  ['with single quotes', `{'value':10}`],
  ['with a trailing comma', '{"value":10,}'],
  ['with NaN', '{"value":NaN}'],
  ['with a comment', '{"value":10/* reais */}'],
  ['of two values', '{} {}'],
  ['nested 33 levels deep', nested(33)],
  ['nested 9,000 levels deep', nested(9_000)],
  ['of 60,000 opening brackets', '['.repeat(60_000)],
  ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['with __proto__', '{"__proto__":{"value":10}}'],
  ['with an escaped __proto__', '{"\\u005f_proto__":{"value":10}}'],
  ['with __proto__ inside', '{"metadata":{"__proto__":"x"}}'],
  ['with constructor.prototype', '{"constructor":{"prototype":{"value":10}}}'],
];
const NO_OBJECTS = ['[]', '"text"', '1', 'true'];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
];

const TEXTS = ['10', 'true', '[]', '{}'];
const NUMBERS = [
  '"10.00"',
  '"10"',
  'true',
  '[]',
  '{}',
  '1e400',
  '-1e400',
  '9007199254740993',
  '100.00000000000000001',
];
const FLAGS = ['"true"', '1', '0', '[]', '{}', '"yes"'];
/** Longer than a double can hold: as text it would be kept, as a number it would be changed. */
const TEXT_LIKE_NUMBERS = ['12345678901234567890', '0.12345678901234567'];
const UNSTORABLE = ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"'];

function wrongValuesFor(value: unknown): string[] {
  if (typeof value === 'boolean') return FLAGS;
  return typeof value === 'number' ? NUMBERS : [...TEXTS, ...TEXT_LIKE_NUMBERS, ...UNSTORABLE];
}

const AMOUNTS = ['0', '-0', '-10', '10.001', '0.001', '1e-7', '10000000000', '9999999999.999', '1e21'];
const AMOUNT_FIELDS = ['value', 'amount', 'price'];
const PERCENTS = ['-1', '0.001', '1e9', '100.01'];
const WHOLE_FIELDS = [
  'installments',
  'max_installments',
  'expires_in',
  'cancel_after_days',
  'stock',
  'max_payments',
  'times',
];

const lastOf = (path: string) => path.split('.').at(-1) ?? '';

/** A value of a wrong type, out of all bounds, not storable, or no amount. */
function wrongFor(path: string, value: unknown): string[] {
  const name = lastOf(path);
  const amounts = AMOUNT_FIELDS.includes(name) ? AMOUNTS : name === 'percent' ? PERCENTS : [];
  const broken = WHOLE_FIELDS.includes(name) ? ['1.5', '-1', '1e15'] : [];
  return [...wrongValuesFor(value), ...amounts, ...broken];
}

describe('a bad body', () => {
  nothingIsStored();

  it.each(endpoints)(
    'is refused and named by %s: no JSON, no object, another content type, any field that is wrong',
    async (_, endpoint) => {
      for (const [, text] of NO_BODIES) await refuses(endpoint, 'body', text);
      for (const text of tooLong(endpoint)) await refuses(endpoint, 'body', text);
      for (const text of NO_OBJECTS) await refuses(endpoint, 'body', text);
      const body = endpoint.body(world);
      for (const type of CONTENT_TYPES) await refuses(endpoint, 'body', JSON.stringify(body), type);
      for (const { path, value } of leavesOf(body)) {
        for (const wrong of wrongFor(path, value)) await refuses(endpoint, path, jsonWith(body, path, wrong));
      }
    },
  );
});

describe('a value that does not exist', () => {
  nothingIsStored();

  const named = (name: string) => ENDPOINTS.find((endpoint) => endpoint.name === name) as Endpoint;

  it.each([
    ['POST /charges', 'billing_type', ['BITCOIN', 'pix', '', ' PIX', 'PIX ']],
    ['POST /quotes', 'billing_type', ['BITCOIN', 'pix', '']],
    ['POST /payment-links', 'billing_types.0', ['UNDEFINED', 'pix', '']],
    ['POST /auth/register', 'person_type', ['XX', 'pf', '']],
    ['POST /webhooks', 'events.0', ['charge.exploded', '', 'CHARGE.PAID']],
    ['PATCH /webhooks/{id}', 'events.0', ['charge.exploded']],
    ['POST /admin/disputes/{id}/close', 'outcome', ['open', 'drawn', '']],
    [
      'POST /charges (boleto)',
      'due_date',
      ['2026-02-30', '2090-13-01', '01/12/2090', '2090-1-1', 'tomorrow', ''],
    ],
    [
      'POST /charges (boleto)',
      'due_date',
      ['2020-01-01', '9999-12-31', '0000-01-01', '2090-12-31T00:00:00Z'],
    ],
    ['POST /charges (boleto)', 'discount.until', ['2026-02-30', '9999-12-31', 'tomorrow', '']],
    [
      'POST /payment-links',
      'expires_at',
      ['2090-02-30T00:00:00Z', '2090-12-31', 'tomorrow', '2020-01-01T00:00:00Z'],
    ],
    [
      'POST /charges',
      'postback_url',
      ['ftp://example.com', 'javascript:alert(1)', 'https://a:b@example.com', 'x'],
    ],
    [
      'POST /webhooks',
      'url',
      ['ftp://example.com', 'file:///etc/passwd', 'https://a:b@example.com', 'x', ''],
    ],
    ['POST /charges', 'customer.cpf_cnpj', ['123', '5299822472', '529982247255', 'abc']],
    ['POST /charges (boleto)', 'customer.cpf_cnpj', ['52998224724', '11111111111']],
    ['POST /withdrawals', 'pix_key', ['nothing', '529982247', '']],
    ['POST /webhooks', 'secret', ['', 'ação', 'a\nb', 's'.repeat(129)]],
    ['POST /auth/register', 'email', ['nobody', 'a@b', '@example.com', '']],
    ['POST /auth/register', 'password', ['short', '', 'p'.repeat(129)]],
    ['POST /auth/register', 'document', ['1', 'abc', '5299822472']],
  ])('is refused by %s: %s', async (name, field, values) => {
    const endpoint = named(name);
    const body = endpoint.body(world);
    for (const value of values) await refuses(endpoint, field, jsonWith(body, field, JSON.stringify(value)));
  });

  it.each([
    ['POST /charges', 'customer.name'],
    ['POST /customers', 'name'],
    ['POST /products', 'name'],
    ['PUT /products/{id}', 'name'],
    ['POST /payment-links', 'name'],
    ['POST /keys', 'name'],
    ['PATCH /account', 'name'],
    ['PATCH /account', 'page_name'],
    ['POST /auth/register', 'name'],
    ['POST /admin/operators', 'name'],
    ['POST /admin/accounts/{id}/block', 'reason'],
  ])('is refused by %s as %s, also when nobody can see it', async (name, field) => {
    const endpoint = named(name);
    const body = endpoint.body(world);
    for (const text of ['', '   ', '\u00a0', '\u200b', ' \u2060\ufeff ', '\u3164', '\u2800'])
      await refuses(endpoint, field, jsonWith(body, field, JSON.stringify(text)));
  });

  it('is refused as a recipient: unknown, no id, oneself, twice, not active', async () => {
    const blocked = await blockedAccount();
    contents = await contentsOf(world.gateway.db);
    const unknown = '01a1dd1b-0000-7000-8000-000000000000';
    const of = (...ids: string[]) => ids.map((recipient_id) => ({ recipient_id, amount: 1 }));
    const splits = [
      of(unknown),
      of('nobody'),
      of(world.seller.id),
      of(world.other.id, world.other.id),
      of(blocked),
    ];
    for (const split of [...splits, of(...Array.from({ length: 11 }, (_, index) => `${unknown}${index}`))]) {
      for (const name of [
        'POST /charges',
        'POST /quotes',
        'PUT /products/{id}/splits',
        'POST /payment-links',
      ]) {
        const endpoint = named(name);
        await refuses(endpoint, 'split', JSON.stringify({ ...endpoint.body(world), split }));
      }
    }
  });

  it.each([
    ['split', [{ amount: 1 }]],
    ['split', [{ recipient_id: 'other', amount: 1, percent: 1 }]],
    ['split', [{ recipient_id: 'other' }]],
    ['split', [{ recipient_id: 'other', amount: 10 }]],
    ['split', 'everything'],
    ['split', [null]],
    ['customer_id', '01a1dd1b-0000-7000-8000-000000000000'],
    ['customer_id', 'nobody'],
    ['product_id', '01a1dd1b-0000-7000-8000-000000000000'],
    ['product_id', 'nothing'],
    ['metadata', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, 'x']))],
    ['installments', 2],
    ['customer', { email: 'ana@example.com' }],
    ['customer', { name: '  ' }],
    ['customer', 'Ana'],
  ])('is refused by POST /charges: %s %j', async (field, value) => {
    const text = JSON.stringify({ billing_type: 'PIX', value: 10, [field]: value });
    await refuses(charges, field, text.replaceAll('"other"', JSON.stringify(world.other.id)));
  });
});

async function blockedAccount(): Promise<string> {
  const { id } = await world.gateway.seller();
  await world.gateway.db.query(`update accounts set status = 'blocked' where id = $1`, [id]);
  return id;
}

describe('a hostile address', () => {
  nothingIsStored();

  const ids = [
    '%00',
    '%ED%A0%80',
    '%',
    '%zz',
    'x'.repeat(300),
    '__proto__',
    'constructor',
    '..%2f..',
    '1',
    'null',
  ];
  const objects = ['charges', 'customers', 'products', 'payment-links'];

  it.each(objects)('names nothing among the %s', async (kind) => {
    for (const id of ids) {
      const { status, body, raw } = await world.seller.call('GET', `/api/v1/${kind}/${id}`);
      expect([status, body.code, body.details], `${id} → ${raw}`).toEqual([404, 'NOT_FOUND', {}]);
    }
  });

  it.each([...objects, 'transactions', 'withdrawals', 'disputes', 'webhooks'])(
    'is no question about %s',
    async (kind) => {
      const transactionCursor = Buffer.from('123').toString('base64url');
      const chargeCursor = Buffer.from(world.paidCharge).toString('base64url');
      const foreign = kind === 'transactions' ? chargeCursor : transactionCursor;
      const wrong = [
        'limit=0',
        'limit=101',
        'limit=1.5',
        'limit=ten',
        'limit=0x10',
        'limit=1e1',
        'limit=%2B5',
        'limit=+5',
        'limit=',
        'limit=1&limit=2',
        'offset=-1',
        'offset=1e10',
        'cursor=%00',
      ];
      for (const query of [...wrong, 'limit=9007199254740993', 'cursor=x', `cursor=${foreign}`]) {
        const { status, body, raw } = await world.seller.call('GET', `/api/v1/${kind}?${query}`);
        expect([status, body.code], `${query} → ${raw}`).toEqual([400, 'VALIDATION_ERROR']);
        expect(Object.keys(body.details)).toEqual([query.split('=')[0]]);
      }
    },
  );

  it.each([
    ...[
      'status=X',
      'status=received',
      'billing_type=CASH',
      'created_from=2026-02-30T00:00:00Z',
      'created_to=now',
    ],
    ...['customer_id=x', 'external_reference=%00', 'customer_id=%00'],
  ])('is no question about charges: %s', async (query) => {
    const { status, body, raw } = await world.seller.call('GET', `/api/v1/charges?${query}`);
    expect([status, body.code, Object.keys(body.details)], raw).toEqual([
      400,
      'VALIDATION_ERROR',
      [query.split('=')[0]],
    ]);
  });

  it('with text that is no text finds nothing, and breaks nothing', async () => {
    for (const query of [
      'external_reference=%ED%A0%80',
      'external_reference=%',
      '__proto__=1',
      '%00=1',
      '?=&&=',
    ]) {
      const { status, raw } = await world.seller.call('GET', `/api/v1/charges?${query}`);
      expect([200, 400], raw).toContain(status);
    }
  });
});

describe('bad input', () => {
  nothingIsStored();

  it('is answered about as fast as a good question', async () => {
    const texts = [
      '{"value":',
      JSON.stringify({ ...pix, value: '10.00' }),
      JSON.stringify({ ...pix, value: 1.001 }),
    ];
    const all = [...texts, nested(9_000), JSON.stringify({ ...pix, description: 'x'.repeat(65_536) })];
    const [bad, good]: number[][] = [[], []];
    for (let round = 0; round < 40; round += 1) {
      for (const text of all) {
        bad?.push((await send(world, charges, text)).tookMs);
        const begun = performance.now();
        await world.seller.call('GET', `/api/v1/charges/${world.paidCharge}`);
        good?.push(performance.now() - begun);
      }
    }
    expect(median(bad)).toBeLessThan(5 * median(good));
  });
});

const pix = { billing_type: 'PIX', value: 10 };

function median(values: readonly number[] = []): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
