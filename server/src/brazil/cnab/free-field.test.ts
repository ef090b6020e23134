import { describe, expect, it } from 'vitest';
import { AGREEMENTS } from '../../../../test/support/any-remittance.ts';
import { cents } from '../../kit/money.ts';
import { boletoBarcode, digitableLine, formatDigitableLine, isValidBarcode } from '../boleto-code.ts';
import { BANK_NAMES } from './bank.ts';
import { banks } from './banks/registry.ts';
import { freeField, joined } from './free-field.ts';
import { freeFields } from './free-fields.ts';

const beneficiary = '1899775';

describe('the free field of a barcode', () => {
  // Values that public libraries (brcobranca, openboleto) give for the same titles.
  it.each([
    [
      'bradesco',
      { branch: '1172', wallet: '06', account: '0403005' },
      '75896452',
      '1172060007589645204030050',
    ],
    [
      'bradesco',
      { branch: '4042', wallet: '03', account: '61900' },
      '777700168',
      '4042030077770016800619000',
    ],
    ['banco-do-brasil', { covenant: '1238798', wallet: '18' }, '7777700168', '0000001238798777770016818'],
    ['santander', { wallet: '102' }, '90000267', '9189977500009000026700102'],
    ['santander', { wallet: '102' }, '90002720', '9189977500009000272070102'],
    ['caixa', { covenant: '245274', wallet: '14' }, '1', '2452740000100040000000017'],
    ['sicoob', { branch: '3069', wallet: '01', covenant: '153850' }, '203210', '1306901015385002032101001'],
  ] as const)('of %s with %o and %s is %s', (bank, own, number, field) => {
    const agreement = { ...AGREEMENTS[bank], ...own };
    expect(freeField(banks[bank], { agreement, beneficiary, number })).toBe(field);
  });

  it('of Sicredi is that of a public library, apart from the kind of collection, which is with registration', () => {
    const agreement = { ...AGREEMENTS.sicredi, branch: '1234', station: '18', covenant: '12345' };
    const parts = { ...agreement, beneficiary: '', number: '12213871', numberDigit: '5' };
    const [, ...rest] = freeFields.sicredi;
    expect(joined([{ text: '31' }, ...rest], parts)).toBe('3112213871512341812345100');
    expect(freeField(banks.sicredi, { agreement, beneficiary: '', number: '12213871' })).toMatch(
      /^111221387151234181234510\d$/,
    );
  });

  it.each(BANK_NAMES)('of %s makes a valid barcode', (bank) => {
    const field = freeField(banks[bank], { agreement: agreementOf(bank), beneficiary, number: '2620012' });
    const barcode = boletoBarcode({
      bank: banks[bank].code,
      dueDate: '2026-12-01',
      amountCents: cents(12_345n),
      freeField: field,
    });
    expect(isValidBarcode(barcode)).toBe(true);
    expect(barcode.slice(19)).toBe(field);
  });

  it('and its line are those of a slip that a public library made for Sicoob', () => {
    const agreement = { ...AGREEMENTS.sicoob, branch: '3069', wallet: '01', covenant: '153850' };
    const field = freeField(banks.sicoob, { agreement, beneficiary: '', number: '203210' });
    const barcode = boletoBarcode({
      ...{ bank: '756', dueDate: '2018-05-25', amountCents: cents(157_575n), freeField: field },
    });
    expect(formatDigitableLine(digitableLine(barcode))).toBe(
      '75691.30698 01015.385006 20321.010017 9 75350000157575',
    );
  });

  it('is refused when a part does not fit', () => {
    const agreement = { ...AGREEMENTS.bradesco, account: '12345678' };
    expect(() => freeField(banks.bradesco, { agreement, beneficiary, number: '1' })).toThrow(
      'account: has more than 7 digits',
    );
  });
});

function agreementOf(bank: (typeof BANK_NAMES)[number]) {
  const own = AGREEMENTS[bank];
  return bank === 'santander' ? { ...own, wallet: '101' } : own;
}
