import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../../test/support/cookie-client.ts';
import {
  type Answer,
  type Seller,
  startGateway,
  type TestGateway,
} from '../../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { linkToken } from '../../../../test/support/outbox.ts';

const PASSWORD = 'quatro cavalos azuis';

let gateway: TestGateway;
let other: Node;
beforeAll(async () => {
  gateway = await startGateway();
  other = await startSecondNode(gateway);
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

type Person = { id: string; email: string; token: string };
type Who = { token: string };

const ask = ({ token }: Who, method: string, path: string, body?: unknown) =>
  gateway.call(method, `/api/v1${path}`, body, { authorization: `Bearer ${token}` });
const there = ({ token }: Who, path: string) =>
  other.callAs({ apiKey: '' } as Seller)('GET', `/api/v1${path}`, undefined, {
    'x-api-key': '',
    authorization: `Bearer ${token}`,
  });

let made = 0;
const newAddress = () => {
  made += 1;
  return `person-${made}-${process.pid}@example.com`;
};

async function invited(owner: Seller, email: string, role = 'support'): Promise<string> {
  const answer = await ask(owner, 'POST', '/team/invitations', { email, role });
  expect([answer.status, answer.body.email, answer.body.status]).toEqual([201, email, 'pending']);
  return lastToken(owner);
}

/** Of the newest mail of the account. */
async function lastToken(owner: Seller): Promise<string> {
  await gateway.runDue();
  const { body } = await ask(owner, 'GET', '/sandbox/mails');
  const mail = body.data.find(({ kind }: { kind: string }) => kind === 'team_invitation');
  return linkToken((await ask(owner, 'GET', `/sandbox/mails/${mail.id}`)).body.link);
}

const accept = (token: string, name = 'Ana Souza'): Promise<Answer> =>
  gateway.call('POST', '/api/v1/auth/accept-invitation', { token, name, password: PASSWORD });

async function join(owner: Seller, role: string, email = newAddress()): Promise<Person> {
  const answer = await accept(await invited(owner, email, role));
  expect(answer.status).toBe(201);
  expect(answer.body.account.id).toBe(owner.id);
  const { token } = answer.body;
  const session = await ask({ token }, 'GET', '/auth/session');
  return { id: session.body.user.id, email, token };
}

const login = (email: string, password = PASSWORD) =>
  gateway.call('POST', '/api/v1/auth/login', { email, password });
const check = (token: string) => gateway.call('POST', '/api/v1/auth/check-invitation', { token });
const lines = async (owner: Seller) => (await ask(owner, 'GET', '/audit-log')).body.data;

describe('an invitation', () => {
  it('lets a new person in with the role and its permissions, and the log names both people', async () => {
    const owner = await gateway.seller('Loja Azul');
    const email = newAddress();
    const token = await invited(owner, email, 'finance');
    expect((await check(token)).body).toMatchObject({ account_name: 'Loja Azul', email, role: 'finance' });
    const joined = await accept(token);
    const person = { token: joined.body.token };
    const session = (await ask(person, 'GET', '/auth/session')).body;
    expect(session).toMatchObject({
      user: { email, name: 'Ana Souza', role: 'seller', team_role: 'finance' },
      accounts: [{ id: owner.id, name: 'Loja Azul', role: 'finance' }],
    });
    expect(session.permissions).toContain('withdrawals:write');
    expect(session.permissions).not.toContain('team:write');
    const [joining, invite] = (await lines(owner)).filter((line: { action: string }) =>
      ['team.joined', 'team.invited'].includes(line.action),
    );
    expect([joining.actor.email, joining.actor.name, joining.details]).toEqual([
      ...[email, 'Ana Souza', { email, role: 'finance' }],
    ]);
    expect([invite.actor.email, invite.details]).toEqual([owner.email, { email, role: 'finance' }]);
    const { body: team } = await ask(owner, 'GET', '/team');
    expect(
      team.data.map(({ email, role, current }: Record<string, unknown>) => [email, role, current]),
    ).toEqual([
      [owner.email, 'owner', true],
      [email, 'finance', false],
    ]);
    expect((await ask(owner, 'GET', '/team/invitations')).body.data).toEqual([]);
    const later = await login(email);
    expect([later.status, later.body.account.id]).toEqual([200, owner.id]);
  });

  it('works once, and not when it was revoked, sent again or altered', async () => {
    const owner = await gateway.seller();
    const used = await invited(owner, newAddress());
    expect((await accept(used)).status).toBe(201);
    const dead = async (token: string) => {
      const answers = [await check(token), await accept(token)];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [400, 'LINK_INVALID'],
        [400, 'LINK_INVALID'],
      ]);
    };
    await dead(used);
    const revoked = await invited(owner, newAddress());
    const [{ id }] = (await ask(owner, 'GET', '/team/invitations')).body.data;
    expect((await ask(owner, 'DELETE', `/team/invitations/${id}`)).status).toBe(200);
    await dead(revoked);
    const first = await invited(owner, newAddress());
    const [pending] = (await ask(owner, 'GET', '/team/invitations')).body.data;
    expect((await ask(owner, 'POST', `/team/invitations/${pending.id}/resend`)).status).toBe(200);
    await dead(first);
    const second = await lastToken(owner);
    await dead(`${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`);
    expect((await check(second)).status).toBe(200);
    await gateway.db.query(`update invitations set sent_at = sent_at - interval '1 hour' where id = $1`, [
      pending.id,
    ]);
    await dead(second);
  });

  it('serves one of two who use it at the same moment', async () => {
    const owner = await gateway.seller();
    const token = await invited(owner, newAddress());
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await ask(owner, 'GET', '/team')).body.total).toBe(2);
  });

  it('answers the same for an address with an account, and never says whether it has one', async () => {
    const [owner, stranger] = [await gateway.seller(), await gateway.seller()];
    const invite = (email: string) => ask(owner, 'POST', '/team/invitations', { email, role: 'support' });
    const [known, unknown] = [await invite(stranger.email), await invite(newAddress())];
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(known.status).toBe(unknown.status);
    // As a new person with the address of another: as at a registration, the holder keeps the address.
    const [pending] = (await ask(owner, 'GET', '/team/invitations')).body.data.slice(-1);
    await ask(owner, 'POST', `/team/invitations/${pending.id}/resend`);
    const token = await lastToken(owner);
    expect((await check(token)).body.email).toBe(stranger.email);
    expect((await accept(token)).status).toBe(201);
    expect((await login(stranger.email, stranger.password)).body.account.id).toBe(stranger.id);
    expect((await login(stranger.email)).body.account.id).toBe(owner.id);
  });

  it.each([
    [{ email: 'nobody', role: 'support' }, 'email'],
    [{ email: 'a@example.com', role: 'boss' }, 'role'],
    [{ email: 'a@example.com' }, 'role'],
  ])('is refused with %j', async (body, field) => {
    const owner = await gateway.seller();
    const answer = await ask(owner, 'POST', '/team/invitations', body);
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
  });

  it('is not sent twice to one address, nor to a member, nor more than five times in an hour', async () => {
    const owner = await gateway.seller();
    const email = newAddress();
    await invited(owner, email);
    const again = await ask(owner, 'POST', '/team/invitations', {
      email: email.toUpperCase(),
      role: 'owner',
    });
    expect([again.status, again.body.details]).toEqual([400, { email: 'is already invited' }]);
    const self = await ask(owner, 'POST', '/team/invitations', { email: owner.email, role: 'owner' });
    expect(self.body.details).toEqual({ email: 'is already a member of the team' });
    const [{ id }] = (await ask(owner, 'GET', '/team/invitations')).body.data;
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      statuses.push((await ask(owner, 'POST', `/team/invitations/${id}/resend`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('needs a strong password', async () => {
    const owner = await gateway.seller();
    const token = await invited(owner, newAddress());
    const weak = { token, name: 'Ana', password: '12345678' };
    const answer = await gateway.call('POST', '/api/v1/auth/accept-invitation', weak);
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['password']]);
    expect((await accept(token)).status).toBe(201);
  });
});

describe('a person in several accounts', () => {
  it('joins with the own password, switches, and a switch renews no proof', async () => {
    const [owner, person] = [await gateway.seller('Loja Azul'), await gateway.seller('Loja Verde')];
    const token = await invited(owner, person.email, 'developer');
    const browser = new CookieClient(gateway);
    await browser.signIn(person);
    await gateway.db.query(
      `update sessions set proved_at = proved_at - interval '11 minutes' where account_id = $1`,
      [person.id],
    );
    const joined = await browser.call('POST', '/auth/join', { token });
    expect([joined.status, joined.body.account.id, joined.body.token]).toEqual([200, owner.id, null]);
    const session = (await browser.call('GET', '/auth/session')).body;
    expect(session).toMatchObject({
      account: { id: owner.id },
      user: { email: person.email, team_role: 'developer' },
      accounts: [
        { id: owner.id, name: 'Loja Azul', role: 'developer' },
        { id: person.id, name: 'Loja Verde', role: 'owner' },
      ],
    });
    expect((await browser.call('POST', '/keys', { scopes: ['charges:read'] })).body.code).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
    expect((await browser.call('POST', '/auth/confirm', { password: person.password })).status).toBe(200);
    expect((await browser.call('POST', '/keys', { scopes: ['charges:read'] })).status).toBe(201);
    const [created] = (await lines(owner)).filter(
      ({ action }: { action: string }) => action === 'api_key.created',
    );
    expect(created.actor.email).toBe(person.email);
    const home = await browser.call('POST', '/auth/switch', { account_id: person.id });
    expect([home.status, home.body.account.id]).toEqual([200, person.id]);
    expect((await browser.call('GET', '/auth/session')).body.user.team_role).toBe('owner');
    expect((await browser.call('GET', '/auth/sessions')).body.data[0].current).toBe(true);
  });

  it('is not signed in for longer by switching', async () => {
    const person = await gateway.seller();
    await gateway.db.query(
      `update sessions set expires_at = now() + interval '5 minutes', created_at = now() - interval '55 minutes'
       where account_id = $1`,
      [person.id],
    );
    const { body } = await ask(person, 'POST', '/auth/switch', { account_id: person.id });
    expect(body.expires_in).toBeLessThanOrEqual(300);
    const { body: session } = await ask({ token: body.token }, 'GET', '/auth/session');
    expect(Date.parse(session.expires_at) - Date.now()).toBeLessThanOrEqual(300_000);
    expect(Date.now() - Date.parse(session.created_at)).toBeGreaterThan(3_200_000);
    expect((await ask(person, 'GET', '/charges')).status).toBe(401);
  });

  it('enters no account that the person is not a member of', async () => {
    const [person, stranger] = [await gateway.seller(), await gateway.seller()];
    for (const id of [stranger.id, 'no-id', gateway.deps.ids.next()]) {
      const answer = await ask(person, 'POST', '/auth/switch', { account_id: id });
      expect([answer.status, answer.body.error]).toEqual([404, 'Account not found']);
    }
    const token = await invited(stranger, newAddress());
    const forOther = await ask(person, 'POST', '/auth/join', { token });
    expect([forOther.status, forOther.body.error]).toEqual([
      403,
      'The invitation is for another e-mail address',
    ]);
  });

  it('has one password and second factor, and a new password ends the sessions everywhere', async () => {
    const [owner, person] = [await gateway.seller(), await gateway.seller()];
    const { body } = await ask(person, 'POST', '/auth/join', { token: await invited(owner, person.email) });
    const inTeam = { token: body.token };
    const passwords = { current_password: person.password, new_password: PASSWORD };
    expect((await ask(inTeam, 'POST', '/auth/password', passwords)).status).toBe(200);
    expect((await ask(inTeam, 'GET', '/charges')).status).toBe(401);
    expect((await there(inTeam, '/charges')).status).toBe(401);
    expect((await login(person.email)).body.account.id).toBe(person.id);
  });
});

describe('a role', () => {
  it('that changes holds on every node when the change answers', async () => {
    const owner = await gateway.seller();
    const person = await join(owner, 'finance');
    expect((await there(person, '/balance')).status).toBe(200);
    const changed = await ask(owner, 'PATCH', `/team/${person.id}`, { role: 'support' });
    expect([changed.status, changed.body.role]).toEqual([200, 'support']);
    expect((await there(person, '/balance')).body.details).toEqual({ permission: 'balance:read' });
    expect((await ask(person, 'GET', '/balance')).status).toBe(403);
    const [line] = await lines(owner);
    expect([line.action, line.actor.email, line.details]).toEqual([
      'team.role_changed',
      owner.email,
      { email: person.email, role: { before: 'finance', after: 'support' } },
    ]);
  });

  it('is taken away at once, with every session here, and the address is free again', async () => {
    const owner = await gateway.seller();
    const person = await join(owner, 'developer');
    expect((await there(person, '/charges')).status).toBe(200);
    expect((await ask(owner, 'DELETE', `/team/${person.id}`)).status).toBe(200);
    expect((await there(person, '/charges')).status).toBe(401);
    expect((await ask(person, 'GET', '/charges')).status).toBe(401);
    expect((await login(person.email)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await ask(owner, 'GET', '/team')).body.total).toBe(1);
    const again = await join(owner, 'support', person.email);
    expect(again.id).not.toBe(person.id);
    expect((await login(person.email)).status).toBe(200);
  });

  it('that ends in one account leaves the others', async () => {
    const [owner, person] = [await gateway.seller(), await gateway.seller()];
    const { body } = await ask(person, 'POST', '/auth/join', { token: await invited(owner, person.email) });
    const elsewhere = { token: (await login(person.email, person.password)).body.token };
    const members = (await ask(owner, 'GET', '/team')).body.data;
    const { id } = members.find(({ email }: { email: string }) => email === person.email);
    await ask(owner, 'DELETE', `/team/${id}`);
    expect((await ask({ token: body.token }, 'GET', '/charges')).status).toBe(401);
    expect((await ask(elsewhere, 'GET', '/charges')).status).toBe(200);
    const back = await ask(elsewhere, 'POST', '/auth/join', {
      token: await invited(owner, person.email, 'finance'),
    });
    expect([back.status, back.body.account.id]).toEqual([200, owner.id]);
    expect((await ask({ token: back.body.token }, 'GET', '/balance')).status).toBe(200);
  });

  it('may be given up by its member, whatever it is, but not by the last owner', async () => {
    const owner = await gateway.seller();
    for (const role of ['read_only', 'owner']) {
      const person = await join(owner, role);
      expect((await ask(person, 'DELETE', '/team/me')).body.message).toBe('You left the account');
      expect((await there(person, '/charges')).status).toBe(401);
      const [line] = (await ask(owner, 'GET', '/audit-log')).body.data;
      expect([line.action, line.actor.email]).toEqual(['team.left', person.email]);
    }
    expect((await ask(owner, 'DELETE', '/team/me')).body.code).toBe('LAST_OWNER');
    expect((await ask(owner, 'GET', '/team')).body.total).toBe(1);
  });

  it('of the last owner stays, and of two who demote or remove each other at once one remains', async () => {
    const owner = await gateway.seller();
    const [{ id }] = (await ask(owner, 'GET', '/team')).body.data;
    for (const [method, body] of [['PATCH', { role: 'finance' }], ['DELETE']] as const) {
      const answer = await ask(owner, method, `/team/${id}`, body);
      expect([answer.status, answer.body.code]).toEqual([400, 'LAST_OWNER']);
    }
    for (const [method, body] of [['PATCH', { role: 'read_only' }], ['DELETE']] as const) {
      const first = await gateway.seller();
      const [{ id: firstId }] = (await ask(first, 'GET', '/team')).body.data;
      const second = await join(first, 'owner');
      const answers = await Promise.all([
        ask(first, method, `/team/${second.id}`, body),
        ask(second, method, `/team/${firstId}`, body),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const owners = await gateway.db.query(
        `select 1 from users where account_id = $1 and team_role = 'owner' and removed_at is null`,
        [first.id],
      );
      expect(owners).toHaveLength(1);
    }
  });

  it('of a stranger or of another account is not found', async () => {
    const [owner, stranger] = [await gateway.seller(), await gateway.seller()];
    const [{ id }] = (await ask(stranger, 'GET', '/team')).body.data;
    for (const unknown of [id, 'no-id', gateway.deps.ids.next()]) {
      expect((await ask(owner, 'PATCH', `/team/${unknown}`, { role: 'support' })).status).toBe(404);
      expect((await ask(owner, 'DELETE', `/team/${unknown}`)).status).toBe(404);
      expect((await ask(owner, 'DELETE', `/team/invitations/${unknown}`)).status).toBe(404);
    }
  });
});

describe('notices to a member', () => {
  it('go to the member, not to the account’s address', async () => {
    const owner = await gateway.seller();
    const person = await join(owner, 'support');
    await gateway.call(
      'POST',
      '/api/v1/auth/login',
      { email: person.email, password: PASSWORD, cookie: true },
      { origin: 'http://gateway.test' },
    );
    await gateway.runDue();
    const { body } = await ask(owner, 'GET', '/sandbox/mails');
    const notice = body.data.find(({ kind }: { kind: string }) => kind === 'new_device');
    expect((await ask(owner, 'GET', `/sandbox/mails/${notice.id}`)).body.to).toBe(person.email);
  });
});
