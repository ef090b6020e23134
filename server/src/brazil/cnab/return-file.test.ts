import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGREEMENTS, anyBank, remittanceOf } from '../../../../test/support/any-remittance.ts';
import { anyReported, bytesOf, type Reported, returnOf } from '../../../../test/support/any-return.ts';
import { sum } from '../../kit/money.ts';
import { BANK_NAMES, type BankName } from './bank.ts';
import { banks } from './banks/registry.ts';
import { CnabError } from './error.ts';
import type { Occurrence } from './occurrence.ts';
import { ourNumberDigit } from './our-number.ts';
import { writeRemittance } from './remittance.ts';
import { type ReturnFile, readReturn } from './return-file.ts';

type Money = { [K in keyof Occurrence]: Occurrence[K] extends bigint ? K : never }[keyof Occurrence];
type SampleName = Extract<BankName, 'banco-do-brasil' | 'caixa' | 'sicoob'>;

function sample(bank: SampleName): Buffer {
  return readFileSync(new URL(`samples/${bank}.ret`, import.meta.url));
}

function totals({ occurrences }: ReturnFile, names: readonly Money[]): Record<string, bigint> {
  return Object.fromEntries(names.map((name) => [name, sum(occurrences.map((each) => each[name]))]));
}

/** Where two public libraries look for an amount, as their source says: positions from 1, and indexes from 0. */
const IN_T = { amountCents: [82, 96], feeCents: [199, 213] };
const IN_U = {
  chargesCents: [18, 32],
  discountCents: [33, 47],
  rebateCents: [48, 62],
  iofCents: [63, 77],
  paidCents: [78, 92],
  creditedCents: [93, 107],
};
const FROM_ZERO = { T: [81, 198], U: [17, 32, 47, 62, 77] };

describe.each([
  ['banco-do-brasil', 5, [12_880n, 12_880n, 10_380n, 2_500n, 0n]],
  ['caixa', 9, [112_000n, 101_000n, 101_000n, 1_270n, 11_000n]],
  ['sicoob', 3, [600n, 600n, 600n, 510n, 0n]],
] as const)('the return file of %s', (bank, count, expected) => {
  const read = readReturn(sample(bank));
  const names = ['amountCents', 'paidCents', 'creditedCents', 'feeCents', 'discountCents'] as const;

  it('has these occurrences and totals', () => {
    expect(read).toMatchObject({ bank, otherDetails: 0, differences: [] });
    expect(read.occurrences).toHaveLength(count);
    expect(Object.values(totals(read, names))).toEqual(expected);
  });

  it('has the totals that two other libraries read, amount by amount', () => {
    const lines = sample(bank).toString('latin1').split(/\r?\n/);
    const added = (segment: string, from: number, to: number) =>
      lines
        .filter((line) => line[7] === '3' && line[13] === segment)
        .reduce((total, line) => total + BigInt(line.slice(from - 1, to)), 0n);
    const found = Object.fromEntries([
      ...Object.entries(IN_T).map(([name, [from = 0, to = 0]]) => [name, added('T', from, to)]),
      ...Object.entries(IN_U).map(([name, [from = 0, to = 0]]) => [name, added('U', from, to)]),
    ]);
    expect(totals(read, [...Object.keys(IN_T), ...Object.keys(IN_U)] as Money[])).toEqual(found);
    expect(Object.values(IN_T).map(([from = 0]) => from - 1)).toEqual(FROM_ZERO.T);
    expect(Object.values(IN_U).map(([from = 0]) => from - 1)).toEqual([...FROM_ZERO.U, 92]);
  });
});

describe('an occurrence', () => {
  it('is everything that the bank says of a title', () => {
    expect(readReturn(sample('sicoob')).occurrences[0]).toEqual({
      line: 3,
      movement: '06',
      event: 'paid',
      text: { pt: 'Pago', en: 'Paid' },
      reasons: [{ code: '03', pt: 'no caixa, em dinheiro', en: 'at the counter, in cash' }],
      ourNumber: { field: '000000008301011', number: '0000008', digit: '3' },
      documentNumber: '000000000000001',
      reference: '',
      walletKind: '1',
      dueDate: '2015-08-13',
      amountCents: 200n,
      paidCents: 200n,
      creditedCents: 200n,
      feeCents: 170n,
      chargesCents: 0n,
      discountCents: 0n,
      rebateCents: 0n,
      iofCents: 0n,
      otherExpensesCents: 0n,
      otherCreditsCents: 0n,
      occurredOn: '2015-08-10',
      creditedOn: '2015-08-10',
      collectedBy: '756',
      payer: { name: '2A MATERIAIS ELETRICOS', document: '03997783000118' },
    });
  });

  it('of a registration and of a fee have their own reasons', () => {
    const lines = returnOf('sicredi', [
      { ...PAID, movement: '02', creditedOn: null },
      { ...PAID, movement: '28', fee: 380n },
    ]);
    const withReason = (line: string, code: string) => line.slice(0, 213) + code.padEnd(10) + line.slice(223);
    const told = lines.with(2, withReason(lines[2] ?? '', 'A4')).with(4, withReason(lines[4] ?? '', '05'));
    const [registered, fee] = readReturn(bytesOf(told)).occurrences;
    expect(registered).toMatchObject({ event: 'registered', creditedOn: null });
    expect(registered?.reasons).toEqual([
      { code: 'A4', pt: 'pagador recebe pelo DDA', en: 'payer receives by DDA' },
    ]);
    expect(fee).toMatchObject({ event: 'fee', feeCents: 380n, reasons: [{ code: '05' }] });
  });

  it('has codes without a text where the bank has a list of its own', () => {
    expect(readReturn(sample('caixa')).occurrences[0]?.reasons).toEqual([
      { code: '02', pt: null, en: null },
      { code: '01', pt: null, en: null },
    ]);
  });

  it('has the digits that the rule of the bank gives', () => {
    const agreement = { ...AGREEMENTS.caixa, wallet: '24' };
    for (const { ourNumber } of readReturn(sample('caixa')).occurrences) {
      expect(ourNumber.digit).toBe(ourNumberDigit(banks.caixa, agreement, ourNumber.number ?? ''));
    }
  });

  it.each([
    ['bradesco', '17', 'paid_unregistered'],
    ['itau', '17', 'instruction_refused'],
    ['itau', '28', 'fee'],
    ['bradesco', '99', 'unknown'],
  ] as const)('of %s with movement %s is %s', (bank, movement, event) => {
    const read = readReturn(bytesOf(returnOf(bank, [{ ...PAID, movement }])));
    expect(read.occurrences.map((each) => each.event)).toEqual([event]);
  });
});

const PAID: Reported = {
  movement: '06',
  reference: 'ABC',
  amount: 10_000n,
  paid: 10_000n,
  net: 9_900n,
  fee: 100n,
  charges: 0n,
  discount: 0n,
  dueDate: '2026-11-30',
  occurredOn: '2026-11-18',
  creditedOn: '2026-11-19',
};

describe('a file is read', () => {
  const lines = returnOf('bradesco', [PAID, { ...PAID, reference: 'DEF' }]);
  const expected = readReturn(bytesOf(lines));

  it.each([
    ['with LF at the ends of lines', bytesOf(lines, '\n')],
    ['with CR at the ends of lines', bytesOf(lines, '\r')],
    ['without the last end of a line', bytesOf(lines).slice(0, -2)],
    ['with Ctrl-Z at the end', Buffer.concat([bytesOf(lines), Buffer.from('\x1a')])],
    ['with NUL up to a block', Buffer.concat([bytesOf(lines), Buffer.alloc(100)])],
    ['with empty lines at the end', Buffer.concat([bytesOf(lines), Buffer.from('\r\n   \r\n')])],
    ['without the blanks at the ends of lines', bytesOf(lines.map((line) => line.trimEnd()))],
    ['with blanks behind the lines', bytesOf(lines.map((line) => `${line}   `))],
    ['with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), bytesOf(lines)])],
  ])('%s', (_, bytes) => expect(readReturn(bytes)).toEqual(expected));

  it('with empty lines inside, which count where an error is shown', () => {
    const [first = '', ...rest] = lines;
    const read = readReturn(bytesOf([first, '', ...rest]));
    expect(read.occurrences.map(({ line }) => line)).toEqual([4, 6]);
  });

  it.each(['latin1', 'utf8'] as const)('with accents in %s', (encoding) => {
    const accented = lines.map((line) => line.replace('JOSE  ', 'JOSÉ Ç'));
    const read = readReturn(Buffer.from(accented.join('\r\n'), encoding));
    expect(read.occurrences[0]?.payer.name).toBe('JOSÉ Ç');
  });

  it('with details of other kinds, which are counted', () => {
    const y = `${lines[3]?.slice(0, 8)}00005Y${' '.repeat(226)}`;
    const more = [...lines.slice(0, 6), y, ...lines.slice(6)]
      .map((line) => line.replace(/^(.{17})000006(0000020)/, '$1000007$2'))
      .map((line) => line.replace(/^(23799999 {9}000001)000008/, '$1000009'));
    expect(readReturn(bytesOf(more))).toEqual({ ...expected, otherDetails: 1 });
  });
});

describe('a file is refused', () => {
  const lines = returnOf('bradesco', [PAID, { ...PAID, reference: 'DEF' }]);
  const [T, U, LOT_TRAILER, TRAILER] = [2, 3, 6, 7];
  const planted = (line: number, from: number, content: string) =>
    lines.with(
      line,
      `${lines[line]?.slice(0, from - 1)}${content}${lines[line]?.slice(from - 1 + content.length)}`,
    );
  const refusal = (bytes: Uint8Array) => {
    try {
      readReturn(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(CnabError);
      return error instanceof Error ? error.message : '';
    }
    return 'was read';
  };

  it.each([
    ['an amount with a letter', planted(U, 92, 'O'), 'line 4, positions 78-92, paid: must be digits'],
    ['no amount', planted(U, 78, ' '.repeat(15)), 'line 4, positions 78-92, paid: must be digits'],
    [
      'a line cut inside the amounts',
      lines.with(U, (lines[U] ?? '').slice(0, 92)),
      'line 4, positions 138-145, occurredOn',
    ],
    [
      'a day that is none',
      planted(U, 146, '31022027'),
      'line 4, positions 146-153, creditedOn: is not a date',
    ],
    ['a payment without a day', planted(U, 138, '00000000'), 'line 4, positions 138-145, occurredOn'],
    ['a U of another movement', planted(U, 16, '02'), 'line 4, positions 16-17, movement: is not 06'],
    [
      'a T without its U',
      lines.toSpliced(U, 1),
      'line 6, positions 18-23, records: says 6 records, and there are 5',
    ],
    ['a U without its T', planted(T, 14, 'U'), 'line 3, position 14, segment: a U belongs behind a T'],
    ['two T', planted(U, 14, 'T'), 'line 4, position 14, segment: a U belongs behind each T'],
    ['a number left out', planted(U, 13, '3'), 'line 4, positions 9-13, sequence: should be 2'],
    ['another lot', planted(U, 7, '2'), 'line 4, positions 4-7, lot: is not 0001'],
    ['another bank', planted(U, 1, '341'), 'line 4, positions 1-3, bank: is not 237'],
    ['no trailer', lines.slice(0, -1), 'the file ends before its file trailer'],
    ['no trailer of the lot', lines.toSpliced(LOT_TRAILER, 1), 'a lot trailer belongs here, not a record 9'],
    ['something behind the end', [...lines, lines[0] ?? ''], 'line 9: stands behind the end'],
    ['the records miscounted', planted(TRAILER, 29, '9'), 'line 8, positions 24-29, fileRecords: says 9'],
    ['the lots miscounted', planted(TRAILER, 23, '2'), 'line 8, positions 18-23, lots: says 2'],
    ['the titles miscounted', planted(LOT_TRAILER, 29, '3'), 'line 7, simpleCount: says 3'],
    [
      'another sum',
      planted(LOT_TRAILER, 46, '1'),
      'line 7, simpleSum: says 20001, and the titles come to 20000',
    ],
    ['a line that is too long', lines.with(U, `${lines[U]}X`), 'line 4: has 241 characters instead of 240'],
    ['a control character', planted(T, 150, '\x07'), 'line 3, position 150: has a control character'],
    ['no bank that is known', lines.map((line) => `999${line.slice(3)}`), 'no profile for the bank "999"'],
    ['nothing in it', ['   '], 'the file is empty'],
  ])('with %s', (_, broken, message) => expect(refusal(bytesOf(broken))).toContain(message));

  it('that is a remittance', () => {
    const { text } = writeRemittance(remittanceOf('bradesco'));
    expect(refusal(Buffer.from(text))).toBe('line 1, position 143, direction: this is a remittance');
  });

  it('that is too large to be one', () => {
    expect(refusal(Buffer.alloc(64 * 1024 * 1024 + 1, ' '))).toContain('has more than');
  });

  it('with another sum, unless an operator accepts it', () => {
    const bytes = bytesOf(planted(LOT_TRAILER, 46, '1'));
    expect(readReturn(bytes, { acceptDifferentSums: true })).toMatchObject({
      differences: [{ line: 7, field: 'simpleSum', statedBy: 20_001n, counted: 20_000n }],
      occurrences: [{ paidCents: 10_000n }, { paidCents: 10_000n }],
    });
  });
});

describe.each(BANK_NAMES)('any return of %s', (bank) => {
  it('reads back to the cent and the day', () => {
    fc.assert(
      fc.property(fc.array(anyReported, { maxLength: 8 }), fc.boolean(), (reported, sums) => {
        const { occurrences } = readReturn(bytesOf(returnOf(bank, reported, sums)));
        const found = occurrences.map((each) => ({
          movement: each.movement,
          reference: each.reference,
          amount: each.amountCents,
          paid: each.paidCents,
          net: each.creditedCents,
          fee: each.feeCents,
          charges: each.chargesCents,
          discount: each.discountCents,
          dueDate: each.dueDate,
          occurredOn: each.occurredOn,
          creditedOn: each.creditedOn,
        }));
        expect(found).toEqual(reported);
        for (const [at, { ourNumber }] of occurrences.entries())
          expect(Number(ourNumber.number)).toBe(at + 1);
      }),
    );
  });
});

describe('any damage', () => {
  const reads = (bytes: Uint8Array): boolean => {
    try {
      readReturn(bytes);
      return true;
    } catch (error) {
      if (!(error instanceof CnabError)) throw error;
      return false;
    }
  };
  const files = [
    ...(['banco-do-brasil', 'caixa', 'sicoob'] as const).map(sample),
    bytesOf(returnOf('itau', [PAID])),
  ];
  const anyFile = fc.constantFrom(...files);

  it('is refused as such or harmless: nothing but its own error is thrown', () => {
    const anyEdit = fc.record({
      at: fc.nat(),
      remove: fc.nat(300),
      insert: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(anyFile, fc.array(anyEdit, { minLength: 1, maxLength: 5 }), (file, edits) => {
        let bytes: Uint8Array = file;
        for (const { at, remove, insert } of edits) {
          const start = bytes.length === 0 ? 0 : at % bytes.length;
          bytes = Buffer.concat([bytes.slice(0, start), insert, bytes.slice(start + remove)]);
        }
        reads(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it('of random bytes is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => {
        expect(reads(bytes)).toBe(false);
      }),
    );
  });

  it('that cuts the file off is always noticed', () => {
    const withTrailers = files.map((file) => file.toString().trimEnd());
    for (const text of withTrailers) {
      const lastLine = text.lastIndexOf('\n');
      for (let length = 1; length < lastLine; length += 37) {
        expect(reads(Buffer.from(text.slice(0, length), 'latin1'))).toBe(false);
      }
    }
  });

  it('that loses a record is always noticed', () => {
    fc.assert(
      fc.property(
        anyBank,
        fc.array(anyReported, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (bank, reported, seed) => {
          const lines = returnOf(bank, reported);
          expect(reads(bytesOf(lines.toSpliced(seed % lines.length, 1)))).toBe(false);
        },
      ),
    );
  });
});
