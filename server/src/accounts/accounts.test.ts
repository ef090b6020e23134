import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { ADDRESS } from '../../../test/support/literals.ts';
import { isApiKey, newApiKey } from './auth/api-key.ts';
import { hashPassword } from './auth/passwords.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const account = (headers: Record<string, string>) =>
  gateway.call('GET', '/api/v1/account', undefined, headers);
const keys = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  gateway.call(method, `/api/v1/keys${path}`, body, headers);

describe('signing up and in', () => {
  const registration = {
    name: 'Loja',
    email: 'Loja@Example.com',
    password: 'um segredo bem forte',
    document: '11.222.333/0001-81',
  };

  it('gives a token and the account as the specification shows it', async () => {
    const { status, body } = await gateway.call('POST', '/api/v1/auth/register', registration);
    expect(status).toBe(201);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body.account).toMatchObject({
      object: 'account',
      name: 'Loja',
      email: 'loja@example.com',
      document: '11222333000181',
      person_type: 'PJ',
      account_status: 'active',
      identity_verified: false,
      payment_provider: 'sandbox',
    });
    expect((await account(bearer(body.token))).body).toEqual(body.account);
  });

  it('an address has one holder, whatever its case, also when ten register it at once', async () => {
    const again = await gateway.call('POST', '/api/v1/auth/register', registration);
    expect(again.status).toBe(201);
    const raced = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const email = index % 2 === 0 ? 'race@example.com' : 'Race@Example.com';
        return gateway.call('POST', '/api/v1/auth/register', { ...registration, email });
      }),
    );
    expect(raced.map(({ status }) => status)).toEqual(raced.map(() => 201));
    const rowsOf = (table: string) =>
      gateway.db.query<{ account_id: string }>(
        `select account_id from ${table} where email = 'race@example.com'`,
      );
    const [holders, unclaimed] = await Promise.all([rowsOf('user_emails'), rowsOf('unclaimed_emails')]);
    expect([holders.length, unclaimed.length]).toEqual([1, 9]);
    const ids = raced.map(({ body }) => body.account.id);
    expect([...holders, ...unclaimed].map((row) => row.account_id).sort()).toEqual(ids.sort());
  });

  it.each([
    ['name', { name: '  ' }],
    ['email', { email: 'not an address' }],
    ['password', { password: 'short' }],
    ['password', { password: 'password' }],
    ['password', { password: '12345678' }],
    ['password', { password: ' '.repeat(12) }],
    ['password', { password: 'b@example.com' }],
    ['document', { document: '123' }],
    ['person_type', { person_type: 'PF' }],
    ['phone', { phone: 'abc' }],
    ['phone', { phone: '---- ----' }],
    ['phone', { phone: '1'.repeat(21) }],
    ['document', { document: 5 }],
  ])('a bad %s is named', async (field, change) => {
    const answer = await gateway.call('POST', '/api/v1/auth/register', {
      ...registration,
      email: 'b@example.com',
      ...change,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toHaveProperty([field]);
  });

  it('a wrong e-mail and a wrong password are answered alike', async () => {
    const wrongPassword = await gateway.call('POST', '/api/v1/auth/login', {
      email: seller.email,
      password: 'wrong',
    });
    const wrongEmail = await gateway.call('POST', '/api/v1/auth/login', {
      email: 'no@example.com',
      password: 'wrong',
    });
    expect([wrongPassword.status, wrongPassword.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(wrongEmail.raw).toBe(wrongPassword.raw);
    const right = await gateway.call('POST', '/api/v1/auth/login', {
      email: seller.email,
      password: seller.password,
    });
    expect(right.status).toBe(200);
    expect(right.body.account.id).toBe(seller.id);
  });

  it('a token ends with sign-out, and all of them with a change of password', async () => {
    const login = () =>
      gateway.call('POST', '/api/v1/auth/login', { email: user.email, password: user.password });
    const user = await gateway.seller();
    const [first, second] = [(await login()).body.token, (await login()).body.token];
    expect((await gateway.call('POST', '/api/v1/auth/logout', {}, bearer(first))).status).toBe(200);
    expect((await account(bearer(first))).body.code).toBe('API_KEY_INVALID');
    expect((await keys('GET', '', bearer(first))).body.code).toBe('JWT_INVALID');
    expect((await account(bearer(second))).status).toBe(200);
    const body = { current_password: user.password, new_password: 'another good horse battery' };
    expect((await gateway.call('POST', '/api/v1/auth/password', body, bearer(second))).status).toBe(200);
    expect((await account(bearer(second))).status).toBe(401);
    expect((await login()).status).toBe(401);
  });
});

it('a password that is easy to guess cannot be chosen anew; one that is kept still signs in', async () => {
  const user = await gateway.seller();
  const login = (password: string) =>
    gateway.call('POST', '/api/v1/auth/login', { email: user.email, password });
  for (const next of ['senha123', user.email, 'aaaaaaaaaaaa', 'Brasil@2026']) {
    const body = { current_password: user.password, new_password: next };
    const answer = await gateway.call('POST', '/api/v1/auth/password', body, bearer(user.token));
    expect([answer.status, answer.body.code], next).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.body.details)).toEqual(['new_password']);
  }
  expect((await login(user.password)).status).toBe(200);
  await gateway.db.query('update users set password_hash = $2 where account_id = $1', [
    user.id,
    await hashPassword('senha123'),
  ]);
  expect((await login('senha123')).status).toBe(200);
});

describe('credentials', () => {
  it('a key is taken in both header forms, a JWT wherever a key is', async () => {
    for (const headers of [{ 'x-api-key': seller.apiKey }, bearer(seller.apiKey), bearer(seller.token)]) {
      expect((await account(headers)).body.id).toBe(seller.id);
    }
  });

  it.each([
    ['nothing', {}, 'API_KEY_MISSING'],
    ['an empty key', { 'x-api-key': '' }, 'API_KEY_MISSING'],
    ['another scheme', { authorization: 'Basic abc' }, 'API_KEY_MISSING'],
    ['a mistyped key', { 'x-api-key': 'guiche_nonsense' }, 'API_KEY_INVALID'],
    ['a well-formed unknown key', { 'x-api-key': newApiKey() }, 'API_KEY_INVALID'],
    ['a forged JWT', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }, 'API_KEY_INVALID'],
  ])('%s is refused', async (_name, headers, code) => {
    const answer = await account(headers as Record<string, string>);
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([401, code, {}]);
  });

  it.each([
    ['nothing', () => ({}), 'JWT_REQUIRED'],
    ['an API key', () => ({ 'x-api-key': seller.apiKey }), 'JWT_REQUIRED'],
    ['an API key as bearer', () => bearer(seller.apiKey), 'JWT_REQUIRED'],
    ['a bad JWT', () => bearer('a.b.c'), 'JWT_INVALID'],
  ])('the key endpoints refuse %s', async (_name, headers, code) => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', '/x'],
    ] as const) {
      const answer = await keys(method, path, headers());
      expect([answer.status, answer.body.code]).toEqual([401, code]);
    }
  });

  it('a key is shown once, then masked, and its last use is kept', async () => {
    const made = await keys('POST', '', bearer(seller.token), { name: 'loja' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ success: true, name: 'loja' });
    expect(isApiKey(made.body.api_key)).toBe(true);
    expect(made.body.api_key).toMatch(/^guiche_[0-9A-Za-z]{36}$/);
    const all = (await keys('GET', '', bearer(seller.token))).body;
    expect(all).toMatchObject({ total: all.keys.length, has_more: false });
    const page = (await keys('GET', '?limit=1&offset=1', bearer(seller.token))).body;
    expect(page).toEqual({ keys: all.keys.slice(1, 2), total: all.total, has_more: all.total > 2 });
    expect((await keys('GET', '?limit=1', bearer(seller.token))).body.has_more).toBe(all.total > 1);
    expect((await keys('GET', '?limit=0', bearer(seller.token))).body.details).toHaveProperty('limit');
    const [listed] = all.keys;
    expect(listed).toMatchObject({
      id: made.body.id,
      name: 'loja',
      api_key: `guiche_…${made.body.api_key.slice(-4)}`,
      status: 'active',
      last_used_at: null,
    });
    const [row] = await gateway.db.query<{ leaked: boolean }>(
      'select exists (select 1 from api_keys k where k::text like $1) as leaked',
      [`%${made.body.api_key.slice(7)}%`],
    );
    expect(row?.leaked).toBe(false);
  });

  it('a revoked key is refused from the moment DELETE answers', async () => {
    const { body } = await keys('POST', '', bearer(seller.token), {});
    const headers = { 'x-api-key': body.api_key };
    expect((await account(headers)).status).toBe(200);
    expect((await keys('DELETE', `/${body.id}`, bearer(seller.token))).body.success).toBe(true);
    expect((await account(headers)).body.code).toBe('API_KEY_INVALID');
    expect((await keys('DELETE', '/nonsense', bearer(seller.token))).status).toBe(404);
    const other = await gateway.seller();
    expect((await keys('DELETE', `/${body.id}`, bearer(other.token))).status).toBe(404);
  });
});

describe('address and contact of an account', () => {
  const change = (body: object) => seller.call('PATCH', '/api/v1/account', body);

  it('are kept, shown and taken away', async () => {
    const contact = { contact_email: 'sac@loja.example', contact_phone: '(11) 3333-4444' };
    const sent = {
      address: { ...ADDRESS, postal_code: '01310-100', state: 'sp' },
      ...contact,
      contact_whatsapp: '(11) 99999-0000',
    };
    const kept = { address: ADDRESS, ...contact, contact_whatsapp: '5511999990000' };
    expect(await change(sent)).toMatchObject({ status: 200, body: kept });
    expect((await seller.call('GET', '/api/v1/account')).body).toMatchObject(kept);
    const none = { address: null, contact_email: null, contact_phone: null, contact_whatsapp: null };
    expect(await change(none)).toMatchObject({ status: 200, body: none });
  });

  it.each([
    [{ address: { ...ADDRESS, state: 'XX' } }, ['address.state']],
    [{ address: { ...ADDRESS, postal_code: '123', city: ' ' } }, ['address.postal_code', 'address.city']],
    [{ address: { street: 'Rua X' } }, ['address.postal_code']],
    [{ address: 'Rua X' }, ['address']],
    [{ address: { ...ADDRESS, street: 'x'.repeat(121) } }, ['address.street']],
    [{ address: { ...ADDRESS, complement: '4111 1111 1111 1111' } }, ['address.complement']],
    [{ address: { ...ADDRESS, strret: 'x' } }, ['address.strret']],
    [{ contact_email: 'a@b' }, ['contact_email']],
    [{ contact_phone: '123' }, ['contact_phone']],
    [{ contact_whatsapp: '+1 202 555 0100 99' }, ['contact_whatsapp']],
  ])('is refused with the names of its fields: %j', async (body, fields) => {
    const { status, body: answer } = await change(body);
    expect({ status, code: answer.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(Object.keys(answer.details).sort()).toEqual([...fields].sort());
  });
});

describe('the phone of an account', () => {
  const change = (phone: unknown) => seller.call('PATCH', '/api/v1/account', { phone });

  it.each(['11999990000', '+55 (11) 99999-0000', '3333-4444'])('may be %s', async (phone) => {
    expect(await change(phone)).toMatchObject({ status: 200, body: { phone } });
  });

  it.each(['abc', '', '1234567', '11 99999 0000 ramal 5', '119999900001199999000'])(
    'is not %j',
    async (phone) => {
      const { status, body } = await change(phone);
      expect([status, Object.keys(body.details)]).toEqual([400, ['phone']]);
    },
  );

  it('may be taken away', async () => {
    expect(await change(null)).toMatchObject({ status: 200, body: { phone: null } });
  });
});
