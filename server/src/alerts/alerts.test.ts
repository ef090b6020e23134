import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { FakeBank } from '../../../test/support/payout-bank.ts';
import { approveWithdrawal } from '../balance/decide-withdrawal.ts';
import { listCoverage, measureCoverage } from '../balance/payouts/coverage.ts';
import { readPayoutNotice } from '../balance/payouts/notices.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, systemMs } from '../kit/clock.ts';
import { cents } from '../kit/money.ts';
import { notifyOperators } from '../notifications/operator-alerts.ts';

const KEY = 'loja@example.com';
const PATH = '/api/v1/admin/alerts';
let gateway: TestGateway;
let seller: Seller;
let operators: Seller[];
let bank: FakeBank;
/** Rounds of notifications are minutes apart. */
let rounds = 0;

beforeAll(async () => {
  gateway = await startGateway();
  operators = [await gateway.operator(), await gateway.operator()];
  await gateway.db.query('update users set email_verified_at = now()');
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await gateway.db.query('delete from alerts');
  bank = new FakeBank();
  Object.assign(gateway.deps.rails, { payout: [bank.provider()] });
  seller = await gateway.seller();
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
});

async function paidOut(amount = 40): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount, pix_key: KEY });
  await approveWithdrawal(gateway.deps, seller.id, body.id);
  return body.id;
}
/** The bank says something, twice. */
async function said(...ids: string[]): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    for (const reference of ids) {
      const notice = { headers: {}, rawBody: Buffer.alloc(0), body: { payouts: [{ reference }] } };
      await readPayoutNotice(gateway.deps, 'bank', notice);
      await gateway.runDue();
    }
  }
}
async function alertsOf(operator = operators[0], query = '') {
  return (await operator?.call('GET', `${PATH}${query}`))?.body.data;
}
const notify = () => {
  rounds += 1;
  return notifyOperators(gateway.deps, new Date(systemMs() + rounds * 6 * MINUTE_MS));
};
const noticesOf = async (operator?: Seller) => {
  const as = { authorization: `Bearer ${operator?.token}` };
  const { body } = await gateway.call('GET', '/api/v1/notifications?limit=20', undefined, as);
  return body.data as { kind: string; facts: { alert_id?: string; alert?: string; amount?: number } }[];
};
async function mailsOf(operator?: Seller) {
  const rows = await gateway.db.query<{ subject: string; facts: { alerts: object[] } }>(
    `select subject, facts from mails where account_id = $1 and kind = 'operator_alerts' order by id desc`,
    [operator?.id],
  );
  return rows;
}

describe('what a bank says that does not fit the books', () => {
  it('is one alert for each fact, however often it is said, and moves nothing', async () => {
    const [failed, more] = [await paidOut(), await paidOut(10)];
    bank.hold(failed).payout = { ...bank.hold(failed).payout, state: 'failed', reason: 'closed account' };
    bank.giveBack(more, cents(600n));
    bank.giveBack(more, cents(700n));
    await said(failed, more);
    expect(await alertsOf()).toMatchObject([
      {
        ...{ kind: 'payout_returned_too_much', withdrawal_id: more, amount: 7, detail: 'closed account' },
        ...{ state: 'open', account_id: seller.id, provider: 'bank' },
      },
      { kind: 'payout_failed_after_payment', withdrawal_id: failed, amount: 40, state: 'open' },
    ]);
    expect((await seller.call('GET', '/api/v1/withdrawals')).body.data).toMatchObject([
      { status: 'approved', returned_amount: 6 },
      { status: 'approved', returned_amount: 0 },
    ]);
    expect(await gateway.audit()).toEqual([]);
  });

  it('is told apart when the bank does not find what it had named, until it finds it', async () => {
    bank.paysAtOnce = false;
    const id = await paidOut();
    const held = bank.hold(id);
    bank.held.delete(id);
    await gateway.advance(2 * MINUTE_MS);
    await gateway.advance(20 * MINUTE_MS);
    expect(bank.asked).toHaveLength(1);
    expect(await alertsOf()).toMatchObject([{ kind: 'payout_not_found', withdrawal_id: id, state: 'open' }]);
    bank.held.set(id, held);
    bank.settle(id);
    await gateway.advance(HOUR_MS);
    expect(await alertsOf()).toMatchObject([
      { kind: 'payout_not_found', state: 'resolved', resolved_by: 'gateway', over_at: expect.any(String) },
    ]);
  });

  it('is shown with the withdrawal when it was paid to another owner', async () => {
    const id = await paidOut();
    const { payout } = bank.hold(id);
    bank.hold(id).payout = { ...payout, receiverDocument: '***.444.777-**' };
    await said(id);
    const [withdrawal] = (await operators[0]?.call('GET', '/api/v1/admin/withdrawals?status=approved'))?.body
      .data ?? [{}];
    expect(withdrawal).toMatchObject({ id, receiver_document: '***.444.777-**', receiver_is_other: true });
    expect(await alertsOf()).toMatchObject([{ kind: 'payout_other_owner', detail: '***.444.777-**' }]);
    const own = (await seller.call('GET', '/api/v1/withdrawals')).body.data[0];
    expect(own).not.toHaveProperty('receiver_document');
  });

  it('reaches every operator once, as a notification and a mail, several in one', async () => {
    const ids = [await paidOut(20), await paidOut(30)];
    for (const id of ids) bank.hold(id).payout = { ...bank.hold(id).payout, state: 'failed' };
    await notify();
    const before = await Promise.all(operators.map(async (each) => (await mailsOf(each)).length));
    for (const id of ids) {
      const notice = { headers: {}, rawBody: Buffer.alloc(0), body: { payouts: [{ reference: id }] } };
      await readPayoutNotice(gateway.deps, 'bank', notice);
    }
    await gateway.db.query(`update jobs set run_at = '-infinity' where kind = 'withdrawal.look'`);
    await said(...ids);
    rounds += 1;
    expect((await notify()) + (await notify())).toBeLessThanOrEqual(2);
    for (const [at, operator] of operators.entries()) {
      const seen = (await noticesOf(operator)).slice(0, 2);
      expect(seen).toMatchObject([
        { kind: 'alert_raised', facts: { alert: 'payout_failed_after_payment' } },
        { kind: 'alert_raised', facts: { alert: 'payout_failed_after_payment' } },
      ]);
      const mails = await mailsOf(operator);
      const facts = mails
        .slice(0, mails.length - (before[at] ?? 0))
        .flatMap(({ facts: { alerts } }) => alerts);
      expect(facts).toHaveLength(2);
    }
    expect(await noticesOf(seller)).not.toContainEqual(expect.objectContaining({ kind: 'alert_raised' }));
    expect(await notify()).toBe(0);
  });

  it('is resolved by an operator with a note, once, on record', async () => {
    const id = await paidOut();
    bank.hold(id).payout = { ...bank.hold(id).payout, state: 'failed' };
    await said(id);
    const [alert] = await alertsOf();
    const [operator, other] = operators;
    const path = `${PATH}/${alert.id}/resolve`;
    expect(await seller.call('POST', path, { note: 'mine' })).toMatchObject({ status: 403 });
    expect((await operator?.call('POST', path, { note: ' ' }))?.body.details).toHaveProperty('note');
    expect(await operator?.call('POST', path, { note: 'The bank booked it twice' })).toMatchObject({
      status: 200,
      body: { state: 'resolved', resolved_by: 'operator', resolver_email: operator?.email },
    });
    expect(await other?.call('POST', path, { note: 'again' })).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_STATE' } },
    });
    await said(id);
    expect(await alertsOf(operator, '?state=open')).toEqual([]);
    expect(await alertsOf(operator, '?state=resolved')).toHaveLength(1);
    expect(await operator?.call('POST', `${PATH}/x/resolve`, { note: 'x' })).toMatchObject({ status: 404 });
    const log = await operator?.call('GET', '/api/v1/admin/audit-log?limit=5');
    expect(log?.body.data[0]).toMatchObject({ action: 'alert.resolved' });
    const { payload } = await gateway.app.inject('/metrics');
    expect(payload).not.toContain('guiche_alerts_open{');
  });
});

describe('a shortage at the banks', () => {
  const measure = async (balance: bigint | null) => {
    gateway.clock.setOffset(gateway.clock.offsetMs + HOUR_MS);
    bank.balanceCents = balance === null ? null : cents(balance);
    return measureCoverage(gateway.deps);
  };
  const kindsOf = async () =>
    (await noticesOf(operators[1]))
      .map(({ kind, facts }) => facts.alert ?? kind)
      .filter((kind) => kind === 'coverage_low');

  it('is told once when it begins and once when it is over, through days and silence', async () => {
    const earlier = (await kindsOf()).length;
    expect((await measure(1_000_000_000n)).isCovered).toBe(true);
    await notify();
    for (const balance of [1n, 2n, null, 3n]) await measure(balance);
    await notify();
    gateway.clock.setOffset(gateway.clock.offsetMs + DAY_MS);
    await measure(4n);
    await notify();
    const [open] = await alertsOf();
    expect(open).toMatchObject({ kind: 'coverage_low', account_id: null, state: 'open' });
    await operators[0]?.call('POST', `${PATH}/${open.id}/resolve`, { note: 'A transfer is on its way' });
    await measure(5n);
    await notify();
    expect((await kindsOf()).length).toBe(earlier + 1);
    await measure(1_000_000_000n);
    await measure(1_000_000_000n);
    await notify();
    await notify();
    const [first] = await noticesOf(operators[1]);
    expect(first).toMatchObject({ kind: 'coverage_restored', facts: { alert_id: open.id } });
    expect((await kindsOf()).length).toBe(earlier + 2);
    expect((await mailsOf(operators[1]))[0]?.subject).toMatch(/cobrir/);
    expect(await alertsOf()).toMatchObject([{ resolved_by: 'operator', over_at: expect.any(String) }]);
    await measure(1n);
    expect(await alertsOf()).toHaveLength(2);
    expect((await listCoverage(gateway.deps, 10)).length).toBeGreaterThan(1);
  });

  it('that two processes find at once is one', async () => {
    bank.balanceCents = cents(1n);
    await Promise.all([measureCoverage(gateway.deps), measureCoverage(gateway.deps)]);
    expect(await alertsOf()).toHaveLength(1);
  });
});
