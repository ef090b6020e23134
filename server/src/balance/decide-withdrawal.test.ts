import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remotePayout } from '../../../test/support/remote-payout.ts';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import type { Deps } from '../http/deps.ts';
import { runDueJobs } from '../jobs/run.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { auditLedger } from '../ledger/audit.ts';
import type { PayoutAtBank, PayoutProvider, PayoutRequest } from '../providers/payout.ts';
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts';
import { withdrawalJobs } from './payouts/jobs.ts';

type PayoutAnswer = Awaited<ReturnType<PayoutProvider['payout']>>;

let sellers: Sellers;
let seller: TestAccount;
let live: Deps;
let answers: (PayoutAnswer | Error)[];
let asked: PayoutRequest[];

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());

/** A provider that pays for real, saying what the test tells it to. */
beforeEach(async () => {
  sellers.clock.setOffset(0);
  answers = [];
  asked = [];
  const payout: PayoutProvider['payout'] = async (request) => {
    asked.push(request);
    const answer = answers.shift() ?? pending;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const rails = { ...sellers.deps.rails, payout: [remotePayout('bank', payout)] };
  live = { ...sellers.deps, rails };
  seller = await sellers.account();
  await sellers.credit(seller, 10_000n);
});
afterEach(async () => {
  await sellers.deps.db.query('delete from jobs');
  expect(await auditLedger(sellers.deps.db)).toEqual([]);
});

async function request(): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount: 40, pix_key: '11144477735' });
  return String(body.id);
}
const available = async () => (await seller.call('GET', '/api/v1/balance')).body.available;
const statusOf = async () => {
  const { body } = await seller.call('GET', '/api/v1/withdrawals');
  return (body.data as { status: string }[])[0]?.status;
};
const approve = (id: string) => approveWithdrawal(live, seller.id, id);
const later = async () => {
  sellers.clock.setOffset(sellers.clock.offsetMs + 20 * MINUTE_MS);
  return runDueJobs(live, withdrawalJobs(live));
};

const answered = (state: PayoutAtBank['state'], reason: string | null = null): PayoutAnswer => ({
  ok: true,
  payout: { state, reason, bankReference: null, endToEndId: null, returns: [] },
});
const succeeded = answered('succeeded');
const failed = answered('failed', 'closed account');
const pending = answered('pending');
const refused: PayoutAnswer = { ok: false, kind: 'refused', reason: 'unknown key' };
const unavailable: PayoutAnswer = { ok: false, kind: 'unavailable', reason: 'timeout' };

describe('approval where a provider pays', () => {
  it('asks the provider with the id of the withdrawal, and approves on success', async () => {
    const id = await request();
    answers = [succeeded];
    expect(await approve(id)).toMatchObject({ status: 'approved' });
    expect(asked).toEqual([
      {
        reference: id,
        amountCents: 4_000n,
        pixKey: '11144477735',
        ownerDocument: '11144477735',
        description: null,
      },
    ]);
    expect(await available()).toBe(60);
  });

  it.each([
    [failed, 'closed account'],
    [refused, 'unknown key'],
  ])('rejects with the reason when it could not be paid (case %#)', async (answer, reason) => {
    const id = await request();
    answers = [answer];
    expect(await approve(id)).toMatchObject({ status: 'rejected', reason });
    expect(await available()).toBe(100);
  });

  it.each([[pending], [unavailable]])(
    'stays pending without an outcome and asks again later (case %#)',
    async (none) => {
      const id = await request();
      answers = [none, none, succeeded];
      expect(await approve(id)).toMatchObject({ status: 'pending' });
      expect(await later()).toBe(1);
      expect(await statusOf()).toBe('pending');
      expect(await later()).toBe(1);
      expect(await statusOf()).toBe('approved');
      expect(await later()).toBe(0);
      expect(new Set(asked.map((each) => each.reference))).toEqual(new Set([id]));
      expect(await available()).toBe(60);
    },
  );

  it('is taken up by the job when the call dies', async () => {
    const id = await request();
    answers = [new Error('killed'), failed];
    expect(await approve(id)).toMatchObject({ status: 'pending' });
    expect(await statusOf()).toBe('pending');
    await later();
    expect(await statusOf()).toBe('rejected');
    expect(await available()).toBe(100);
  });

  it('cannot be rejected by hand, nor started twice, once the payout was sent', async () => {
    const id = await request();
    await approve(id);
    const underWay = expect.objectContaining({
      code: 'INVALID_STATE',
      message: 'The withdrawal is already being paid',
    });
    await expect(rejectWithdrawal(live, seller.id, id, { reason: null })).rejects.toEqual(underWay);
    await expect(approve(id)).rejects.toEqual(underWay);
    expect(asked).toHaveLength(1);
    expect(await available()).toBe(60);
  });

  it('sends one payout when ten operators approve at once', async () => {
    const id = await request();
    answers = [succeeded];
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => approve(id)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('leaves nothing to do for the job when the call settled it', async () => {
    const id = await request();
    answers = [succeeded];
    await approve(id);
    expect(await later()).toBe(1);
    expect(asked).toHaveLength(1);
    expect(await later()).toBe(0);
  });

  it('can be rejected by hand before it was sent', async () => {
    const id = await request();
    expect(await rejectWithdrawal(live, seller.id, id, { reason: 'no' })).toMatchObject({
      status: 'rejected',
    });
    await expect(approve(id)).rejects.toEqual(expect.objectContaining({ code: 'INVALID_STATE' }));
    expect(asked).toEqual([]);
  });
});
