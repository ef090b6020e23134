import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let operator: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());

const PASSWORD = 'correct horse battery';
const OPERATORS = '/api/v1/admin/operators';
let made = 0;
const details = () => {
  made += 1;
  return { email: `New-Operator-${made}@example.com`, name: 'Nova', password: PASSWORD };
};
const add = (body: object, headers: Record<string, string> = {}) =>
  operator.call('POST', OPERATORS, body, headers);
const remove = (id: string, by = operator) => by.call('DELETE', `${OPERATORS}/${id}`);
const signIn = (email: string, password = PASSWORD) =>
  gateway.call('POST', '/api/v1/auth/login', { email, password });
const OWN_PASSWORD = 'a password of my own';
const changePassword = (token: string, current: string, next: string) =>
  gateway.call(
    'POST',
    '/api/v1/auth/password',
    { current_password: current, new_password: next },
    bearer(token),
  );
/** Signs in, takes a password of their own, and signs in with it. */
async function arrive(email: string): Promise<string> {
  await changePassword((await signIn(email)).body.token, PASSWORD, OWN_PASSWORD);
  return (await signIn(email, OWN_PASSWORD)).body.token;
}
const list = async () => (await operator.call('GET', OPERATORS)).body;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const idsOf = (body: { data: { id: string }[] }) => body.data.map((each) => each.id);

describe('operators', () => {
  it('are added by an operator and may then do what operators do', async () => {
    const wanted = details();
    const added = await add(wanted);
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      object: 'operator',
      id: expect.any(String),
      user_id: expect.any(String),
      name: 'Nova',
      email: wanted.email.toLowerCase(),
      account_status: 'active',
      two_factor: false,
      added_by: operator.id,
      must_change_password: true,
      created_at: expect.any(String),
    });
    expect(added.raw).not.toContain(PASSWORD);
    expect((await list()).data[0]).toEqual(added.body);
    const token = await arrive(wanted.email);
    expect((await gateway.call('GET', OPERATORS, undefined, bearer(token))).status).toBe(200);
    expect((await list()).data[0]).toEqual({ ...added.body, must_change_password: false });
  });

  it('can only change the password that another operator chose', async () => {
    const wanted = details();
    await add(wanted);
    const { token } = (await signIn(wanted.email)).body;
    const session = async (with_: string) =>
      (await gateway.call('GET', '/api/v1/auth/session', undefined, bearer(with_))).body;
    expect(await session(token)).toMatchObject({ must_change_password: true });
    for (const [method, path, body] of [
      ['GET', OPERATORS, undefined],
      ['POST', OPERATORS, details()],
      ['POST', '/api/v1/keys', {}],
      ['GET', '/api/v1/balance', undefined],
    ] as const) {
      const answer = await gateway.call(method, path, body, bearer(token));
      expect(answer).toMatchObject({ status: 403, body: { code: 'PASSWORD_CHANGE_REQUIRED' } });
    }
    const same = await changePassword(token, PASSWORD, PASSWORD);
    expect(same).toMatchObject({ status: 400, body: { details: { new_password: expect.any(String) } } });
    expect((await changePassword(token, PASSWORD, OWN_PASSWORD)).status).toBe(200);
    const own = (await signIn(wanted.email, OWN_PASSWORD)).body.token;
    expect(await session(own)).toMatchObject({ must_change_password: false });
    expect((await gateway.call('GET', OPERATORS, undefined, bearer(own))).status).toBe(200);
    expect(await session(operator.token)).toMatchObject({ must_change_password: false });
  });

  it('are listed without sellers', async () => {
    await gateway.seller();
    const { body } = await add(details());
    const shown = await list();
    expect(idsOf(shown)).toContain(operator.id);
    expect(idsOf(shown)[0]).toBe(body.id);
    expect(shown.total).toBe(shown.data.length);
    const page = (await operator.call('GET', `${OPERATORS}?limit=1`)).body;
    const rest = (await operator.call('GET', `${OPERATORS}?cursor=${page.next_cursor}`)).body;
    expect([...idsOf(page), ...idsOf(rest)]).toEqual(idsOf(shown));
  });

  it('have an e-mail of their own', async () => {
    const seller = await gateway.seller();
    for (const email of [seller.email, operator.email.toUpperCase()]) {
      expect(await add({ ...details(), email })).toMatchObject({
        status: 400,
        body: { code: 'EMAIL_TAKEN' },
      });
    }
  });

  it.each([
    ['email', 'nonsense'],
    ['email', undefined],
    ['name', '  '],
    ['password', 'short'],
    ['password', 'Mudar@123'],
    ['password', 'x'.repeat(129)],
  ])('are not added with a wrong %s', async (field, value) => {
    const answer = await add({ ...details(), [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([field]);
  });

  it('are made once when the answer was lost and the request comes again', async () => {
    const body = details();
    const key = { 'idempotency-key': 'operator' };
    const first = await add(body, key);
    await gateway.db.query(
      `update idempotency_keys set state = 'running', lease_until = now() - interval '1 second' where account_id = $1`,
      [operator.id],
    );
    const second = await add(body, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
});

describe('an operator who is removed', () => {
  it('loses session and key at once, cannot sign in, and stays named in the log', async () => {
    const wanted = details();
    const { body: added } = await add(wanted);
    const token = await arrive(wanted.email);
    const key = await gateway.call('POST', '/api/v1/keys', {}, bearer(token));
    const plan = { percent: 5, fixed: 1 };
    const path = `/api/v1/admin/accounts/${operator.id}/fee-plan`;
    expect((await gateway.call('PUT', path, plan, bearer(token))).status).toBe(200);
    expect(await remove(added.id)).toMatchObject({ status: 200, body: { success: true } });
    for (const headers of [bearer(token), { 'x-api-key': key.body.api_key }]) {
      expect((await gateway.call('GET', '/api/v1/balance', undefined, headers)).status).toBe(401);
    }
    expect(await signIn(wanted.email)).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(idsOf(await list())).not.toContain(added.id);
    const log = await operator.call('GET', '/api/v1/admin/audit-log?action=account.fee_plan_changed');
    expect(log.body.data[0].actor.email).toBe(wanted.email.toLowerCase());
  });

  it('is not there any more', async () => {
    const { body } = await add(details());
    await remove(body.id);
    expect(await remove(body.id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('may be added again under the same e-mail', async () => {
    const wanted = details();
    const { body } = await add(wanted);
    await remove(body.id);
    const again = await add(wanted);
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(body.id);
    expect((await signIn(wanted.email)).status).toBe(200);
  });

  it('is never a seller, and never oneself', async () => {
    const seller = await gateway.seller();
    expect(await remove(seller.id)).toMatchObject({ status: 404 });
    expect(await remove(operator.id)).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
  });

  it('is one of two who remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await gateway.operator(), await gateway.operator()];
      const answers = await Promise.all([remove(two.id, one), remove(one.id, two)]);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      const left = idsOf(await list());
      expect([one.id, two.id].filter((id) => left.includes(id))).toHaveLength(1);
    }
  });
});

describe('an account as operators see it', () => {
  it('has its balance and the number of its charges', async () => {
    const seller = await gateway.seller();
    const read = async () => (await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`)).body;
    expect(await read()).toMatchObject({
      balance: { available: 0, reserved: 0, total: 0 },
      charges_count: 0,
    });
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
    expect(await read()).toMatchObject({
      balance: { available: 86.93, reserved: 4.58, total: 91.51 },
      charges_count: 2,
    });
  });
});
