import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logOptions } from '../../server/src/kit/log.ts';
import { makeWorld, type World } from '../support/endpoints.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { createdCharge, GOOD_CARD, hiddenValue, visitorOf } from '../support/pages.ts';
import { answering, startReceiver } from '../support/receiver.ts';
import { type DescribedOperation, OPERATIONS, withText } from '../support/text-fields.ts';

const CARD = '5425233430109903';
const inGroups = (separator: string) => CARD.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
const inScript = (zero: number) => CARD.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const SPELLINGS: readonly string[] = [
  CARD,
  ...[' ', '.', '-', '/', '\t', '\u00a0', '\u200b', '–', '\n', ','].map(inGroups),
  inScript(0xff10),
  inScript(0x0660),
  `Cartão ${inGroups(' ')}, validade 12/40`,
];
/** Compared with a hash and not kept. */
const NEVER_KEPT = ['password', 'current_password'];
/** The sandbox takes it; that live rails do not is in test/processes/card-on-live-rails.test.ts. */
const PAID_WITH = 'card.number';

const lines: string[] = [];
let gateway: TestGateway;
let world: World;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  gateway = await startGateway({ log: pino(logOptions('trace'), sink) });
  world = await makeWorld(gateway);
});
afterAll(() => gateway.stop());

const SOME_ID = '0199a1b2-0000-7000-8000-00000000000a';

function ask({ method, path }: DescribedOperation, body: object | null, query = '', headers = {}) {
  const isOpen = /auth\/(?:login|register)/.test(path);
  const { token } = path.includes('/admin/') ? world.operator : world.seller;
  return gateway.call(method, path.replace(/\{\w+\}/g, SOME_ID) + query, body ?? undefined, {
    ...(isOpen ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  });
}

function expectRefused(answer: Awaited<ReturnType<typeof ask>>, field: string, what: string): void {
  const about = `${what}: ${answer.status} ${answer.raw}`;
  expect(answer.status, about).toBe(400);
  expect(answer.body.code, about).toBe('VALIDATION_ERROR');
  expect(answer.body.details[field], about).toMatch(/card number/);
  expect(holdsCard(answer.raw), about).toBe(false);
}

/** Every decimal digit of the text, with nothing between them, as ASCII. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/\D/g, '');
}

/** Not by the rule under test: by the digits alone, whatever stands between them. */
function holdsCard(text: string): boolean {
  return digitsOf(text).includes(CARD);
}

describe('a card number in any text of any operation', () => {
  const texts = OPERATIONS.flatMap((operation) =>
    operation.texts
      .filter((path) => !NEVER_KEPT.includes(path) && path !== PAID_WITH)
      .map((path) => [`${operation.name} ${path}`, operation, path] as const),
  );

  it('is looked for in as many fields as the description has', () => {
    expect(texts.length).toBeGreaterThan(80);
    expect(OPERATIONS.flatMap(({ queries }) => queries).length).toBeGreaterThan(30);
  });

  it.each(texts)('%s is refused in every spelling', async (name, operation, path) => {
    for (const spelling of SPELLINGS) {
      const body = withText(operation.example ?? {}, path, spelling);
      expectRefused(await ask(operation, body), path.replace('*', 'anything'), name);
    }
  });

  it('is refused as a name of metadata or of a field, and not repeated', async () => {
    const operation = OPERATIONS.find(({ name }) => name === 'POST /api/v1/charges');
    if (!operation) throw new Error('there is no POST /charges');
    for (const spelling of SPELLINGS) {
      const named = { billing_type: 'PIX', value: 10, metadata: { [spelling]: 'x' } };
      expectRefused(await ask(operation, named), 'metadata', spelling);
      const unknown = { billing_type: 'PIX', value: 10, [spelling]: 'x' };
      expectRefused(await ask(operation, unknown), 'body', spelling);
    }
  });

  it('tells of every such field at once', async () => {
    const body = { billing_type: 'PIX', value: 10, description: CARD, customer: { name: inGroups(' ') } };
    const { body: answer } = await world.seller.call('POST', '/api/v1/charges', body);
    expect(Object.keys(answer.details).sort()).toEqual(['customer.name', 'description']);
  });
});

describe('a card number in a query', () => {
  const queries = OPERATIONS.flatMap((operation) =>
    operation.queries.map((query) => [`${operation.name} ?${query}=`, operation, query] as const),
  );

  it.each(queries)('%s is refused in every spelling', async (name, operation, query) => {
    for (const spelling of SPELLINGS) {
      const answer = await ask(operation, operation.example, `?${query}=${encodeURIComponent(spelling)}`);
      expectRefused(answer, query, name);
    }
  });
});

describe('a card number in a header', () => {
  const posts = OPERATIONS.filter(({ method, path }) => method === 'POST' && !path.includes('/auth/'));

  it.each(posts.map((post) => [post.name, post] as const))('%s Idempotency-Key', async (name, operation) => {
    for (const key of [CARD, inGroups(' '), inGroups('-')]) {
      const answer = await ask(operation, operation.example, '', { 'idempotency-key': key });
      expectRefused(answer, 'Idempotency-Key', name);
    }
  });

  it('is not taken as a request id', async () => {
    const answer = await world.seller.call('GET', '/api/v1/balance', undefined, {
      'x-request-id': inGroups('-'),
      'user-agent': `shop ${inGroups(' ')}`,
    });
    expect(answer.status).toBe(200);
    expect(holdsCard(String(answer.headers['x-request-id']))).toBe(false);
    const { email, password } = world.seller;
    const agent = { 'user-agent': `shop ${inGroups(' ')}` };
    expect((await gateway.call('POST', '/api/v1/auth/login', { email, password }, agent)).status).toBe(200);
  });
});

describe('a card number in the answer of a receiver', () => {
  it('is masked in the log of deliveries', async () => {
    const receiver = await startReceiver();
    receiver.respondWith(answering(500, `refused ${inGroups(' ')} of 529.982.247-25`));
    const shop = await gateway.seller();
    await shop.call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['charge.pending'] });
    await shop.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    await gateway.runDue();
    await receiver.stop();
    const { body } = await shop.call('GET', '/api/v1/deliveries');
    const { body: delivery } = await shop.call('GET', `/api/v1/deliveries/${body.data[0].id}`);
    expect(delivery.attempts[0].answer).toBe('refused … of …');
  });
});

describe('a card number in a path', () => {
  it('names nothing', async () => {
    for (const text of [CARD, inGroups('-'), encodeURIComponent(inGroups(' '))]) {
      expect((await world.seller.call('GET', `/api/v1/charges/${text}`)).status).toBe(404);
      expect((await world.seller.call('GET', `/api/v1/${text}`)).status).toBe(404);
    }
  });
});

describe('a card number on the pages of the checkout', () => {
  it('is refused in every text of a payment link, and not shown again', async () => {
    const visitor = visitorOf(gateway);
    const { body } = await world.seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: null });
    const path = new URL(body.url).pathname;
    const form_id = hiddenValue((await visitor.get(path)).html, 'form_id');
    for (const field of ['name', 'email', 'document', 'value']) {
      for (const spelling of SPELLINGS) {
        const typed = field === 'email' ? `${spelling.replace(/\s/g, '-')}@example.com` : spelling;
        const good = { value: '20', name: 'Ana', email: 'ana@example.com', document: '529.982.247-25' };
        const { status, html } = await visitor.post(path, {
          form_id,
          method: field === 'document' ? 'BOLETO' : 'PIX',
          ...good,
          [field]: typed,
        });
        expect({ field, spelling, status }).toEqual({ field, spelling, status: 400 });
        expect(holdsCard(html)).toBe(false);
      }
    }
  });

  it('is refused where the payer chooses how to pay', async () => {
    const visitor = visitorOf(gateway);
    const { path } = await createdCharge(world.seller, { billing_type: 'UNDEFINED', value: 50 });
    for (const spelling of SPELLINGS) {
      const form = { method: 'BOLETO', name: spelling, document: '529.982.247-25' };
      const { status, html } = await visitor.post(path, form);
      expect({ spelling, status }).toEqual({ spelling, status: 400 });
      expect(holdsCard(html)).toBe(false);
    }
  });

  it('is not shown again by the card form, in whichever field it was typed, whole or with a digit wrong', async () => {
    const visitor = visitorOf(gateway);
    const { path } = await createdCharge(world.seller, { billing_type: 'CREDIT_CARD', value: 50 });
    const form_id = hiddenValue((await visitor.get(path)).html, 'form_id');
    const wrong = [...SPELLINGS, '5425 2334 3010 9904', '542523343010990', '54252334301'];
    for (const field of ['holder', 'holder_document', 'expiry', 'cvv', 'installments', 'number']) {
      for (const spelling of wrong) {
        const typed = { ...GOOD_CARD, expiry: '', number: '', form_id, [field]: spelling };
        const { status, html } = await visitor.post(path, typed);
        expect({ field, spelling, status }).toEqual({ field, spelling, status: 400 });
        const shown = digitsOf(html.replace(/<details>[\s\S]*<\/details>/, ''));
        expect({ field, spelling, isShown: shown.includes('54252334301') }).toMatchObject({ isShown: false });
      }
    }
  });
});

describe('after all that', () => {
  it('no table and no log line holds the number, in any spelling', async () => {
    await gateway.deps.requestLog.save();
    const tables = await gateway.db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const rows = await gateway.db.query<{ text: string }>(`select t::text as text from "${name}" t`);
      expect({ name, found: rows.filter(({ text }) => holdsCard(text)) }).toEqual({ name, found: [] });
    }
    const [logged] = await gateway.db.query<{ count: bigint }>('select count(*) as count from request_log');
    expect(logged?.count).toBeGreaterThan(0n);
    expect(lines.filter(holdsCard)).toEqual([]);
  });
});
