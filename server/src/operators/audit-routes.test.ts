import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let operator: Seller;
let seller: Seller;
let other: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  [operator, seller, other] = [await gateway.operator(), await gateway.seller(), await gateway.seller()];
  for (const name of ['One', 'Two', 'Three']) await seller.call('PATCH', '/api/v1/account', { name });
  await other.call('PATCH', '/api/v1/account', { name: 'Another' });
  const account = `/api/v1/admin/accounts/${seller.id}`;
  await operator.call('POST', `${account}/block`, { reason: 'police inquiry' });
  await operator.call('POST', `${account}/approve`);
});
afterAll(() => gateway.stop());

type Line = { id: string; action: string; account_id: string };
const actionsOf = (lines: Line[]) => lines.map((line) => line.action);
const read = async (call: Call, path: string) => (await call('GET', `/api/v1${path}`)).body;

/** Every line of a log, three at a time. */
async function readAll(call: Call, path: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(call, `${path}${path.includes('?') ? '&' : '?'}limit=3${cursor}`);
    lines.push(...page.data);
    if (!page.has_more) return lines;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

describe('the log of an account', () => {
  it('is read newest first, by key and by token', async () => {
    const byKey = await read(seller.call, '/audit-log');
    const headers = { authorization: `Bearer ${seller.token}` };
    expect((await gateway.call('GET', '/api/v1/audit-log', undefined, headers)).body).toEqual(byKey);
    const expected = ['account.approved', 'account.blocked', ...Array(3).fill('account.changed')];
    expect(actionsOf(byKey.data).slice(0, 5)).toEqual(expected);
    expect(byKey).toMatchObject({ object: 'list', has_more: false, total: byKey.data.length });
  });

  it('holds lines of that account only', async () => {
    for (const each of [seller, other]) {
      const lines = await readAll(each.call, '/audit-log');
      expect(lines.every((line) => line.account_id === each.id)).toBe(true);
      expect(lines.length).toBeGreaterThan(1);
    }
    const spied = await seller.call('GET', `/api/v1/audit-log?account_id=${other.id}`);
    expect(spied).toMatchObject({ status: 400, body: { details: { account_id: expect.any(String) } } });
  });

  it('begins with the registration, by the user who signed up', async () => {
    const person = { name: 'Nova', email: 'nova@example.com' };
    const registration = { ...person, password: 'correct horse battery', document: '52998224725' };
    const { body } = await gateway.call('POST', '/api/v1/auth/register', registration);
    const { id } = body.account;
    const { data } = await read(operator.call, `/admin/audit-log?account_id=${id}`);
    expect(actionsOf(data)).toEqual(['user.login', 'account.registered']);
    expect(data[1]).toMatchObject({
      ...{ account_id: id, account_name: 'Nova', target: { kind: 'account', id } },
      actor: { kind: 'user', email: 'nova@example.com' },
      details: person,
      address: '127.0.0.1',
    });
  });

  it('is read to its end by cursor, each line once', async () => {
    const whole = await read(seller.call, '/audit-log');
    const lines = await readAll(seller.call, '/audit-log');
    expect(lines).toEqual(whole.data);
  });

  it('is filtered by action', async () => {
    const { data, total } = await read(seller.call, '/audit-log?action=account.changed');
    expect([actionsOf(data), total]).toEqual([Array(3).fill('account.changed'), 3]);
    expect(await read(seller.call, '/audit-log?action=never.heard_of')).toMatchObject({ data: [], total: 0 });
  });

  it('is filtered by who acted, of its own people alone', async () => {
    const lines = await readAll(seller.call, `/audit-log?actor=${seller.email.toUpperCase()}`);
    expect(actionsOf(lines)).toContain('account.registered');
    const { user_id: id } = (lines[0] as unknown as { actor: { user_id: string } }).actor;
    expect(await readAll(seller.call, `/audit-log?actor=${id}`)).toEqual(lines);
    const [boss] = await gateway.db.query<{ id: string }>('select id from users where account_id = $1', [
      operator.id,
    ]);
    for (const actor of [operator.email, boss?.id, other.email, 'nobody@example.com']) {
      const spied = await read(seller.call, `/audit-log?actor=${actor}`);
      expect([spied.data, spied.total]).toEqual([[], 0]);
    }
  });

  it('is filtered by time, from inclusive to exclusive', async () => {
    const all = (await readAll(seller.call, '/audit-log')) as (Line & { created_at: string })[];
    const [from, to] = [all.at(-3)?.created_at ?? '', all[1]?.created_at ?? ''];
    const expected = all.filter(({ created_at: at }) => at >= from && at < to);
    const query = `/audit-log?created_from=${from}&created_to=${to}`;
    expect(await readAll(seller.call, query)).toEqual(expected);
    expect((await read(seller.call, query)).total).toBe(expected.length);
    expect(await readAll(seller.call, '/audit-log?created_from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await readAll(seller.call, '/audit-log?created_to=1900-01-01T00:00:00Z')).toEqual([]);
  });

  it('shows the seller that an operator acted, but not who, from where, or why the account was blocked', async () => {
    const answer = await seller.call('GET', '/api/v1/audit-log?action=account.blocked');
    expect(answer.body.data).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        action: 'account.blocked',
        account_id: seller.id,
        account_name: 'Three',
        actor: { kind: 'user', user_id: null, email: null, name: null, key_id: null, key_name: null },
        target: { kind: 'account', id: seller.id },
        details: {
          before: { status: 'active', identity_verified: false },
          after: { status: 'blocked', identity_verified: false },
        },
        address: null,
        user_agent: null,
        request_id: null,
      },
    ]);
    for (const raw of [answer.raw, (await seller.call('GET', '/api/v1/audit-log')).raw]) {
      expect(raw).not.toContain('police');
      expect(raw).not.toContain(operator.email);
    }
  });

  it.each([
    ...['action=nonsense', 'cursor=nonsense', 'limit=0', 'cursor=MTIz', 'actor=nonsense', 'actor='],
    ...['created_from=yesterday', 'created_to=2026-02-30T00:00:00Z'],
  ])('refuses ?%s', async (query) => {
    const answer = await seller.call('GET', `/api/v1/audit-log?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([query.split('=')[0]]);
  });
});

describe('the log of all accounts', () => {
  it('holds the lines of every account, with who acted and why', async () => {
    const lines = await readAll(operator.call, '/admin/audit-log');
    const accounts = new Set(lines.map((line) => line.account_id));
    expect([operator.id, seller.id, other.id].filter((id) => !accounts.has(id))).toEqual([]);
    const ids = lines.map((line) => line.id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(lines.find((line) => line.action === 'account.blocked')).toMatchObject({
      actor: { kind: 'user', email: operator.email },
      details: { after: { status: 'blocked', reason: 'police inquiry' } },
      address: '127.0.0.1',
    });
  });

  it('is filtered by account, by action and by both', async () => {
    const ofOther = await readAll(operator.call, `/admin/audit-log?account_id=${other.id}`);
    expect(ofOther).toEqual(await readAll(other.call, '/audit-log'));
    const changed = await readAll(operator.call, '/admin/audit-log?action=account.changed');
    expect(changed.map((line) => line.account_id)).toEqual([other.id, ...Array(3).fill(seller.id)]);
    const both = `/admin/audit-log?action=account.changed&account_id=${other.id}`;
    expect(await readAll(operator.call, both)).toEqual(changed.slice(0, 1));
  });

  it('is filtered by who acted, everywhere, and by all at once', async () => {
    const lines = await readAll(operator.call, `/admin/audit-log?actor=${operator.email}`);
    expect(actionsOf(lines).slice(0, 2)).toEqual(['account.approved', 'account.blocked']);
    const query = `actor=${operator.email}&account_id=${seller.id}&action=account.blocked`;
    const since = 'created_from=2020-01-01T00:00:00Z&created_to=2999-01-01T00:00:00Z';
    expect(await readAll(operator.call, `/admin/audit-log?${query}&${since}`)).toEqual([lines[1]]);
  });

  it('is filtered by an operator who was removed, and by the user who has the e-mail since', async () => {
    const email = 'came-back@example.com';
    const add = () =>
      operator.call('POST', '/api/v1/admin/operators', {
        email,
        name: 'Back',
        password: 'correct horse battery',
      });
    const signIn = () =>
      gateway.call('POST', '/api/v1/auth/login', { email, password: 'correct horse battery' });
    const { body } = await add();
    await signIn();
    await operator.call('DELETE', `/api/v1/admin/operators/${body.id}`);
    const of = async () => actionsOf(await readAll(operator.call, `/admin/audit-log?actor=${email}`));
    expect(await of()).toEqual(['user.login']);
    await add();
    await signIn();
    expect(await of()).toEqual(['user.login', 'user.login']);
  });

  it('refuses what is no account id', async () => {
    const answer = await operator.call('GET', '/api/v1/admin/audit-log?account_id=nonsense');
    expect(answer).toMatchObject({ status: 400, body: { details: { account_id: expect.any(String) } } });
  });
});
