import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { isApiKey } from '../accounts/auth/api-key.ts';
import { register } from '../accounts/register.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { Secret } from '../kit/secrets.ts';
import { makeFirstAccounts } from './first-accounts.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());

async function start(environment: Record<string, string> = {}): Promise<ChargeDeps> {
  gateway = await startGateway({ environment });
  return gateway.deps;
}
const live = (deps: ChargeDeps): ChargeDeps => ({
  ...deps,
  config: { ...deps.config, GUICHE_RAILS: 'live' },
});
const signIn = (email: string, password: string) =>
  gateway.call('POST', '/api/v1/auth/login', { email, password });
const rolesMade = async () => {
  const rows = await gateway.db.query<{ email: string; role: string }>(
    'select email, role from users order by role desc',
  );
  return rows.map(({ email, role }) => `${role} ${email}`);
};

function credentialsIn(lines: string[], kind: string): { email: string; password: string } {
  const line = lines.find((each) => each.startsWith(kind)) ?? '';
  const [, email = '', password = ''] = /(\S+@\S+) {2}password (\S+)$/.exec(line) ?? [];
  return { email, password };
}

const OPERATOR = {
  GUICHE_OPERATOR_EMAIL: 'boss@shop.example',
  GUICHE_OPERATOR_PASSWORD: 'a pretty good passphrase',
};

describe('the demo accounts', () => {
  it('are a seller with a key and an operator, and what is printed works', async () => {
    const { lines } = await makeFirstAccounts(await start());
    const seller = credentialsIn(lines, 'Demo seller');
    const key = lines.join('\n').match(/guiche_\w+/)?.[0] ?? '';
    expect(isApiKey(key)).toBe(true);
    const byKey = await gateway.call('GET', '/api/v1/account', undefined, { 'x-api-key': key });
    expect(byKey.body).toMatchObject({ email: seller.email, account_status: 'active', person_type: 'PJ' });
    const session = await signIn(seller.email, seller.password);
    expect(session.body.account.id).toBe(byKey.body.id);

    const operator = credentialsIn(lines, 'Demo operator');
    const { body } = await signIn(operator.email, operator.password);
    const headers = { authorization: `Bearer ${body.token}` };
    const accounts = await gateway.call('GET', '/api/v1/admin/accounts', undefined, headers);
    expect(accounts).toMatchObject({ status: 200, body: { total: 2 } });
  });

  it('have other passwords in every installation', async () => {
    const { lines: one } = await makeFirstAccounts(await start());
    const passwords = [
      credentialsIn(one, 'Demo seller').password,
      credentialsIn(one, 'Demo operator').password,
    ];
    await gateway.stop();
    const { lines: other } = await makeFirstAccounts(await start());
    passwords.push(credentialsIn(other, 'Demo seller').password);
    expect(new Set(passwords).size).toBe(3);
    expect(passwords.every((password) => password.length >= 20)).toBe(true);
  });

  it('are made and printed once', async () => {
    const deps = await start();
    expect((await makeFirstAccounts(deps)).lines).toHaveLength(4);
    expect((await makeFirstAccounts(deps)).lines).toEqual([]);
    expect(await rolesMade()).toHaveLength(2);
  });

  it('are made by one of ten processes that start at once', async () => {
    const deps = await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => makeFirstAccounts(deps)));
    expect(answers.filter(({ lines }) => lines.length > 0)).toHaveLength(1);
    expect(await rolesMade()).toHaveLength(2);
  });

  it('are tried again at the next start when making them failed', async () => {
    const deps = await start();
    const nameless = { ...deps.rails.pix[0], name: null as unknown as string };
    const broken: ChargeDeps = { ...deps, rails: { ...deps.rails, pix: [nameless] } };
    await expect(makeFirstAccounts(broken)).rejects.toThrow('payment_provider');
    expect((await makeFirstAccounts(deps)).lines).toHaveLength(4);
  });

  it('are not made with GUICHE_DEMO=off, on live rails, or when an account exists', async () => {
    const deps = await start({ GUICHE_DEMO: 'off' });
    expect((await makeFirstAccounts(deps)).lines).toEqual([]);
    const on = { ...deps, config: { ...deps.config, GUICHE_DEMO: 'on' as const } };
    expect((await makeFirstAccounts(live(on))).lines).toEqual([]);
    await gateway.seller();
    expect((await makeFirstAccounts(on)).lines).toEqual([]);
    expect(await rolesMade()).toHaveLength(1);
  });
});

describe('the configured operator', () => {
  it('is made on live rails, active, and may sign in', async () => {
    const deps = live(await start({ ...OPERATOR }));
    const { lines } = await makeFirstAccounts(deps);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('boss@shop.example');
    expect(lines[0]).not.toContain('a pretty good passphrase');
    const { body } = await signIn('boss@shop.example', 'a pretty good passphrase');
    expect(body.account).toMatchObject({ name: 'Operação', account_status: 'active' });
    const headers = { authorization: `Bearer ${body.token}` };
    const audit = await gateway.call('GET', '/api/v1/admin/ledger/audit', undefined, headers);
    expect(audit).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('takes the place of the demo operator', async () => {
    const { lines } = await makeFirstAccounts(await start({ ...OPERATOR }));
    expect(lines.join('\n')).not.toContain('Demo operator');
    expect(await rolesMade()).toEqual(['seller demo@guiche.example', 'operator boss@shop.example']);
  });

  it('is made once, also by ten processes at once', async () => {
    const deps = await start({ ...OPERATOR, GUICHE_DEMO: 'off' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => makeFirstAccounts(deps)));
    expect(answers.filter(({ lines }) => lines.length > 0)).toHaveLength(1);
    expect((await makeFirstAccounts(deps)).lines).toEqual([]);
    expect(await rolesMade()).toEqual(['operator boss@shop.example']);
  });

  it('is made beside another that no operator added either, under another address only', async () => {
    const deps = await start({ ...OPERATOR, GUICHE_DEMO: 'off' });
    await makeFirstAccounts(deps);
    const config = { ...deps.config, GUICHE_OPERATOR_EMAIL: 'Second@shop.example' };
    expect((await makeFirstAccounts({ ...deps, config })).lines).toHaveLength(1);
    expect((await makeFirstAccounts({ ...deps, config })).lines).toEqual([]);
    expect((await rolesMade()).sort()).toEqual([
      'operator boss@shop.example',
      'operator second@shop.example',
    ]);
    const rows = await gateway.db.query('select added_by, must_change_password from users');
    expect(rows).toEqual(Array(2).fill({ added_by: null, must_change_password: false }));
  });

  it('does not come back once it was removed', async () => {
    const deps = await start({ ...OPERATOR, GUICHE_DEMO: 'off' });
    await makeFirstAccounts(deps);
    const other = await gateway.operator();
    const { body } = await other.call('GET', '/api/v1/admin/operators');
    const boss = body.data.find(({ email }: { email: string }) => email === 'boss@shop.example');
    expect((await other.call('DELETE', `/api/v1/admin/operators/${boss.id}`)).status).toBe(200);
    expect((await makeFirstAccounts(deps)).lines).toEqual([]);
  });

  it('does not ask an operator who exists for a stronger password', async () => {
    const deps = await start({ ...OPERATOR, GUICHE_DEMO: 'off' });
    await makeFirstAccounts(deps);
    const config = { ...deps.config, GUICHE_OPERATOR_PASSWORD: new Secret('password') };
    expect((await makeFirstAccounts({ ...deps, config })).lines).toEqual([]);
  });

  it("stops the start when the address is a seller's", async () => {
    const deps = await start({ ...OPERATOR, GUICHE_DEMO: 'off' });
    const seller = {
      name: 'Shop',
      email: 'boss@shop.example',
      password: 'another horse battery',
      document: '52998224725',
    };
    await register(deps, seller);
    await expect(makeFirstAccounts(deps)).rejects.toThrow(/^GUICHE_OPERATOR_EMAIL belongs to a seller/);
  });

  it('stops the start and names the variable when one is wrong or missing', async () => {
    const deps = await start();
    const failure = async (email: string | null, password: string | null) => {
      const secret = password === null ? null : new Secret(password);
      const config = { ...deps.config, GUICHE_OPERATOR_EMAIL: email, GUICHE_OPERATOR_PASSWORD: secret };
      return makeFirstAccounts({ ...deps, config }).catch((error: Error) => error.message);
    };
    expect(await failure('nobody', 'a pretty good passphrase')).toMatch(/^GUICHE_OPERATOR_EMAIL must/);
    expect(await failure('boss@shop.example', 'short')).toMatch(/^GUICHE_OPERATOR_PASSWORD must/);
    expect(await failure('boss@shop.example', 'senha123')).toMatch(
      /^GUICHE_OPERATOR_PASSWORD is easy to guess/,
    );
    expect(await failure(null, 'a pretty good passphrase')).toMatch(/^GUICHE_OPERATOR_PASSWORD needs/);
    expect(await failure('boss@shop.example', null)).toMatch(/^GUICHE_OPERATOR_EMAIL needs/);
    expect(await rolesMade()).toEqual([]);
  });
});
