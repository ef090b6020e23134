import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyRemittance,
  anyWriting,
  NO_TERMS,
  remittanceOf,
  titleWith,
} from '../../../../../test/support/any-remittance.ts';
import { cents } from '../../../kit/money.ts';
import { BANK_NAMES, type BankName } from '../bank.ts';
import { writeRemittance } from '../remittance.ts';
import { RULES, type Rule } from './problem.ts';
import { KNOWN_BANKS, type RecordKind, tableOf } from './tables.ts';
import { validateRemittance } from './validate.ts';

const terms = {
  fineBasisPoints: 200,
  interestMonthlyBasisPoints: 300,
  discount: { until: '2026-11-25', amountCents: cents(100n) },
  writeOffAfterDays: 30,
};

function linesFor(bank: BankName): string[] {
  const titles = [titleWith({ terms }), titleWith({ ourNumber: '7654321', terms: NO_TERMS })];
  return writeRemittance(remittanceOf(bank, { titles })).text.split('\r\n').slice(0, -1);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

/** The lines with other characters at positions of one of them. */
function planted(lines: readonly string[], line: number, from: number, content: string): string {
  return joined(
    lines.map((text, at) =>
      at === line ? text.slice(0, from - 1) + content + text.slice(from - 1 + content.length) : text,
    ),
  );
}

/** A digit that is another one. */
function otherDigit(lines: readonly string[], line: number, at: number): string {
  return planted(lines, line, at, String((Number(lines[line]?.[at - 1]) + 1) % 10));
}

const HEADER = 0;
const LOT = 1;
const P = 2;
const Q = 3;
const R = 4;
const LOT_TRAILER = 7;
const TRAILER = 8;

type Planted = readonly [what: string, rule: Rule, plant: (lines: string[]) => string];

const ERRORS: readonly Planted[] = [
  ['no end of the last line', 'line end', (lines) => joined(lines).slice(0, -2)],
  ['LF where CRLF belongs', 'line end', (lines) => joined(lines).replace('\r\n', '\n')],
  ['a character too few', 'length', (lines) => joined(lines.with(P, (lines[P] ?? '').slice(0, -1)))],
  ['a character too many', 'length', (lines) => joined(lines.with(P, `${lines[P]} `))],
  ['a small letter', 'characters', (lines) => planted(lines, Q, 34, 'j')],
  ['an accent', 'characters', (lines) => planted(lines, Q, 34, 'É')],
  ['Q before its P', 'order', (lines) => joined(lines.with(P, lines[Q] ?? '').with(Q, lines[P] ?? ''))],
  ['a P without its Q', 'order', (lines) => joined(lines.toSpliced(Q, 1))],
  ['no trailer', 'order', (lines) => joined(lines.slice(0, -1))],
  ['a second header', 'order', (lines) => joined([lines[HEADER] ?? '', ...lines])],
  ['a segment that is none', 'order', (lines) => planted(lines, P, 14, 'W')],
  ['another bank', 'bank', (lines) => planted(lines, Q, 1, '999')],
  ['a bank without a table', 'bank', (lines) => joined(lines.map((line) => `999${line.slice(3)}`))],
  ['another lot', 'lot', (lines) => otherDigit(lines, Q, 7)],
  ['a number left out', 'sequence', (lines) => otherDigit(lines, Q, 13)],
  ['a letter in an amount', 'content', (lines) => planted(lines, P, 95, 'O')],
  ['a filler that is not blank', 'content', (lines) => planted(lines, HEADER, 140, 'X')],
  ['a day that is none', 'content', (lines) => planted(lines, P, 78, '31022027')],
  ['no due date', 'content', (lines) => planted(lines, P, 78, '00000000')],
  ['a return', 'content', (lines) => planted(lines, HEADER, 143, '2')],
  ['another layout version', 'content', (lines) => planted(lines, LOT, 14, '999')],
  ['another service', 'content', (lines) => planted(lines, LOT, 10, '20')],
  ['a movement in no list', 'movement', (lines) => planted(lines, P, 16, '99')],
  ['a movement that is not that of P', 'movement', (lines) => planted(lines, R, 16, '02')],
  ['a payer with another CPF', 'document', (lines) => otherDigit(lines, Q, 33)],
  ['a payer with a kind of document that is none', 'document', (lines) => planted(lines, Q, 18, '3')],
  ['a company with another CNPJ', 'document', (lines) => otherDigit(lines, LOT, 33)],
  ['no name', 'payer', (lines) => planted(lines, Q, 34, ' '.repeat(40))],
  ['a state that is none', 'payer', (lines) => planted(lines, Q, 152, 'XX')],
  ['no CEP', 'payer', (lines) => planted(lines, Q, 129, '00000000')],
  ['due before it is issued', 'due date', (lines) => planted(lines, P, 110, '01122026')],
  ['an amount of zero', 'amount', (lines) => planted(lines, P, 86, '0'.repeat(15))],
  ['a rebate of everything', 'amount', (lines) => planted(lines, P, 181, '000000000012345')],
  ['interest before the due date', 'interest', (lines) => planted(lines, P, 119, '01112026')],
  ['a discount after the due date', 'discount', (lines) => planted(lines, P, 143, '15122026')],
  ['a discount of everything', 'discount', (lines) => planted(lines, P, 151, '000000000012345')],
  ['a fine with a code that is none', 'fine', (lines) => planted(lines, R, 66, '9')],
  ['a fine of zero', 'fine', (lines) => planted(lines, R, 75, '0'.repeat(15))],
  ['a fine before the due date', 'fine', (lines) => planted(lines, R, 67, '01112026')],
  ['the records of the lot miscounted', 'count', (lines) => otherDigit(lines, LOT_TRAILER, 23)],
  ['the lots miscounted', 'count', (lines) => otherDigit(lines, TRAILER, 23)],
  ['the records miscounted', 'count', (lines) => otherDigit(lines, TRAILER, 29)],
  ['a title twice', 'twice', (lines) => planted(lines, 5, 38, (lines[P] ?? '').slice(37, 57))],
];

/** What only some banks have. */
const ERRORS_OF_BANKS: readonly (readonly [...Planted, banks: readonly BankName[]])[] = [
  [
    'the titles miscounted',
    'count',
    (lines) => otherDigit(lines, LOT_TRAILER, 29),
    ['bradesco', 'itau', 'caixa', 'sicoob'],
  ],
  [
    'another sum',
    'sum',
    (lines) => otherDigit(lines, LOT_TRAILER, 46),
    ['bradesco', 'itau', 'caixa', 'sicoob'],
  ],
  ['another digit', 'our number', (lines) => otherDigit(lines, P, 57), ['bradesco', 'santander']],
  ['another digit', 'our number', (lines) => otherDigit(lines, P, 49), ['itau']],
  ['another number', 'our number', (lines) => otherDigit(lines, P, 55), ['bradesco', 'santander']],
  [
    'interest without a code',
    'interest',
    (lines) => planted(lines, P, 118, '3'),
    BANK_NAMES.filter((bank) => bank !== 'itau'),
  ],
];

describe('the tables of the validator', () => {
  const kinds: RecordKind[] = ['0', '1', 'P', 'Q', 'R', '5', '9'];

  it.each(['FEBRABAN', ...KNOWN_BANKS])('of %s cover 1 to 240 without a gap or an overlap', (bank) => {
    for (const kind of kinds) {
      let next = 1;
      for (const { from, to } of tableOf(bank, kind)) {
        expect({ kind, from }).toEqual({ kind, from: next });
        next = to + 1;
      }
      expect(next).toBe(241);
    }
  });
});

describe.each(BANK_NAMES)('in a file for %s', (bank) => {
  const lines = linesFor(bank);
  const ofBank = ERRORS_OF_BANKS.filter(([, , , names]) => names.includes(bank)).map(
    ([what, rule, plant]): Planted => [what, rule, plant],
  );

  it('the validator finds nothing that was not planted', () => {
    expect(validateRemittance(joined(lines))).toEqual([]);
  });

  it.each([...ERRORS, ...ofBank])('it finds %s (%s)', (_, rule, plant) => {
    const text = plant([...lines]);
    expect(text).not.toBe(joined(lines));
    expect(validateRemittance(text).map((problem) => problem.rule)).toContain(rule);
  });
});

it('every rule has an error that breaks it', () => {
  const broken = [...ERRORS, ...ERRORS_OF_BANKS].map(([, rule]) => rule);
  expect([...new Set(broken)].sort()).toEqual([...RULES].sort());
});

it('a problem says where it is', () => {
  const text = planted(linesFor('bradesco'), Q, 152, 'XX');
  expect(validateRemittance(text)).toEqual([
    { rule: 'payer', line: 4, from: 152, to: 153, message: 'is no state' },
  ]);
});

it('a line that is lost anywhere in any file is noticed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...BANK_NAMES).chain(anyRemittance), fc.nat(), (remittance, seed) => {
      const lines = writeRemittance(remittance).text.split('\r\n').slice(0, -1);
      expect(validateRemittance(joined(lines.toSpliced(seed % lines.length, 1)))).not.toEqual([]);
    }),
  );
});

it('any text at all is judged without an accident', () => {
  fc.assert(
    fc.property(anyWriting(2000), (text) => {
      expect(validateRemittance(text)).not.toEqual([]);
    }),
  );
});
