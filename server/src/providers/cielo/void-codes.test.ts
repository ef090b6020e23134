import { describe, expect, it } from 'vitest';
import { type VoidOutcome, voidOutcome, voidReason } from './void-codes.ts';

/** Every code of Cielo's table of cancellations. */
const TABLE: Readonly<Record<VoidOutcome, string>> = {
  done: '0 9',
  pending: '10 223 476',
  later: '57 97 98 99 117 475 504',
  refused:
    '3 5 17 40 41 42 43 51 52 53 54 55 56 58 60 72 76 77 100 101 102 103 104 105 106 107 108 116 120 121 130 160 206 209 215 217 221 477 576 9016',
};
const CODES = Object.entries(TABLE).flatMap(([outcome, codes]) =>
  codes.split(' ').map((code): [string, string] => [code, outcome]),
);

describe('the code of a cancellation', () => {
  it('is each of the 52 of the table', () => expect(new Set(CODES.map(([code]) => code)).size).toBe(52));

  it.each(CODES)('%s: %s', (code, outcome) => {
    expect(voidOutcome(code)).toBe(outcome);
    expect(voidReason(code)).toContain(code);
  });

  it('may have zeros before it', () => expect(voidOutcome('00')).toBe('done'));
  it('of no table is asked again', () => expect(voidOutcome('7777')).toBe('later'));

  it.each(['43', '56', '72', '76'])('%s says that the seller is owed too little', (code) => {
    expect(voidReason(code)).toContain('too little is owed');
  });
});
