import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { countLockWaits } from '../../../test/support/lock-waits.ts';
import { needsOneServer } from '../../../test/support/one-server.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../audit/record.ts';
import { runTransaction } from '../db/transaction.ts';
import { DAY_MS, MovableClock } from '../kit/clock.ts';
import { advanceClock, followSharedClock, readOffset } from './clock.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const clock = (method: string, body?: object) => seller.call(method, '/api/v1/sandbox/clock', body);
const create = async (body: object) =>
  (await seller.call('POST', '/api/v1/charges', { value: 100, ...body })).body;
const act = (id: string, action: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/${action}`);
const status = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body.status;

describe('the sandbox clock', () => {
  it('everything due by then has run, in order, when the call answers', async () => {
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    const [pix, boleto, paid] = [
      await create({ billing_type: 'PIX' }),
      await create({ billing_type: 'BOLETO', customer }),
      await create({ billing_type: 'PIX' }),
    ];
    await act(paid.id, 'pay');
    const before = (await clock('GET')).body;
    const moved = await clock('POST', { advance_days: 60 });
    expect(moved.status).toBe(200);
    expect(Date.parse(moved.body.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(60 * 86_400_000);
    expect([await status(pix.id), await status(boleto.id)]).toEqual(['CANCELLED', 'CANCELLED']);
    expect((await seller.call('GET', '/api/v1/balance')).body).toMatchObject({
      available: 91.51,
      reserved: 0,
    });
    const times = await gateway.db.query<{ type: string }>(
      'select type from events where account_id = $1 and charge_id = $2 order by sequence',
      [seller.id, boleto.id],
    );
    expect(times.map((event) => event.type)).toEqual([
      'charge.pending',
      'charge.overdue',
      'charge.cancelled',
    ]);
    expect((await clock('DELETE')).body.offset_seconds).toBe(0);
  });

  it.each([
    [{}],
    [{ advance_days: 0 }],
    [{ advance_seconds: -5 }],
    [{ advance_days: 1.5 }],
    [{ advance_days: 99_999 }],
  ])('%j is refused', async (body) => {
    const answer = await clock('POST', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is moved once by requests under one key, also when the first died before its answer was stored', async () => {
    const move = () =>
      seller.call('POST', '/api/v1/sandbox/clock', { advance_days: 3 }, { 'idempotency-key': 'three days' });
    const first = await move();
    expect(first.body.offset_seconds).toBe(3 * 86_400);
    expect((await move()).body).toEqual(first.body);
    await gateway.db.query(
      `update idempotency_keys
       set state = 'running', answer_status = null, answer_box = null, lease_until = now() - interval '1 second'
       where account_id = $1 and key = 'three days'`,
      [seller.id],
    );
    expect((await move()).body.offset_seconds).toBe(3 * 86_400);
    await clock('DELETE');
  });

  it('counts every one of several moves at once, also the very first', async () => {
    await gateway.db.query(`delete from installation where name like 'sandbox clock%'`);
    const by = systemActor(seller.id);
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((id) =>
        advanceClock(gateway.deps, gateway.deps.movableClock, { id, byMs: DAY_MS, by }),
      ),
    );
    expect(await readOffset(gateway.db)).toBe(4 * DAY_MS);
    await clock('DELETE');
  });

  it('put back, it leaves nothing waiting for the time it had reached', async () => {
    await clock('POST', { advance_days: 20 });
    const charge = await create({ billing_type: 'PIX' });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, { amount: 5 });
    const returned = async () =>
      (await seller.call('GET', `/api/v1/charges/${charge.id}`)).body.returned_payments[0].status;
    expect(await returned()).toBe('returning');
    await clock('DELETE');
    await gateway.runDue();
    expect(await returned()).toBe('returned');
  });

  const deadlocks = needsOneServer('deadlocks');
  it.skipIf(deadlocks)('is put back also while a worker writes jobs in another order', async () => {
    await clock('POST', { advance_days: 1 });
    for (const charge of [await create({ billing_type: 'PIX' }), await create({ billing_type: 'PIX' })]) {
      await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, { amount: 5 });
    }
    const jobs = await gateway.db.query<{ id: string }>(
      'select id from jobs where account_id = $1 and isfinite(run_at) order by ctid',
      [seller.id],
    );
    expect(jobs.length).toBeGreaterThan(1);
    const { reset } = await runTransaction(gateway.db, async (tx) => {
      const touch = (id: string | undefined) =>
        tx.query('update jobs set attempts = attempts where account_id = $1 and id = $2', [seller.id, id]);
      // The request finds the deadlock, not this one.
      await tx.query(`set local deadlock_timeout = '1min'`);
      await touch(jobs.at(-1)?.id);
      const asked = clock('DELETE');
      await until('the reset waits', async () => (await countLockWaits(gateway.db)) > 0);
      await touch(jobs[0]?.id);
      return { reset: asked };
    });
    expect((await reset).body.offset_seconds).toBe(0);
  });

  it('another node knows that the time left out is over when everything due in it has run, and not before', async () => {
    const other = new MovableClock();
    const follow = followSharedClock(gateway.db, other);
    const dueAt = new Date();
    const by = systemActor(seller.id);
    for (const id of ['first move', 'second move']) {
      await follow.run();
      await advanceClock(gateway.deps, gateway.deps.movableClock, { id, byMs: DAY_MS, by });
      await follow.run();
      expect(other.inSkippedTime(dueAt)).not.toBeNull();
      await clock('POST', { advance_seconds: 1 });
      await follow.run();
      expect(other.inSkippedTime(dueAt)).toBeNull();
      await clock('DELETE');
    }
  });
});

describe('pushing a charge', () => {
  it.each([
    ['CREDIT_CARD', 'refuse', 'REFUSED'],
    ['PIX', 'expire', 'CANCELLED'],
    ['UNDEFINED', 'pay', 'RECEIVED'],
  ])('%s %s → %s', async (billing_type, action, expected) => {
    const charge = await create({ billing_type });
    expect((await act(charge.id, action)).body.status).toBe(expected);
  });

  it.each([
    ['PIX', 'refuse'],
    ['CREDIT_CARD', 'expire'],
    ['PIX', 'overdue'],
  ])('%s cannot be made to %s', async (billing_type, action) => {
    const charge = await create({ billing_type });
    expect((await act(charge.id, action)).body.code).toBe('INVALID_STATE');
  });

  it('a foreign or unknown charge is not found', async () => {
    const other = await gateway.seller();
    const charge = await create({ billing_type: 'PIX' });
    for (const action of ['pay', 'refuse', 'expire', 'overdue', 'chargeback', 'med']) {
      expect((await other.call('POST', `/api/v1/sandbox/charges/${charge.id}/${action}`)).status).toBe(404);
    }
  });

  it('a withdrawal is approved or rejected', async () => {
    const charge = await create({ billing_type: 'PIX' });
    await act(charge.id, 'pay');
    const ask = async () =>
      (await seller.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: 'pix@bcb.gov.br' })).body.id;
    const approved = await seller.call('POST', `/api/v1/sandbox/withdrawals/${await ask()}/approve`);
    const rejected = await seller.call('POST', `/api/v1/sandbox/withdrawals/${await ask()}/reject`);
    expect([approved.body.status, rejected.body.status]).toEqual(['approved', 'rejected']);
  });

  it('the test cards are listed', async () => {
    const { body } = await seller.call('GET', '/api/v1/sandbox/cards');
    expect(body.cards.length).toBeGreaterThan(10);
  });
});
