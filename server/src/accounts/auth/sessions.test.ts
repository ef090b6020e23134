import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../../test/support/cookie-client.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { until } from '../../../../test/support/until.ts';
import { PERMISSIONS } from '../../kit/permissions.ts';
import { done } from '../../write/effects.ts';
import { credentialUses } from './uses.ts';

let gateway: TestGateway;
let node: Node;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_TWO_PERSON_ABOVE: '50000' } });
  node = await startSecondNode(gateway);
});
afterAll(async () => {
  await node.stop();
  await gateway.stop();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const get = (token: string, path: string) => gateway.call('GET', `/api/v1${path}`, undefined, bearer(token));
const end = (token: string, id: string) =>
  gateway.call('DELETE', `/api/v1/auth/sessions/${id}`, undefined, bearer(token));

async function tokenOf({ email, password }: Seller): Promise<string> {
  return (await gateway.call('POST', '/api/v1/auth/login', { email, password })).body.token;
}

const sessionIdOf = async (token: string): Promise<string> => (await get(token, '/auth/session')).body.id;

async function actionsOf(accountId: string): Promise<string[]> {
  const lines = await gateway.db.query<{ action: string }>(
    `select action from audit_log where account_id = $1 and action like 'user.%' order by id`,
    [accountId],
  );
  return lines.map((line) => line.action);
}

describe('the session', () => {
  it('says who is signed in, until when, and what the installation asks', async () => {
    const seller = await gateway.seller();
    const { status, body } = await get(seller.token, '/auth/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ object: 'session', id: expect.any(String), rails: 'sandbox', mail: 'outbox' },
      created_at: expect.any(String),
      expires_at: expect.any(String),
      user: {
        ...{ id: expect.any(String), email: seller.email, name: null },
        ...{ role: 'seller', team_role: 'owner', two_factor: false },
      },
      permissions: PERMISSIONS.filter((permission) => permission !== 'admin'),
      accounts: [{ id: seller.id, name: 'Loja Teste', role: 'owner' }],
      account: (await seller.call('GET', '/api/v1/account')).body,
      methods: ['PIX', 'CREDIT_CARD', 'BOLETO'],
      ...{ must_change_password: false, two_factor_required: false, two_person_above: 50_000 },
      view: null,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(3_600_000);
  });

  it('of an operator says so, and nothing is two-person where no bound is set', async () => {
    const plain = await startGateway();
    try {
      const operator = await plain.operator();
      const { body } = await operator.call('GET', '/api/v1/auth/session');
      expect(body).toMatchObject({ user: { role: 'operator' }, two_person_above: null });
      expect(body.two_factor_required).toBe(false);
    } finally {
      await plain.stop();
    }
  });

  it.each(['/auth/session', '/auth/sessions'])('%s takes a JWT, not a key', async (path) => {
    const seller = await gateway.seller();
    const answer = await seller.call('GET', `/api/v1${path}`);
    expect([answer.status, answer.body.code]).toEqual([401, 'JWT_REQUIRED']);
  });
});

describe('a token', () => {
  it('has one spelling: padding, other letters and spare bits are refused', async () => {
    const { token } = await gateway.seller();
    const [head, claims, signature = ''] = token.split('.');
    const last = signature.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 32 bytes leave two bits of the last letter unused: its neighbour decodes to the same signature.
    const twin = `${signature.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1]}`;
    const same = (text: string) => Buffer.from(text, 'base64url').toString('hex');
    expect([twin === signature, same(twin)]).toEqual([false, same(signature)]);
    const spellings = [
      `${token}=`,
      `${head}=.${claims}.${signature}`,
      `${head}.${claims}==.${signature}`,
      `${head}.${claims}.${twin}`,
    ];
    expect((await get(token, '/account')).status).toBe(200);
    for (const spelling of spellings) {
      const [general, ownKeys] = [await get(spelling, '/account'), await get(spelling, '/keys')];
      expect([general.status, general.body.code]).toEqual([401, 'API_KEY_INVALID']);
      expect([ownKeys.status, ownKeys.body.code]).toEqual([401, 'JWT_INVALID']);
    }
  });
});

describe('the list of sessions', () => {
  it('shows where the user is signed in, newest first, and which session this is', async () => {
    const seller = await gateway.seller();
    const client = new CookieClient(gateway);
    await client.call(
      'POST',
      '/auth/login',
      { email: seller.email, password: seller.password, cookie: true },
      { 'user-agent': `Browser ${'x'.repeat(2_000)}` },
    );
    const { body } = await client.call('GET', '/auth/sessions');
    expect(body).toMatchObject({ object: 'list', total: 2, has_more: false, next_cursor: null });
    const [newest, oldest] = body.data;
    expect(newest).toMatchObject({ current: true, address: '127.0.0.1' });
    expect(newest.user_agent.startsWith('Browser')).toBe(true);
    expect(newest.user_agent.length).toBeLessThanOrEqual(300);
    expect(newest.last_seen_at).toBe(newest.created_at);
    expect(oldest).toMatchObject({ current: false, id: await sessionIdOf(seller.token) });
    expect((await get(seller.token, '/auth/sessions')).body.data[1].current).toBe(true);
  });

  it('is read page by page', async () => {
    const seller = await gateway.seller();
    await tokenOf(seller);
    await tokenOf(seller);
    const first = (await get(seller.token, '/auth/sessions?limit=2')).body;
    expect([first.data.length, first.total, first.has_more]).toEqual([2, 3, true]);
    const rest = (await get(seller.token, `/auth/sessions?limit=2&cursor=${first.next_cursor}`)).body;
    expect([rest.data.length, rest.has_more, rest.data[0].current]).toEqual([1, false, true]);
    expect((await get(seller.token, '/auth/sessions?cursor=x')).body.details).toHaveProperty('cursor');
    expect((await get(seller.token, '/auth/sessions?limit=0')).status).toBe(400);
  });

  it('has no session that ended, expired or belongs to another user', async () => {
    const seller = await gateway.seller();
    const [ended, expired] = [await tokenOf(seller), await tokenOf(seller)];
    const expiredId = await sessionIdOf(expired);
    await gateway.call('POST', '/api/v1/auth/logout', undefined, bearer(ended));
    await gateway.db.query(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
      expiredId,
    ]);
    const { body } = await get(seller.token, '/auth/sessions');
    expect([body.total, body.data.length, body.data[0].current]).toEqual([1, 1, true]);
    expect((await end(seller.token, expiredId)).status).toBe(404);
  });

  it('shows when a session was last used', async () => {
    const seller = await gateway.seller();
    const id = await sessionIdOf(seller.token);
    const uses = credentialUses(gateway.db);
    const before = Date.now();
    uses.noteSession({ homeAccountId: seller.id, credentialId: id });
    await uses.save();
    const [session] = (await get(seller.token, '/auth/sessions')).body.data;
    expect(Date.parse(session.last_seen_at)).toBeGreaterThanOrEqual(before);
  });
});

describe('ending a session', () => {
  it('is in force on every node when it answers', async () => {
    const seller = await gateway.seller();
    const other = await tokenOf(seller);
    const id = await sessionIdOf(other);
    const there = node.callAs({ ...seller, apiKey: '' });
    const ask = () => there('GET', '/api/v1/account', undefined, bearer(other));
    expect((await ask()).status).toBe(200);
    const answer = await end(seller.token, id);
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect((await ask()).status).toBe(401);
    expect((await get(seller.token, '/account')).status).toBe(200);
    expect((await end(seller.token, id)).status).toBe(404);
  });

  it('of another person answers as if it had never been, and ends nothing', async () => {
    const [seller, other] = [await gateway.seller(), await gateway.seller()];
    const id = await sessionIdOf(other.token);
    const foreign = await end(seller.token, id);
    const unknown = await end(seller.token, '01a1dd1b-0000-7000-8000-000000000000');
    expect(foreign.status).toBe(404);
    expect(foreign.raw).toBe(unknown.raw);
    expect((await end(seller.token, 'nonsense')).raw).toBe(unknown.raw);
    expect((await get(other.token, '/account')).status).toBe(200);
  });

  it('of another user of the same account is no more possible than seeing it', async () => {
    const seller = await gateway.seller();
    const id = await sessionIdOf(await tokenOf(seller));
    await gateway.db.query('update sessions set user_id = $2 where id = $1', [id, gateway.deps.ids.next()]);
    expect((await end(seller.token, id)).status).toBe(404);
    expect((await get(seller.token, '/auth/sessions')).body.total).toBe(1);
  });

  it('by the session itself clears the cookie', async () => {
    const seller = await gateway.seller();
    const client = new CookieClient(gateway);
    await client.signIn(seller);
    const { body } = await client.call('GET', '/auth/session');
    expect((await client.call('DELETE', `/auth/sessions/${body.id}`)).status).toBe(200);
    expect(client.cookie).toBeNull();
  });

  it('works for an account that is blocked', async () => {
    const seller = await gateway.seller();
    await gateway.db.query(`update accounts set status = 'blocked' where id = $1`, [seller.id]);
    const token = await tokenOf(seller);
    expect((await end(token, await sessionIdOf(seller.token))).status).toBe(200);
  });
});

describe('the log', () => {
  it('has a line for sign-in, sign-out, an ended session and a new password', async () => {
    const seller = await gateway.seller();
    const second = await tokenOf(seller);
    const third = await tokenOf(seller);
    await end(seller.token, await sessionIdOf(second));
    await gateway.call('POST', '/api/v1/auth/logout', undefined, bearer(third));
    const body = { current_password: seller.password, new_password: 'another good horse battery' };
    await gateway.call('POST', '/api/v1/auth/password', body, bearer(seller.token));
    expect(await actionsOf(seller.id)).toEqual([
      ...['user.login', 'user.login', 'user.login'],
      ...['user.session_ended', 'user.logout', 'user.password_changed'],
    ]);
  });
});

describe('a change of password', () => {
  it('wins against a sign-in with the old one at that moment', async () => {
    const { id, email, password } = await gateway.seller();
    let isAnswered = false;
    const isWaiting = async () => {
      const [row] = await gateway.db.query<{ waiting: boolean }>(
        `select exists (
           select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'
         ) as waiting`,
      );
      return row?.waiting === true;
    };
    const { login } = await gateway.deps.writer.commit({
      load: async (tx) => {
        await tx.query(`update users set password_hash = 'another' where account_id = $1`, [id]);
        const login = gateway.call('POST', '/api/v1/auth/login', { email, password }).finally(() => {
          isAnswered = true;
        });
        await until('the sign-in waits for the change', async () => isAnswered || (await isWaiting()));
        return { login };
      },
      decide: (state) => done(state),
    });
    const answer = await login;
    expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

describe('the language of an account', () => {
  it('is chosen, changed, emptied, and nothing else', async () => {
    const seller = await gateway.seller();
    const change = (language: unknown) => seller.call('PATCH', '/api/v1/account', { language });
    expect((await seller.call('GET', '/api/v1/account')).body.language).toBeNull();
    for (const language of ['pt', 'en', null]) {
      expect((await change(language)).body.language).toBe(language);
      expect((await seller.call('PATCH', '/api/v1/account', { name: 'Loja' })).body.language).toBe(language);
    }
    for (const language of ['es', '', 1]) {
      const refused = await change(language);
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['language']]);
    }
  });
});
