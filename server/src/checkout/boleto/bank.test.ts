import { describe, expect, it } from 'vitest';
import type { Boleto } from '../../charges/charge.ts';
import { bankCheckDigit, printedBank } from './bank.ts';

const boletoOf = (barcode: string, ourNumber: string) => ({ barcode, ourNumber }) as Boleto;

describe('the bank on a boleto', () => {
  it.each([
    ['001', '9'],
    ['033', '7'],
    ['041', '8'],
    ['077', '9'],
    ['104', '0'],
    ['237', '2'],
    ['341', '7'],
    ['422', '7'],
    ['745', '5'],
    ['748', 'X'],
    ['756', '0'],
  ])('%s is printed with its check digit %s', (bank, digit) => {
    expect(bankCheckDigit(bank)).toBe(digit);
  });

  it('is read from the barcode: wallet, branch, account and number as Itaú prints them', () => {
    expect(printedBank(boletoOf('34194254800006757871090001015271248021246000', '00010152'))).toEqual({
      code: '341-7',
      wallet: '109',
      branchAndAccount: '1248/02124-6',
      ourNumber: '109/00010152-7',
    });
  });

  it('is read from the barcode at any bank that takes files', () => {
    expect(printedBank(boletoOf('23797000000000015000548190000000000100014480', '00000000001'))).toEqual({
      code: '237-2',
      wallet: '19',
      branchAndAccount: '0548-7/0001448-6',
      ourNumber: '19/00000000001-P',
    });
  });

  it('is printed by its code alone where the barcode does not tell more', () => {
    const expected = { wallet: '', branchAndAccount: '', ourNumber: '16448005' };
    const bradesco = boletoOf('23794119900000341303369095192000164800564560', '16448005');
    expect(printedBank(bradesco)).toEqual({ code: '237-2', ...expected });
    const otherWallet = boletoOf('34191252500000135001960025828112345671234550', '16448005');
    expect(printedBank(otherWallet)).toEqual({ code: '341-7', ...expected });
  });
});
