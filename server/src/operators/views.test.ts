import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../test/support/cookie-client.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../test/support/nodes.ts';
import { until } from '../../../test/support/until.ts';
import { type Access, createAccess } from '../accounts/auth/access.ts';
import { endOverViews } from './views.ts';

let gateway: TestGateway;
let other: Node;
let elsewhere: Access;
let seller: Seller;
let operator: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  other = await startSecondNode(gateway);
  elsewhere = createAccess(other.deps);
  [seller, operator] = await Promise.all([gateway.seller('Loja da Ana'), gateway.operator()]);
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

const REASON = { reason: 'Chamado 4711: saldo diferente' };
const placeOf = (id: string) => `/admin/accounts/${id}/view`;

async function signedIn(person: Seller = operator): Promise<CookieClient> {
  const client = new CookieClient(gateway);
  expect((await client.signIn(person)).status).toBe(200);
  return client;
}
async function looking(person: Seller = operator, at = seller): Promise<CookieClient> {
  const client = await signedIn(person);
  const { status, raw } = await client.call('POST', placeOf(at.id), REASON);
  expect(status, raw).toBe(201);
  return client;
}
/** The name of the account that the browser is in, and as what. */
async function whereIs(client: CookieClient): Promise<string> {
  const { status, body } = await client.call('GET', '/auth/session');
  return status === 200 ? `${body.user.role} ${body.account.name}` : body.code;
}
/** What another process takes the browser for. */
async function onOtherNode({ cookie }: CookieClient): Promise<string> {
  const principal = await elsewhere(cookie?.split('=')[1] ?? '');
  return principal ? `${principal.role} ${principal.accountId}` : 'nobody';
}
const linesOf = async (account: Seller, action: string) => {
  const { body } = await account.call('GET', `/api/v1/audit-log?action=${action}`);
  return body.data as Record<string, unknown>[];
};
const noticesOf = async ({ token }: Seller) => {
  const as = { authorization: `Bearer ${token}` };
  const { body } = await gateway.call('GET', '/api/v1/notifications', undefined, as);
  return body.data.map(({ kind }: { kind: string }) => kind);
};

describe('a view of a seller’s dashboard', () => {
  it('reads as a read-only member does, on every node, until it is ended', async () => {
    const client = await looking();
    expect(await whereIs(client)).toBe('seller Loja da Ana');
    expect(await onOtherNode(client)).toBe(`seller ${seller.id}`);
    const { body } = await client.call('GET', '/auth/session');
    expect(body).toMatchObject({ user: { team_role: 'read_only' }, accounts: [] });
    expect(body.view.seconds_left).toBeGreaterThan(29 * 60);
    expect(body.view.seconds_left).toBeLessThanOrEqual(30 * 60);
    expect((await client.call('GET', '/balance')).status).toBe(200);
    const left = await client.call('DELETE', placeOf(seller.id));
    expect(left.status, left.raw).toBe(200);
    expect(await onOtherNode(client)).toBe(`operator ${operator.id}`);
    expect(await whereIs(client)).toBe('operator Operator');
    expect(await client.call('DELETE', placeOf(seller.id))).toMatchObject({ status: 404 });
  });

  it('tells the seller that, when and how long, and operators also who and why', async () => {
    const shop = await gateway.seller('Loja do Bento');
    const client = await looking(operator, shop);
    expect(await noticesOf(shop)).toEqual(['dashboard_viewed']);
    await client.call('DELETE', placeOf(shop.id));
    const [started] = await linesOf(shop, 'view.started');
    const [ended] = await linesOf(shop, 'view.ended');
    const hidden = { address: null, user_agent: null, request_id: null };
    const actor = { kind: 'user', user_id: null, email: null, name: null, key_id: null, key_name: null };
    expect(started).toMatchObject({ actor, ...hidden, details: { expires_at: expect.any(String) } });
    expect(started?.details).not.toHaveProperty('reason');
    expect(ended).toMatchObject({
      actor,
      ...hidden,
      details: { cause: 'ended_by_operator', seconds: expect.any(Number) },
    });
    const { body } = await operator.call(
      'GET',
      `/api/v1/admin/audit-log?account_id=${shop.id}&action=view.started`,
    );
    expect(body.data).toMatchObject([{ actor: { email: operator.email }, details: REASON }]);
    expect(await noticesOf(shop)).toEqual(['dashboard_viewed']);
  });

  it.each([
    undefined,
    {},
    { reason: '' },
    { reason: 'oops' },
    { reason: '\u2060'.repeat(9) },
    { reason: 'a'.repeat(501) },
  ])('needs a reason, which %j is not', async (body) => {
    const client = await signedIn();
    const answer = await client.call('POST', placeOf(seller.id), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(await whereIs(client)).toBe('operator Operator');
  });

  it('is for a browser, and not of operators', async () => {
    const bearer = await operator.call('POST', `/api/v1${placeOf(seller.id)}`, REASON);
    expect(bearer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const client = await signedIn();
    for (const id of [operator.id, (await gateway.operator()).id]) {
      expect(await client.call('POST', placeOf(id), REASON)).toMatchObject({
        body: { code: 'INVALID_STATE' },
      });
    }
    expect(await (await signedIn(seller)).call('POST', placeOf(seller.id), REASON)).toMatchObject({
      body: { code: 'FORBIDDEN' },
    });
  });

  it('lets no page of the operator act as the view, nor one of the view as the operator', async () => {
    const client = await signedIn();
    const own = (await client.call('GET', '/auth/session')).body.id;
    await client.call('POST', placeOf(seller.id), REASON);
    const view = (await client.call('GET', '/auth/session')).body.id;
    const from = (page: string, method: string, path: string) =>
      client.call(method, path, undefined, { 'x-guiche-session': page });
    expect(await from(own, 'GET', '/admin/accounts')).toMatchObject({ body: { code: 'SESSION_CHANGED' } });
    expect(await from(view, 'GET', '/charges')).toMatchObject({ status: 200 });
    expect(await from(view, 'DELETE', placeOf(seller.id))).toMatchObject({ status: 200 });
    expect(await from(view, 'GET', '/charges')).toMatchObject({ body: { code: 'SESSION_CHANGED' } });
    expect(await from(own, 'GET', '/admin/accounts')).toMatchObject({ status: 200 });
  });
});

describe('a view ends', () => {
  const untilOperator = (client: CookieClient) =>
    until('the browser is the operator’s', async () => (await whereIs(client)) === 'operator Operator');
  const causesOf = async (shop: Seller) =>
    (await linesOf(shop, 'view.ended')).map(({ details }) => (details as { cause: string }).cause);

  it('in time, also in a process that keeps it in memory, and is written down with its length', async () => {
    const shop = await gateway.seller();
    const client = await looking(operator, shop);
    await gateway.db.query(
      `update account_views set created_at = now() - interval '30 minutes', expires_at = now() + interval '600 ms'
       where viewed_account_id = $1`,
      [shop.id],
    );
    expect(await whereIs(client)).toMatch(/^seller/);
    await untilOperator(client);
    expect(await causesOf(shop)).toEqual([]);
    const counts = await Promise.all([endOverViews(gateway.deps), endOverViews(gateway.deps)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await linesOf(shop, 'view.ended')).toMatchObject([{ details: { cause: 'time_over' } }]);
    const [line] = await linesOf(shop, 'view.ended');
    const details = line?.details as { seconds: number } | undefined;
    expect(Math.abs((details?.seconds ?? 0) - 30 * 60)).toBeLessThan(30);
    expect(await endOverViews(gateway.deps)).toBe(0);
  });

  it('never after the session itself', async () => {
    const client = await signedIn();
    const { id } = (await client.call('GET', '/auth/session')).body;
    await gateway.db.query(
      `update sessions set created_at = now() - interval '11 hours 50 minutes' where id = $1`,
      [id],
    );
    const { body } = await client.call('POST', placeOf(seller.id), REASON);
    const lasts = Date.parse(body.expires_at) - Date.parse(body.created_at);
    expect(lasts).toBeGreaterThan(9 * 60_000);
    expect(lasts).toBeLessThan(10.5 * 60_000);
  });

  it('with a sign-out, at once on every node', async () => {
    const shop = await gateway.seller();
    const client = await looking(operator, shop);
    const kept = client.cookie;
    expect((await client.call('POST', '/auth/logout')).status).toBe(200);
    client.cookie = kept;
    expect(await onOtherNode(client)).toBe('nobody');
    client.cookie = kept;
    expect(await whereIs(client)).toBe('JWT_INVALID');
    expect(await endOverViews(gateway.deps)).toBe(1);
    expect(await causesOf(shop)).toEqual(['session_ended']);
  });

  it('with a new password, and with the operator’s access', async () => {
    const changing = await gateway.operator();
    const client = await looking(changing);
    const signed = await gateway.call('POST', '/api/v1/auth/login', {
      ...{ email: changing.email, password: changing.password },
    });
    const changed = await gateway.call(
      ...(['POST', '/api/v1/auth/password'] as const),
      { current_password: changing.password, new_password: 'another horse battery 9' },
      { authorization: `Bearer ${signed.body.token}` },
    );
    expect(changed.status, changed.raw).toBe(200);
    expect(await onOtherNode(client)).toBe('nobody');
    const leaving = await gateway.operator();
    const last = await looking(leaving);
    expect((await operator.call('DELETE', `/api/v1/admin/operators/${leaving.id}`)).status).toBe(200);
    expect(await onOtherNode(last)).toBe('nobody');
    await endOverViews(gateway.deps);
  });

  it('when its operator is blocked, though the session lives', async () => {
    const blocked = await gateway.operator();
    const client = await looking(blocked);
    await operator.call('POST', `/api/v1/admin/accounts/${blocked.id}/block`, { reason: 'left' });
    expect(await onOtherNode(client)).toBe(`operator ${blocked.id}`);
  });

  it('with the next view of the same browser: one at a time, also of two at once', async () => {
    const [first, second] = [await gateway.seller('Primeira'), await gateway.seller('Segunda')];
    const client = await signedIn(await gateway.operator());
    const begun = await Promise.all(
      [first, second].map(({ id }) => client.call('POST', placeOf(id), REASON)),
    );
    expect(begun.map(({ status }) => status)).toEqual([201, 201]);
    const causes = await Promise.all([causesOf(first), causesOf(second)]);
    expect(causes.flat()).toEqual(['replaced_by_another']);
    expect(await whereIs(client)).toBe(causes[0]?.length ? 'seller Segunda' : 'seller Primeira');
  });
});

it('of an operator begins at most twenty times in an hour, also at once', async () => {
  const eager = await gateway.operator();
  const clients = await Promise.all([1, 2, 3, 4].map(() => signedIn(eager)));
  const { id } = await gateway.seller();
  const statuses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(clients.map((client) => client.call('POST', placeOf(id), REASON)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});
