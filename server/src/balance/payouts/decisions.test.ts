import { describe, expect, it } from 'vitest';
import {
  at,
  effectsOf,
  frozen,
  NOW,
  reais,
  refusalOf,
  resultOf,
  withdrawal,
} from '../../../../test/support/literals.ts';
import type { Config } from '../../kit/config.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type { PayoutAtBank, PayoutProvider } from '../../providers/payout.ts';
import type { WithdrawalRow } from '../withdrawals.ts';
import { type Automatic, type AutomaticState, decideAutomatic } from './automatic.ts';
import { choosePayout } from './choose.ts';
import { decideSeen } from './outcome.ts';
import { decideCall, decideRefused } from './pay.ts';
import { NO_OWN_TERMS, type OwnTerms, termsInForce } from './terms.ts';

const paying = (set: Partial<WithdrawalRow> = {}) =>
  withdrawal({
    ...{ payout_started_at: at('-1m'), provider: 'bank', payout_state: 'sending', checks_owner: true },
    ...{ payout_calls: 1, payout_called_at: at('-1m') },
    ...set,
  });
const atBank = (set: Partial<PayoutAtBank> = {}): PayoutAtBank =>
  frozen({ state: 'pending', reason: null, bankReference: null, endToEndId: null, returns: [], ...set });
const back = (id: string, amount: string) => ({ id, amountCents: reais(amount), at: NOW, reason: null });
const alert = (kind: string) => ({
  ...{ kind, source: `${kind}:W`, accountId: 'shop', withdrawalId: 'W', provider: 'bank' },
  ...{ amountCents: reais('50.00'), detail: null, at: NOW },
});
const seen = (row: WithdrawalRow | null, payout: PayoutAtBank, known: string[] = []) =>
  decideSeen(
    frozen({ withdrawal: row, returns: known.map((id) => ({ id })), ownerDocument: '11144477735' }),
    payout,
    NOW,
  );

describe('what the bank says of a payout', () => {
  it('that succeeded approves the withdrawal, with the names the bank has for it; a look follows', () => {
    const decision = seen(paying(), atBank({ state: 'succeeded', bankReference: 'B', endToEndId: 'E1' }));
    const names = { payout_state: 'succeeded', bank_reference: 'B', end_to_end_id: 'E1' } as const;
    const after = paying({ ...names, status: 'approved', decided_at: NOW });
    expect(resultOf(decision)).toEqual({ row: after, surprises: [] });
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['withdrawals.save', { ...names, status: 'approved', decided_at: NOW }],
        [
          'payout_references.add',
          { bankReference: 'B', provider: 'bank', accountId: 'shop', withdrawalId: 'W' },
        ],
      ],
      counts: ['shop withdrawals:pending -1', 'shop withdrawals:approved 1'],
      events: ['shop withdrawal.approved pending → approved #1'],
      entries: { 'withdrawal:W:approved now': ['shop withdrawals → external 50.00 withdrawal'] },
      jobs: ['shop withdrawal.look {"withdrawal_id":"W","step":0} +1d'],
    });
  });

  it('that failed rejects it with the reason of the bank', () => {
    const decision = seen(paying(), atBank({ state: 'failed', reason: 'closed account' }));
    expect(resultOf(decision).row).toMatchObject({
      ...{ status: 'rejected', reason: 'closed account', payout_state: 'failed' },
    });
    expect(effectsOf(decision).entries).toEqual({
      'withdrawal:W:rejected now': ['shop withdrawals → available 50.00 withdrawal_reversal'],
    });
  });

  it('that waits for a person at the bank is kept, and nothing moves', () => {
    const decision = seen(paying(), atBank({ state: 'awaiting_approval', bankReference: 'B' }));
    expect(effectsOf(decision).rows?.[0]).toEqual([
      'withdrawals.save',
      { payout_state: 'awaiting_approval', bank_reference: 'B' },
    ]);
    expect(effectsOf(decision).entries).toBeUndefined();
  });

  it('that is as it was changes nothing', () => {
    expect(effectsOf(seen(paying(), atBank()))).toEqual({});
  });

  it('never takes back an end that is on record', () => {
    const paid = paying({ status: 'approved', payout_state: 'succeeded' });
    expect(effectsOf(seen(paid, atBank()))).toEqual({});
    expect(effectsOf(seen(paid, atBank({ state: 'succeeded' })))).toEqual({});
    const rejected = paying({ status: 'rejected', payout_state: 'failed' });
    expect(effectsOf(seen(rejected, atBank({ state: 'failed' })))).toEqual({});
  });

  it.each([
    ['payout_failed_after_payment', paying({ status: 'approved' }), 'failed'],
    ['payout_paid_after_rejection', paying({ status: 'rejected' }), 'succeeded'],
  ] as const)('is the alert %s, and moves nothing', (surprise, row, state) => {
    const decision = seen(row, atBank({ state }));
    expect(resultOf(decision).surprises).toEqual([surprise]);
    expect(effectsOf(decision)).toEqual({ rows: [['alerts.add', alert(surprise)]] });
  });

  it('ends the alert that the bank did not find it', () => {
    const named = paying({ bank_reference: 'B' });
    expect(effectsOf(seen(named, atBank({ state: 'succeeded' }))).rows).toContainEqual([
      'alerts.over',
      { source: 'payout_not_found:W', at: NOW },
    ]);
  });
});

describe('whom the bank says it paid', () => {
  const paid = (receiverDocument: string, set: Partial<WithdrawalRow> = {}) =>
    seen(paying(set), atBank({ state: 'succeeded', receiverDocument }));

  it.each([
    ['***.444.777-**', '***.444.777-**', false],
    ['11144477735', '***.444.777-**', false],
    ['111.444.777-35', '***.444.777-**', false],
    ['***.982.247-**', '***.982.247-**', true],
    ['11222333000181', '**.222.333/0001-**', true],
  ])('%s is kept as %s; another than the owner of the account: %s', (said, kept, isOther) => {
    const decision = paid(said);
    expect(resultOf(decision).row).toMatchObject({
      ...{ status: 'approved', receiver_document: kept, receiver_is_other: isOther },
    });
    const alerts = (effectsOf(decision).rows ?? []).filter(([name]) => name === 'alerts.add');
    const raised = { ...alert('payout_other_owner'), detail: kept };
    expect(alerts).toEqual(isOther ? [['alerts.add', raised]] : []);
  });

  it('may be another where the terms allow any key', () => {
    const decision = paid('***.982.247-**', { checks_owner: false });
    expect(resultOf(decision)).toMatchObject({ row: { receiver_is_other: true }, surprises: [] });
  });

  it('is taken once, also after it was paid', () => {
    const set = { status: 'approved', payout_state: 'succeeded' } as const;
    const first = paid('***.982.247-**', set);
    expect(effectsOf(first).rows).toEqual([
      ['withdrawals.save', { receiver_document: '***.982.247-**', receiver_is_other: true }],
      ['alerts.add', { ...alert('payout_other_owner'), detail: '***.982.247-**' }],
    ]);
    const known = { ...set, receiver_document: '***.982.247-**', receiver_is_other: true };
    expect(effectsOf(paid('***.982.247-**', known))).toEqual({});
  });
});

describe('what comes back', () => {
  const paid = paying({ status: 'approved', payout_state: 'succeeded' });

  it('is a credit of its own, an event and an audit line', () => {
    const decision = seen(paid, atBank({ state: 'succeeded', returns: [back('D1', '20.00')] }));
    expect(resultOf(decision).row.returned_cents).toBe(reais('20.00'));
    expect(effectsOf(decision)).toMatchObject({
      events: ['shop withdrawal.returned approved → approved #2'],
      entries: {
        'withdrawal:W:returned:D1 now': ['shop external → available 20.00 withdrawal_reversal'],
      },
    });
  });

  it('is booked once, however often it is said', () => {
    const payout = atBank({ state: 'succeeded', returns: [back('D1', '20.00'), back('D1', '20.00')] });
    expect(resultOf(seen(paid, payout)).row.returned_cents).toBe(reais('20.00'));
    const row = paying({ status: 'approved', payout_state: 'succeeded', returned_cents: reais('20.00') });
    expect(effectsOf(seen(row, payout, ['D1']))).toEqual({});
  });

  it('in parts adds up, each with its place among the events', () => {
    const row = paying({ status: 'approved', payout_state: 'succeeded', returned_cents: reais('20.00') });
    const returns = [back('D1', '20.00'), back('D2', '10.00'), back('D3', '20.00')];
    const decision = seen(row, atBank({ state: 'succeeded', returns }), ['D1']);
    expect(resultOf(decision).row.returned_cents).toBe(reais('50.00'));
    expect(effectsOf(decision).events).toEqual([
      'shop withdrawal.returned approved → approved #3',
      'shop withdrawal.returned approved → approved #4',
    ]);
  });

  it('together with the news that it was paid is one save', () => {
    const payout = atBank({ state: 'succeeded', returns: [back('D1', '50.00')] });
    const decision = seen(paying(), payout);
    const saves = effectsOf(decision).rows?.filter(([name]) => name === 'withdrawals.save');
    expect(saves).toHaveLength(1);
    expect(Object.keys(effectsOf(decision).entries ?? {})).toEqual([
      'withdrawal:W:approved now',
      'withdrawal:W:returned:D1 now',
    ]);
  });

  it('beyond what was paid is not booked, but a surprise', () => {
    const decision = seen(paid, atBank({ state: 'succeeded', returns: [back('D1', '50.01')] }));
    expect(resultOf(decision)).toEqual({ row: paid, surprises: ['payout_returned_too_much'] });
    const raised = { ...alert('payout_returned_too_much'), amountCents: reais('50.01') };
    expect(effectsOf(decision)).toEqual({
      rows: [['alerts.add', { ...raised, source: `${raised.source}:D1` }]],
    });
  });
});

describe('a refusal of the bank', () => {
  const refuse = (
    row: WithdrawalRow,
    { calls = row.payout_calls, isAbsent = false, earlier = null as Date | null } = {},
  ) => resultOf(decideRefused(row, { calls, reason: 'unknown key', isAbsent, earlierCallAt: earlier }, NOW));

  it.each([
    ['of the only call', paying(), {}],
    [
      'of a later one, where the bank had none',
      paying({ payout_calls: 2 }),
      { isAbsent: true, earlier: at('-6m') },
    ],
  ])('%s gives the money back', (_, row, facts) => {
    expect(refuse(row, facts)).toMatchObject({ status: 'rejected', reason: 'unknown key' });
  });

  it.each([
    ['that another call has followed', paying({ payout_calls: 2 }), { calls: 1 }],
    ['of a later call, without a look', paying({ payout_calls: 2 }), {}],
    [
      'while an earlier call may still arrive',
      paying({ payout_calls: 2 }),
      { isAbsent: true, earlier: at('-4m') },
    ],
    ['of what the bank has named before', paying({ bank_reference: 'B' }), {}],
    ['after the bank has paid', paying({ status: 'approved' }), {}],
  ])('%s changes nothing', (_, row, facts) => {
    expect(refuse(row, facts)).toBe(row);
  });
});

describe('a call to the bank', () => {
  it('is counted before it is made, at the provider that was chosen', () => {
    const row = paying();
    expect(resultOf(decideCall(row, 1, 'bank', NOW))).toMatchObject({
      payout_calls: 2,
      payout_called_at: NOW,
    });
  });

  it.each([
    ['another process was quicker', paying({ payout_calls: 2 }), 'bank'],
    ['it has ended', paying({ status: 'approved' }), 'bank'],
    ['it is of another provider', paying(), 'other'],
    ['there is none', null, 'bank'],
  ])('is not made when %s', (_, row, provider) => {
    expect(resultOf(decideCall(row, 1, provider, NOW))).toBeNull();
  });
});

describe('the provider of a payout', () => {
  const provider = (name: string, accepts: boolean | null, onlyFor?: string) =>
    ({
      ...{ name, remote: accepts === null ? null : { accepts: () => accepts } },
      ...(onlyFor && { onlyFor: (key: string) => key === onlyFor }),
    }) as unknown as PayoutProvider;
  const [a, b, closed, books] = [
    provider('a', true),
    provider('b', true),
    provider('closed', false),
    provider('books', null),
  ];
  const test = provider('test', true, 'test-key');

  it.each([
    ['none', [], null, 'key', { paidBy: 'hand', provider: null }],
    ['the first', [a, b], null, 'key', { paidBy: 'provider', provider: 'a' }],
    ['the first that accepts', [closed, b], null, 'key', { paidBy: 'provider', provider: 'b' }],
    ["the first of the account's order", [a, b], ['b', 'a'], 'key', { paidBy: 'provider', provider: 'b' }],
    ['of a list that names none of ours', [a, b], ['gone'], 'key', { paidBy: 'provider', provider: 'a' }],
    ['later, while none accepts', [closed], null, 'key', { paidBy: 'provider', provider: null }],
    ['the books', [books, test], null, 'key', { paidBy: 'books', provider: null }],
    ['of a test key', [books, test], null, 'test-key', { paidBy: 'provider', provider: 'test' }],
  ] as const)('is %s', (_, payout, own, key, choice) => {
    expect(choosePayout({ payout }, own, key)).toMatchObject(choice);
  });
});

const config = (upTo: string | null, perDay: string | null = null, twoAbove: string | null = null) =>
  ({
    ...{ GUICHE_RAILS: 'live', GUICHE_PAYOUT_TO: 'own' },
    GUICHE_PAYOUT_AUTO_UP_TO: upTo === null ? null : reais(upTo),
    GUICHE_PAYOUT_AUTO_PER_DAY: perDay === null ? null : reais(perDay),
    GUICHE_TWO_PERSON_ABOVE: twoAbove === null ? null : reais(twoAbove),
  }) as Config;
const own = (set: Partial<OwnTerms> = {}): OwnTerms => ({ ...NO_OWN_TERMS, ...set });

describe('the terms in force', () => {
  it.each([
    ['nothing by default', own(), config(null), null, null],
    ['a day is one limit', own(), config('100.00'), '100.00', '100.00'],
    ['a day of its own', own(), config('100.00', '500.00'), '100.00', '500.00'],
    [
      "the account's limit is its day too",
      own({ autoUpToCents: reais('20.00') }),
      config('100.00', '500.00'),
      '20.00',
      '20.00',
    ],
    ['zero is off', own({ autoUpToCents: reais('0.00') }), config('100.00'), null, null],
    [
      'an account alone',
      own({ autoUpToCents: reais('20.00'), autoPerDayCents: reais('60.00') }),
      config(null),
      '20.00',
      '60.00',
    ],
  ])('%s', (_, terms, settings, upTo, perDay) => {
    const inForce = termsInForce(terms, settings);
    const text = (amount: Cents | null) => (amount === null ? null : `${amount}`);
    expect([text(inForce.autoUpToCents), text(inForce.autoPerDayCents)]).toEqual([
      upTo && `${reais(upTo)}`,
      perDay && `${reais(perDay)}`,
    ]);
  });
});

describe('a withdrawal without hands', () => {
  const account = { status: 'active', payoutKey: 'ana@example.com' };
  const decide = (
    state: Partial<AutomaticState> = {},
    command: Partial<Automatic> = {},
    settings = config('50.00', '100.00'),
  ) =>
    resultOf(
      decideAutomatic(
        { withdrawal: withdrawal(), account, sentCents: cents(0n), ...state },
        {
          payment: { paidBy: 'provider', provider: 'bank', checksOwner: true, verifiesOwner: true },
          terms: termsInForce(NO_OWN_TERMS, settings),
          ...{ isUnlimited: false, day: '2026-03-10', config: settings },
          ...command,
        },
        NOW,
      ),
    );

  it('is sent at the limit, and at the sum of the day', () => {
    expect(decide()).toMatchObject({ provider: 'bank', payout_calls: 1 });
    expect(decide({ sentCents: reais('50.00') })).toMatchObject({ provider: 'bank' });
  });

  it.each([
    ['above the limit', { withdrawal: withdrawal({ amount_cents: reais('50.01') }) }, {}],
    ['above the sum of the day', { sentCents: reais('50.01') }, {}],
    ['of a blocked account', { account: { ...account, status: 'blocked' } }, {}],
    ['of no account', { account: null }, {}],
    ['that has begun', { withdrawal: paying() }, {}],
    ['that is rejected', { withdrawal: withdrawal({ status: 'rejected' }) }, {}],
    [
      'that an operator pays by hand',
      {},
      { payment: { paidBy: 'hand', provider: null, checksOwner: true, verifiesOwner: false } },
    ],
    [
      'to another key, whose owner is not checked',
      { account: { ...account, payoutKey: 'bia@example.com' } },
      { payment: { paidBy: 'provider', provider: 'bank', checksOwner: false, verifiesOwner: true } },
    ],
    [
      'to another key, at a bank that cannot check its owner',
      { account: { ...account, payoutKey: 'bia@example.com' } },
      { payment: { paidBy: 'provider', provider: 'bank', checksOwner: true, verifiesOwner: false } },
    ],
  ] as const)('%s is left to a person', (_, state, command) => {
    expect(decide(state, command)).toBeNull();
  });

  it('to another key waits while no bank accepts that could check its owner', () => {
    const elsewhere = { account: { ...account, payoutKey: 'bia@example.com' } };
    const payment = { paidBy: 'provider', provider: null, verifiesOwner: false } as const;
    expect(decide(elsewhere, { payment: { ...payment, checksOwner: true } })).toBe('undecided');
    expect(decide(elsewhere, { payment: { ...payment, checksOwner: false } })).toBeNull();
    expect(decide({}, { payment: { ...payment, checksOwner: true } })).toMatchObject({ provider: null });
  });

  it('that needs two persons is left to them', () => {
    expect(decide({}, {}, config('50.00', '100.00', '49.99'))).toBeNull();
  });

  it('to the registered key is sent though its owner is not checked', () => {
    const payment = {
      paidBy: 'provider',
      provider: 'bank',
      checksOwner: false,
      verifiesOwner: true,
    } as const;
    expect(decide({}, { payment })).toMatchObject({ checks_owner: false });
  });
});

it('no decision needs a withdrawal that is not there', () => {
  expect(() => seen(null, atBank())).toThrow('exists');
  expect(refusalOf(decideCall(paying(), 1, 'bank', NOW))).toBeNull();
});
