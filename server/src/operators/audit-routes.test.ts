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
    const spied = await read(seller.call, `/audit-log?account_id=${other.id}`);
    expect(spied.data.every((line: Line) => line.account_id === seller.id)).toBe(true);
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

  it('tells the seller that an operator acted, but not who, from where, or why the account was blocked', async () => {
    const answer = await seller.call('GET', '/api/v1/audit-log?action=account.blocked');
    expect(answer.body.data).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        action: 'account.blocked',
        account_id: seller.id,
        actor: { kind: 'user', user_id: null, email: null, key_id: null, key_name: null },
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

  it.each(['action=nonsense', 'cursor=nonsense', 'limit=0', 'cursor=MTIz'])('refuses ?%s', async (query) => {
    const answer = await seller.call('GET', `/api/v1/audit-log?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([query.split('=')[0]]);
  });
});

describe('the log of all accounts', () => {
  it('holds the lines of every account, with who acted and why', async () => {
    const lines = await readAll(operator.call, '/admin/audit-log');
    expect(new Set(lines.map((line) => line.account_id))).toEqual(
      new Set([operator.id, seller.id, other.id]),
    );
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

  it('refuses what is no account id', async () => {
    const answer = await operator.call('GET', '/api/v1/admin/audit-log?account_id=nonsense');
    expect(answer).toMatchObject({ status: 400, body: { details: { account_id: expect.any(String) } } });
  });
});
