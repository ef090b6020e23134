import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { remotePayout } from '../../../test/support/remote-payout.ts';
import type { Actor } from '../audit/record.ts';
import { approveWithdrawal } from '../balance/decide-withdrawal.ts';
import type { PayoutProvider } from '../providers/payout.ts';

let gateway: TestGateway;
let one: Seller;
let two: Seller;
let three: Seller;
let seller: Seller;

beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_TWO_PERSON_ABOVE: '100.50' }, connections: 16 });
  [one, two, three] = [await gateway.operator(), await gateway.operator(), await gateway.operator()];
  seller = await gateway.seller('Loja Grande');
  for (let charge = 0; charge < 5; charge += 1) {
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 9_000 });
    await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  }
});
afterAll(() => gateway.stop());
afterEach(async () => expect(await gateway.audit()).toEqual([]));

async function request(amount = 200): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount, pix_key: '11144477735' });
  return body.id;
}
const approve = (operator: Seller, id: string) =>
  operator.call('POST', `/api/v1/admin/withdrawals/${id}/approve`);
const reject = (operator: Seller, id: string) =>
  operator.call('POST', `/api/v1/admin/withdrawals/${id}/reject`, { reason: 'no' });
const emails = (body: { approvals: { operator_email: string }[] }) =>
  body.approvals.map((approval) => approval.operator_email);
async function linesOf(id: string): Promise<string[]> {
  const { body } = await one.call('GET', `/api/v1/admin/audit-log?account_id=${seller.id}`);
  const about = (line: { target: { id: string } | null }) => line.target?.id === id;
  return body.data.filter(about).map((line: { action: string }) => line.action);
}
const refused = { status: 400, body: { code: 'SECOND_APPROVAL_REQUIRED' } };

describe('a withdrawal above the amount', () => {
  it('waits after the first approval and goes through with the second', async () => {
    const id = await request();
    const first = await approve(one, id);
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'pending', approvals_needed: 2, account_id: seller.id, account_name: 'Loja Grande' },
    });
    expect(first.body.approvals).toEqual([{ operator_email: one.email, at: expect.stringMatching(/Z$/) }]);
    const { body } = await two.call('GET', '/api/v1/admin/withdrawals');
    expect(body.data.find((each: { id: string }) => each.id === id)).toEqual(first.body);
    const second = await approve(two, id);
    expect(second).toMatchObject({ status: 200, body: { status: 'approved', approvals_needed: 2 } });
    expect(emails(second.body)).toEqual([one.email, two.email]);
    expect(await linesOf(id)).toEqual([
      'withdrawal.approved',
      'withdrawal.first_approval',
      'withdrawal.requested',
    ]);
  });

  it('is not approved by the same operator twice', async () => {
    const id = await request();
    await approve(one, id);
    expect(await approve(one, id)).toMatchObject(refused);
    expect(await approve(one, id)).toMatchObject(refused);
    expect(await linesOf(id)).toEqual(['withdrawal.first_approval', 'withdrawal.requested']);
    expect((await approve(two, id)).body.status).toBe('approved');
  });

  it('is not sent by an operator who saw fewer approvals than there are', async () => {
    const id = await request();
    const seeing = (approvals_seen: number) =>
      two.call('POST', `/api/v1/admin/withdrawals/${id}/approve`, { approvals_seen });
    await approve(one, id);
    const early = await seeing(0);
    expect(early).toMatchObject({ status: 400, body: { code: 'CHANGED_MEANWHILE' } });
    expect(early.body.error).toBe('The withdrawal has 1 approvals, not 0');
    expect(await linesOf(id)).toEqual(['withdrawal.first_approval', 'withdrawal.requested']);
    expect((await seeing(1)).body).toMatchObject({ status: 'approved' });
  });

  it('is rejected by one operator, also after an approval', async () => {
    const id = await request();
    await approve(one, id);
    expect((await reject(two, id)).body).toMatchObject({ status: 'rejected', reason: 'no' });
    expect(await approve(three, id)).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
  });

  it('goes through once when two operators approve at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await request();
      const answers = await Promise.all([approve(one, id), approve(two, id)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      expect(answers.map((answer) => answer.body.status).sort()).toContain('approved');
      expect(await linesOf(id)).toHaveLength(3);
    }
  });

  it('goes through once when three operators approve at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await request();
      const answers = await Promise.all([one, two, three].map((operator) => approve(operator, id)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 400]);
      expect(answers.find((answer) => answer.status === 400)?.body.code).toBe('INVALID_STATE');
      expect(await linesOf(id)).toHaveLength(3);
    }
  });

  it('is not approved by one operator who asks many times at once', async () => {
    const id = await request();
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(one, id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'SECOND_APPROVAL_REQUIRED')).toHaveLength(7);
    expect(answers.every((answer) => answer.body.status !== 'approved')).toBe(true);
    await reject(two, id);
  });

  it('does not count the approval of an operator who was blocked or removed meanwhile', async () => {
    const id = await request();
    await approve(three, id);
    await one.call('POST', `/api/v1/admin/accounts/${three.id}/block`, { reason: 'left' });
    const second = await approve(one, id);
    expect([second.body.status, emails(second.body)]).toEqual(['pending', [one.email]]);
    await one.call('DELETE', `/api/v1/admin/operators/${three.id}`);
    expect(await approve(one, id)).toMatchObject(refused);
    expect((await approve(two, id)).body).toMatchObject({ status: 'approved' });
  });

  it('reaches the provider only with the second approval', async () => {
    const asked: string[] = [];
    const payout: PayoutProvider['payout'] = async ({ reference }) => {
      asked.push(reference);
      return {
        ok: true,
        payout: {
          state: 'succeeded',
          reason: null,
          bankReference: null,
          endToEndId: null,
          returns: [],
        },
      };
    };
    const rails = { ...gateway.deps.rails, payout: [remotePayout('bank', payout)] };
    const live = { ...gateway.deps, rails };
    const id = await request();
    const by = async (operator: Seller) => approveWithdrawal(live, seller.id, id, await actor(operator));
    expect(await by(one)).toMatchObject({ status: 'pending', payout_started_at: null });
    await expect(by(one)).rejects.toMatchObject({ code: 'SECOND_APPROVAL_REQUIRED' });
    expect(asked).toEqual([]);
    expect(await by(two)).toMatchObject({ status: 'approved' });
    expect(asked).toEqual([id]);
    expect(await linesOf(id)).toHaveLength(3);
    await gateway.db.query('delete from jobs');
  });
});

async function actor(operator: Seller): Promise<Actor> {
  const [user] = await gateway.db.query<{ id: string }>('select id from users where account_id = $1', [
    operator.id,
  ]);
  const nowhere = { address: null, userAgent: null, requestId: null };
  return { kind: 'user', userId: user?.id ?? null, credentialId: null, accountId: operator.id, ...nowhere };
}

describe('operators who go back to one', () => {
  /** An operator that `by` adds, at work with a password of their own. */
  async function addedBy(by: Seller, email: string): Promise<Seller> {
    const first = { email, password: 'a first password' };
    const { body } = await by.call('POST', '/api/v1/admin/operators', { ...first, name: 'New' });
    const ask = (path: string, sent: object, token = '') =>
      gateway.call('POST', path, sent, token === '' ? {} : { authorization: `Bearer ${token}` });
    const { token } = (await ask('/api/v1/auth/login', first)).body;
    const password = 'a password of my own';
    const change = { current_password: first.password, new_password: password };
    await ask('/api/v1/auth/password', change, token);
    const own = (await ask('/api/v1/auth/login', { email, password })).body.token;
    const call: Seller['call'] = (method, path, sent, headers) =>
      gateway.call(method, path, sent, { authorization: `Bearer ${own}`, ...headers });
    return { ...by, id: body.id, email, token: own, call };
  }

  it('are one person: the one who added, those they added, and those these added', async () => {
    const child = await addedBy(one, 'child@example.com');
    const sibling = await addedBy(one, 'sibling@example.com');
    const grandchild = await addedBy(child, 'grandchild@example.com');
    const line = [one, child, sibling, grandchild];
    for (const first of line) {
      const id = await request();
      expect((await approve(first, id)).body.status).toBe('pending');
      for (const second of line.filter((each) => each !== first)) {
        const answer = await approve(second, id);
        expect(answer).toMatchObject(refused);
        expect(answer.body.error).toContain('count as one with the operator who added them');
      }
      expect(await linesOf(id)).toEqual(['withdrawal.first_approval', 'withdrawal.requested']);
      const approved = await approve(two, id);
      expect([approved.body.status, emails(approved.body)]).toEqual(['approved', [first.email, two.email]]);
    }
  });

  it('stay one person when the one they go back to is removed', async () => {
    const root = await gateway.operator();
    const [left, right] = [await addedBy(root, 'left@example.com'), await addedBy(root, 'right@example.com')];
    await one.call('DELETE', `/api/v1/admin/operators/${root.id}`);
    const id = await request();
    await approve(left, id);
    expect(await approve(right, id)).toMatchObject(refused);
    expect((await approve(two, id)).body.status).toBe('approved');
  });

  it('are not paid for by approvals at the same moment', async () => {
    const [left, right] = [await addedBy(one, 'l@example.com'), await addedBy(one, 'r@example.com')];
    for (let round = 0; round < 5; round += 1) {
      const id = await request();
      const answers = await Promise.all([one, left, right].map((operator) => approve(operator, id)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
      expect(answers.every((answer) => answer.body.status !== 'approved')).toBe(true);
      await reject(two, id);
    }
  });
});

describe('a withdrawal of no more than the amount', () => {
  it.each([0.01, 100.5])('of %d is approved by one operator', async (amount) => {
    const id = await request(amount);
    const { body } = await approve(one, id);
    expect(body).toMatchObject({ status: 'approved', approvals_needed: 1 });
    expect(emails(body)).toEqual([one.email]);
  });

  it('of one cent more is not', async () => {
    const id = await request(100.51);
    expect((await approve(one, id)).body).toMatchObject({ status: 'pending', approvals_needed: 2 });
    await reject(one, id);
  });
});

it('a seller sees its withdrawal as pending meanwhile, and nothing of the operators', async () => {
  const id = await request();
  await approve(one, id);
  const { body, raw } = await seller.call('GET', '/api/v1/withdrawals?status=pending');
  expect(body.data.map((each: { id: string }) => each.id)).toContain(id);
  expect(raw).not.toContain(one.email);
  await reject(one, id);
});
