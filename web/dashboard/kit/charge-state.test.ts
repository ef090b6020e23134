import { expect, it } from 'vitest';
import { type Stated, stateOf } from './charge-state.ts';

const paid = { status: 'RECEIVED', refunded_amount: 0 };
const states: [what: string, charge: Stated, state: string][] = [
  ['a paid charge', paid, 'RECEIVED'],
  ['an open charge', { status: 'PENDING' }, 'PENDING'],
  ['a partly refunded one', { ...paid, refunded_amount: 0.01 }, 'PARTLY_REFUNDED'],
  ['a refunded one', { status: 'REFUNDED', refunded_amount: 10 }, 'REFUNDED'],
  ['a disputed one', { ...paid, dispute_status: 'open' }, 'DISPUTED'],
  ['a disputed, partly refunded one', { ...paid, refunded_amount: 1, dispute_status: 'open' }, 'DISPUTED'],
  ['one whose dispute was lost', { ...paid, dispute_status: 'lost' }, 'DISPUTE_LOST'],
  ['one that its seller cancelled', { status: 'CANCELLED', cancel_cause: 'cancelled' }, 'CANCELLED'],
  ['one that an earlier version ended', { status: 'CANCELLED' }, 'CANCELLED'],
  ['a Pix that ended by time', { status: 'CANCELLED', cancel_cause: 'expired' }, 'EXPIRED'],
  ['a boleto that was written off', { status: 'CANCELLED', cancel_cause: 'written_off' }, 'EXPIRED'],
  ['a refused card', { status: 'REFUSED' }, 'REFUSED'],
  ['an overdue boleto', { status: 'OVERDUE' }, 'OVERDUE'],
];

it.each(states)('of %s is its own', (_, charge, state) => {
  expect(stateOf(charge)).toBe(state);
});
