import { describe, expect, it } from 'vitest';
import {
  at,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  paidCharge,
  reais,
  refusalOf,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { Refusal } from '../../providers/card.ts';
import type { Charge } from '../charge.ts';
import type { CardAttempt } from './attempts.ts';
import { decideRefusal } from './conclude.ts';
import { type AttemptState, answerFrom, decideAttempt, type NewAttempt } from './pay.ts';

const NO_FUNDS: Refusal = { reason: 'insufficient_funds', code: '51', retry: 'later' };

const card = (set: Partial<Charge> = {}) =>
  charge({ billingType: 'CREDIT_CARD', pixTxid: null, pixExpiresAt: null, dueAt: null, ...set });
const chooser = (set: Partial<Charge> = {}) =>
  charge({ billingType: 'UNDEFINED', payerChooses: true, ...set });

const attempt = (set: Partial<CardAttempt> = {}): CardAttempt =>
  frozen({
    accountId: 'shop',
    id: 'A',
    chargeId: 'C',
    brand: 'visa',
    lastFour: '4242',
    installments: 1,
    status: 'running',
    provider: 'sandbox',
    providerReference: null,
    captureUntil: null,
    captureCents: null,
    reason: null,
    code: null,
    retry: null,
    challenge: null,
    createdAt: NOW,
    traces: ['card:abc'],
    ...set,
  });

const asked = (set: Partial<NewAttempt> = {}): NewAttempt =>
  frozen({
    attemptId: 'A',
    installments: null,
    kind: 'number',
    brand: 'visa',
    lastFour: '4242',
    traces: ['card:abc'],
    workBits: 0,
    ...set,
  });

const begin = (
  one: Charge | null,
  {
    earlier = null,
    isBeingPaid = false,
    stock = null,
    coupon = null,
    tries = new Map(),
    isRefusedForGood = false,
  }: Partial<AttemptState & AttemptState['given']> = {},
  set: Partial<NewAttempt> = {},
) =>
  decideAttempt(
    frozen({ charge: one, earlier, isBeingPaid, given: { stock, coupon }, tries, isRefusedForGood }),
    asked(set),
    context,
  );

describe('a try that is held', () => {
  it('changes nothing, and says until when', () => {
    const tries = new Map([['card:abc', [5, 4, 3, 2, 1].map((seconds) => at(`-${seconds}s`).getTime())]]);
    const decision = begin(card(), { tries });
    expect(resultOf(decision)).toEqual({ because: 'card', until: at('+59s') });
    expect(effectsOf(decision)).toEqual({});
  });
});

describe('a refused charge that was made with a coupon', () => {
  const coupon = { id: 'coupon', code: 'NATAL', discountCents: '1000' };
  const refused = card({ status: 'REFUSED', purchase: { quantity: 1, unitCents: '11000', coupon } });
  const use = ['coupon_uses.take', { accountId: 'shop', couponId: 'coupon', chargeId: 'C' }];

  it.each([
    ['with a use left', { active: true, usesLeft: 1n }],
    ['without a limit', { active: true, usesLeft: null }],
    ['that was switched off since', { active: false, usesLeft: 1n }],
    ['that was removed since', 'removed' as const],
  ])('takes a use of a coupon %s again', (_, found) => {
    expect(effectsOf(begin(refused, { coupon: found })).rows).toContainEqual(use);
  });

  it('says so where others have used it up, and nothing is tried', () => {
    const decision = begin(refused, { coupon: { active: true, usesLeft: 0n } });
    expect(refusalOf(decision)).toContain('COUPON_UNAVAILABLE');
  });

  it('takes nothing while it is open: it has its use', () => {
    const { rows } = effectsOf(begin({ ...refused, status: 'PENDING' }));
    expect(rows?.map(([name]) => name)).not.toContain('coupon_uses.take');
  });

  it('has given its use back when it was refused', () => {
    const open = { ...refused, status: 'PENDING' as const };
    const { rows } = effectsOf(
      decideRefusal(frozen({ charge: open, attempt: attempt() }), NO_FUNDS, context),
    );
    expect(rows).toContainEqual(['coupon_uses.give_back', use[1]]);
  });
});

describe('a refused charge whose product holds a unit for each open charge', () => {
  const refused = card({ status: 'REFUSED', productId: 'product' });
  const stock = (units: bigint, held: bigint, holdsForOpenCharges = true) =>
    frozen({ units, held, holdsForOpenCharges, holders: new Set<string>() });
  const hold = { accountId: 'shop', productId: 'product', chargeId: 'C', quantity: 1 };

  it('takes one again with the next try', () => {
    const { rows } = effectsOf(begin(refused, { stock: stock(2n, 1n) }));
    expect(rows?.slice(-3, -1)).toEqual([
      ['stock_holds.drop_ended', hold],
      ['stock_holds.add', hold],
    ]);
  });

  it('is out of stock when others hold all of them', () => {
    expect(refusalOf(begin(refused, { stock: stock(1n, 1n) }))).toContain('OUT_OF_STOCK');
  });

  it('holds nothing where the product does not', () => {
    const { rows } = effectsOf(begin(refused, { stock: stock(0n, 0n, false) }));
    expect(rows?.map(([name]) => name)).not.toContain('stock_holds.add');
  });
});

describe('an attempt to pay by card', () => {
  const begun = (installments = 1) => [
    ['card_attempts.add', attempt({ installments })],
    ['provider_references.add', { reference: 'A', accountId: 'shop', chargeId: 'C' }],
    ['card_tries.add', { traces: ['card:abc'], at: NOW }],
  ];
  const jobs = ['shop card.resolve A {} +30s'];

  it('of a card charge is on record before the bank is asked, and asked about again after 30 seconds', () => {
    const decision = begin(card());
    expect(resultOf(decision)).toEqual({ attempt: attempt(), isNew: true });
    expect(effectsOf(decision)).toEqual({ rows: begun(), jobs });
  });

  it('keeps of the card only its brand and its last four digits', () => {
    expect(JSON.stringify(effectsOf(begin(card())))).not.toMatch('42424');
  });

  it('of a refused charge makes it wait again', () => {
    expect(effectsOf(begin(card({ status: 'REFUSED', eventSequence: 2 })))).toEqual({
      rows: [['charges.save', { status: 'PENDING', eventSequence: 3 }], ...begun()],
      events: ['shop charge.pending REFUSED → PENDING #3'],
      jobs,
    });
  });

  it('of a charge whose payer chooses shows the card as chosen', () => {
    expect(effectsOf(begin(chooser()))).toEqual({
      rows: [['charges.save', { billingType: 'CREDIT_CARD', dueAt: null, eventSequence: 2 }], ...begun()],
      events: ['shop charge.method_chosen PENDING → PENDING #2'],
      jobs,
    });
  });

  it.each(
    table<'value' | 'fixed' | 'max' | 'chosen' | 'outcome'>(`
      value  | fixed | max | chosen | outcome
      100.00 | -     | 12  | -      | 1
      100.00 | -     | 12  | 12     | 12
      100.00 | -     | 6   | 6      | 6
      100.00 | -     | 6   | 7      | refused
      100.00 | 3     | 12  | -      | 3
      100.00 | 3     | 12  | 10     | 3
      59.99  | -     | 12  | 11     | 11
      59.99  | -     | 12  | 12     | refused
      9.99   | -     | 12  | 2      | refused
      10.00  | -     | 12  | 2      | 2
      1.00   | -     | 12  | 1      | 1
    `),
  )(
    'of $value, fixed $fixed, at most $max, chosen $chosen: $outcome',
    ({ value, fixed, max, chosen, outcome }) => {
      const number = (text: string) => (text === '-' ? null : Number(text));
      const one = card({
        valueCents: reais(value),
        installments: number(fixed),
        maxInstallments: Number(max),
      });
      const decision = begin(one, {}, { installments: number(chosen) });
      if (outcome === 'refused') {
        expect(refusalOf(decision)).toBe('VALIDATION_ERROR: installments: is more than this charge allows');
      } else expect(resultOf(decision)).toMatchObject({ attempt: { installments: Number(outcome) } });
    },
  );

  it.each([
    ['with the same id again is the first one', 'running'],
    ['with the same id after its end is the first one', 'refused'],
  ] as const)('%s, and changes nothing', (_, status) => {
    const earlier = attempt({ status, createdAt: at('-1m') });
    const decision = begin(paidCharge(), { earlier, isBeingPaid: true });
    expect(resultOf(decision)).toEqual({ attempt: earlier, isNew: false });
    expect(effectsOf(decision)).toEqual({});
  });

  const NOT = 'CHARGE_NOT_PAYABLE: The charge cannot be paid in its current state';
  it.each([
    ['no charge', null, {}, 'NOT_FOUND: Charge not found'],
    [
      'an attempt of another charge',
      card(),
      { earlier: attempt({ chargeId: 'X' }) },
      'CHARGE_NOT_PAYABLE: This attempt belongs to another charge',
    ],
    [
      'a card that its issuer has refused for good',
      card({ status: 'REFUSED' }),
      { isRefusedForGood: true },
      'CARD_NOT_RETRYABLE: The issuer has refused this card for good: it is not sent again for this charge. Use another card',
    ],
    ['a PIX charge', charge(), {}, NOT],
    ['a paid one', card({ ...paidCharge(), billingType: 'CREDIT_CARD' }), {}, NOT],
    ['a cancelled one', card({ status: 'CANCELLED' }), {}, NOT],
    ['an overdue one', chooser({ status: 'OVERDUE' }), {}, NOT],
    [
      'one that another card is paying',
      card(),
      { isBeingPaid: true },
      'CHARGE_NOT_PAYABLE: A card payment is under way',
    ],
  ])('of %s is refused', (_, one, set, refusal) => {
    expect(refusalOf(begin(one, set))).toBe(refusal);
  });
});

describe('a refused card', () => {
  const refuse = (one: Charge | null, of: CardAttempt | null = attempt()) =>
    decideRefusal(frozen({ charge: one, attempt: of }), NO_FUNDS, context);
  const moved = [
    'card_attempts.move',
    {
      ...{ accountId: 'shop', id: 'A', status: 'refused', ...NO_FUNDS },
      ...{ providerReference: null, captureUntil: null, captureCents: null, challenge: null },
    },
  ];

  it('refuses its charge', () => {
    expect(effectsOf(refuse(card()))).toEqual({
      rows: [['charges.save', { status: 'REFUSED', eventSequence: 2 }], moved],
      events: ['shop charge.refused PENDING → REFUSED #2 because insufficient_funds'],
    });
  });

  it('after a challenge, too', () => {
    expect(effectsOf(refuse(card(), attempt({ status: 'challenge' }))).events).toHaveLength(1);
  });

  it.each(['CANCELLED', 'RECEIVED', 'REFUSED', 'OVERDUE'] as const)(
    'leaves a charge alone that is %s by now',
    (status) => {
      expect(effectsOf(refuse(card({ status })))).toEqual({ rows: [moved] });
    },
  );

  it.each(['approved', 'refused'] as const)('whose attempt is %s already changes nothing', (status) => {
    expect(effectsOf(refuse(card(), attempt({ status })))).toEqual({});
  });

  it('belongs to a charge', () => {
    expect(() => refuse(null)).toThrow('an attempt belongs to a charge');
    expect(() => refuse(card(), null)).toThrow('an attempt belongs to a charge');
  });
});

describe('a request that the acquirer does not know of', () => {
  const found = { outcome: 'not_found' } as const;
  const asking = (mayAppearForMs: number) =>
    answerFrom(found, attempt({ createdAt: at('-30s') }), { mayAppearForMs }, NOW);

  it('may still become a payment while it may appear', () => {
    expect(asking(30_001)).toEqual({ outcome: 'unknown' });
  });

  it('was not charged after that', () => {
    expect(asking(30_000)).toEqual({
      outcome: 'refused',
      ...{ reason: 'not_processed', code: null, retry: 'now' },
    });
  });

  it('is no matter where it is known', () => {
    const approved = { outcome: 'approved', providerReference: 'R' } as const;
    expect(answerFrom(approved, attempt(), { mayAppearForMs: 0 }, NOW)).toBe(approved);
  });
});
