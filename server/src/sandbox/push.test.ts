import { describe, expect, it } from 'vitest';
import {
  boleto,
  charge,
  context,
  effectsOf,
  NOW,
  paidCharge,
  refusalOf,
  resultOf,
} from '../../../test/support/literals.ts';
import type { Charge } from '../charges/charge.ts';
import { decidePush, type SandboxMove } from './push.ts';

const CHARGES = {
  pix: charge(),
  card: charge({ billingType: 'CREDIT_CARD', pixTxid: null, pixExpiresAt: null, dueAt: null }),
  boleto: charge({ billingType: 'BOLETO', boleto: boleto() }),
  overdue: charge({ billingType: 'BOLETO', boleto: boleto(), status: 'OVERDUE' }),
  paid: paidCharge(),
  'paid card': paidCharge({ billingType: 'CREDIT_CARD' }),
  cancelled: charge({ status: 'CANCELLED' }),
  refused: charge({ billingType: 'CREDIT_CARD', status: 'REFUSED' }),
} satisfies Record<string, Charge>;
const push = (name: keyof typeof CHARGES, move: SandboxMove) => decidePush(CHARGES[name], move, context);

describe('what the sandbox does to a charge', () => {
  it.each([
    ['card', 'refuse', { status: 'REFUSED' }, 'charge.refused PENDING → REFUSED #2 because issuer_refused'],
    [
      'pix',
      'expire',
      { status: 'CANCELLED', dueAt: null, pixExpiresAt: NOW, cancelCause: 'expired' },
      'charge.cancelled PENDING → CANCELLED #2 because expired',
    ],
    [
      'boleto',
      'expire',
      { status: 'CANCELLED', dueAt: null, pixExpiresAt: NOW, cancelCause: 'expired' },
      'charge.cancelled PENDING → CANCELLED #2 because expired',
    ],
    [
      'overdue',
      'expire',
      { status: 'CANCELLED', dueAt: null, pixExpiresAt: NOW, cancelCause: 'expired' },
      'charge.cancelled OVERDUE → CANCELLED #2 because expired',
    ],
    // Written off 31 days after its due date, at midnight in São Paulo.
    [
      'boleto',
      'overdue',
      { status: 'OVERDUE', dueAt: new Date('2026-04-10T03:00:00Z') },
      'charge.overdue PENDING → OVERDUE #2',
    ],
  ] as const)('%s: %s', (name, move, changes, event) => {
    const decision = push(name, move);
    expect(resultOf(decision)).toMatchObject(changes);
    expect(effectsOf(decision)).toEqual({
      rows: [['charges.save', { ...changes, eventSequence: 2 }]],
      events: [`shop ${event}`],
    });
  });

  it.each([
    ['pix', 'refuse', 'INVALID_STATE: Only a card charge can be refused'],
    ['boleto', 'refuse', 'INVALID_STATE: Only a card charge can be refused'],
    ['paid card', 'refuse', 'INVALID_STATE: The charge is RECEIVED'],
    ['refused', 'refuse', 'INVALID_STATE: The charge is REFUSED'],
    ['card', 'expire', 'INVALID_STATE: A card charge does not expire'],
    ['paid', 'expire', 'INVALID_STATE: The charge is RECEIVED'],
    ['cancelled', 'expire', 'INVALID_STATE: The charge is CANCELLED'],
    ['pix', 'overdue', 'INVALID_STATE: Only a boleto falls overdue'],
    ['card', 'overdue', 'INVALID_STATE: Only a boleto falls overdue'],
    ['overdue', 'overdue', 'INVALID_STATE: The charge is OVERDUE'],
  ] as const)('%s: %s is refused', (name, move, refusal) => {
    expect(refusalOf(push(name, move))).toBe(refusal);
  });
});
