import { describe, expect, it } from 'vitest';
import {
  amountTo,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  reais,
  refusalOf,
  resultOf,
} from '../../../../test/support/literals.ts';
import { systemActor } from '../../audit/record.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { NOT_PROCESSED } from '../../providers/card.ts';
import type { Charge } from '../charge.ts';
import type { CardAttempt } from './attempts.ts';
import { decideCapture, decideRefusedCapture } from './capture.ts';
import { decideHold } from './conclude.ts';

const UNTIL = new Date(NOW.getTime() + DAY_MS);

const card = (set: Partial<Charge> = {}) =>
  charge({ billingType: 'CREDIT_CARD', capturesLater: true, pixTxid: null, pixExpiresAt: null, ...set });

const attempt = (set: Partial<CardAttempt> = {}): CardAttempt =>
  frozen({
    ...{ accountId: 'shop', id: 'A', chargeId: 'C', brand: 'visa', lastFour: '4242', installments: 1 },
    ...{ status: 'authorised', provider: 'sandbox', providerReference: 'P', captureUntil: UNTIL },
    ...{
      captureCents: null,
      reason: null,
      code: null,
      retry: null,
      challenge: null,
      createdAt: NOW,
      traces: [],
    },
    ...set,
  });

const decide = (one: Charge | null, held: CardAttempt | null, amount: string | null = null) =>
  decideCapture(
    frozen({ charge: one, attempt: held }),
    { amountCents: amount === null ? null : reais(amount) },
    systemActor('shop'),
    context,
  );

describe('a capture', () => {
  it('is on record, with its job and its line in the audit log, and moves no money', () => {
    expect(resultOf(decide(card(), attempt(), '60.00'))).toMatchObject({ captureCents: 6_000n });
    const { rows, jobs, entries, events } = effectsOf(decide(card(), attempt(), '60.00'));
    expect(rows).toEqual([
      ['card_attempts.move', expect.objectContaining({ status: 'capturing', captureCents: 6_000n })],
    ]);
    expect(jobs).toEqual(['shop card.capture {"attempt_id":"A"} +30s']);
    expect([entries, events]).toEqual([undefined, undefined]);
  });

  it.each([
    ['nothing is held', card(), null, 'Nothing is held'],
    ['the charge takes its money at once', card({ capturesLater: false }), null, 'when it is paid'],
    ['what was held is let go', card(), attempt({ status: 'voided' }), 'let go'],
    ['the charge is cancelled', card({ status: 'CANCELLED' }), attempt(), 'let go'],
    ['its time has ended', card(), attempt({ captureUntil: NOW }), 'has ended'],
    ['another amount is', card(), attempt({ status: 'capturing', captureCents: reais('1.00') }), 'Another'],
    ['another amount was', card(), attempt({ status: 'approved', captureCents: reais('1.00') }), 'before'],
  ])('is refused when %s', (_, one, held, because) => {
    expect(refusalOf(decide(one, held))).toMatch(new RegExp(`^CHARGE_NOT_CAPTURABLE: .*${because}`));
  });

  it.each(['capturing', 'approved'] as const)('that is %s, asked again, changes nothing', (status) => {
    const decision = decide(card(), attempt({ status, captureCents: reais('100.00') }));
    expect(effectsOf(decision)).toEqual({});
    expect(resultOf(decision).status).toBe(status);
  });

  it('takes at most what is held, and a split as a whole', () => {
    expect(refusalOf(decide(card(), attempt(), '100.01'))).toMatch(/^VALIDATION_ERROR: amount/);
    const split = card({ split: [amountTo('partner', '30.00')] });
    expect(refusalOf(decide(split, attempt(), '99.99'))).toMatch(/^VALIDATION_ERROR: amount/);
    expect(refusalOf(decide(split, attempt(), '100.00'))).toBeNull();
    expect(refusalOf(decide(null, null))).toMatch(/^NOT_FOUND/);
  });

  it('that is refused makes its charge payable again and lets go of what is held, once', () => {
    const state = { charge: card(), attempt: attempt({ status: 'capturing' as const }) };
    const { events, jobs, rows } = effectsOf(decideRefusedCapture(frozen(state), NOT_PROCESSED, context));
    expect(events).toEqual(['shop charge.refused PENDING → REFUSED #2 because not_processed']);
    expect(jobs).toEqual(['shop card.let_go {"charge_id":"C"} now']);
    expect(rows?.at(-1)).toEqual(['card_attempts.move', expect.objectContaining({ status: 'voiding' })]);
    const ended = { charge: card(), attempt: attempt({ status: 'voiding' as const }) };
    expect(effectsOf(decideRefusedCapture(frozen(ended), NOT_PROCESSED, context))).toEqual({});
  });
});

describe('an authorisation', () => {
  const hold = (one: Charge, held: CardAttempt) =>
    decideHold(
      frozen({ charge: one, attempt: held }),
      { providerReference: 'P', holdsForMs: DAY_MS },
      context,
    );

  it('is held until an hour before the acquirer’s time ends', () => {
    const { rows, events } = effectsOf(hold(card(), attempt({ status: 'running', captureUntil: null })));
    expect(events).toEqual(['shop charge.authorized PENDING → PENDING #2']);
    expect(rows).toEqual([
      ['charges.save', { dueAt: new Date(UNTIL.getTime() - HOUR_MS), eventSequence: 2 }],
      [
        'card_attempts.move',
        expect.objectContaining({ status: 'authorised', providerReference: 'P', captureUntil: UNTIL }),
      ],
    ]);
  });

  it.each(['CANCELLED', 'REFUSED', 'RECEIVED'] as const)(
    'for a charge that is %s is let go at once',
    (status) => {
      const { rows, events, jobs } = effectsOf(hold(card({ status }), attempt({ status: 'running' })));
      expect(rows).toEqual([['card_attempts.move', expect.objectContaining({ status: 'voiding' })]]);
      expect(jobs).toEqual(['shop card.let_go {"charge_id":"C"} now']);
      expect(events).toBeUndefined();
    },
  );

  it('of an attempt that was given up is let go, and its charge goes on', () => {
    const { rows, events, jobs } = effectsOf(hold(card(), attempt({ status: 'refused' })));
    expect(rows).toEqual([['card_attempts.move', expect.objectContaining({ status: 'voiding' })]]);
    expect(jobs).toEqual(['shop card.let_go {"charge_id":"C"} now']);
    expect(events).toBeUndefined();
  });

  it('that is known already changes nothing', () => {
    expect(effectsOf(hold(card(), attempt()))).toEqual({});
  });
});
