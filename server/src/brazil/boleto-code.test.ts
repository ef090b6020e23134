import * as oracle from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../kit/money.ts';
import {
  barcodeFromLine,
  boletoBarcode,
  digitableLine,
  dueDateFactor,
  formatDigitableLine,
  isValidBarcode,
  isValidDigitableLine,
  itauFreeField,
  itauOurNumberCheckDigit,
  MAX_BOLETO_CENTS,
} from './boleto-code.ts';
import { addDays } from './calendar.ts';

/** Bank, due date, cents, barcode, line. */
const BOLETOS = [
  [
    '341',
    '2009-08-14',
    0n,
    '34191432900000000001751234567840810536789000',
    '34191.75124 34567.840813 05367.890000 1 43290000000000',
  ],
  [
    '341',
    '2008-02-02',
    13500n,
    '34191377000000135001750025828170810536789000',
    '34191.75009 25828.170818 05367.890000 1 37700000013500',
  ],
  [
    '341',
    '2004-09-05',
    13500n,
    '34191252500000135001960025828112345671234550',
    '34191.96005 25828.112349 56712.345505 1 25250000013500',
  ],
  [
    '341',
    '2029-05-20',
    675787n,
    '34194254800006757871090001015271248021246000',
    '34191.09008 01015.271248 80212.460002 4 25480000675787',
  ],
  [
    '237',
    '2009-04-30',
    295295n,
    '23795422300002952951172060007589645204030050',
    '23791.17209 60007.589645 52040.300502 5 42230000295295',
  ],
  [
    '001',
    '2008-02-01',
    13500n,
    '00193376900000135000000001238798977770016818',
    '00190.00009 01238.798977 77700.168188 3 37690000013500',
  ],
  [
    '001',
    '2008-02-03',
    72356n,
    '00195377100000723560000001238798777770016818',
    '00190.00009 01238.798779 77700.168188 5 37710000072356',
  ],
  [
    '033',
    '2011-10-09',
    2500n,
    '03399511500000025009189977500000900002690102',
    '03399.18997 77500.000904 00026.901025 9 51150000002500',
  ],
  [
    '237',
    '2025-09-09',
    34130n,
    '23794119900000341303369095192000164800564560',
    '23793.36908 95192.000164 48005.645600 4 11990000034130',
  ],
  [
    '001',
    '2018-07-15',
    102656n,
    '00196758600001026560000001149718606852452211',
    '00190.00009 01149.718601 68524.522114 6 75860000102656',
  ],
  [
    '341',
    '2026-11-30',
    10000n,
    '34191164600000100001090001234571234567897000',
    '34191.09008 01234.571238 45678.970000 1 16460000010000',
  ],
  [
    '341',
    '2025-02-22',
    9990n,
    '34199100000000099901090000000160057123457000',
    '34191.09008 00000.160051 71234.570001 9 10000000009990',
  ],
] as const;

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const dueDate = fc.nat(9000).map((days) => addDays('2025-02-22', days));
const anyBoleto = fc.record({
  bank: fc.stringMatching(/^[0-7][0-9]{2}$/),
  dueDate,
  amountCents: fc.bigInt({ min: 0n, max: MAX_BOLETO_CENTS }).map(cents),
  freeField: digits(25),
});

describe('the due-date factor', () => {
  it.each([
    ['1997-10-07', 0],
    ['2000-07-02', 999],
    ['2000-07-03', 1000],
    ['2000-07-04', 1001],
    ['2002-05-01', 1667],
    ['2008-02-01', 3769],
    ['2010-11-17', 4789],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2025-02-23', 1001],
    ['2029-05-20', 2548],
    ['2026-11-14', 1630],
    ['2026-11-30', 1646],
    ['2026-12-31', 1677],
    ['2027-01-04', 1681],
    ['2049-10-13', 9999],
    ['2049-10-14', 1000],
  ])('of %s is %i', (date, factor) => expect(dueDateFactor(date)).toBe(factor));

  it('does not exist before its base date', () =>
    expect(() => dueDateFactor('1997-10-06')).toThrow(RangeError));
});

describe.each(BOLETOS)('the boleto of bank %s due %s for %i cents', (bank, due, amount, barcode, line) => {
  it('has the published barcode', () => {
    const freeField = barcode.slice(19);
    expect(boletoBarcode({ bank, dueDate: due, amountCents: cents(amount), freeField })).toBe(barcode);
    expect(isValidBarcode(barcode)).toBe(true);
  });

  it('has the published line', () => {
    expect(formatDigitableLine(digitableLine(barcode))).toBe(line);
    expect(isValidDigitableLine(line)).toBe(true);
    expect(barcodeFromLine(line)).toBe(barcode);
    expect(barcodeFromLine(line.replace(/\D/g, ''))).toBe(barcode);
  });
});

describe('the general check digit', () => {
  it.each([
    [2n, '34191164600000000021090001234571234567897000'],
    [6n, '34191164600000000061090001234571234567897000'],
    [9n, '34191164600000000091090001234571234567897000'],
  ])('is 1 and not 0, 10 or 11 for an amount of %i cents', (amount, barcode) => {
    const freeField = '1090001234571234567897000';
    const parts = { bank: '341', dueDate: '2026-11-30', amountCents: cents(amount), freeField };
    expect(boletoBarcode(parts)).toBe(barcode);
    expect(isValidBarcode(barcode)).toBe(true);
  });
});

describe('a code is refused', () => {
  const barcode = BOLETOS[0][3];
  const line = digitableLine(barcode);

  it.each([
    ['with 47 digits', line],
    ['with 43 digits', barcode.slice(1)],
    ['with a letter', `${barcode.slice(0, -1)}A`],
    ['in another currency', `3418${barcode.slice(4)}`],
    ['of a utility', '84610000000246100291100054603390069589506108'],
    ['that is empty', ''],
  ])('as a barcode %s', (_, text) => expect(isValidBarcode(text)).toBe(false));

  it.each([
    ['whose general digit should be 1', '10491443385511900000200000000141325230000093423'],
    ['of 44 digits', barcode],
    ['of a utility', '846100000005246100291102005460339004695895061080'],
    ['with other punctuation', line.replace(/^(.{5})/, '$1-')],
    ['that is empty', ''],
  ])('as a line %s', (_, text) => {
    expect(isValidDigitableLine(text)).toBe(false);
    expect(barcodeFromLine(text)).toBeNull();
  });

  it('when any one digit of its first three fields is changed', () => {
    fc.assert(
      fc.property(anyBoleto, fc.nat(31), fc.integer({ min: 1, max: 9 }), (boleto, position, shift) => {
        const good = digitableLine(boletoBarcode(boleto));
        const digit = (Number(good[position]) + shift) % 10;
        expect(isValidDigitableLine(good.slice(0, position) + digit + good.slice(position + 1))).toBe(false);
      }),
    );
  });

  it.each([
    ['an amount beyond ten digits', { amountCents: cents(MAX_BOLETO_CENTS + 1n) }],
    ['a negative amount', { amountCents: cents(-1n) }],
    ['a bank of two digits', { bank: '41' }],
    ['a free field of 24 digits', { freeField: '0'.repeat(24) }],
    ['a free field with letters', { freeField: 'A'.repeat(25) }],
  ])('before it is made, with %s', (_, wrong) => {
    const boleto = { bank: '341', dueDate: '2026-11-30', amountCents: cents(1n), freeField: '0'.repeat(25) };
    expect(() => boletoBarcode({ ...boleto, ...wrong })).toThrow(RangeError);
  });

  it('a line is made from a barcode only', () => expect(() => digitableLine('123')).toThrow(RangeError));
});

describe('any boleto', () => {
  it('reads back from its line, formatted or not', () => {
    fc.assert(
      fc.property(anyBoleto, (boleto) => {
        const barcode = boletoBarcode(boleto);
        const line = digitableLine(barcode);
        expect(barcodeFromLine(line)).toBe(barcode);
        expect(barcodeFromLine(formatDigitableLine(line))).toBe(barcode);
      }),
    );
  });

  it('is read by an independent library as it was written', () => {
    fc.assert(
      fc.property(anyBoleto, (boleto) => {
        const line = digitableLine(boletoBarcode(boleto));
        expect(oracle.isValidBoleto(line)).toBe(true);
        const info = oracle.getBoletoInfo(line, { referenceDate: new Date(`${boleto.dueDate}T12:00:00`) });
        expect(info).toMatchObject({ bankCode: boleto.bank, amount: Number(boleto.amountCents) });
        expect(info?.expirationDate?.toDateString()).toBe(
          new Date(`${boleto.dueDate}T12:00:00`).toDateString(),
        );
      }),
    );
  });

  it('is judged as the independent library judges it', () => {
    fc.assert(
      fc.property(anyBoleto, fc.nat(46), fc.nat(9), (boleto, position, digit) => {
        const good = digitableLine(boletoBarcode(boleto));
        const line = good.slice(0, position) + digit + good.slice(position + 1);
        fc.pre(line[3] === '9' && line[0] !== '8' && line[0] !== '9');
        expect(isValidDigitableLine(line)).toBe(oracle.isValidBoleto(line));
      }),
    );
  });
});

describe('the Itaú free field', () => {
  it.each([
    ['109', '00012345', '1234', '56789', '1090001234571234567897000'],
    ['109', '00000001', '0057', '12345', '1090000000160057123457000'],
    ['109', '00010152', '1248', '02124', '1090001015271248021246000'],
    ['175', '12345678', '0810', '53678', '1751234567840810536789000'],
    ['175', '00258281', '0810', '53678', '1750025828170810536789000'],
  ])('of wallet %s, number %s, branch %s, account %s is %s', (wallet, ourNumber, branch, account, field) => {
    expect(itauFreeField({ wallet, ourNumber, branch, account })).toBe(field);
  });

  it('ends in a check digit for branch and account', () => {
    const field = itauFreeField({ wallet: '109', ourNumber: '00010152', branch: '0811', account: '53678' });
    expect(field.slice(12)).toBe('0811536788000');
  });

  it('checks our number together with branch and account', () => {
    const boleto = { wallet: '175', ourNumber: '12345678', branch: '0810', account: '53678' };
    expect(itauOurNumberCheckDigit(boleto)).toBe('4');
    expect(itauOurNumberCheckDigit({ ...boleto, branch: '0811' })).not.toBe('4');
  });

  it('checks our number alone in the wallets that say so', () => {
    const boleto = { wallet: '126', ourNumber: '12345678', branch: '0810', account: '53678' };
    const elsewhere = { ...boleto, branch: '9999', account: '11111' };
    expect(itauOurNumberCheckDigit(boleto)).toBe(itauOurNumberCheckDigit(elsewhere));
  });

  it('is not made for the wallets with a client code, nor from parts of another length', () => {
    const boleto = { wallet: '109', ourNumber: '00012345', branch: '1234', account: '56789' };
    expect(() => itauFreeField({ ...boleto, wallet: '196' })).toThrow('196');
    expect(() => itauFreeField({ ...boleto, ourNumber: '12345' })).toThrow('8 digits');
    expect(() => itauFreeField({ ...boleto, branch: '123' })).toThrow('4 digits');
    expect(() => itauFreeField({ ...boleto, account: '567890' })).toThrow('5 digits');
    expect(() => itauFreeField({ ...boleto, wallet: '1O9' })).toThrow('3 digits');
  });
});
