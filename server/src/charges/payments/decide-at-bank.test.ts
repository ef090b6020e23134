import { expect, it } from 'vitest';
import { boleto, charge, context, reais, resultOf, table } from '../../../../test/support/literals.ts';
import type { BoletoBank, Charge } from '../charge.ts';
import { decidePayments, type Payment } from './decide.ts';

const BANK: BoletoBank = {
  ...{ provider: 'bank', state: 'registered', reason: null, reference: 'B1' },
  ...{ givesPix: true, pixTxid: 'hybrid' },
};

/** Of 100.00, due on Tuesday, 10 March 2026: 2 % fine, 1 % interest per month. */
const ofBank = (terms: Parameters<typeof boleto>[0] = {}, set: Partial<Charge> = {}) =>
  charge({
    ...{ billingType: 'BOLETO', pixTxid: 'hybrid', pixProvider: 'bank' },
    boleto: { ...boleto(terms), bank: BANK },
    ...set,
  });

const CHARGES: Record<string, Charge> = {
  terms: ofBank(),
  'due Friday': ofBank({ dueDate: '2026-03-13' }),
  '-5% until Friday': ofBank({ dueDate: '2026-03-13', discount: { basisPoints: 500, until: '2026-03-13' } }),
};

it.each(
  table<'charge' | 'by' | 'amount' | 'on' | 'outcome'>(`
    charge           | by     | amount | on         | outcome
    terms            | BOLETO | 100.00 | 2026-03-10 | settled
    terms            | BOLETO | 1.00   | 2026-03-10 | returned
    terms            | BOLETO | 99.99  | 2026-03-10 | returned
    terms            | BOLETO | 100.00 | 2026-03-11 | settled
    terms            | BOLETO | 102.03 | 2026-03-11 | settled
    terms            | BOLETO | 102.66 | 2026-03-30 | settled
    terms            | BOLETO | 102.67 | 2026-03-30 | settled
    terms            | BOLETO | 100.00 | 2026-03-30 | returned
    terms            | PIX    | 100.00 | 2026-03-10 | settled
    terms            | PIX    | 95.00  | 2026-03-10 | returned
    due Friday       | BOLETO | 100.00 | 2026-03-16 | settled
    due Friday       | BOLETO | 100.00 | 2026-03-18 | returned
    -5% until Friday | BOLETO | 95.00  | 2026-03-13 | settled
    -5% until Friday | BOLETO | 95.00  | 2026-03-16 | settled
    -5% until Friday | BOLETO | 95.00  | 2026-03-17 | returned
  `),
)(
  'a bank reports $amount for $charge by $by on $on: $outcome',
  ({ charge: name, by, amount, on, outcome }) => {
    const one = CHARGES[name] as Charge;
    const payment: Payment = {
      ...{ provider: 'bank', paymentReference: 'R1', method: by as Payment['method'] },
      chargeReference: by === 'PIX' ? 'hybrid' : '77',
      amountCents: reais(amount),
      paidAt: new Date(`${on}T15:00:00Z`),
    };
    const state = { charges: new Map([[one.id, one]]), returned: new Set<string>() };
    const decision = decidePayments(
      { ...state, placesLeft: new Map(), stock: new Map() },
      [{ chargeId: one.id, payment, strayId: 'S1' }],
      context,
    );
    expect(resultOf(decision)[0]?.outcome).toBe(outcome);
  },
);
