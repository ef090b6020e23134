import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBank } from '../../../../test/support/payout-bank.ts';
import { type Sellers, startSellers, type TestAccount } from '../../../../test/support/sellers.ts';
import type { Deps } from '../../http/deps.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { cents } from '../../kit/money.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { callbackUrl } from '../../providers/callback-address.ts';
import { approveWithdrawal } from '../decide-withdrawal.ts';
import { requestWithdrawal } from '../withdrawals.ts';
import { listCoverage, measureCoverage } from './coverage.ts';
import { withdrawalJobs } from './jobs.ts';
import { readPayoutNotice } from './notices.ts';

const KEY = '11144477735';
let sellers: Sellers;
let seller: TestAccount;
let bank: FakeBank;
let live: Deps;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  sellers.clock.setOffset(0);
  bank = new FakeBank();
  live = { ...sellers.deps, rails: { ...sellers.deps.rails, payout: [bank.provider()] } };
  seller = await sellers.account();
  await sellers.credit(seller, 10_000n);
});
afterEach(async () => {
  await sellers.deps.db.query('delete from jobs');
  expect(await auditLedger(sellers.deps.db)).toEqual([]);
});

const request = async (deps: Deps, amountCents = 4_000n, pixKey = KEY) =>
  (await requestWithdrawal(deps, seller.id, deps.ids.next(), { amountCents: cents(amountCents), pixKey })).id;
const later = async (deps = live, ms = 11 * MINUTE_MS) => {
  sellers.clock.setOffset(sellers.clock.offsetMs + ms);
  return runDueJobs(deps, withdrawalJobs(deps));
};
const shown = async (id: string) => {
  const { body } = await seller.call('GET', '/api/v1/withdrawals');
  return (body.data as { id: string }[]).find((each) => each.id === id);
};
const available = async () => (await seller.call('GET', '/api/v1/balance')).body.available;
const noticeOf = (...payouts: object[]) => ({ headers: {}, rawBody: Buffer.alloc(0), body: { payouts } });

describe('a payout by a bank', () => {
  it('is shown as the bank has it, and a notice makes the gateway read it', async () => {
    bank.paysAtOnce = false;
    const id = await request(live);
    await approveWithdrawal(live, seller.id, id);
    expect(await shown(id)).toMatchObject({
      status: 'pending',
      payout_state: 'sending',
      end_to_end_id: null,
    });
    bank.settle(id, 'awaiting_approval');
    expect(await readPayoutNotice(live, 'bank', noticeOf({ bankReference: `bank-${id}` }))).toBe(true);
    await later(live, 0);
    expect(await shown(id)).toMatchObject({ payout_state: 'awaiting_approval' });
    bank.settle(id);
    await readPayoutNotice(live, 'bank', noticeOf({ reference: id }, { reference: id }));
    await later(live, 0);
    expect(await shown(id)).toMatchObject({
      ...{ status: 'approved', payout_state: 'succeeded', end_to_end_id: `E${id}`, returned_amount: 0 },
    });
    expect(bank.hold(id).movements).toBe(1);
  });

  it('whose outcome finds the books busy is in progress for who approved it, and a job records it', async () => {
    const id = await request(live);
    const holder = await sellers.deps.db.pool.connect();
    const atBank = bank.provider();
    const holding: typeof atBank = {
      ...atBank,
      async payout(asked) {
        await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
        await holder.query('select from withdrawals where id = $1 for update', [id]);
        return atBank.payout(asked);
      },
    };
    try {
      const busy = { ...live, rails: { ...live.rails, payout: [holding] } };
      expect((await approveWithdrawal(busy, seller.id, id)).status).toBe('pending');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await later();
    expect(await shown(id)).toMatchObject({ status: 'approved', payout_state: 'succeeded' });
    expect(bank.hold(id).movements).toBe(1);
  });

  it('carries the document of the seller, unless the terms of the account allow any key', async () => {
    const first = await request(live, 1_000n);
    await approveWithdrawal(live, seller.id, first);
    await sellers.deps.db.query(
      `insert into payout_terms (account_id, to_keys, changed_at) values ($1, 'any', now())`,
      [seller.id],
    );
    const second = await request(live, 1_000n);
    await approveWithdrawal(live, seller.id, second);
    expect(bank.asked.map(({ ownerDocument }) => ownerDocument)).toEqual(['11144477735', null]);
  });

  it('stays at the bank that was chosen, though another accepts and it does not answer', async () => {
    const other = new FakeBank('other');
    const both = { ...live, rails: { ...live.rails, payout: [bank.provider(), other.provider()] } };
    bank.faultOf = () => 'lost_call';
    const id = await request(both);
    await approveWithdrawal(both, seller.id, id);
    bank.isAccepting = false;
    await later(both);
    bank.faultOf = () => 'none';
    await later(both, 20 * MINUTE_MS);
    expect([...bank.held.keys(), ...other.held.keys()]).toEqual([id]);
    expect(other.asked).toEqual([]);
    expect(await shown(id)).toMatchObject({ status: 'approved' });
  });

  it('waits for a bank that accepts, and is then sent once', async () => {
    bank.isAccepting = false;
    const id = await request(live);
    expect(await approveWithdrawal(live, seller.id, id)).toMatchObject({ provider: null, payout_calls: 0 });
    await later();
    expect(bank.asked).toEqual([]);
    bank.isAccepting = true;
    await later(live, 20 * MINUTE_MS);
    expect(await shown(id)).toMatchObject({ status: 'approved' });
    expect(bank.asked).toHaveLength(1);
  });

  it('whose answer was lost is looked for, and not sent again', async () => {
    bank.faultOf = (operation) => (operation === 'payout' ? 'lost_answer' : 'none');
    const id = await request(live);
    await approveWithdrawal(live, seller.id, id);
    await later();
    expect(bank.asked).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ status: 'approved' });
  });

  it('that is refused after a lost call gives the money back only when no call can still arrive', async () => {
    bank.faultOf = (operation) => (operation === 'payout' ? 'lost_call' : 'none');
    const id = await request(live);
    await approveWithdrawal(live, seller.id, id);
    bank.faultOf = (operation) => (operation === 'payout' ? 'refused' : 'none');
    await later(live, 2 * MINUTE_MS);
    expect(await shown(id)).toMatchObject({ status: 'pending' });
    await later(live, 20 * MINUTE_MS);
    expect(await shown(id)).toMatchObject({ status: 'rejected', reason: 'unknown key' });
    expect(await available()).toBe(100);
  });

  it('that comes back later is found without a notice', async () => {
    const id = await request(live);
    await approveWithdrawal(live, seller.id, id);
    expect(await available()).toBe(60);
    bank.giveBack(id, cents(1_500n));
    await later(live, 25 * HOUR_MS);
    expect(await shown(id)).toMatchObject({ status: 'approved', returned_amount: 15 });
    bank.giveBack(id, cents(2_500n));
    for (const days of [3, 5, 24, 31, 32]) await later(live, days * DAY_MS);
    expect(await shown(id)).toMatchObject({ returned_amount: 40 });
    expect(await available()).toBe(100);
    const [{ count } = { count: 0n }] = await sellers.deps.db.query<{ count: bigint }>(
      `select count(*) as count from jobs where account_id = $1 and kind = 'withdrawal.look'`,
      [seller.id],
    );
    expect(count).toBe(0n);
  });
});

describe('withdrawals without hands', () => {
  const automatic = (upTo: bigint, perDay: bigint): Deps => ({
    ...live,
    config: {
      ...live.config,
      ...{ GUICHE_PAYOUT_AUTO_UP_TO: cents(upTo), GUICHE_PAYOUT_AUTO_PER_DAY: cents(perDay) },
    },
  });

  it('go up to the sum of a day, also when ten are decided at once', async () => {
    const deps = automatic(1_000n, 3_500n);
    const ids = await Promise.all(Array.from({ length: 10 }, () => request(deps, 1_000n)));
    const handlers = withdrawalJobs(deps);
    await Promise.all([runDueJobs(deps, handlers), runDueJobs(deps, handlers)]);
    expect(bank.held.size).toBe(3);
    const left = (await seller.call('GET', '/api/v1/withdrawals?status=pending')).body;
    expect(left.total).toBe(7);
    await approveWithdrawal(deps, seller.id, ids.find((id) => !bank.held.has(id)) ?? '');
    expect(bank.held.size).toBe(4);
  });

  it('to a key whose owner a bank must check wait until one accepts', async () => {
    const deps = automatic(1_000n, 5_000n);
    bank.isAccepting = false;
    await request(deps, 500n, 'bia@example.com');
    await later(deps, 0);
    expect(bank.asked).toEqual([]);
    bank.isAccepting = true;
    await later(deps, MINUTE_MS);
    expect(bank.asked).toMatchObject([{ amountCents: 500n, pixKey: 'bia@example.com' }]);
  });

  it('never leave a blocked account, nor above the limit', async () => {
    const deps = automatic(1_000n, 5_000n);
    await request(deps, 1_001n);
    await request(deps, 1_000n);
    await sellers.deps.db.query(`update accounts set status = 'blocked' where id = $1`, [seller.id]);
    await later(deps, 0);
    expect(bank.asked).toEqual([]);
  });
});

describe('the address for notices', () => {
  const send = (path: string, payload: string, headers: object = {}) =>
    sellers.gateway.app.inject({
      ...{ method: 'POST', url: path, payload },
      headers: { 'content-type': 'application/json', ...headers },
    });
  const path = (token?: string) => {
    const url = callbackUrl(sellers.deps.vault, '', 'payouts', 'sandbox-bank');
    return token === undefined ? url : `/payouts/callbacks/sandbox-bank/${token}`;
  };

  it('takes a notice, and queues a look at the payout it names', async () => {
    const { body } = await seller.call('POST', '/api/v1/withdrawals', {
      amount: 10,
      pix_key: 'slow@bank.test',
    });
    const id = String(body.id);
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/approve`);
    expect(await shown(id)).toMatchObject({ status: 'pending', payout_state: 'sending' });
    expect((await send(path(), JSON.stringify({ reference: id }))).statusCode).toBe(200);
    await runDueJobs(sellers.deps, withdrawalJobs(sellers.deps));
    expect(await shown(id)).toMatchObject({ status: 'approved', payout_state: 'succeeded' });
  });

  it.each([
    ['a wrong token', () => path('0'.repeat(32)), 404],
    [
      'the token of Pix notices',
      () => callbackUrl(sellers.deps.vault, '', 'pix', 'sandbox-bank').replace('/pix/', '/payouts/'),
      404,
    ],
    ['an unknown provider', () => path().replace('sandbox-bank', 'other'), 404],
    ['a notice of nothing', path, 200],
  ])('answers %s', async (_, where, status) => {
    expect((await send(where(), '{"hello": 1}')).statusCode).toBe(status);
  });
});

describe('the test keys of the sandbox', () => {
  const approved = async (pixKey: string) => {
    const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: pixKey });
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${body.id}/approve`);
    const first = await shown(String(body.id));
    await later(sellers.deps, 2 * DAY_MS);
    await later(sellers.deps, 0);
    return [first, await shown(String(body.id))];
  };

  it.each([
    ['paid@bank.test', { status: 'approved', payout_state: 'succeeded' }, { status: 'approved' }],
    ['slow@bank.test', { status: 'pending', payout_state: 'sending' }, { status: 'approved' }],
    ['approval@bank.test', { status: 'pending', payout_state: 'awaiting_approval' }, { status: 'approved' }],
    ['failed@bank.test', { status: 'pending' }, { status: 'rejected', payout_state: 'failed' }],
    ['refused@bank.test', { status: 'rejected' }, { status: 'rejected' }],
    ['no-answer@bank.test', { status: 'pending', payout_state: 'sending' }, { status: 'approved' }],
    ['returned@bank.test', { status: 'approved', returned_amount: 0 }, { returned_amount: 10 }],
    ['ana@example.com', { status: 'approved', payout_state: null }, { status: 'approved' }],
  ])('%s', async (key, first, afterwards) => {
    expect(await approved(key)).toMatchObject([first, afterwards]);
  });

  it('are joined by an endpoint that returns what was paid, in parts', async () => {
    const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: KEY });
    const back = (sent?: object) =>
      seller.call('POST', `/api/v1/sandbox/withdrawals/${body.id}/return`, sent);
    expect(await back()).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${body.id}/approve`);
    expect(await back({ amount: 10.01 })).toMatchObject({
      status: 400,
      body: { details: { amount: expect.any(String) } },
    });
    expect(await back({ amount: 4 })).toMatchObject({ status: 200, body: { returned_amount: 4 } });
    expect(await back()).toMatchObject({ status: 200, body: { returned_amount: 10, status: 'approved' } });
    expect(await back()).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    expect(await available()).toBe(100);
    const { body: lines } = await seller.call('GET', '/api/v1/transactions?category=withdrawal_reversal');
    expect((lines.data as { amount: number }[]).map(({ amount }) => amount)).toEqual([6, 4]);
  });
});

describe('coverage', () => {
  it('compares what the banks hold with what sellers may withdraw, a row per day', async () => {
    bank.balanceCents = cents(1n);
    expect(await measureCoverage(live)).toMatchObject({ isCovered: false });
    bank.balanceCents = cents(1_000_000_000n);
    expect(await measureCoverage(live)).toMatchObject({ isCovered: true });
    const rows = await listCoverage(live, 10);
    expect(rows).toHaveLength(1);
    bank.balanceCents = null;
    sellers.clock.setOffset(25 * HOUR_MS);
    const unread = await measureCoverage(live);
    expect(unread).toMatchObject({ isCovered: null, banks: [{ provider: 'bank', availableCents: null }] });
    expect(unread.banks[0]?.readAt).toBe(rows[0]?.banks[0]?.readAt);
    expect(await listCoverage(live, 10)).toHaveLength(2);
  });
});
