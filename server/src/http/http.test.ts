import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { countInProcess } from './rate-limit.ts';

const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

describe('rate limits', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway({
      environment: { GUICHE_RATE_GENERAL: '8', GUICHE_RATE_CHARGES: '3', GUICHE_RATE_WEBHOOKS: '5' },
    });
    seller = await gateway.seller();
  });
  afterAll(() => gateway.stop());

  it('charge creation has its own bucket, and the 429 says when to come back', async () => {
    const create = () => seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    const answers = [await create(), await create(), await create(), await create()];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 429]);
    expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
    const refused = answers[3];
    expect(refused?.body).toEqual({ error: 'Too many requests', code: 'RATE_LIMIT_EXCEEDED', details: {} });
    const wait = Number(refused?.headers['retry-after']);
    expect(wait >= 1 && wait <= 60).toBe(true);
    const reset = Number(refused?.headers['x-ratelimit-reset']);
    expect(Math.abs(reset - Date.now() / 1_000 - wait)).toBeLessThan(3);
    expect((await seller.call('GET', '/api/v1/balance')).status).toBe(200);
    expect((await seller.call('GET', '/api/v1/webhooks')).headers['x-ratelimit-limit']).toBe('5');
  });

  it('of a burst beyond the limit, as many pass as the limit allows', async () => {
    const busy = await gateway.seller();
    const create = () => busy.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  });

  it('a payment link makes no more charges a minute for one address than the API does', async () => {
    const shop = await gateway.seller();
    const link = await shop.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    const order = () =>
      gateway.call('POST', new URL(link.body.url).pathname, 'method=PIX&name=Ana', {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const answers = await Promise.all(Array.from({ length: 8 }, order));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const { raw, headers } of refused) {
      expect(raw).toContain('Muitas tentativas');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await shop.call('GET', '/api/v1/charges')).body.total).toBe(3);
    expect((await gateway.call('GET', new URL(link.body.url).pathname)).status).toBe(200);
  });

  it('the three headers are on 200, 401, 404 and 429, and strangers are counted by address', async () => {
    const stranger = (path: string) => gateway.call('GET', path);
    const other = await gateway.seller();
    expect((await other.call('GET', '/api/v1/account')).headers).toMatchObject({ 'x-ratelimit-limit': '8' });
    const seen = new Set<number>();
    const paths = [
      '/api/v1/account',
      '/api/v1/no-such-thing',
      '/API/V1/charges',
      '/api/v1/charges/%zz',
      `/api/v1/charges/${'x'.repeat(5_000)}`,
    ];
    for (const path of [...paths, ...paths]) {
      const answer = await stranger(path);
      seen.add(answer.status);
      for (const name of LIMITS) expect(answer.headers[name]).toMatch(/^\d+$/);
      expect(answer.headers['x-request-id']).toBeTruthy();
    }
    expect(seen).toEqual(new Set([404, 401, 429]));
    expect((await other.call('GET', '/api/v1/account')).status).toBe(200);
  });
});

describe('counting in the process', () => {
  it('starts anew after a minute', async () => {
    let now = 0;
    const counter = countInProcess(() => now);
    expect((await counter.hit('a')).count).toBe(1);
    now = 59_999;
    expect((await counter.hit('a')).count).toBe(2);
    now = 60_000;
    expect(await counter.hit('a')).toEqual({ count: 1, resetMs: 120_000 });
  });

  it('tells each of a burst its own place in it', async () => {
    const counter = countInProcess(() => 0);
    const hits = await Promise.all(Array.from({ length: 5 }, () => counter.hit('a')));
    expect(hits.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the shape of errors and the edges of HTTP', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway();
    seller = await gateway.seller();
  });
  afterAll(() => gateway.stop());

  it.each([
    '/api/v1/nothing',
    '/nothing/here',
    '/api/v1/charges/%ED%A0%80',
    `/api/v1/charges/${'x'.repeat(500)}`,
  ])('GET %s is a 404 in the shape', async (path) => {
    const answer = await seller.call('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'NOT_FOUND', details: {} });
  });

  it.each([
    ['{"billing_type":"PIX","value":1,"customer":{"email":"a"}}', { 'customer.name': 'is required' }],
    ['{"billing_type":"PIX","value":1,"metadata":{"a":1}}', { 'metadata.a': 'must be string' }],
    [
      '{"billing_type":"PIX","value":1,"__proto__":{}}',
      { body: 'The body holds a key that is not allowed: __proto__ or constructor' },
    ],
  ])('%s names what is wrong and nothing else', async (body, details) => {
    const answer = await seller.call('POST', '/api/v1/charges', body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual(details);
  });

  it.each([
    ['external_reference=%ZZ', 'external_reference'],
    ['limit=10&external_reference=caf%E9', 'external_reference'],
    ['%FF=1', 'query'],
  ])('?%s names what cannot be read', async (query, field) => {
    const answer = await seller.call('GET', `/api/v1/charges?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.body.details)).toEqual([field]);
  });

  it('a query in readable encoding is taken', async () => {
    const answer = await seller.call('GET', '/api/v1/charges?external_reference=caf%C3%A9%3D100%25');
    expect([answer.status, answer.body.total]).toEqual([200, 0]);
  });

  it('a request id is given back when it is sane and made when it is not', async () => {
    const given = await seller.call('GET', '/api/v1/balance', undefined, { 'x-request-id': 'order-42' });
    expect(given.headers['x-request-id']).toBe('order-42');
    const made = await seller.call('GET', '/api/v1/balance', undefined, { 'x-request-id': 'bad id\u00e9' });
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('an unexpected failure tells its request id and nothing else', async () => {
    await gateway.db.query('alter table charges rename to hidden');
    const answer = await seller.call('GET', '/api/v1/charges');
    await gateway.db.query('alter table hidden rename to charges');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'Internal error',
      code: 'INTERNAL_ERROR',
      details: { request_id: answer.headers['x-request-id'] },
    });
  });

  it('tells its health, readiness, metrics and description', async () => {
    expect((await gateway.call('GET', '/healthz')).body).toEqual({ status: 'up' });
    expect((await gateway.call('GET', '/readyz')).body).toEqual({ status: 'ready' });
    expect((await gateway.call('GET', '/metrics')).raw).toContain('guiche_http_request_seconds_count');
    expect((await gateway.call('GET', '/openapi.json')).body.openapi).toBe('3.1.0');
    expect((await gateway.call('GET', '/docs/')).status).toBe(200);
  });

  it('is not ready when a migration is missing', async () => {
    await gateway.db.query('update migrations set version = -version');
    expect((await gateway.call('GET', '/readyz')).status).toBe(503);
    await gateway.db.query('update migrations set version = -version');
  });
});

const WRONG_HOST = 'must be a host name or address, with or without a port';

function withHosts(path: string, ...hosts: string[]): string {
  const lines = [...hosts.map((host) => `Host: ${host}`), 'Connection: close'];
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

describe('on the bare socket', () => {
  let gateway: TestGateway;
  let port: number;
  beforeAll(async () => {
    gateway = await startGateway({ environment: { GUICHE_RATE_GENERAL: '100' } });
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    port = (gateway.app.server.address() as AddressInfo).port;
  });
  afterAll(() => gateway.stop());

  async function say(text: string): Promise<{ head: string; body: string }> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.end(text);
    const [head = '', body = ''] = (await socket.toArray()).join('').split('\r\n\r\n');
    return { head, body };
  }

  it.each([
    ['an unknown method', 'FOO /api/v1/charges HTTP/1.1\r\nHost: x\r\n\r\n', {}],
    ['a header without a colon', 'GET /api/v1/charges HTTP/1.1\r\nHost x\r\n\r\n', {}],
    ['headers of 40 KB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_960)}\r\n\r\n`, {}],
    ['no Host', 'GET /api/v1/charges HTTP/1.1\r\nConnection: close\r\n\r\n', { Host: 'is required' }],
    ['two Hosts', withHosts('/api/v1/charges', 'a.test', 'b.test'), { Host: 'must be given once' }],
    ['the same Host twice', withHosts('/api/v1/charges', 'a.test', 'a.test'), { Host: 'must be given once' }],
    ['a Host with user-info', withHosts('/api/v1/charges', 'user:pass@a.test'), { Host: WRONG_HOST }],
    ['a Host with a blank', withHosts('/api/v1/charges', 'a.test b.test'), { Host: WRONG_HOST }],
    ['a Host with a path', withHosts('/api/v1/charges', 'a.test/b'), { Host: WRONG_HOST }],
    ['a Host that is a list', withHosts('/api/v1/charges', 'a.test, b.test'), { Host: WRONG_HOST }],
  ])(
    '%s is refused in the shape of every refusal, with a number to ask about it',
    async (_what, text, details) => {
      const { head, body } = await say(text);
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}/i);
      expect(JSON.parse(body)).toMatchObject({ code: 'VALIDATION_ERROR', details });
      for (const name of ['limit', 'remaining', 'reset'])
        expect(head).toMatch(new RegExp(`\\r\\nx-ratelimit-${name}: \\d+`, 'i'));
    },
  );

  it.each(['/l/anything', '/healthz'])('two Hosts are refused for %s too', async (path) => {
    expect((await say(withHosts(path, 'a.test', 'b.test'))).head).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['a Host with a port', withHosts('/healthz', 'a_b-c.test:3000')],
    ['an IPv6 Host', withHosts('/healthz', '[2001:db8::1]:3000')],
    ['an empty Host', withHosts('/healthz', '')],
    ['an old probe without Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    [
      'an expectation nobody knows',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
  ])('%s is answered as any other', async (_what, text) => {
    expect((await say(text)).head).toMatch(/^HTTP\/1\.\d 200 /);
  });
});

describe('live rails', () => {
  it('do not start without a provider', async () => {
    await expect(startGateway({ environment: { GUICHE_RAILS: 'live' } })).rejects.toThrow('GUICHE_PIX');
  });

  it('have no sandbox endpoints, wait for approval, and enforce check digits', async () => {
    const gateway = await startGateway({ liveRules: true });
    const body = {
      name: 'Loja',
      email: 'live@example.com',
      password: 'a pretty good passphrase',
      document: '12345678900',
    };
    const wrong = await gateway.call('POST', '/api/v1/auth/register', body);
    expect(wrong.body.details).toHaveProperty('document');
    const { body: signedUp } = await gateway.call('POST', '/api/v1/auth/register', {
      ...body,
      document: '52998224725',
    });
    expect(signedUp.account.account_status).toBe('pending');
    const headers = { authorization: `Bearer ${signedUp.token}` };
    expect((await gateway.call('GET', '/api/v1/balance', undefined, headers)).status).toBe(200);
    const charge = await gateway.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 1 }, headers);
    expect([charge.status, charge.body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    for (const [method, path] of [
      ['GET', 'clock'],
      ['POST', 'clock'],
      ['GET', 'cards'],
    ] as const) {
      expect((await gateway.call(method, `/api/v1/sandbox/${path}`, undefined, headers)).body.code).toBe(
        'NOT_FOUND',
      );
    }
    await gateway.stop();
  });
});
