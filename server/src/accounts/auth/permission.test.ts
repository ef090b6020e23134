import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Seller,
  startGateway,
  type TestGateway,
} from '../../../../test/support/gateway.ts';
import { readDescription } from '../../../../test/support/openapi.ts';
import { buildApp } from '../../app.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import { OPERATIONS, ROLES, type Role, SCOPES, TEAM_ROLES } from '../../kit/permissions.ts';

const { paths } = readDescription<{ paths: Record<string, object> }>();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
/** The text of a mail, for the dashboard's frame: no part of the description. */
const HIDDEN = ['GET /api/v1/sandbox/mails/{id}/page', 'GET /api/v1/account/branding/preview'];
const guarded = [...operations, ...HIDDEN].filter((name) => OPERATIONS[name] !== 'public');

let gateway: TestGateway;
const people = new Map<Role, Seller>();
let keyed: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  for (const role of TEAM_ROLES) {
    const person = await gateway.seller(role);
    await gateway.db.query('update users set team_role = $2 where account_id = $1', [person.id, role]);
    people.set(role, person);
  }
  people.set('operator', await gateway.operator());
  keyed = await gateway.seller();
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A key without scopes may do more than most may give it. */
const BODIES: Record<string, object> = { 'POST /api/v1/keys': { scopes: ['charges:read'] } };

/** With a body that no operation takes: what is allowed answers something else than FORBIDDEN, and does nothing. */
function ask(name: string, headers: Record<string, string>): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ');
  const url = path.replace(/\{\w+\}/g, gateway.deps.ids.next());
  const body = BODIES[name] ?? { no_such_field: 1 };
  return gateway.call(method, url, method === 'GET' ? undefined : body, headers);
}

/** What a caller may not do, with the permission that its refusal names. */
async function refusedTo(headers: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
  const refused: Record<string, string> = {};
  for (const name of guarded) {
    const { status, body } = await ask(name, await headers());
    if (body?.code === 'FORBIDDEN') {
      expect([name, status]).toEqual([name, 403]);
      refused[name] = body.details.permission ?? 'admin';
    } else expect([name, ['JWT_INVALID', 'API_KEY_INVALID'].includes(body?.code)]).toEqual([name, false]);
  }
  return refused;
}

function needsOf(isRefused: (needed: string) => boolean): Record<string, string> {
  const needs = guarded.map((name) => [name, OPERATIONS[name] ?? ''] as const);
  return Object.fromEntries(needs.filter(([, needed]) => isRefused(needed)));
}

async function signIn({ email, password }: Seller): Promise<string> {
  return (await gateway.call('POST', '/api/v1/auth/login', { email, password })).body.token;
}

/** Written down a second time: what each role may change. Giving a role more must be seen. */
const CHANGES: Record<string, readonly string[]> = {
  finance: ['refunds:write', 'withdrawals:write', 'files:write'],
  support: ['charges:write', 'refunds:write', 'customers:write', 'links:write', 'files:write'],
  developer: [
    ...['charges:write', 'customers:write', 'products:write', 'links:write', 'webhooks:write'],
    ...['sandbox:write', 'keys:write', 'files:write'],
  ],
  read_only: [],
};

describe('the table of permissions', () => {
  it('names every operation of openapi.json, and no other', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual([...operations, ...HIDDEN].sort());
  });

  it.each(Object.entries(CHANGES))('lets %s change what was agreed', (role, changes) => {
    const own = ROLES[role as Role].filter((permission) => permission.endsWith(':write'));
    expect([...own].sort()).toEqual([...changes].sort());
  });

  it('shows links of mails and the team to owners only, and keys to those who make them', () => {
    const who = (permission: string) =>
      TEAM_ROLES.filter((role) => ROLES[role].some((p) => p === permission));
    expect(who('outbox:read')).toEqual(['owner']);
    expect(who('team:write')).toEqual(['owner']);
    expect(who('payout_key:write')).toEqual(['owner']);
    expect(who('keys:read')).toEqual(['owner', 'developer']);
    expect(who('admin')).toEqual([]);
  });

  it.each(Object.keys(ROLES) as Role[])('is what a person with the role %s meets', async (role) => {
    const person = people.get(role) as Seller;
    const before = gateway.deps.ids.next();
    let token = await signIn(person);
    const refused = await refusedTo(async () => {
      const open = await gateway.db.query(
        'select 1 from sessions where account_id = $1 and ended_at is null and id > $2',
        [person.id, before],
      );
      // Signing out is one of the operations.
      if (open.length === 0) token = await signIn(person);
      return bearer(token);
    });
    const own: readonly string[] = ROLES[role];
    expect(refused).toEqual(needsOf((needed) => !own.includes(needed)));
  });

  it.each([...SCOPES, null])('is what a key with the scope %s meets', async (scope) => {
    await gateway.db.query('update api_keys set scopes = $2 where account_id = $1', [
      keyed.id,
      scope && [scope],
    ]);
    await waitForCacheExpiry();
    const refused = await refusedTo(async () => ({ 'x-api-key': keyed.apiKey }));
    const isOfKeys = (needed: string) => SCOPES.some((each) => each === needed);
    const isRefused = (needed: string) =>
      needed === 'admin' || (isOfKeys(needed) && scope !== null && needed !== scope);
    expect(refused).toEqual(needsOf(isRefused));
  });

  it('says which permission is missing', async () => {
    const { body } = await ask('POST /api/v1/withdrawals', bearer((people.get('support') as Seller).token));
    expect(body).toEqual({
      error: 'The role support lacks the permission withdrawals:write',
      code: 'FORBIDDEN',
      details: { permission: 'withdrawals:write' },
    });
  });

  it('shows mails about a charge to those who see the charge, and those about withdrawals to no others', async () => {
    const { token } = people.get('support') as Seller;
    const list = (query: string) => gateway.call('GET', `/api/v1/mails${query}`, undefined, bearer(token));
    expect((await list('')).body).toMatchObject({ details: { permission: 'audit:read' } });
    const ofCharge = await list(`?charge_id=${gateway.deps.ids.next()}`);
    expect([ofCharge.status, ofCharge.body.data]).toEqual([200, []]);
    for (const trick of ['?charge_id=', '?charge_id', '?CHARGE_ID=x', '?charge_id=a&charge_id=b'])
      expect([trick, (await list(trick)).status === 200]).toEqual([trick, false]);
  });

  it('keeps the payout key from those who may change the rest of the account', async () => {
    await gateway.db.query(`update api_keys set scopes = '{account:write}' where account_id = $1`, [
      keyed.id,
    ]);
    await waitForCacheExpiry();
    const change = (body: object) => keyed.call('PATCH', '/api/v1/account', body);
    expect((await change({ name: 'Outro nome' })).status).toBe(200);
    const refused = await change({ payout_pix_key: keyed.email });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'The API key lacks the scope payout_key:write',
    ]);
  });

  it.each([
    ['that it does not name', '/api/v1/forgotten', { access: 'key' as const }],
    ['without an access of its own', '/api/v1/forgotten', {}],
    ['with another access than it says', '/api/v1/admin/jobs', { access: 'key' as const }],
    ['outside the API that takes keys', '/forgotten', { access: 'key' as const }],
  ])('stops the start of a gateway with a route %s', async (_, url, config) => {
    const built = buildApp(gateway.deps, (app) => {
      app.get(url, { config, schema: { hide: true } }, async () => ({}));
    });
    await expect(built).rejects.toThrow(/kit\/permissions\.ts|is not the access|already declared/);
  });
});
