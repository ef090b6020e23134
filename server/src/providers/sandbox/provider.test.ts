import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { cardBrand, isLuhnValid } from '../../brazil/cards.ts';
import { cents } from '../../kit/money.ts';
import { boletoContract, cardContract, payoutContract, pixContract } from '../contract.ts';
import { REFUSAL_REASONS } from '../provider.ts';
import { TEST_CARDS } from './test-cards.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const rails = () => gateway.deps.rails;
const newReference = () => gateway.deps.ids.next();

pixContract('the sandbox', {
  provider: () => rails().pix[0],
  newReference,
  pay: async (txid) => `E${txid}`,
  finishRefunds: async () => undefined,
});
boletoContract('the sandbox', { provider: () => present(rails().boleto), newReference });
payoutContract('the sandbox', { provider: () => present(rails().payout), newReference });
cardContract('the sandbox', {
  provider: () => present(rails().card),
  newReference,
  cards: {
    approved: '4111111111111111',
    refused: '4716909774636285',
    noAnswerThenApproved: '5105105105105100',
  },
});

function present<T>(provider: T | null): T {
  if (!provider) throw new Error('the sandbox does everything');
  return provider;
}

describe('the test cards', () => {
  it.each(TEST_CARDS)('$number is a valid $brand', ({ number, brand }) => {
    expect([cardBrand(number), isLuhnValid(number)]).toEqual([brand, true]);
  });

  it('reach every refusal reason, an unknown outcome and a challenge', async () => {
    const reasons = new Set<string>();
    const outcomes = new Set<string>();
    for (const { number } of TEST_CARDS) {
      const reference = gateway.deps.ids.next();
      const card = { number, holder: 'ANA', document: '52998224725', month: 12, year: 2040, cvv: '123' };
      const request = { reference, amountCents: cents(1_000n), installments: 1, card };
      for (const answer of [
        await present(rails().card).chargeCard(request),
        await present(rails().card).findCard(reference),
      ]) {
        outcomes.add(answer.outcome);
        if (answer.outcome === 'refused') reasons.add(answer.reason);
      }
    }
    expect([...reasons].sort()).toEqual([...REFUSAL_REASONS].sort());
    expect([...outcomes].sort()).toEqual(['approved', 'challenge', 'refused', 'unknown']);
  });
});
