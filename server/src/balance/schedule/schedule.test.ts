import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  actor,
  at,
  effectsOf,
  frozen,
  NOW,
  reais,
  refusalOf,
  resultOf,
} from '../../../../test/support/literals.ts';
import { type Sellers, startSellers, type TestAccount } from '../../../../test/support/sellers.ts';
import { changeProfile } from '../../accounts/change-profile.ts';
import { systemActor } from '../../audit/record.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { type Cents, cents } from '../../kit/money.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { decideSchedule } from './change.ts';
import { amountOf, nextAt, type Plan } from './rules.ts';
import { decideSlot, type SlotState, scheduleJobs } from './run.ts';
import { NO_SCHEDULE, type Schedule } from './store.ts';

const plan = (set: Partial<Plan> = {}): Plan => ({
  ...{ frequency: 'daily', weekday: null, aboveCents: null, keepCents: cents(0n) },
  ...set,
});
const schedule = (set: Partial<Schedule> = {}): Schedule =>
  frozen({ ...NO_SCHEDULE, ...plan(), version: 3, nextAt: NOW, ...set });

// NOW is a Tuesday, noon in São Paulo; 9:00 there is 12:00 UTC.
describe('the next slot', () => {
  it.each([
    ['off', plan({ frequency: 'off' }), NOW, null],
    ['daily, after nine: tomorrow', plan(), NOW, '2026-03-11T12:00:00.000Z'],
    ['daily, before nine: today', plan(), new Date('2026-03-10T11:59:59Z'), '2026-03-10T12:00:00.000Z'],
    ['daily, at nine: tomorrow', plan(), new Date('2026-03-10T12:00:00Z'), '2026-03-11T12:00:00.000Z'],
    ['weekly, on Thursday', plan({ frequency: 'weekly', weekday: 4 }), NOW, '2026-03-12T12:00:00.000Z'],
    [
      'weekly, today after nine: in a week',
      plan({ frequency: 'weekly', weekday: 2 }),
      NOW,
      '2026-03-17T12:00:00.000Z',
    ],
    ['above an amount: in an hour', plan({ frequency: 'above' }), NOW, '2026-03-10T16:00:00.000Z'],
  ])('%s', (_, of, now, next) => {
    expect(nextAt(of, now)?.toISOString() ?? null).toBe(next);
  });

  it('above an amount, after a withdrawal of today, is tomorrow', () => {
    expect(nextAt(plan({ frequency: 'above' }), NOW, true)?.toISOString()).toBe('2026-03-11T03:00:00.000Z');
  });
});

describe('the amount', () => {
  const above = { frequency: 'above', aboveCents: reais('50.00') } as const;
  it.each([
    [plan(), '10.00', '10.00'],
    [plan(), '0.00', '0.00'],
    [plan(), '-1.00', '0.00'],
    [plan({ keepCents: reais('4.00') }), '10.00', '6.00'],
    [plan({ keepCents: reais('10.00') }), '10.00', '0.00'],
    [plan(above), '50.00', '0.00'],
    [plan(above), '50.01', '50.01'],
    [plan({ ...above, keepCents: reais('50.00') }), '50.01', '0.01'],
  ])('of %o with %s available is %s', (of, available, amount) => {
    expect(amountOf(of, reais(available))).toBe(reais(amount));
  });
});

describe('a slot', () => {
  const account = {
    isActive: true,
    payoutKey: 'ana@example.com',
    isVerified: true,
    availableCents: reais('80.00'),
  };
  const decide = (set: Partial<SlotState> = {}, approvesUpTo: Cents | 'all' | null = null, version = 3) =>
    decideSlot(
      frozen({ schedule: schedule(), account, isUsed: false, ...set }),
      {
        accountId: 'shop',
        version,
        withdrawalId: 'W',
        needsAddress: true,
        isByAcquirer: false,
        approvesUpTo,
      },
      NOW,
    );

  it('requests a withdrawal, takes the day, and plans the next one', () => {
    const decision = decide();
    expect(resultOf(decision)).toBe('requested');
    const effects = effectsOf(decision);
    expect(effects.rows?.map(([name]) => name)).toEqual([
      ...['withdrawals.add', 'scheduled_withdrawals.add', 'withdrawal_schedules.save'],
    ]);
    expect(effects.entries).toEqual({
      'withdrawal:W:requested now': ['shop available → withdrawals 80.00 withdrawal', 'covered by shop'],
    });
    expect(effects.jobs).toEqual(['shop withdrawal.scheduled {"version":3} +21h']);
  });

  it('is approved by a job where the limits may allow it', () => {
    for (const limit of ['all', reais('80.00')] as const)
      expect(effectsOf(decide({}, limit)).jobs?.[0]).toMatch('withdrawal.approve');
    expect(effectsOf(decide({}, reais('79.99'))).jobs).toHaveLength(1);
  });

  it.each([
    ['account_not_active', { account: { ...account, isActive: false } }],
    ['account_not_active', { account: null }],
    ['nothing_available', { account: { ...account, availableCents: reais('0.00') } }],
    ['pix_key_required', { account: { ...account, payoutKey: null } }],
    ['email_not_verified', { account: { ...account, isVerified: false } }],
  ] as const)('ends as %s without a withdrawal, and the next one is planned', (outcome, set) => {
    const decision = decide(set);
    expect(resultOf(decision)).toBe(outcome);
    expect(effectsOf(decision).rows?.map(([name]) => name)).toEqual(['withdrawal_schedules.save']);
    expect(effectsOf(decision).jobs).toHaveLength(1);
  });

  it.each([
    ['of an earlier version', {}, 2],
    ['of a schedule that is off', { schedule: schedule({ frequency: 'off' }) }, 3],
  ] as const)('%s does nothing', (_, set, version) => {
    expect(effectsOf(decide(set, null, version))).toEqual({});
  });

  it.each([
    ['of a used day', { isUsed: true }],
    ['before its time, because the clock was moved back', { schedule: schedule({ nextAt: at('+2d') }) }],
  ] as const)('%s is planned anew under another version', (_, set) => {
    const decision = decide(set);
    expect(resultOf(decision)).toBeNull();
    expect(effectsOf(decision).jobs).toEqual(['shop withdrawal.scheduled {"version":4} +21h']);
  });
});

it('a schedule needs a registered key, unless it is switched off', () => {
  const change = (of: Plan, hasKey: boolean) =>
    decideSchedule({ schedule: NO_SCHEDULE, hasKey }, actor('shop'), of, NOW);
  expect(refusalOf(change(plan(), false))).toMatch('PIX_KEY_REQUIRED');
  expect(resultOf(change(plan({ frequency: 'off' }), false))).toMatchObject({ nextAt: null });
  expect(resultOf(change(plan(), true))).toMatchObject({ version: 1 });
});

describe('automatic withdrawals', () => {
  const PATH = '/api/v1/account/automatic-withdrawals';
  let sellers: Sellers;
  let seller: TestAccount;
  beforeAll(async () => {
    sellers = await startSellers();
  });
  afterAll(() => sellers.stop());
  beforeEach(async () => {
    sellers.clock.setOffset(0);
    seller = await sellers.account();
    await sellers.credit(seller, 10_000n);
    await changeProfile(sellers.deps, systemActor(seller.id), { payoutPixKey: '11144477735' });
  });
  afterEach(async () => {
    await sellers.deps.db.query('delete from jobs');
    expect(await auditLedger(sellers.deps.db)).toEqual([]);
  });
  const put = (body: object) => seller.call('PUT', PATH, body);
  const withdrawals = async () => (await seller.call('GET', '/api/v1/withdrawals')).body;
  const advance = async (ms: number) => {
    sellers.clock.setOffset(sellers.clock.offsetMs + ms);
    const handlers = scheduleJobs(sellers.deps);
    await Promise.all([runDueJobs(sellers.deps, handlers), runDueJobs(sellers.deps, handlers)]);
  };

  it('are off until they are asked for, and shown as they were set', async () => {
    expect((await seller.call('GET', PATH)).body).toEqual({
      ...{ object: 'automatic_withdrawals', frequency: 'off', weekday: null, above_amount: null },
      ...{ keep_amount: 0, next_at: null, last: null },
    });
    expect(await put({ frequency: 'weekly', weekday: 'friday', keep_amount: 20 })).toMatchObject({
      status: 200,
      body: { frequency: 'weekly', weekday: 'friday', keep_amount: 20, next_at: expect.any(String) },
    });
  });

  it.each([
    [{ frequency: 'weekly' }, 'weekday'],
    [{ frequency: 'above' }, 'above_amount'],
    [{ frequency: 'above', above_amount: 10, keep_amount: 11 }, 'keep_amount'],
    [{ frequency: 'hourly' }, 'frequency'],
    [{ frequency: 'daily', keep_amount: -1 }, 'keep_amount'],
  ])('refuse %j', async (body, field) => {
    expect(await put(body)).toMatchObject({
      status: 400,
      body: { details: { [field]: expect.any(String) } },
    });
  });

  it('withdraw once a day, however many workers run and however late', async () => {
    await put({ frequency: 'daily', keep_amount: 30 });
    await advance(DAY_MS);
    expect(await withdrawals()).toMatchObject({ total: 1, data: [{ amount: 70, pix_key: '11144477735' }] });
    await sellers.credit(seller, 500n);
    await advance(HOUR_MS);
    expect((await withdrawals()).total).toBe(1);
    await advance(DAY_MS);
    expect(await withdrawals()).toMatchObject({ total: 2, data: [{ amount: 5 }, { amount: 70 }] });
    await advance(DAY_MS);
    expect((await seller.call('GET', PATH)).body).toMatchObject({ last: { outcome: 'nothing_available' } });
    expect((await withdrawals()).total).toBe(2);
  });

  it('above an amount wait for it', async () => {
    await put({ frequency: 'above', above_amount: 150 });
    await advance(2 * HOUR_MS);
    expect((await withdrawals()).total).toBe(0);
    await sellers.credit(seller, 6_000n);
    await advance(2 * HOUR_MS);
    expect(await withdrawals()).toMatchObject({ total: 1, data: [{ amount: 160 }] });
  });

  it('end when they are switched off', async () => {
    await put({ frequency: 'daily' });
    await put({ frequency: 'off' });
    await advance(3 * DAY_MS);
    expect((await withdrawals()).total).toBe(0);
  });
});
