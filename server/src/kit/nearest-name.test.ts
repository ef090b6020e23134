import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const KNOWN = ['amount', 'external_reference', 'keep_amount', 'customer', 'due_date'];

describe('the name that was meant', () => {
  it.each([
    ['externalReference', 'external_reference'],
    ['EXTERNAL-REFERENCE', 'external_reference'],
    ['amout', 'amount'],
    ['keepAmount', 'keep_amount'],
    ['duedate', 'due_date'],
    ['costumer', 'customer'],
    ['notes', null],
    ['', null],
    ['x'.repeat(10_000), null],
  ])('for %s is %s', (typed, meant) => {
    expect(nearestName(typed, KNOWN)).toBe(meant);
  });

  it('is none where none is known', () => {
    expect(nearestName('amount', [])).toBeNull();
  });
});
