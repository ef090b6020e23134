import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyWriting } from '../../../../test/support/any-remittance.ts';
import { addDays } from '../calendar.ts';
import { centsOf, dateOf, digitsOf, textOf } from './decode.ts';
import { encodeRecord } from './encode.ts';
import { CnabError } from './error.ts';
import { deviating, layout } from './layout.ts';
import { plainText } from './plain-text.ts';

const sample = layout('sample', [
  ['bank', 1, 3, 'number', '237'],
  ['sequence', 4, 8, 'number'],
  ['payerName', 9, 28, 'text'],
  ['reference', 29, 38, 'code'],
  ['amount', 39, 53, 'money'],
  ['interest', 54, 68, 'money5'],
  ['dueDate', 69, 76, 'date'],
  ['payerDocument', 77, 91, 'document'],
  [null, 92, 99, 'zeros'],
  [null, 100, 240, 'blank'],
]);

const values = {
  sequence: 7,
  payerName: 'João',
  reference: 'a-1'.toUpperCase(),
  amount: 12_345n,
  interest: 100n,
  dueDate: '2026-11-30',
  payerDocument: '12345678909',
};

describe('a record', () => {
  it('has each value at its place', () => {
    expect(encodeRecord(sample, values)).toBe(
      `${'23700007JOAO                A-1       00000000001234500000000010000030112026'}` +
        `00001234567890900000000${' '.repeat(141)}`,
    );
  });

  it.each([
    [
      'a number with too many digits',
      { sequence: 123_456 },
      'positions 4-8, sequence: has more than 5 digits',
    ],
    ['a number with letters', { sequence: '1A' }, 'must be digits only'],
    ['a negative amount', { amount: -1n }, 'must be digits only'],
    ['an amount that does not fit', { amount: 10n ** 15n }, 'has more than 15 digits'],
    ['an amount that is no bigint', { amount: 19.99 }, 'must be whole hundredths'],
    ['a rate that does not fit with its decimals', { interest: 10n ** 12n }, 'has more than 15 digits'],
    ['a day that is none', { dueDate: '2026-02-30' }, 'is not a date'],
    ['a code that is too long', { reference: '12345678901' }, 'has more than 10 characters'],
    ['a code in lower case', { reference: 'abc' }, 'has characters that a file cannot carry'],
    ['a code with an accent', { reference: 'É' }, 'has characters that a file cannot carry'],
    ['a code with the end of a line', { reference: 'A\r\nB' }, 'has characters that a file cannot carry'],
    ['a document with letters', { payerDocument: '12ABC34501DE35' }, 'must be digits only'],
    ['a value without a place', { discount: 1n }, 'discount: sample has no place for it'],
  ])('refuses %s', (_, wrong, message) => {
    expect(() => encodeRecord(sample, { ...values, ...wrong })).toThrow(message);
    expect(() => encodeRecord(sample, { ...values, ...wrong })).toThrow(CnabError);
  });

  it('refuses to leave out what it has a place for', () => {
    const { amount: _, ...rest } = values;
    expect(() => encodeRecord(sample, rest)).toThrow('amount: is missing');
  });

  it('leaves out only what its table says', () => {
    const without = deviating(sample, [[null, 39, 53, 'blank']], ['amount']);
    expect(encodeRecord(without, values).slice(38, 53)).toBe(' '.repeat(15));
  });

  it('reads back as it was written', () => {
    const anyValues = fc.record({
      sequence: fc.nat(99_999),
      payerName: anyWriting(40),
      reference: fc.stringMatching(/^[A-Z0-9./-]{0,10}$/),
      amount: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
      interest: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
      dueDate: fc.option(fc.nat(50_000).map((days) => addDays('1990-01-01', days))),
      payerDocument: fc.stringMatching(/^[0-9]{14}$/),
    });
    fc.assert(
      fc.property(anyValues, (written) => {
        const line = encodeRecord(sample, written);
        expect(line).toMatch(/^[ -`{-~]{240}$/);
        const record = { layout: sample, line, number: 1 };
        expect(Number(digitsOf(record, 'sequence'))).toBe(written.sequence);
        expect(textOf(record, 'payerName')).toBe(plainText(written.payerName).slice(0, 20).trim());
        expect(textOf(record, 'reference')).toBe(written.reference);
        expect(centsOf(record, 'amount')).toBe(written.amount);
        expect(centsOf(record, 'interest')).toBe(written.interest * 1000n);
        expect(dateOf(record, 'dueDate')).toBe(written.dueDate);
        expect(digitsOf(record, 'payerDocument')).toBe(`0${written.payerDocument}`);
      }),
    );
  });
});

describe('plain text', () => {
  it.each([
    ['José da Conceição', 'JOSE DA CONCEICAO'],
    ['Weiß & Søn Æther', 'WEISS & SON AETHER'],
    ['a\r\nb\tc\u0000d', 'A B C D'],
    ['=cmd|"calc"!A1', 'CMD CALC A1'],
    ['<b>Loja</b>', 'B LOJA /B'],
    ['\u202Eabc\u200B', 'ABC'],
    ['ﬁm ①', 'FIM 1'],
    ['漢字', ''],
    ['', ''],
  ])('of %j is %j', (text, plain) => expect(plainText(text)).toBe(plain));

  it('is always upper-case ASCII with single spaces, and changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyWriting(60),
          fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
        ),
        (text) => {
          const plain = plainText(text);
          expect(plain).toMatch(/^(?:[A-Z0-9.,/&()-]+(?: [A-Z0-9.,/&()-]+)*)?$/);
          expect(plainText(plain)).toBe(plain);
        },
      ),
    );
  });
});
