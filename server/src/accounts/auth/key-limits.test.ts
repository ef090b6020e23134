import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../../test/support/decided.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import { DAY_MS, systemMs } from '../../kit/clock.ts';
import { type Permission, ROLES } from '../../kit/permissions.ts';
import { decideKeyChange } from './change-key.ts';
import { NO_LIMITS, readLimits, scopesRefusal } from './key-limits.ts';
import type { StoredKey } from './keys.ts';

let gateway: TestGateway;
let other: Node;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_TRUST_PROXY: '10.9.9.9' } });
  other = await startSecondNode(gateway);
  seller = await gateway.seller();
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

const bearer = (token = seller.token) => ({ authorization: `Bearer ${token}` });
const create = (body: object, token = seller.token) =>
  gateway.call('POST', '/api/v1/keys', body, bearer(token));
const change = (id: string, body: object, token = seller.token) =>
  gateway.call('PATCH', `/api/v1/keys/${id}`, body, bearer(token));
const CHARGE = { billing_type: 'PIX', value: 10 };

/** A call from an address, directly or through the trusted proxy. */
async function from(remoteAddress: string, apiKey: string, forwardedFor?: string) {
  const headers = { 'x-api-key': apiKey, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
  const answer = await gateway.app.inject({ method: 'GET', url: '/api/v1/balance', remoteAddress, headers });
  return answer.statusCode === 200 ? '200' : `${answer.statusCode} ${answer.json().code}`;
}

describe('a key', () => {
  it('without limits is as before', async () => {
    const { status, body } = await create({ name: 'shop' });
    expect([status, body.scopes, body.allowed_ips, body.expires_at]).toEqual([201, null, null, null]);
    expect(
      (await gateway.call('POST', '/api/v1/charges', CHARGE, { 'x-api-key': body.api_key })).status,
    ).toBe(201);
  });

  it('does what its scopes say, and a change of them holds on every node when it answers', async () => {
    const { body: key } = await create({ scopes: ['charges:write', 'charges:read', 'charges:read'] });
    expect(key.scopes).toEqual(['charges:read', 'charges:write']);
    const here = { 'x-api-key': key.api_key };
    const there = other.callAs({ ...seller, apiKey: key.api_key });
    expect((await gateway.call('POST', '/api/v1/charges', CHARGE, here)).status).toBe(201);
    expect((await there('POST', '/api/v1/charges', CHARGE)).status).toBe(201);
    expect((await there('GET', '/api/v1/balance')).body).toMatchObject({
      code: 'FORBIDDEN',
      details: { permission: 'balance:read' },
    });
    const changed = await change(key.id, { scopes: ['charges:read'], name: 'reader' });
    expect([changed.status, changed.body.scopes, changed.body.name]).toEqual([
      200,
      ['charges:read'],
      'reader',
    ]);
    expect((await there('POST', '/api/v1/charges', CHARGE)).body.code).toBe('FORBIDDEN');
    expect((await there('GET', '/api/v1/charges')).status).toBe(200);
  });

  it('works from its networks only, by the address that the trusted proxy names', async () => {
    const { body: key } = await create({ allowed_ips: ['203.0.113.0/24', ' 2001:DB8::/32', '198.51.100.7'] });
    expect(key.allowed_ips).toEqual(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']);
    expect(await from('203.0.113.9', key.api_key)).toBe('200');
    expect(await from('::ffff:203.0.113.9', key.api_key)).toBe('200');
    expect(await from('2001:db8:1::5', key.api_key)).toBe('200');
    expect(await from('198.51.100.8', key.api_key)).toBe('403 IP_NOT_ALLOWED');
    expect(await from('198.51.100.8', key.api_key, '203.0.113.9')).toBe('403 IP_NOT_ALLOWED');
    expect(await from('10.9.9.9', key.api_key, '203.0.113.9')).toBe('200');
    expect(await from('10.9.9.9', key.api_key, '192.0.2.1')).toBe('403 IP_NOT_ALLOWED');
    await change(key.id, { allowed_ips: null });
    expect(await from('198.51.100.8', key.api_key)).toBe('200');
  });

  it('works from an IPv4 network that is written in the form of IPv6', async () => {
    const { body: key } = await create({ allowed_ips: ['::ffff:198.51.100.0/120', '::ffff:203.0.113.9'] });
    expect(await from('198.51.100.8', key.api_key)).toBe('200');
    expect(await from('::ffff:203.0.113.9', key.api_key)).toBe('200');
    expect(await from('198.51.101.8', key.api_key)).toBe('403 IP_NOT_ALLOWED');
  });

  it('ends at its time, in real time, also while it is cached', async () => {
    const end = new Date(systemMs() + 1_500);
    const { body: key } = await create({ expires_at: end.toISOString() });
    expect(await from('127.0.0.1', key.api_key)).toBe('200');
    gateway.clock.setOffset(DAY_MS);
    expect(await from('127.0.0.1', key.api_key)).toBe('200');
    gateway.clock.setOffset(0);
    await expect.poll(() => from('127.0.0.1', key.api_key), { timeout: 5_000 }).toBe('401 API_KEY_EXPIRED');
    expect(systemMs()).toBeGreaterThanOrEqual(end.getTime());
    const onKeys = await gateway.call('GET', '/api/v1/keys', undefined, { 'x-api-key': key.api_key });
    expect(onKeys.body.code).toBe('JWT_REQUIRED');
  });

  it.each([
    [{ scopes: ['money:all'] }, /scopes/],
    [{ scopes: [] }, /scopes/],
    [{ allowed_ips: ['nowhere'] }, /^allowed_ips$/],
    [{ allowed_ips: ['loopback'] }, /^allowed_ips$/],
    [{ allowed_ips: ['10.0.0.0/8,0.0.0.0/0'] }, /^allowed_ips$/],
    [{ allowed_ips: ['10.0.0.0/33'] }, /^allowed_ips$/],
    [{ allowed_ips: ['127.1'] }, /^allowed_ips$/],
    [{ expires_at: '2020-01-01T00:00:00Z' }, /^expires_at$/],
    [{ expires_at: 'tomorrow' }, /^expires_at$/],
  ])('is refused with %j', async (body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(answer.body.details)[0]).toMatch(field);
  });

  it('is listed with its limits and its maker, whom the audit log names too', async () => {
    const person = await gateway.seller();
    const { body: key } = await create({ name: 'till', scopes: ['charges:read'] }, person.token);
    await change(key.id, { allowed_ips: ['192.0.2.1'] }, person.token);
    const { body } = await gateway.call('GET', '/api/v1/keys', undefined, bearer(person.token));
    expect(body.keys[0]).toMatchObject({
      ...{ name: 'till', created_by: person.email, scopes: ['charges:read'] },
      ...{ allowed_ips: ['192.0.2.1'], expires_at: null },
    });
    const log = await gateway.call('GET', '/api/v1/audit-log', undefined, bearer(person.token));
    const [changed, created] = log.body.data;
    expect([changed.action, changed.actor.email, changed.details.after.allowed_ips]).toEqual([
      ...['api_key.changed', person.email, ['192.0.2.1']],
    ]);
    expect([created.action, created.details]).toEqual([
      'api_key.created',
      { name: 'till', scopes: ['charges:read'] },
    ]);
  });

  it('gets from a developer at most what the developer may do', async () => {
    const person = await gateway.seller();
    const { body: whole } = await create({}, person.token);
    await gateway.db.query(`update users set team_role = 'developer' where account_id = $1`, [person.id]);
    await waitForCacheExpiry();
    const refused = await create({ scopes: ['charges:read', 'withdrawals:write'] }, person.token);
    expect([refused.status, refused.body.details]).toEqual([403, { permission: 'withdrawals:write' }]);
    expect((await create({}, person.token)).status).toBe(403);
    expect((await create({ scopes: ['charges:write', 'webhooks:write'] }, person.token)).status).toBe(201);
    expect((await change(whole.id, { scopes: ['charges:read'] }, person.token)).status).toBe(403);
    const revoked = await gateway.call('DELETE', `/api/v1/keys/${whole.id}`, undefined, bearer(person.token));
    expect(revoked.status).toBe(200);
  });

  it('that is revoked or another account’s is not changed', async () => {
    const { body: key } = await create({});
    const stranger = await gateway.seller();
    expect((await change(key.id, { name: 'mine' }, stranger.token)).status).toBe(404);
    expect((await change('no-id', { name: 'mine' })).status).toBe(404);
    await gateway.call('DELETE', `/api/v1/keys/${key.id}`, undefined, bearer());
    expect((await change(key.id, { name: 'mine' })).body.code).toBe('INVALID_STATE');
  });
});

describe('the decisions', () => {
  const permissions = new Set<Permission>(ROLES.developer);
  const key: StoredKey = {
    ...NO_LIMITS,
    scopes: ['charges:read'],
    name: 'till',
    lastFour: 'wxyz',
    status: 'active',
  };
  const command = { id: 'key', by: signedIn('shop'), permissions };

  it('a change that changes nothing leaves no line', () => {
    expect(decided(decideKeyChange(key, { ...command, change: { name: 'till' } }))).toEqual({
      ...{ result: undefined, rows: [], audit: [] },
    });
  });

  it('absent limits stay, null takes them away', () => {
    expect(readLimits({})).toEqual({});
    expect(readLimits({ scopes: null, allowed_ips: null, expires_at: null })).toEqual(NO_LIMITS);
  });

  it('scopes beyond one’s own are refused by name', () => {
    expect(scopesRefusal({ permissions }, ['charges:read'])).toBeNull();
    expect(scopesRefusal({ permissions }, ['refunds:write'])?.details).toEqual({
      permission: 'refunds:write',
    });
    expect(scopesRefusal({ permissions: new Set(ROLES.owner) }, null)).toBeNull();
  });
});
