import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal } from '../../server/src/balance/decide-withdrawal.ts';
import { withdrawalJobs } from '../../server/src/balance/payouts/jobs.ts';
import { readPayoutNotice } from '../../server/src/balance/payouts/notices.ts';
import type { Deps } from '../../server/src/http/deps.ts';
import { runDueJobs } from '../../server/src/jobs/run.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { FakeBank } from '../support/payout-bank.ts';
import { type Sellers, startSellers, type TestAccount } from '../support/sellers.ts';

const SELLERS = 6;
const EACH = 20;
const AMOUNT_CENTS = 1_000n;
const CREDIT_CENTS = 50_000n;
const MAX_ROUNDS = 60;

let sellers: Sellers;
beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());

/** The same numbers in every run with the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Row = {
  id: string;
  account_id: string;
  status: string;
  provider: string | null;
  returned_cents: bigint;
  payout_calls: number;
};

const rows = () =>
  sellers.deps.db.query<Row>(
    'select id, account_id, status, provider, returned_cents, payout_calls from withdrawals',
  );

function badBank(name: string, random: () => number): FakeBank {
  const bank = new FakeBank(name);
  bank.paysAtOnce = false;
  bank.faultOf = (operation) => {
    const chance = random();
    if (operation === 'find') return chance < 0.15 ? 'lost_answer' : 'none';
    if (chance < 0.25) return 'lost_answer';
    if (chance < 0.35) return 'lost_call';
    return chance < 0.4 ? 'refused' : 'none';
  };
  return bank;
}

const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((each) => ({ each, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);

/** Some payouts end, some come back in part, and notices of all of them arrive twice and in any order. */
async function banksDoSomething(live: Deps, banks: readonly FakeBank[], random: () => number): Promise<void> {
  for (const bank of banks) {
    bank.isAccepting = random() < 0.8;
    for (const [reference, { payout, request }] of bank.held) {
      const chance = random();
      if (chance < 0.4) bank.settle(reference, chance < 0.08 ? 'failed' : 'succeeded');
      else if (chance < 0.5) bank.settle(reference, 'awaiting_approval');
      const isPaid = bank.hold(reference).payout.state === 'succeeded';
      if (isPaid && payout.returns.length < 2 && random() < 0.1) {
        bank.giveBack(reference, cents(request.amountCents / 2n));
      }
    }
    const references = [...bank.held.keys()];
    const hints = shuffled([...references, ...references, 'unknown'], random).map((reference) =>
      random() < 0.5 && reference !== 'unknown'
        ? { bankReference: `${bank.name}-${reference}` }
        : { reference: reference === 'unknown' ? sellers.deps.ids.next() : reference },
    );
    const notice = { headers: {}, rawBody: Buffer.alloc(0), body: { payouts: hints } };
    expect(await readPayoutNotice(live, bank.name, notice)).toBe(true);
  }
}

async function requests(seller: TestAccount): Promise<string[]> {
  await sellers.credit(seller, CREDIT_CENTS);
  const answers = await Promise.all(
    Array.from({ length: EACH }, () =>
      seller.call('POST', '/api/v1/withdrawals', {
        amount: Number(AMOUNT_CENTS) / 100,
        pix_key: '11144477735',
      }),
    ),
  );
  return answers.map(({ body }) => String(body.id));
}

describe('many withdrawals through banks that lose answers', () => {
  it('are each paid once, each credited once, and the books close', async () => {
    const random = randomFrom(Number(process.env.GUICHE_SEED ?? 7));
    const banks = [badBank('one', random), badBank('two', random)];
    const payout = banks.map((bank) => bank.provider());
    const live: Deps = { ...sellers.deps, rails: { ...sellers.deps.rails, payout } };
    const accounts = await Promise.all(Array.from({ length: SELLERS }, () => sellers.account()));
    const ids = (
      await Promise.all(accounts.map(async (each) => (await requests(each)).map((id) => ({ each, id }))))
    ).flat();
    // Two processes approve each at the same moment: one of them is refused. The breaker of one bank opens meanwhile.
    const twice = async (some: typeof ids) => {
      const both = [...some, ...some].map(({ each, id }) => approveWithdrawal(live, each.id, id));
      const outcomes = await Promise.allSettled(both);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(some.length);
    };
    await twice(ids.slice(0, ids.length / 2));
    for (const bank of banks) bank.isAccepting = bank.name === 'two';
    await twice(ids.slice(ids.length / 2));
    const handlers = withdrawalJobs(live);
    const workers = async () => {
      await Promise.all([runDueJobs(live, handlers), runDueJobs(live, handlers), runDueJobs(live, handlers)]);
    };
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      sellers.clock.setOffset(sellers.clock.offsetMs + 11 * MINUTE_MS);
      await Promise.all([workers(), banksDoSomething(live, banks, random), workers()]);
      if (round > 5 && (await rows()).every(({ status }) => status !== 'pending')) break;
    }
    // Quiet days: the last returns are read by the looks that follow each payment.
    for (const bank of banks) bank.faultOf = () => 'none';
    for (let round = 0; round < 12; round += 1) {
      sellers.clock.setOffset(sellers.clock.offsetMs + 24 * 60 * MINUTE_MS);
      await workers();
    }
    await expectOnce(banks, await rows());
    expect(await auditLedger(sellers.deps.db)).toEqual([]);
    await expectBalances(accounts, await rows());
    expect(banks.every((bank) => bank.held.size > 5)).toBe(true);
  }, 240_000);
});

async function expectOnce(banks: readonly FakeBank[], all: readonly Row[]): Promise<void> {
  expect(all.filter(({ status }) => status === 'pending')).toEqual([]);
  for (const row of all) {
    const holders = banks.filter((bank) => bank.held.has(row.id));
    expect(holders.length, `${row.id} is at one bank`).toBeLessThanOrEqual(1);
    const held = holders[0]?.held.get(row.id);
    if (held) expect(holders[0]?.name).toBe(row.provider);
    const isPaid = held?.payout.state === 'succeeded';
    expect(held?.movements ?? 0, `${row.id} moved once`).toBe(isPaid ? 1 : 0);
    expect(row.status, `${row.id} after ${row.payout_calls} calls`).toBe(isPaid ? 'approved' : 'rejected');
    const returned = (held?.payout.returns ?? []).reduce((sum, back) => sum + back.amountCents, 0n);
    expect(row.returned_cents, `${row.id} is credited what came back`).toBe(isPaid ? returned : 0n);
  }
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['approved', 'rejected']));
  expect(all.some(({ returned_cents: returned }) => returned > 0n)).toBe(true);
  expect(all.some(({ payout_calls: calls }) => calls > 1)).toBe(true);
  const events = await sellers.deps.db.query<{ type: string; count: bigint }>(
    `select type, count(*) as count from events where type like 'withdrawal.%' group by type`,
  );
  const counted = new Map(events.map(({ type, count }) => [type, Number(count)]));
  const ended = (counted.get('withdrawal.approved') ?? 0) + (counted.get('withdrawal.rejected') ?? 0);
  expect(ended).toBe(all.length);
  const back = banks.flatMap((bank) => [...bank.held.values()].flatMap(({ payout }) => payout.returns));
  expect(counted.get('withdrawal.returned')).toBe(back.length);
}

async function expectBalances(accounts: readonly TestAccount[], all: readonly Row[]): Promise<void> {
  for (const account of accounts) {
    const own = all.filter((row) => row.account_id === account.id);
    const out = own.reduce(
      (sum, row) => sum + (row.status === 'approved' ? AMOUNT_CENTS - row.returned_cents : 0n),
      0n,
    );
    const { body } = await account.call('GET', '/api/v1/balance');
    expect(body.available).toBe(Number(CREDIT_CENTS - out) / 100);
  }
}
