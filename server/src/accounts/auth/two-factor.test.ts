import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator, CookieClient, earlyInStep } from '../../../../test/support/cookie-client.ts';
import {
  type Answer,
  type Seller,
  startGateway,
  type TestGateway,
} from '../../../../test/support/gateway.ts';
import { register } from '../register.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

type Code = (stepsAside?: number) => string;
type Protected = { person: Seller; code: Code; recovery: string[] };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (person: { token: string }, path: string, body: object) =>
  gateway.call('POST', `/api/v1/auth/two-factor${path}`, body, bearer(person.token));
const login = ({ email, password }: Seller, code?: string, extra: object = {}) =>
  gateway.call('POST', '/api/v1/auth/login', { email, password, ...(code ? { code } : {}), ...extra });
const outcome = ({ status, body }: Answer) => [status, body.code];
const many = (count: number, work: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, work));

/** A seller whose second factor was confirmed so long ago that every code is new again. */
async function protectedSeller(): Promise<Protected> {
  const person = await gateway.seller();
  const proposal = await ask(person, '', { password: person.password });
  const code = authenticator(proposal.body.secret);
  const confirmed = await ask(person, '/confirm', { code: code() });
  expect(confirmed.status, confirmed.raw).toBe(200);
  await forgetSteps();
  return { person, code, recovery: confirmed.body.recovery_codes };
}

const forgetSteps = () => gateway.db.query('update second_factors set last_step = 0');

describe('setting up a second factor', () => {
  it('proposes a secret as text, address and picture, which is not in force', async () => {
    const person = await gateway.seller();
    const { status, body, headers } = await ask(person, '', { password: person.password });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect(uri.href).toContain(`otpauth://totp/Guich%C3%AA:${encodeURIComponent(person.email)}?`);
    expect(uri.searchParams.get('secret')).toBe(body.secret);
    const picture = Buffer.from(body.qr_code.replace('data:image/png;base64,', ''), 'base64');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(headers['cache-control']).toBe('no-store');
    expect((await login(person)).status).toBe(200);
  });

  it('takes the password: a screen left open is not enough', async () => {
    const person = await gateway.seller();
    expect(outcome(await ask(person, '', { password: 'wrong' }))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await ask(person, '/confirm', { code: '123456' }))).toEqual([400, 'INVALID_STATE']);
    expect((await ask(person, '', {})).body.details).toHaveProperty('password');
  });

  it('is in force with the first right code, and gives ten recovery codes', async () => {
    const person = await gateway.seller();
    const first = await ask(person, '', { password: person.password });
    const { body } = await ask(person, '', { password: person.password });
    const old = authenticator(first.body.secret);
    const code = authenticator(body.secret);
    if (![-1, 0, 1].map((step) => code(step)).includes(old())) {
      expect(outcome(await ask(person, '/confirm', { code: old() }))).toEqual([401, 'TWO_FACTOR_INVALID']);
    }
    const confirmed = await ask(person, '/confirm', { code: code() });
    expect(confirmed.body).toEqual({ success: true, recovery_codes: expect.any(Array) });
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    for (const each of confirmed.body.recovery_codes) expect(each).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(outcome(await login(person))).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    expect(outcome(await ask(person, '/confirm', { code: code(1) }))).toEqual([400, 'INVALID_STATE']);
    expect(outcome(await ask(person, '', { password: person.password }))).toEqual([400, 'INVALID_STATE']);
  });

  it('is confirmed once, also by five at once', async () => {
    const person = await gateway.seller();
    const { body } = await ask(person, '', { password: person.password });
    const code = authenticator(body.secret)();
    const answers = await many(5, () => ask(person, '/confirm', { code }));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('takes a JWT, not a key', async () => {
    const person = await gateway.seller();
    for (const path of ['', '/confirm', '/disable']) {
      const answer = await person.call('POST', `/api/v1/auth/two-factor${path}`, {});
      expect(outcome(answer)).toEqual([401, 'JWT_REQUIRED']);
    }
  });

  it('keeps no secret and no recovery code that can be read', async () => {
    const person = await gateway.seller();
    const { body } = await ask(person, '', { password: person.password });
    const code = authenticator(body.secret)();
    const { recovery_codes: recovery } = (await ask(person, '/confirm', { code })).body;
    const rows = await gateway.db.query<{ text: string }>(
      `select f::text as text from second_factors f union all select c::text from recovery_codes c
       union all select a::text from audit_log a`,
    );
    const written = rows.map((row) => row.text).join('\n');
    expect(written).not.toContain(body.secret);
    for (const each of recovery as string[]) {
      expect(written).not.toContain(each);
      expect(written).not.toContain(each.replace('-', ''));
    }
  });
});

describe('signing in with a second factor', () => {
  it('asks for a code only when the password is right', async () => {
    const { person, code } = await protectedSeller();
    expect(outcome(await login({ ...person, password: 'wrong' }, code()))).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
    expect(outcome(await login({ ...person, password: 'wrong' }))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await login(person))).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    expect((await login(person, code())).status).toBe(200);
  });

  it.each([
    ['this step', 0, (text: string) => text],
    ['the step before', -1, (text: string) => text],
    ['the step after', 1, (text: string) => text],
    ['this step, in two halves', 0, (text: string) => `${text.slice(0, 3)} ${text.slice(3)}`],
  ])('takes the code of %s', async (_name, stepsAside, written) => {
    const { person, code } = await protectedSeller();
    await earlyInStep();
    expect((await login(person, written(code(stepsAside)))).status).toBe(200);
  });

  it('does not take a code twice, nor one before it', async () => {
    const { person, code } = await protectedSeller();
    const [before, now] = [code(-1), code()];
    expect((await login(person, now)).status).toBe(200);
    for (const used of [now, before]) {
      expect(outcome(await login(person, used))).toEqual([401, 'TWO_FACTOR_INVALID']);
    }
    expect((await login(person, code(1))).status).toBe(200);
  });

  it('takes a code once of eight at the same moment', async () => {
    const { person, code } = await protectedSeller();
    const now = code();
    const answers = await many(8, () => login(person, now));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'TWO_FACTOR_INVALID')).toHaveLength(7);
  });

  it('does not take the code that confirmed it', async () => {
    const person = await gateway.seller();
    const { body } = await ask(person, '', { password: person.password });
    const code = authenticator(body.secret)();
    await ask(person, '/confirm', { code });
    expect(outcome(await login(person, code))).toEqual([401, 'TWO_FACTOR_INVALID']);
  });

  it('takes each recovery code once, however it is typed, and once of eight at the same moment', async () => {
    const { person, recovery } = await protectedSeller();
    const [first = '', second = '', third = ''] = recovery;
    expect((await login(person, first)).status).toBe(200);
    expect(outcome(await login(person, first))).toEqual([401, 'TWO_FACTOR_INVALID']);
    expect((await login(person, second.replace('-', ' ').toUpperCase())).status).toBe(200);
    const answers = await many(8, () => login(person, third));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const { person: other } = await protectedSeller();
    expect(outcome(await login(other, recovery[3]))).toEqual([401, 'TWO_FACTOR_INVALID']);
  });

  it('counts wrong codes as failed tries, and a missing one not', async () => {
    const { person, code } = await protectedSeller();
    const near = [-1, 0, 1].map((step) => code(step));
    const wrong = ['000000', '111111', '222222', '333333'].find((each) => !near.includes(each)) ?? '';
    for (let index = 0; index < 12; index += 1) {
      expect(outcome(await login(person))).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    }
    for (let index = 0; index < 10; index += 1) {
      // A missing code between them must not give any of them back.
      if (index === 5) expect((await login(person)).status).toBe(401);
      expect(outcome(await login(person, wrong))).toEqual([401, 'TWO_FACTOR_INVALID']);
    }
    expect(outcome(await login(person, code()))).toEqual([429, 'LOGIN_LOCKED']);
  });

  it('works with a cookie too', async () => {
    const { person, code } = await protectedSeller();
    const client = new CookieClient(gateway);
    expect(outcome(await client.signIn(person))).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    expect(client.cookie).toBeNull();
    expect((await client.signIn(person, code())).status).toBe(200);
    expect((await client.call('GET', '/auth/session')).body.user.two_factor).toBe(true);
  });

  it.each([[''], ['x'.repeat(41)], [123456], [null]])('refuses %j for a code', async (code) => {
    const { email, password } = await gateway.seller();
    const answer = await gateway.call('POST', '/api/v1/auth/login', { email, password, code });
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['code']]);
  });
});

describe('disabling it', () => {
  it('takes password and code, and the old codes are worth nothing after', async () => {
    const { person, code, recovery } = await protectedSeller();
    const disable = (password: string, given: string) => ask(person, '/disable', { password, code: given });
    expect(outcome(await disable('wrong', code()))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(outcome(await disable(person.password, 'abcde-fghij'))).toEqual([401, 'TWO_FACTOR_INVALID']);
    expect(outcome(await login(person))).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    expect((await disable(person.password, code())).body.success).toBe(true);
    expect((await login(person)).status).toBe(200);
    expect(outcome(await disable(person.password, code(1)))).toEqual([400, 'INVALID_STATE']);
    const again = await ask(person, '', { password: person.password });
    const next = authenticator(again.body.secret);
    await ask(person, '/confirm', { code: next() });
    expect(outcome(await login(person, recovery[0]))).toEqual([401, 'TWO_FACTOR_INVALID']);
  });

  it('locks after ten wrong codes', async () => {
    const { person, code } = await protectedSeller();
    const body = { password: person.password, code: 'abcde-fghij' };
    for (let index = 0; index < 10; index += 1)
      expect((await ask(person, '/disable', body)).status).toBe(401);
    const locked = await ask(person, '/disable', { ...body, code: code() });
    expect(outcome(locked)).toEqual([429, 'LOGIN_LOCKED']);
    expect(locked.headers['retry-after']).toBeDefined();
  });

  it('is in the log, like what enabled it', async () => {
    const { person, code } = await protectedSeller();
    await ask(person, '/disable', { password: person.password, code: code() });
    const lines = await gateway.db.query<{ action: string }>(
      `select action from audit_log where account_id = $1 and action like 'user.two%' order by id`,
      [person.id],
    );
    expect(lines.map((line) => line.action)).toEqual(['user.two_factor_enabled', 'user.two_factor_disabled']);
  });
});

describe('an operator on live rails', () => {
  const email = 'operator@example.com';
  const password = 'a pretty good passphrase';
  let live: TestGateway;
  beforeAll(async () => {
    live = await startGateway({ liveRules: true });
    await register(live.deps, { name: 'Operator', email, password, document: '52998224725' }, 'operator');
  });
  afterAll(() => live.stop());

  const paths = ['/admin/accounts', '/admin/withdrawals', '/account', '/charges', '/keys', '/balance'];

  it('without a second factor reaches nothing but its own access', async () => {
    const client = new CookieClient(live);
    expect((await client.signIn({ email, password })).status).toBe(200);
    const session = (await client.call('GET', '/auth/session')).body;
    expect(session).toMatchObject({
      ...{ rails: 'live', two_factor_required: true },
      user: { email, role: 'operator', two_factor: false },
    });
    for (const path of paths) {
      expect(outcome(await client.call('GET', path)), path).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    }
    const key = await client.call('POST', '/keys', {});
    expect(outcome(key)).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    expect((await client.call('GET', '/auth/sessions')).status).toBe(200);
    expect((await client.call('POST', '/auth/logout')).status).toBe(200);
    const { body } = await live.call('POST', '/api/v1/auth/login', { email, password });
    for (const path of paths) {
      const answer = await live.call('GET', `/api/v1${path}`, undefined, bearer(body.token));
      expect(outcome(answer), path).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    }
  });

  it('reaches everything from the moment it is confirmed, and nothing after it is disabled', async () => {
    const client = new CookieClient(live);
    await client.signIn({ email, password });
    const proposal = await client.call('POST', '/auth/two-factor', { password });
    expect(proposal.status, proposal.raw).toBe(200);
    expect((await client.call('GET', '/admin/accounts')).status).toBe(403);
    const code = authenticator(proposal.body.secret);
    expect((await client.call('POST', '/auth/two-factor/confirm', { code: code() })).status).toBe(200);
    expect((await client.call('GET', '/admin/accounts')).status).toBe(200);
    expect((await client.call('GET', '/auth/session')).body).toMatchObject({
      ...{ two_factor_required: false, user: { two_factor: true } },
    });
    const off = await client.call('POST', '/auth/two-factor/disable', { password, code: code(1) });
    expect(off.status, off.raw).toBe(200);
    expect(outcome(await client.call('GET', '/admin/accounts'))).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });

  it('may change its password without one', async () => {
    const client = new CookieClient(live);
    await client.signIn({ email, password });
    const body = { current_password: password, new_password: 'a better password' };
    expect((await client.call('POST', '/auth/password', body)).status).toBe(200);
  });

  it('differs from a seller, who needs none, and from one in the sandbox', async () => {
    const seller = await live.seller();
    const answer = await live.call('GET', '/api/v1/account', undefined, bearer(seller.token));
    expect(answer.status).toBe(200);
    const session = await live.call('GET', '/api/v1/auth/session', undefined, bearer(seller.token));
    expect(session.body.two_factor_required).toBe(false);
    const operator = await gateway.operator();
    expect((await operator.call('GET', '/api/v1/admin/accounts')).status).toBe(200);
  });
});
