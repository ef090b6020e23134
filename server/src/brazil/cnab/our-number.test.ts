import { describe, expect, it } from 'vitest';
import { AGREEMENTS } from '../../../../test/support/any-remittance.ts';
import { itauOurNumberCheckDigit } from '../boleto-code.ts';
import { banks } from './banks/registry.ts';
import { ourNumberDigit, readOurNumber, writeOurNumber } from './our-number.ts';

describe('the digit of our number', () => {
  it.each([
    ['bradesco', { wallet: '19' }, '00000000001', 'P'],
    ['bradesco', { wallet: '19' }, '00000000002', '8'],
    ['bradesco', { wallet: '19' }, '00000000006', '0'],
    ['itau', { branch: '0810', account: '53678', wallet: '175' }, '12345678', '4'],
    ['santander', {}, '000001234567', '9'],
    ['santander', {}, '000000000140', '6'],
    ['caixa', { wallet: '24' }, '000000011136997', '9'],
    ['sicredi', { branch: '0165', station: '02', covenant: '00623' }, '07200003', '1'],
  ] as const)('at %s with %o of %s is %s', (bank, own, number, digit) => {
    expect(ourNumberDigit(banks[bank], { ...AGREEMENTS[bank], ...own }, number)).toBe(digit);
  });

  it('at Itaú is the one that the barcode has', () => {
    for (let number = 1; number < 500; number++) {
      const ourNumber = String(number * 7919).padStart(8, '0');
      const { branch, account, wallet } = AGREEMENTS.itau;
      expect(ourNumberDigit(banks.itau, AGREEMENTS.itau, ourNumber)).toBe(
        itauOurNumberCheckDigit({ branch, account, wallet, ourNumber }),
      );
    }
  });

  it('at Sicoob moves from title to title as in the file of the bank', () => {
    const agreements = Array.from({ length: 11 }, (_, covenant) => ({
      ...AGREEMENTS.sicoob,
      covenant: String(covenant),
    }));
    const found = agreements.map((each) =>
      ['8', '11', '12'].map((number) => ourNumberDigit(banks.sicoob, each, number)).join(''),
    );
    expect(found).toContain('363');
  });

  it('is none at Banco do Brasil', () => {
    expect(ourNumberDigit(banks['banco-do-brasil'], AGREEMENTS['banco-do-brasil'], '1')).toBeNull();
  });
});

describe('the field of our number', () => {
  it.each([
    ['bradesco', '00900000000012345677'],
    ['itau', '109012345676'],
    ['banco-do-brasil', '32948600001234567'],
    ['santander', '0000012345679'],
    ['caixa', '00014000000001234567'],
    ['sicoob', '001234567901014'],
    ['sicredi', '012345679'],
  ] as const)('at %s is %s', (bank, field) => {
    expect(writeOurNumber(banks[bank], AGREEMENTS[bank], '1234567')).toBe(field);
  });

  it.each([
    ['more digits than the bank has', '123456789012', 'has more than 11 digits'],
    ['letters', '12A', 'must be digits'],
    ['nothing', '', 'must be digits'],
    ['zero, with which the bank would choose', '000', 'not zero'],
  ])('is refused with %s', (_, number, message) => {
    expect(() => writeOurNumber(banks.bradesco, AGREEMENTS.bradesco, number)).toThrow(message);
  });

  it('that has another form than the profile says is given as it stands', () => {
    expect(readOurNumber(banks.bradesco, 'ABC                 ')).toEqual({
      field: 'ABC',
      number: null,
      digit: null,
    });
  });
});
