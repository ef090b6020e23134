import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { changeProfile } from '../accounts/change-profile.ts';
import { systemActor } from '../audit/record.ts';
import { runDueJobs } from '../jobs/run.ts';
import { auditLedger } from '../ledger/audit.ts';
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts';
import { withdrawalJobs } from './payouts/jobs.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
  await sellers.credit(seller, 10_000n);
});
afterEach(async () => {
  expect(await auditLedger(sellers.deps.db)).toEqual([]);
});

const KEY = 'ana@example.com';
const request = (body: object) => seller.call('POST', '/api/v1/withdrawals', body);
const list = (query = '') => seller.call('GET', `/api/v1/withdrawals${query}`);
const available = async () => (await seller.call('GET', '/api/v1/balance')).body.available;
const approve = (id: unknown) => approveWithdrawal(sellers.deps, seller.id, String(id));
const reject = (id: unknown, reason: string | null = null) =>
  rejectWithdrawal(sellers.deps, seller.id, String(id), { reason });
/** Without the request, which only mails are made of. */
const events = () =>
  sellers.deps.db.query(
    `select type, status, previous_status, data
     from events
     where account_id = $1
       and type <> 'withdrawal.requested'`,
    [seller.id],
  );
const invalidState = expect.objectContaining({ code: 'INVALID_STATE', status: 400 });

describe('POST /withdrawals', () => {
  it('answers 201 with the fields of the specification and takes the amount out of available', async () => {
    const { status, body } = await request({ amount: 60.5, pix_key: KEY });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'withdrawal',
      id: expect.any(String),
      amount: 60.5,
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(await available()).toBe(39.5);
    expect((await seller.call('GET', '/api/v1/transactions?limit=1')).body.data).toMatchObject([
      { type: 'debit', category: 'withdrawal', amount: 60.5, balance_after: 39.5, withdrawal_id: body.id },
    ]);
  });

  it('stores the key as the directory writes it', async () => {
    await request({ amount: 1, pix_key: ' ANA@Example.COM ' });
    expect((await list()).body.data).toMatchObject([{ pix_key: KEY }]);
  });

  it("uses the account's registered key, and asks for one when there is none", async () => {
    const refused = await request({ amount: 1 });
    expect(refused).toMatchObject({ status: 400, body: { code: 'PIX_KEY_REQUIRED' } });
    await changeProfile(sellers.deps, systemActor(seller.id), { payoutPixKey: '11144477735' });
    expect((await request({ amount: 1, pix_key: null })).status).toBe(201);
    expect((await list()).body.data).toMatchObject([{ pix_key: '11144477735' }]);
  });

  it('refuses more than is available and changes nothing', async () => {
    const { status, body } = await request({ amount: 100.01, pix_key: KEY });
    expect(status).toBe(400);
    expect(body.code).toBe('INSUFFICIENT_BALANCE');
    expect(await available()).toBe(100);
    expect((await list()).body).toMatchObject({ total: 0, data: [] });
  });

  it.each([
    ['amount', { pix_key: KEY }],
    ['amount', { amount: 0, pix_key: KEY }],
    ['amount', { amount: -1, pix_key: KEY }],
    ['amount', { amount: 1.001, pix_key: KEY }],
    ['amount', { amount: '1', pix_key: KEY }],
    ['pix_key', { amount: 1, pix_key: 'not a key' }],
    ['pix_key', { amount: 1, pix_key: '' }],
    ['pix_key', { amount: 1, pix_key: 11_144_477_735 }],
  ])('refuses a bad %s and takes nothing (case %#)', async (field, sent) => {
    const { status, body } = await request(sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } });
    expect(await available()).toBe(100);
  });

  it('lets one of twenty simultaneous withdrawals of the whole balance win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request({ amount: 100, pix_key: KEY })),
    );
    const won = answers.filter((answer) => answer.status === 201);
    const lost = answers.filter((answer) => answer.body.code === 'INSUFFICIENT_BALANCE');
    expect([won.length, lost.length]).toEqual([1, 19]);
    expect(await available()).toBe(0);
    expect((await list()).body.total).toBe(1);
  });

  it('takes the amount once when it is tried again, also at the same moment', async () => {
    const retry = sellers.retrying(seller);
    const tries = Array.from({ length: 5 }, () =>
      retry('POST', '/api/v1/withdrawals', { amount: 10, pix_key: KEY }),
    );
    const answers = await Promise.all(tries);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await available()).toBe(90);
  });
});

describe('approval', () => {
  it('moves the amount out for good and records one event with a masked key', async () => {
    const { body } = await request({ amount: 30, pix_key: KEY });
    expect(await approve(body.id)).toMatchObject({ id: body.id, status: 'approved', reason: null });
    expect(await available()).toBe(70);
    expect(await events()).toEqual([
      {
        type: 'withdrawal.approved',
        status: 'approved',
        previous_status: 'pending',
        data: { withdrawal_id: body.id, amount: 30, status: 'approved', pix_key: 'a***@example.com' },
      },
    ]);
    const [books] = await sellers.deps.db.query(
      'select withdrawals_cents, external_cents from ledger_balances where account_id = $1',
      [seller.id],
    );
    expect(books).toEqual({ withdrawals_cents: 0n, external_cents: -7_000n });
  });

  it('happens once when requests arrive at once, and excludes rejection', async () => {
    const { body } = await request({ amount: 30, pix_key: KEY });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => approve(body.id)),
      ...Array.from({ length: 10 }, () => reject(body.id)),
    ]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(invalidState);
    expect(await events()).toHaveLength(1);
    expect([70, 100]).toContain(await available());
  });

  it('answers 404 for an unknown, a malformed and a foreign id', async () => {
    const { body } = await request({ amount: 30, pix_key: KEY });
    const stranger = await sellers.account();
    const missing = expect.objectContaining({ code: 'NOT_FOUND', message: 'Withdrawal not found' });
    await expect(approve(sellers.deps.ids.next())).rejects.toEqual(missing);
    await expect(approve('x')).rejects.toEqual(missing);
    await expect(reject('x')).rejects.toEqual(missing);
    await expect(approveWithdrawal(sellers.deps, stranger.id, String(body.id))).rejects.toEqual(missing);
  });
});

describe('rejection', () => {
  it('puts the amount back and says why', async () => {
    const { body } = await request({ amount: 30, pix_key: KEY });
    await reject(body.id, 'The key belongs to somebody else');
    expect(await available()).toBe(100);
    expect((await list()).body.data).toMatchObject([
      { id: body.id, status: 'rejected', reason: 'The key belongs to somebody else' },
    ]);
    expect((await seller.call('GET', '/api/v1/transactions?limit=1')).body.data).toMatchObject([
      {
        type: 'credit',
        category: 'withdrawal_reversal',
        amount: 30,
        balance_after: 100,
        withdrawal_id: body.id,
      },
    ]);
    expect(await events()).toMatchObject([
      { type: 'withdrawal.rejected', data: { status: 'rejected', amount: 30 } },
    ]);
    await expect(approve(body.id)).rejects.toEqual(invalidState);
  });
});

describe('GET /withdrawals', () => {
  it('filters by status and counts each exactly', async () => {
    const ids: unknown[] = [];
    for (const amount of [1, 2, 3, 4, 5]) ids.push((await request({ amount, pix_key: KEY })).body.id);
    await approve(ids[0]);
    await approve(ids[1]);
    await reject(ids[2]);
    expect((await list()).body).toMatchObject({ total: 5, has_more: false });
    expect((await list('?status=approved')).body).toMatchObject({
      total: 2,
      data: [{ amount: 2 }, { amount: 1 }],
    });
    expect((await list('?status=rejected')).body).toMatchObject({ total: 1, data: [{ amount: 3 }] });
    const first = await list('?status=pending&limit=1');
    expect(first.body).toMatchObject({
      total: 2,
      has_more: true,
      data: [{ amount: 5, object: 'withdrawal' }],
    });
    const second = await list(`?status=pending&limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ total: 2, has_more: false, data: [{ amount: 4 }] });
  });

  it('refuses an unknown status', async () => {
    expect(await list('?status=paid')).toMatchObject({
      status: 400,
      body: { details: { status: expect.any(String) } },
    });
  });
});

describe('automatic approval in the sandbox', () => {
  it('approves when the jobs run, and a job that runs again changes nothing', async () => {
    const auto = await startSellers({ GUICHE_SANDBOX_WITHDRAWALS: 'auto' });
    const account = await auto.account();
    await auto.credit(account, 500n);
    const { body } = await account.call('POST', '/api/v1/withdrawals', { amount: 5, pix_key: KEY });
    expect(body.status).toBe('pending');
    const handlers = withdrawalJobs(auto.deps);
    expect(await runDueJobs(auto.deps, handlers)).toBe(1);
    expect(await runDueJobs(auto.deps, handlers)).toBe(0);
    const job = {
      account_id: account.id,
      id: body.id as string,
      kind: '',
      attempts: 1,
      payload: { withdrawal_id: body.id },
    };
    expect(await handlers['withdrawal.approve']?.(job)).toEqual({ done: true });
    const after = await account.call('GET', '/api/v1/withdrawals?status=approved');
    const differences = await auditLedger(auto.deps.db);
    await auto.stop();
    expect(after.body).toMatchObject({ total: 1, data: [{ id: body.id }] });
    expect(differences).toEqual([]);
  });
});
