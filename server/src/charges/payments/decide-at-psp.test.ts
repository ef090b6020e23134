import { describe, expect, it } from 'vitest';
import {
  at,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  paidCharge,
  reais,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { Charge } from '../charge.ts';
import { decidePayments, type Payment } from './decide.ts';

/** Of 100.00, due on Tuesday, 10 March 2026, which is today: 2 % fine, 1 % interest per month. */
const hybrid = (terms: Parameters<typeof boleto>[0] = {}, set: Partial<Charge> = {}) =>
  charge({ billingType: 'BOLETO', boleto: boleto(terms), pixProvider: 'bank', ...set });

const CHARGES: Record<string, Charge> = frozen({
  terms: hybrid(),
  'no terms': hybrid({ fineBasisPoints: 0, interestMonthlyBasisPoints: 0 }),
  '-5%': hybrid({ discount: { basisPoints: 500, until: '2026-03-10' } }),
  '-3.33% of 99.95': hybrid(
    { discount: { basisPoints: 333, until: '2026-03-10' } },
    { valueCents: reais('99.95') },
  ),
  '-7.00': hybrid({ discount: { amountCents: '700', until: '2026-03-09' } }),
  overdue: hybrid({}, { status: 'OVERDUE' }),
  'due 31 Dec': hybrid({ dueDate: '2026-12-31' }),
  'due Saturday': hybrid({ dueDate: '2026-03-14' }),
});

function paid(amount: string, when: string, set: Partial<Payment> = {}): Payment {
  const paidAt = when.startsWith('2') ? new Date(when) : at(when);
  return frozen({
    ...{ provider: 'bank', paymentReference: 'E1', chargeReference: 'txid', method: 'PIX' as const },
    amountCents: reais(amount),
    paidAt,
    ...set,
  });
}

function decide(one: Charge, payment: Payment) {
  const state = { charges: new Map([[one.id, one]]), returned: new Set<string>() };
  const notices = [{ chargeId: one.id, payment, strayId: 'S1' }];
  return decidePayments({ ...state, placesLeft: new Map(), stock: new Map() }, notices, context);
}

describe('what was paid for the code of a boleto at a PSP', () => {
  it.each(
    table<'charge' | 'amount' | 'when' | 'outcome'>(`
      charge          | amount | when                     | outcome
      no terms        | 100.00 | now                      | settled
      no terms        | 1.00   | now                      | returned
      no terms        | 99.99  | now                      | returned
      no terms        | 100.01 | now                      | returned
      no terms        | 100.00 | +20d                     | settled
      terms           | 100.00 | now                      | settled
      terms           | 102.03 | now                      | returned
      terms           | 102.03 | +1d                      | settled
      terms           | 102.02 | +1d                      | returned
      terms           | 102.04 | +1d                      | returned
      terms           | 102.06 | +2d                      | settled
      terms           | 102.07 | +2d                      | settled
      terms           | 102.08 | +2d                      | returned
      terms           | 102.05 | +2d                      | returned
      terms           | 100.00 | +1d                      | settled
      terms           | 100.00 | +2d                      | returned
      terms           | 102.03 | 2026-03-12T03:00:09Z     | settled
      terms           | 102.03 | 2026-03-12T03:00:11Z     | returned
      overdue         | 100.00 | now                      | settled
      overdue         | 102.03 | now                      | returned
      -5%             | 95.00  | now                      | settled
      -5%             | 100.00 | now                      | returned
      -5%             | 95.00  | +1d                      | returned
      -3.33% of 99.95 | 96.63  | now                      | settled
      -3.33% of 99.95 | 96.62  | now                      | settled
      -3.33% of 99.95 | 96.61  | now                      | returned
      -7.00           | 93.00  | -1d                      | settled
      -7.00           | 93.00  | now                      | returned
      -7.00           | 100.00 | now                      | settled
      due Saturday    | 100.00 | 2026-03-16T15:00:00Z     | settled
      due Saturday    | 102.10 | 2026-03-17T15:00:00Z     | settled
      due 31 Dec      | 102.13 | 2027-01-04T15:00:00Z     | settled
      due 31 Dec      | 100.00 | 2027-01-04T15:00:00Z     | settled
      due 31 Dec      | 102.16 | 2027-01-05T15:00:00Z     | settled
      due 31 Dec      | 100.00 | 2027-01-06T15:00:00Z     | returned
    `),
  )('$charge, $amount at $when: $outcome', ({ charge: name, amount, when, outcome }) => {
    const [receipt] = resultOf(decide(CHARGES[name] as Charge, paid(amount, when)));
    expect(receipt?.outcome).toBe(outcome);
  });
});

describe('a wrong amount', () => {
  const RETURN = 'shop stray.return S1 {"stray_id":"S1"} now';
  const RENEWAL = 'shop pix.renew {"charge_id":"C","txid":"txid"} now';

  it.each([
    ['of a PIX charge', charge({ pixProvider: 'bank', pixQrPng: Buffer.from('png') })],
    ['of a boleto', hybrid({}, { pixQrPng: Buffer.from('png') })],
  ])('%s, which closes the code at the PSP, takes it away and asks for another', (_, one) => {
    const decision = decide(one, paid('55.00', 'now'));
    const [receipt] = resultOf(decision);
    const after = { returnedCount: 1, pixCopyPaste: null, pixQrPng: null };
    expect(receipt).toEqual({ outcome: 'returned', charge: { ...one, ...after } });
    const { rows, jobs } = effectsOf(decision);
    expect(rows?.[0]).toEqual(['charges.save', after]);
    expect(jobs).toEqual([RETURN, RENEWAL]);
  });

  it.each([
    ['a code that the charge no longer has', charge({ pixTxid: 'new' }), paid('55.00', 'now')],
    ['a paid charge', paidCharge(), paid('55.00', 'now')],
    ['a cancelled charge', charge({ status: 'CANCELLED' }), paid('55.00', 'now')],
    ['a code of the sandbox', charge(), paid('55.00', 'now', { provider: 'sandbox' })],
  ])('for %s changes no code', (_, one, payment) => {
    const decision = decide(one, payment);
    expect(resultOf(decision)[0]?.charge.pixCopyPaste).toBe(one.pixCopyPaste);
    expect(effectsOf(decision).jobs).toEqual([RETURN]);
  });
});
