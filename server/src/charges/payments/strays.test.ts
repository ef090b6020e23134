import { describe, expect, it } from 'vitest';
import { effectsOf, frozen, NOW, reais, table } from '../../../../test/support/literals.ts';
import { decideReturned } from './strays.ts';

const returned = (held: string | null, max?: string, isPosted = false, tries = 0) =>
  effectsOf(
    decideReturned(
      frozen({ heldCents: held === null ? null : reais(held), isPosted, tries }),
      frozen({
        accountId: 'shop',
        id: 'S',
        chargeId: 'C',
        fact: 'stray:S:returned',
        ...(max !== undefined && { maxCents: reais(max) }),
      }),
      frozen({ now: NOW }),
    ),
  );

describe('a payment that did not settle its charge', () => {
  it.each(
    table<'held' | 'max' | 'leaves'>(`
      held   | max    | leaves
      100.00 | -      | 100.00
      100.00 | 100.00 | 100.00
      100.00 | 40.00  | 40.00
      60.00  | 100.00 | 60.00
      0.01   | 0.02   | 0.01
    `),
  )('of $held held, at most $max: $leaves leaves the books', ({ held, max, leaves }) => {
    expect(returned(held, max === '-' ? undefined : max)).toEqual({
      rows: [
        [
          'strays.subtract_returned',
          { accountId: 'shop', id: 'S', chargeId: 'C', amountCents: reais(leaves) },
        ],
      ],
      entries: { 'stray:S:returned now': [`shop refunds → external ${leaves} adjustment`] },
    });
  });

  it('ends the alert of a return that had failed, once all of it is back', () => {
    const names = (max: string) => returned('60.00', max, false, 2).rows?.map(([name]) => name);
    expect(names('60.00')).toEqual(['strays.subtract_returned', 'alerts.over']);
    expect(names('40.00')).toEqual(['strays.subtract_returned']);
  });

  it('that is returned already changes nothing', () => {
    expect(returned(null)).toEqual({});
  });

  it('leaves the books once for each fact', () => {
    expect(returned('60.00', '40.00', true)).toEqual({});
  });
});
