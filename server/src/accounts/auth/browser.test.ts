import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient, ORIGIN } from '../../../../test/support/cookie-client.ts';
import {
  type Answer,
  type Seller,
  startGateway,
  type TestGateway,
} from '../../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = (client: CookieClient) => client.cookie?.split('=')[1] ?? '';
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

async function signedIn(person: { email: string; password: string } = seller): Promise<CookieClient> {
  const client = new CookieClient(gateway);
  expect((await client.signIn(person)).status).toBe(200);
  return client;
}

/** The same session's token as it would look had it been given some time ago. */
function agedToken(token: string, agoMs: number, livesMs = HOUR): Promise<string> {
  const { account_id: accountId, sid, sub } = claimsOf(token);
  const issuedAt = new Date(Date.now() - agoMs);
  return new SignJWT({ account_id: accountId, sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + livesMs))
    .sign(gateway.deps.vault.key('jwt'));
}

const sessionRow = async (token: string) => {
  const [row] = await gateway.db.query<{ expires_at: Date; ended_at: Date | null }>(
    'select expires_at, ended_at from sessions where id = $1',
    [claimsOf(token).sid],
  );
  return row;
};

describe('signing in with a cookie', () => {
  it('sets a cookie that no script reads, and gives no token in the body', async () => {
    const { email, password } = seller;
    const { status, body, headers } = await gateway.call('POST', '/api/v1/auth/login', {
      ...{ email, password, cookie: true },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: null, token_type: 'Bearer', expires_in: 3_600 });
    expect(body.account.id).toBe(seller.id);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^guiche_session=[\w-]+\.[\w-]+\.[\w-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=3600$/,
      ),
      expect.stringMatching(
        /^guiche_known_[0-9a-f]{16}=[0-9a-f-]{36}\.[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/api\/v1\/auth; Max-Age=31536000$/,
      ),
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is asked for: without it nothing changes', async () => {
    const { email, password } = seller;
    for (const cookie of [undefined, false]) {
      const answer = await gateway.call('POST', '/api/v1/auth/login', { email, password, cookie });
      expect(answer.body.token).toEqual(expect.any(String));
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const wrong = await gateway.call('POST', '/api/v1/auth/login', { email, password, cookie: 'yes' });
    expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, ['cookie']]);
  });

  it('works from sign-up on', async () => {
    const client = new CookieClient(gateway);
    const registration = { name: 'Nova', email: 'nova@example.com', password: 'a pretty good passphrase' };
    const answer = await client.call('POST', '/auth/register', {
      ...registration,
      ...{ document: '52998224725', cookie: true },
    });
    expect([answer.status, answer.body.token]).toEqual([201, null]);
    expect((await client.call('GET', '/account')).body).toEqual(answer.body.account);
  });

  it('is refused to another site’s page, and leaves no account behind', async () => {
    const client = new CookieClient(gateway);
    const foreign = { origin: 'https://evil.example' };
    const { email, password } = seller;
    const login = await client.call('POST', '/auth/login', { email, password, cookie: true }, foreign);
    expect([login.status, login.body.code]).toEqual([403, 'ORIGIN_REFUSED']);
    const registration = { name: 'X', email: 'planted@example.com', password: 'a pretty good passphrase' };
    const planted = { ...registration, document: '52998224725', cookie: true };
    expect((await client.call('POST', '/auth/register', planted, foreign)).status).toBe(403);
    expect(client.cookie).toBeNull();
    expect((await client.call('POST', '/auth/register', planted)).status).toBe(201);
  });

  it('marks the cookie Secure where the gateway is reached by https', async () => {
    const secure = await startGateway({ environment: { PUBLIC_URL: 'https://pay.example.com' } });
    try {
      const client = new CookieClient(secure);
      const person = await secure.seller();
      const own = { origin: 'https://pay.example.com' };
      const answer = await client.call('POST', '/auth/login', { ...pick(person), cookie: true }, own);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/; Max-Age=3600; Secure$/),
        expect.stringMatching(/; Max-Age=31536000; Secure$/),
      ]);
      expect((await client.call('POST', '/auth/logout', undefined, own)).headers['set-cookie']).toBe(
        'guiche_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure',
      );
    } finally {
      await secure.stop();
    }
  });
});

const pick = ({ email, password }: Seller) => ({ email, password });

describe('a request by cookie', () => {
  it('is taken wherever a JWT is, and is answered as one', async () => {
    const client = await signedIn();
    for (const path of ['/account', '/keys', '/charges', '/balance', '/auth/session']) {
      const byCookie = await client.call('GET', path);
      expect(byCookie.status, path).toBe(200);
      expect(byCookie.headers['cache-control'], path).toBe('no-store');
    }
    const made = await client.call('POST', '/charges', { billing_type: 'PIX', value: 10 });
    expect(made.status).toBe(201);
    expect((await seller.call('GET', `/api/v1/charges/${made.body.id}`)).status).toBe(200);
  });

  const changes: [string, string][] = [
    ['POST', '/charges'],
    ['POST', '/keys'],
    ['POST', '/auth/logout'],
    ['PATCH', '/account'],
    ['PUT', '/products/x'],
    ['DELETE', '/keys/x'],
    ['DELETE', '/auth/sessions/x'],
  ];
  const origins: [string, Record<string, string>][] = [
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a neighbour', { origin: 'http://shop.gateway.test' }],
    ['a page without origin', { origin: 'null' }],
    ['another port', { origin: `${ORIGIN}:81` }],
    ['a browser that says otherwise', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
  ];

  it.each(origins)(
    'that changes something is refused from %s, whatever the method',
    async (_name, headers) => {
      const { cookie } = await signedIn();
      for (const [method, path] of changes) {
        const answer = await gateway.call(method, `/api/v1${path}`, {}, { cookie: cookie ?? '', ...headers });
        expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([403, 'ORIGIN_REFUSED']);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
      expect((await gateway.call('GET', '/api/v1/account', undefined, { cookie: cookie ?? '' })).status).toBe(
        200,
      );
    },
  );

  it('may come from the public address or from the host that was asked', async () => {
    const client = await signedIn();
    for (const origin of [ORIGIN, 'http://localhost:80', 'https://localhost:80']) {
      const headers = { origin, 'sec-fetch-site': 'same-origin', host: 'localhost:80' };
      expect((await client.call('PATCH', '/account', { name: 'Loja' }, headers)).status).toBe(200);
    }
  });

  it('learns nothing from the answer when its origin is wrong: a wrong cookie is answered alike', async () => {
    const { cookie } = await signedIn();
    const ask = (sent: string) => gateway.call('POST', '/api/v1/charges', {}, { cookie: sent });
    expect((await ask('guiche_session=a.b.c')).raw).toBe((await ask(cookie ?? '')).raw);
  });

  it('with a key or a bearer token beside it needs no origin, and is theirs', async () => {
    const other = await gateway.seller();
    const { cookie } = await signedIn(other);
    for (const headers of [{ 'x-api-key': seller.apiKey }, bearer(seller.apiKey), bearer(seller.token)]) {
      const sent = { ...headers, cookie: cookie ?? '' };
      const { status, body } = await gateway.call('PATCH', '/api/v1/account', { name: 'Minha' }, sent);
      expect([status, body.id]).toEqual([200, seller.id]);
    }
  });

  it.each([
    ['a wrong key', { 'x-api-key': 'guiche_wrong' }, 'API_KEY_INVALID'],
    ['an empty key', { 'x-api-key': '' }, 'API_KEY_MISSING'],
    ['a wrong bearer', bearer('a.b.c'), 'API_KEY_INVALID'],
    ['another scheme', { authorization: 'Basic abc' }, 'API_KEY_MISSING'],
  ])('does not make up for %s beside it', async (_name, headers, code) => {
    const { cookie } = await signedIn();
    const sent = { ...(headers as Record<string, string>), cookie: cookie ?? '' };
    const answer = await gateway.call('GET', '/api/v1/account', undefined, sent);
    expect([answer.status, answer.body.code]).toEqual([401, code]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('opens nothing that its person may not see', async () => {
    const client = await signedIn();
    const refused = await client.call('GET', '/admin/accounts');
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    await gateway.db.query(`update accounts set status = 'blocked' where id = $1`, [seller.id]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const write = await client.call('POST', '/charges', { billing_type: 'PIX', value: 10 });
    expect(write.body.code).toBe('ACCOUNT_NOT_ACTIVE');
    await gateway.db.query(`update accounts set status = 'active' where id = $1`, [seller.id]);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });

  it.each([
    ['an API key', () => seller.apiKey],
    ['nothing', () => ''],
    ['nonsense', () => 'a.b.c'],
    ['two tokens', () => `${seller.token}; guiche_session=${seller.token}`],
  ])('with %s for a token is refused, and the cookie cleared', async (_name, value) => {
    for (const [path, code] of [
      ['/account', 'API_KEY_INVALID'],
      ['/auth/session', 'JWT_INVALID'],
    ] as const) {
      const cookie = `guiche_session=${value()}`;
      const answer = await gateway.call('GET', `/api/v1${path}`, undefined, { cookie });
      expect([answer.status, answer.body.code]).toEqual([401, code]);
      expect(answer.headers['set-cookie']).toBe(
        'guiche_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
      );
    }
  });
});

describe('a browser’s session', () => {
  it('ends with sign-out, and the cookie with it', async () => {
    const client = await signedIn();
    const cookie = client.cookie ?? '';
    const answer = await client.call('POST', '/auth/logout');
    expect([answer.status, client.cookie]).toEqual([200, null]);
    expect((await gateway.call('GET', '/api/v1/account', undefined, { cookie })).status).toBe(401);
  });

  it('ends with a change of password, and so do the others', async () => {
    const person = await gateway.seller();
    const [here, there] = [await signedIn(person), await signedIn(person)];
    const body = { current_password: person.password, new_password: 'another good horse battery' };
    expect((await here.call('POST', '/auth/password', body)).status).toBe(200);
    expect(here.cookie).toBeNull();
    expect((await there.call('GET', '/account')).status).toBe(401);
    expect(there.cookie).toBeNull();
  });

  it('is not touched by the sign-out of a bearer token', async () => {
    const client = await signedIn();
    const { email, password } = seller;
    const { body } = await gateway.call('POST', '/api/v1/auth/login', { email, password });
    const out = await gateway.call('POST', '/api/v1/auth/logout', undefined, {
      ...{ ...bearer(body.token), cookie: client.cookie ?? '' },
    });
    expect([out.status, out.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await client.call('GET', '/account')).status).toBe(200);
  });

  it('is prolonged once its token is ten minutes old, under the same id', async () => {
    const client = await signedIn();
    const first = tokenOf(client);
    client.cookie = `guiche_session=${await agedToken(first, 9 * MINUTE)}`;
    expect((await client.call('GET', '/account')).headers['set-cookie']).toBeUndefined();
    const old = await agedToken(first, 11 * MINUTE);
    client.cookie = `guiche_session=${old}`;
    const answer = await client.call('GET', '/account');
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict; Path=\/; Max-Age=3600$/);
    const renewed = claimsOf(tokenOf(client));
    expect(renewed.sid).toBe(claimsOf(first).sid);
    expect(renewed.exp * 1_000).toBeGreaterThan(Date.now() + 59 * MINUTE);
    expect((await sessionRow(first))?.expires_at.getTime()).toBeGreaterThan(Date.now() + 59 * MINUTE);
    expect((await client.call('GET', '/account')).headers['set-cookie']).toBeUndefined();
    // Requests that were on their way with the token before still arrive.
    const late = await gateway.call('GET', '/api/v1/account', undefined, { cookie: `guiche_session=${old}` });
    expect(late.status).toBe(200);
  });

  it('ends twelve hours after it began, however much it is used', async () => {
    const client = await signedIn();
    const first = tokenOf(client);
    const began = async (agoMs: number) => {
      const id = claimsOf(first).sid;
      await gateway.db.query('update sessions set created_at = $2 where id = $1', [
        id,
        new Date(Date.now() - agoMs),
      ]);
    };
    await began(12 * HOUR - 5 * MINUTE);
    client.cookie = `guiche_session=${await agedToken(first, 20 * MINUTE)}`;
    const answer = await client.call('GET', '/account');
    const [, seconds = ''] = /Max-Age=(\d+)/.exec(String(answer.headers['set-cookie'])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(290);
    expect(Number(seconds)).toBeLessThanOrEqual(300);
    expect(claimsOf(tokenOf(client)).exp * 1_000).toBeLessThanOrEqual(Date.now() + 5 * MINUTE);
    client.cookie = `guiche_session=${await agedToken(first, 21 * MINUTE, 20 * MINUTE)}`;
    expect((await client.call('GET', '/account')).status).toBe(401);
    expect(client.cookie).toBeNull();
  });

  it('that has ended is not brought back by an old token', async () => {
    const client = await signedIn();
    const old = await agedToken(tokenOf(client), 11 * MINUTE);
    const cookie = `guiche_session=${old}`;
    expect((await gateway.call('GET', '/api/v1/account', undefined, { cookie })).status).toBe(200);
    await client.call('POST', '/auth/logout');
    const answer = await gateway.call('GET', '/api/v1/account', undefined, { cookie });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      401,
      expect.stringContaining('Max-Age=0'),
    ]);
  });

  it('of a bearer token is not prolonged, also where the token comes as a cookie', async () => {
    const token = await agedToken(seller.token, 30 * MINUTE);
    for (const headers of [bearer(token), { cookie: `guiche_session=${token}` }]) {
      const answer = await gateway.call('GET', '/api/v1/account', undefined, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    }
  });

  it('signs out with one cookie header although it is due to be prolonged', async () => {
    const client = await signedIn();
    client.cookie = `guiche_session=${await agedToken(tokenOf(client), 11 * MINUTE)}`;
    const answer = await client.call('POST', '/auth/logout');
    expect(answer.headers['set-cookie']).toMatch(/^guiche_session=; .*Max-Age=0$/);
  });
});

describe('the limits', () => {
  it('of an account are shared by all its browser sessions, tokens and keys', async () => {
    const limited = await startGateway({
      environment: { GUICHE_RATE_GENERAL: '20', GUICHE_RATE_CHARGES: '4' },
    });
    try {
      const person = await limited.seller();
      const [here, there] = [new CookieClient(limited), new CookieClient(limited)];
      await here.signIn(person);
      await there.signIn(person);
      const charge = { billing_type: 'PIX', value: 10 };
      const left = async (answer: Promise<Answer>) => {
        const { status, headers } = await answer;
        return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
      };
      const byToken = () => limited.call('POST', '/api/v1/charges', charge, bearer(person.token));
      expect(await left(here.call('POST', '/charges', charge))).toEqual([201, '4', '3']);
      expect(await left(there.call('POST', '/charges', charge))).toEqual([201, '4', '2']);
      expect(await left(person.call('POST', '/api/v1/charges', charge))).toEqual([201, '4', '1']);
      expect(await left(byToken())).toEqual([201, '4', '0']);
      for (const refused of [here.call('POST', '/charges', charge), there.call('POST', '/charges', charge)]) {
        expect((await refused).body.code).toBe('RATE_LIMIT_EXCEEDED');
      }
      expect((await byToken()).status).toBe(429);
      const [before, after] = [await here.call('GET', '/account'), await there.call('GET', '/account')];
      const remaining = [before, after].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
      expect(remaining[1]).toBe((remaining[0] ?? 0) - 1);
    } finally {
      await limited.stop();
    }
  });
});

describe('over a real connection', () => {
  it('the cookie signs in, an origin of the host is ours, another is not', async () => {
    const address = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
    const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${address}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const login = await ask('POST', '/auth/login', { origin: address }, { ...pick(seller), cookie: true });
    expect(login.status).toBe(200);
    const [cookie = ''] = login.headers.getSetCookie()[0]?.split(';') ?? [];
    expect((await ask('GET', '/account', { cookie })).status).toBe(200);
    const change = (origin: string) => ask('PATCH', '/account', { cookie, origin }, { name: 'Loja' });
    expect((await change(address)).status).toBe(200);
    expect((await change('http://127.0.0.1:1')).status).toBe(403);
    const out = await ask('POST', '/auth/logout', { cookie, origin: address });
    expect(out.headers.getSetCookie()).toEqual([
      'guiche_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
    ]);
    expect((await ask('GET', '/account', { cookie })).status).toBe(401);
  });
});
