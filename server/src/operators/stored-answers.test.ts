import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator } from '../../../test/support/cookie-client.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let operator: Seller;
let made = 0;
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  // Which transaction wrote which answer.
  await gateway.db.query('create table answer_writes (account_id uuid, key text, xact xid)');
  await gateway.db.query(
    `create function note_answer() returns trigger language plpgsql as $$
     begin
       insert into answer_writes values (new.account_id, new.key, pg_current_xact_id()::xid);
       return new;
     end $$`,
  );
  await gateway.db.query(
    `create trigger note_answer after update of answer_box on idempotency_keys
     for each row execute function note_answer()`,
  );
});
afterAll(() => gateway.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signIn = async ({ email, password }: Seller): Promise<string> =>
  (await gateway.call('POST', '/api/v1/auth/login', { email, password })).body.token;

type Case = {
  name: string;
  /** What is asked for, and which row of the effect shows its transaction. */
  prepare(): Promise<{
    person: Seller;
    path: string;
    body?: object;
    password?: string;
    effect: [string, string];
  }>;
};

const logged = (action: string, accountId: string): [string, string] => [
  `select xmin from audit_log where action = '${action}' and account_id = $1`,
  accountId,
];

async function proposed(person: Seller) {
  const body = { password: person.password };
  const proposal = await gateway.call('POST', '/api/v1/auth/two-factor', body, bearer(person.token));
  return authenticator(proposal.body.secret);
}

const CASES: Case[] = [
  {
    name: 'a sign-out',
    async prepare() {
      const person = await gateway.seller();
      return { person, path: 'auth/logout', effect: logged('user.logout', person.id) };
    },
  },
  {
    name: 'a change of password',
    async prepare() {
      const person = await gateway.seller();
      const password = 'another good password';
      const body = { current_password: person.password, new_password: password };
      return {
        person,
        path: 'auth/password',
        body,
        password,
        effect: logged('user.password_changed', person.id),
      };
    },
  },
  {
    name: 'a proposal of a second factor',
    async prepare() {
      const person = await gateway.seller();
      const body = { password: person.password };
      const effect: [string, string] = ['select xmin from second_factors where account_id = $1', person.id];
      return { person, path: 'auth/two-factor', body, effect };
    },
  },
  {
    name: 'a confirmation of a second factor',
    async prepare() {
      const person = await gateway.seller();
      const code = (await proposed(person))();
      const effect = logged('user.two_factor_enabled', person.id);
      return { person, path: 'auth/two-factor/confirm', body: { code }, effect };
    },
  },
  {
    name: 'disabling a second factor',
    async prepare() {
      const person = await gateway.seller();
      const code = (await proposed(person))();
      const confirm = '/api/v1/auth/two-factor/confirm';
      const { body } = await gateway.call('POST', confirm, { code }, bearer(person.token));
      const proof = { password: person.password, code: body.recovery_codes[0] };
      const effect = logged('user.two_factor_disabled', person.id);
      return { person, path: 'auth/two-factor/disable', body: proof, effect };
    },
  },
  {
    name: 'a new API key',
    async prepare() {
      const person = await gateway.seller();
      return { person, path: 'keys', body: { name: 'till' }, effect: logged('api_key.created', person.id) };
    },
  },
  {
    name: 'a block',
    async prepare() {
      const { id } = await gateway.seller();
      const path = `admin/accounts/${id}/block`;
      return { person: operator, path, body: { reason: 'fraud' }, effect: logged('account.blocked', id) };
    },
  },
  {
    name: 'an approval',
    async prepare() {
      const { id } = await gateway.seller();
      await operator.call('POST', `/api/v1/admin/accounts/${id}/block`, { reason: 'fraud' });
      const path = `admin/accounts/${id}/approve`;
      return { person: operator, path, body: {}, effect: logged('account.approved', id) };
    },
  },
  {
    name: 'a new operator',
    async prepare() {
      const email = `second-${made}@operators.example`;
      const body = { email, name: 'Second', password: 'correct horse' };
      const effect: [string, string] = [
        'select l.xmin from audit_log l join user_emails e on e.account_id = l.account_id where e.email = $1',
        email,
      ];
      return { person: operator, path: 'admin/operators', body, effect };
    },
  },
];

async function diesBeforeItAnswers(key: string): Promise<void> {
  const running = `set state = 'running', lease_until = now() - interval '1 second'`;
  await gateway.db.query(`update idempotency_keys ${running} where key = $1`, [key]);
}

describe('the answer of a request with an idempotency key', () => {
  it.each(CASES.map((each) => [each.name, each] as const))(
    'is stored with the effect, and comes again after a crash: %s',
    async (_, { prepare }) => {
      made += 1;
      const key = `key ${made}`;
      const { person, path, body, password, effect } = await prepare();
      const post = (token: string): Promise<Answer> =>
        gateway.call('POST', `/api/v1/${path}`, body, { ...bearer(token), 'idempotency-key': key });
      const first = await post(person.token);
      expect(first.status, first.raw).toBeLessThan(300);
      const [query, value] = effect;
      const together = await gateway.db.query(
        `select 1 from answer_writes where key = $2 and xact in (${query})`,
        [value, key],
      );
      expect(together).toHaveLength(1);
      await diesBeforeItAnswers(key);
      const ended = path === 'auth/logout' || password;
      const token = ended ? await signIn({ ...person, ...(password ? { password } : {}) }) : person.token;
      const second = await post(token);
      expect([second.status, second.raw]).toEqual([first.status, first.raw]);
      expect(second.headers['idempotent-replayed']).toBe('true');
    },
  );
});
