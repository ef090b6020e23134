import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

let gateway: TestGateway;
let operator: Seller;
let seller: Seller;

beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_RATE_WEBHOOKS: '3' } });
  operator = await gateway.operator();
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
  // The node believes for a moment what it just read: a change must outlast that before it answers.
  await seller.call('GET', '/api/v1/account');
});

const change = (method: string, what: string, body?: object) =>
  operator.call(method, `/api/v1/admin/accounts/${seller.id}/${what}`, body);
const newCharge = (value = 100) =>
  seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value, description: 'test' });

describe('the state of an account', () => {
  it('a blocked account reads but does not write, by key and by token', async () => {
    const blocked = await change('POST', 'block', { reason: 'suspected fraud' });
    expect(blocked).toMatchObject({
      status: 200,
      body: { object: 'account', account_status: 'blocked', status_reason: 'suspected fraud' },
    });
    const refused = { status: 403, body: { code: 'ACCOUNT_NOT_ACTIVE' } };
    expect(await newCharge()).toMatchObject(refused);
    const bearer = { authorization: `Bearer ${seller.token}` };
    expect(await gateway.call('POST', '/api/v1/keys', {}, bearer)).toMatchObject(refused);
    for (const path of ['account', 'charges', 'balance', 'transactions']) {
      expect(await seller.call('GET', `/api/v1/${path}`)).toMatchObject({ status: 200 });
    }
  });

  it('does not tell the seller why it was blocked', async () => {
    await change('POST', 'block', { reason: 'police inquiry' });
    const { raw } = await seller.call('GET', '/api/v1/account');
    expect(raw).not.toContain('police');
  });

  it('an approved account works again at once', async () => {
    await change('POST', 'block', { reason: 'late papers' });
    expect(await newCharge()).toMatchObject({ status: 403 });
    expect(await change('POST', 'approve')).toMatchObject({
      status: 200,
      body: { account_status: 'active', status_reason: null, identity_verified: false },
    });
    expect(await newCharge()).toMatchObject({ status: 201 });
  });

  it('a pending account is approved with its identity verified', async () => {
    await gateway.db.query(`update accounts set status = 'pending' where id = $1`, [seller.id]);
    await waitForCacheExpiry();
    expect(await newCharge()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_NOT_ACTIVE' } });
    const approved = await change('POST', 'approve', { identity_verified: true });
    expect(approved.body).toMatchObject({ account_status: 'active', identity_verified: true });
    expect(await newCharge()).toMatchObject({ status: 201 });
  });

  it('is not changed to what it already is', async () => {
    const message = 'The account is already active';
    const active = { status: 400, body: { code: 'INVALID_STATE', error: message } };
    expect(await change('POST', 'approve')).toMatchObject(active);
    await change('POST', 'block', { reason: 'first' });
    const blocked = await change('POST', 'block', { reason: 'second' });
    expect(blocked).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    const { body } = await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`);
    expect(body.status_reason).toBe('first');
  });

  it('one of ten operators who block at once succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change('POST', 'block', { reason: `operator ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'INVALID_STATE')).toHaveLength(9);
  });

  it('an operator cannot block the account they act from', async () => {
    const answer = await operator.call('POST', `/api/v1/admin/accounts/${operator.id}/block`, {
      reason: 'x',
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
  });

  it.each([undefined, {}, { reason: '' }, { reason: '  ' }, { reason: 7 }, { reason: 'x'.repeat(501) }])(
    'a block needs a reason (case %#)',
    async (body) => {
      const answer = await change('POST', 'block', body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    },
  );

  it('a retry with the same idempotency key gets the first answer', async () => {
    const path = `/api/v1/admin/accounts/${seller.id}/block`;
    const headers = { 'idempotency-key': `block ${seller.id}` };
    const first = await operator.call('POST', path, { reason: 'once' }, headers);
    const second = await operator.call('POST', path, { reason: 'once' }, headers);
    expect(second).toMatchObject({ status: 200, raw: first.raw });
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the fee plan', () => {
  it('with 5.99% and nothing fixed gives the third printed example: 99.90 → 5.99 and 93.91', async () => {
    const plan = await change('PUT', 'fee-plan', { percent: 5.99, fixed: 0 });
    expect(plan).toMatchObject({
      status: 200,
      body: { fee_plan: { percent: 5.99, fixed: 0, reserve_percent: 5, reserve_days: 30 } },
    });
    expect((await newCharge(99.9)).body).toMatchObject({ platform_fee: 5.99, net_value: 93.91 });
  });

  it('of two operators who saw the same is changed by one', async () => {
    const { body } = await change('PUT', 'fee-plan', { percent: 5.99, fixed: 2.5 });
    const changes = [3, 4].map((percent) =>
      change('PUT', 'fee-plan', { ...body.fee_plan, percent, expected: body.fee_plan }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('holds for charges made after the answer and leaves older ones as they were', async () => {
    const before = await newCharge();
    await change('PUT', 'fee-plan', { percent: 1, fixed: 0.5, reserve_percent: 10, reserve_days: 7 });
    const after = await newCharge();
    expect(before.body).toMatchObject({ platform_fee: 8.49, net_value: 91.51 });
    expect(after.body).toMatchObject({ platform_fee: 1.5, net_value: 98.5 });
    for (const { body } of [before, after]) {
      await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
    }
    const shown = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
    expect(await shown(before.body.id)).toMatchObject({ net_value: 86.93, reserve_amount: 4.58 });
    expect(await shown(after.body.id)).toMatchObject({ net_value: 88.65, reserve_amount: 9.85 });
    const { body: fees } = await seller.call('GET', '/api/v1/account/fees');
    const paidBy = ['PIX', 'CREDIT_CARD', 'BOLETO'];
    expect(fees).toMatchObject({
      ...{ object: 'fees', reserve_percent: 10, reserve_days: 7 },
      methods: paidBy.map((billing_type) => ({ billing_type, percent: 1, fixed: 0.5 })),
    });
    expect(fees.installments).toHaveLength(12);
    expect(fees.installments[1]).toEqual({ installments: 2, percent: 2.49 });
    expect(fees.installments[11]).toEqual({ installments: 12, percent: 19.92 });
    expect(await gateway.audit()).toEqual([]);
  });

  it('may be free of charge and of reserve', async () => {
    await change('PUT', 'fee-plan', { percent: 0, fixed: 0, reserve_percent: 0, reserve_days: 0 });
    const { body } = await newCharge(0.01);
    expect(body).toMatchObject({ platform_fee: 0, net_value: 0.01 });
    await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
    const balance = await seller.call('GET', '/api/v1/balance');
    expect(balance.body).toMatchObject({ available: 0.01, reserved: 0 });
  });

  it.each([
    ['percent', { percent: 5.999, fixed: 0 }],
    ['percent', { percent: -1, fixed: 0 }],
    ['percent', { percent: 100.01, fixed: 0 }],
    ['percent', { percent: '5', fixed: 0 }],
    ['percent', { fixed: 0 }],
    ['fixed', { percent: 5 }],
    ['fixed', { percent: 5, fixed: -0.01 }],
    ['fixed', { percent: 5, fixed: 0.001 }],
    ['fixed', { percent: 5, fixed: 10_000_000_000 }],
    ['reserve_percent', { percent: 5, fixed: 0, reserve_percent: 101 }],
    ['reserve_percent', { percent: 5, fixed: 0, reserve_percent: null }],
    ['reserve_days', { percent: 5, fixed: 0, reserve_days: 3_651 }],
    ['reserve_days', { percent: 5, fixed: 0, reserve_days: 1.5 }],
  ])('names %s when it is wrong (case %#)', async (field, body) => {
    const answer = await change('PUT', 'fee-plan', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([field]);
  });
});

describe('the limits of an account', () => {
  it('are in force when the call answers, for that account only', async () => {
    const other = await gateway.seller();
    expect(await change('PUT', 'limits', { charges: 2 })).toMatchObject({
      status: 200,
      body: { limits: { general: null, charges: 2, webhooks: null } },
    });
    const answers = [await newCharge(), await newCharge(), await newCharge()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(answers.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['2', '2', '2']);
    expect(await seller.call('GET', '/api/v1/balance')).toMatchObject({ status: 200 });
    const body = { billing_type: 'PIX', value: 10 };
    for (let count = 0; count < 3; count += 1) {
      expect(await other.call('POST', '/api/v1/charges', body)).toMatchObject({ status: 201 });
    }
  });

  it('stay as another operator left them when they are not as expected any more', async () => {
    const expected = { general: null, charges: null, webhooks: null };
    await change('PUT', 'limits', { general: 60, expected });
    const late = await change('PUT', 'limits', { webhooks: 5, expected });
    expect(late).toMatchObject({
      status: 400,
      body: { code: 'CHANGED_MEANWHILE', error: 'Changed meanwhile: general' },
    });
    const again = await change('PUT', 'limits', { webhooks: 5, expected: { ...expected, general: 60 } });
    expect(again.body.limits).toEqual({ general: 60, charges: null, webhooks: 5 });
  });

  it('of 0 means none, and null goes back to the limit of the gateway', async () => {
    const list = () => seller.call('GET', '/api/v1/webhooks');
    expect((await list()).headers['x-ratelimit-limit']).toBe('3');
    await change('PUT', 'limits', { webhooks: 0, general: 50 });
    const unlimited = await Promise.all(Array.from({ length: 5 }, list));
    expect(unlimited.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const back = await change('PUT', 'limits', { webhooks: null });
    expect(back.body.limits).toEqual({ general: 50, charges: null, webhooks: null });
    expect((await list()).headers['x-ratelimit-limit']).toBe('3');
  });

  it.each([
    ['general', { general: -1 }],
    ['general', { general: 1_000_001 }],
    ['charges', { charges: 1.5 }],
    ['webhooks', { webhooks: '5' }],
  ])('names %s when it is wrong (case %#)', async (field, body) => {
    const answer = await change('PUT', 'limits', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual([field]);
  });
});
