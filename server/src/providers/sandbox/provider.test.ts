import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { cardBrand, isLuhnValid } from '../../kit/cards.ts';
import { cents } from '../../kit/money.ts';
import { providerContract } from '../contract.ts';
import { REFUSAL_REASONS } from '../provider.ts';
import { TEST_CARDS } from './test-cards.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

providerContract('sandbox', {
  provider: () => gateway.deps.provider,
  newReference: () => gateway.deps.ids.next(),
  cards: {
    approved: '4111111111111111',
    refused: '4716909774636285',
    noAnswerThenApproved: '5105105105105100',
  },
});

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
        await gateway.deps.provider.chargeCard(request),
        await gateway.deps.provider.findCard(reference),
      ]) {
        outcomes.add(answer.outcome);
        if (answer.outcome === 'refused') reasons.add(answer.reason);
      }
    }
    expect([...reasons].sort()).toEqual([...REFUSAL_REASONS].sort());
    expect([...outcomes].sort()).toEqual(['approved', 'challenge', 'refused', 'unknown']);
  });
});
