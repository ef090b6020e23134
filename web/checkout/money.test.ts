import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, typedAmount } from '../../server/src/html/format.ts';
import { cents } from '../../server/src/kit/money.ts';
import { tidyAmount } from './money.ts';

describe('an amount', () => {
  it.each([
    ['1234,5', 'pt', '1.234,50'],
    ['R$ 1.234,56', 'pt', '1.234,56'],
    ['10.50', 'pt', '10,50'],
    ['007', 'pt', '7,00'],
    ['1,234.56', 'en', '1,234.56'],
    ['1234', 'en', '1,234.00'],
    ['10,50', 'en', '10.50'],
  ] as const)('%j in %s is shown as %j', (typed, language, shown) =>
    expect(tidyAmount(typed, language)).toBe(shown),
  );

  it.each([
    ['1,234', 'pt'],
    ['1.234', 'en'],
    ['1.234.56', 'pt'],
    ['-5', 'pt'],
    ['0,00', 'pt'],
    ['dez', 'pt'],
    ['', 'pt'],
    ['99999999999', 'pt'],
  ] as const)('%j in %s is left as it is', (typed, language) =>
    expect(tidyAmount(typed, language)).toBeNull(),
  );

  it('is read as the server reads it, whatever is typed', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[0-9.,]{0,14}$/),
      fc.stringMatching(/^R?\$? ?[0-9.,]{1,12}$/),
      fc.bigInt({ min: 0n, max: 1_000_000_000_000n }).map((each) => money(cents(each), 'pt')),
      fc.bigInt({ min: 0n, max: 1_000_000_000_000n }).map((each) => money(cents(each), 'en')),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom('pt', 'en'), (text, language) => {
        const server = typedAmount(text, language);
        const expected = typeof server === 'string' ? null : money(server, language).replace(/^R\$\s/, '');
        expect(tidyAmount(text, language)).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });
});
