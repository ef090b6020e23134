import { expect, it } from 'vitest';
import { cardContract } from '../../../server/src/providers/contract.ts';
import { pagarmeUnderTest } from './account.ts';

const account = pagarmeUnderTest();

cardContract('Pagar.me', {
  provider: () => account.cards(),
  newReference: account.newReference,
  cards: {
    approved: () => account.there().token(),
    refused: () => account.there().token('4000000000000028'),
    noAnswerThenApproved: async () => {
      await account.there().behave({ faults: [{ kind: 'drop after', on: 'order.create', times: 1 }] });
      return account.there().token();
    },
  },
});

it('every request of these was as Pagar.me wants it', async () => {
  const { seen, violations } = await account.there().state();
  expect(seen.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['order.create', 'order.list', 'charge.capture', 'charge.cancel']),
  );
  expect(violations).toEqual([]);
});
