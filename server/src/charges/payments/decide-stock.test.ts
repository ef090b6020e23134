import { describe, expect, it } from 'vitest';
import {
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  reais,
  resultOf,
} from '../../../../test/support/literals.ts';
import type { Stock } from '../../catalog/stock.ts';
import { decidePayments, type Notice } from './decide.ts';

const paid = (chargeId: string, paymentReference: string): Notice =>
  frozen({
    chargeId,
    strayId: `stray of ${chargeId}`,
    payment: {
      provider: 'sandbox',
      paymentReference,
      chargeReference: 'txid',
      method: 'PIX',
      amountCents: reais('100.00'),
      paidAt: NOW,
    },
  });

/** Two charges of one product, paid one after the other. */
function decideTwo(stock: ReadonlyMap<string, Stock>) {
  const charges = [charge({ productId: 'product' }), charge({ id: 'D', productId: 'product' })];
  const state = frozen({
    charges: new Map(charges.map((each) => [each.id, each])),
    returned: new Set<string>(),
    placesLeft: new Map<string, bigint>(),
    stock,
  });
  return decidePayments(state, [paid('C', 'E1'), paid('D', 'E2')], context);
}

describe('the stock of a product', () => {
  const one = charge({ productId: 'product', paymentLinkId: 'link' });
  const state = {
    charges: new Map([['C', one]]),
    returned: new Set<string>(),
    placesLeft: new Map<string, bigint>(),
    stock: new Map([
      ['product', { units: 1n, held: 0n, holdsForOpenCharges: false, holders: new Set<string>() }],
    ]),
  };

  it('falls and the link counts the payment, in the order of locks', () => {
    const decision = decidePayments(state, [paid('C', 'E1')], context);
    expect(effectsOf(decision).rows?.slice(1)).toEqual([
      ['products.take_stock', { accountId: 'shop', productId: 'product', quantity: 1 }],
      ['payment_links.count_payments', { accountId: 'shop', paymentLinkId: 'link' }],
    ]);
  });

  it('stays, as the link’s count does, where the payment is sent back', () => {
    const { payment, ...rest } = paid('C', 'E1');
    const wrong = { ...rest, payment: { ...payment, amountCents: reais('90.00') } };
    const decision = decidePayments(state, [wrong], context);
    expect(effectsOf(decision).rows?.map(([name]) => name)).toEqual(['charges.save', 'strays.add']);
  });

  it.each([
    // units, held in all, which of the two hold one; what each payment is, and how many units it takes
    [2n, 0n, [], ['sold', 'sold'], 2],
    [1n, 0n, [], ['sold', 'oversold'], 1],
    [0n, 0n, [], ['oversold', 'oversold'], 0],
    [1n, 1n, ['C'], ['sold', 'oversold'], 1],
    [1n, 1n, ['D'], ['oversold', 'sold'], 1],
    [2n, 1n, ['D'], ['sold', 'sold'], 2],
    [1n, 1n, ['elsewhere'], ['oversold', 'oversold'], 0],
    [1n, 2n, ['C', 'D'], ['sold', 'oversold'], 1],
  ])('of %i units with %i held (by %j): two payments are %j', (units, held, holders, expected, taken) => {
    const stock = { units, held, holdsForOpenCharges: held > 0n, holders: new Set(holders) };
    const decision = decideTwo(new Map([['product', stock]]));
    const receipts = resultOf(decision);
    expect(receipts.map((receipt) => receipt.outcome)).toEqual(['settled', 'settled']);
    expect(receipts.map((receipt) => (receipt.charge.oversold ? 'oversold' : 'sold'))).toEqual(expected);
    const { rows = [], events = [] } = effectsOf(decision);
    expect(rows.filter(([name]) => name === 'products.take_stock')).toHaveLength(taken);
    const told = events.filter((event) => event.includes('charge.oversold'));
    expect(told).toHaveLength(expected.filter((each) => each === 'oversold').length);
    for (const event of told) expect(event).toContain('shop charge.oversold RECEIVED → RECEIVED #3');
  });

  it('that is not tracked is never oversold', () => {
    const decision = decideTwo(new Map());
    expect(effectsOf(decision).rows?.map(([name]) => name)).toEqual(['charges.save', 'charges.save']);
    expect(resultOf(decision).map((receipt) => receipt.charge.oversold)).toEqual([false, false]);
  });
});
