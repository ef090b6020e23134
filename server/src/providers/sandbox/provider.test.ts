import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { cardBrand, isLuhnValid } from '../../brazil/cards.ts';
import { parsePixKey } from '../../brazil/pix-key.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { boletoContract } from '../boleto-contract.ts';
import { REFUSAL_REASONS } from '../card.ts';
import { cardContract, cardNumber, cardRequest, payoutContract, pixContract } from '../contract.ts';
import { payAtSandboxBank, sandboxBoletoBank } from './boleto-bank.ts';
import { TEST_CARDS } from './test-cards.ts';
import { TEST_KEYS } from './test-keys.ts';

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
boletoContract('the sandbox', {
  provider: () => present(rails().boleto[0]),
  newReference,
  registered: async () => undefined,
  pay: null,
});
for (const givesPix of [false, true]) {
  boletoContract(`the bank of the sandbox, ${givesPix ? 'with' : 'without'} PIX`, {
    provider: () => sandboxBoletoBank(gateway.db, { registersAfterMs: HOUR_MS, givesPix }),
    newReference,
    registered: async (reference) => {
      await gateway.db.query('update sandbox_boletos set registers_at = now() where reference = $1', [
        reference,
      ]);
    },
    pay: async (reference, amountCents) => {
      const payment = { paymentReference: `paid ${reference}`, by: 'boleto' as const, paidAt: new Date() };
      await payAtSandboxBank(gateway.db, reference, { ...payment, amountCents });
    },
  });
}
payoutContract('the sandbox', { provider: () => present(rails().payout[0]), newReference });
payoutContract('the bank of the sandbox', {
  provider: () => present(rails().payout[1]),
  newReference,
  pixKey: 'paid@bank.test',
  noAnswerKey: 'no-answer@bank.test',
});
cardContract('the sandbox', {
  provider: () => present(rails().card[0]),
  newReference,
  cards: {
    approved: () => cardNumber('4111111111111111'),
    refused: () => cardNumber('4716909774636285'),
    noAnswerThenApproved: () => cardNumber('5105105105105100'),
  },
});

function present<T>(provider: T | undefined): T {
  if (!provider) throw new Error('the sandbox does everything');
  return provider;
}

describe('the test keys', () => {
  it.each(TEST_KEYS)('$key is a PIX key, and in the guides: $about', ({ key }) => {
    expect(parsePixKey(key)?.key).toBe(key);
    for (const guide of ['docs/guides/sandbox.md', 'docs/pt/guides/sandbox.md']) {
      expect(readFileSync(guide, 'utf8')).toContain(`| \`${key}\` |`);
    }
  });
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
      const request = cardRequest(reference, cardNumber(number));
      for (const answer of [
        await present(rails().card[0]).authorise(request),
        await present(rails().card[0]).findCard(reference),
      ]) {
        outcomes.add(answer.outcome);
        if (answer.outcome === 'refused') reasons.add(answer.reason);
      }
    }
    expect([...reasons].sort()).toEqual([...REFUSAL_REASONS].sort());
    expect([...outcomes].sort()).toEqual(['approved', 'challenge', 'refused', 'unknown']);
  });
});
