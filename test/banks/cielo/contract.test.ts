import { describe } from 'vitest';
import { cardContract } from '../../../server/src/providers/contract.ts';
import { BRASPAG, cieloUnderTest } from './acquirer.ts';

describe.each([
  ['Cielo', {}],
  ['Braspag', BRASPAG],
])('%s', (name, changes) => {
  const acquirer = cieloUnderTest(changes);
  cardContract(name, {
    provider: acquirer.cards,
    newReference: acquirer.newReference,
    cards: {
      approved: () => acquirer.type('4111111111111111'),
      refused: () => acquirer.type('4000000000000002'),
      async noAnswerThenApproved() {
        const card = await acquirer.type('4111111111111111');
        await acquirer.cielo().behave({ faults: [{ kind: 'drop after', on: 'sale', times: 1 }] });
        return card;
      },
    },
  });
});
