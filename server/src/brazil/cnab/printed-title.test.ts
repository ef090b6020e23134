import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGREEMENTS } from '../../../../test/support/any-remittance.ts';
import type { Agreement, BankName } from './bank.ts';
import { BANK_NAMES } from './bank.ts';
import { banks } from './banks/registry.ts';
import { freeField } from './free-field.ts';
import { printedTitle } from './printed-title.ts';

/** What other libraries print; see samples/README.md. `freeField` and `holder` where they say them too. */
type Sample = {
  bank: BankName;
  agreement: Partial<Agreement>;
  number: string;
  printed: string;
  freeField?: string;
  holder?: string;
  source: string;
};
const SAMPLES = JSON.parse(
  readFileSync(new URL('./samples/printed.json', import.meta.url), 'utf8'),
) as Sample[];
const beneficiary = '1899775';
const ownOf = (bank: BankName, agreement: Partial<Agreement>): Agreement => ({
  ...AGREEMENTS[bank],
  ...(bank === 'santander' ? { wallet: '101' } : {}),
  ...agreement,
});
const fieldOf = ({ bank, agreement, number }: Pick<Sample, 'bank' | 'agreement' | 'number'>) =>
  freeField(banks[bank], { agreement: ownOf(bank, agreement), beneficiary, number });

describe('what a slip shows of a title', () => {
  it('has samples of every bank but Itaú, whose slips are in boleto-code.test.ts', () => {
    expect([...new Set(SAMPLES.map(({ bank }) => bank))].sort()).toEqual(
      BANK_NAMES.filter((bank) => bank !== 'itau').sort(),
    );
  });

  it.each(SAMPLES)('$bank prints $printed, as $source does', (sample) => {
    const field = fieldOf(sample);
    if (sample.freeField) expect(field).toBe(sample.freeField);
    const printed = printedTitle(banks[sample.bank].code, field);
    expect(printed?.ourNumber).toBe(sample.printed);
    if (sample.holder) expect(printed?.holder).toBe(sample.holder);
  });

  // The digits behind branch and account that brcobranca works out for Bradesco.
  it.each([
    ['0255', '0', '0325620', '0'],
    ['0943', '1', '0284025', '1'],
    ['1467', '2', '0238069', '2'],
    ['0794', '3', '0135323', '3'],
    ['0155', '4', '0010667', '4'],
    ['0650', '5', '0420571', '5'],
    ['0199', '6', '0510701', '6'],
    ['1425', '7', '0420536', '7'],
    ['2839', '8', '0012500', '8'],
    ['2332', '9', '0010673', '9'],
    ['0121', 'P', '0019669', 'P'],
    ['0121', 'P', '0301357', 'P'],
  ])('Bradesco prints branch %s-%s and account %s-%s', (branch, branchDigit, account, accountDigit) => {
    const field = fieldOf({ bank: 'bradesco', agreement: { branch, account }, number: '1' });
    expect(printedTitle('237', field)?.holder).toBe(`${branch}-${branchDigit}/${account}-${accountDigit}`);
  });

  it.each([
    ['bradesco', '09'],
    ['itau', '109'],
    ['banco-do-brasil', '17'],
    ['santander', '101'],
    ['caixa', 'RG'],
    ['sicoob', '1'],
    ['sicredi', '1'],
  ] as const)('the wallet of %s is %s', (bank, wallet) => {
    expect(printedTitle(banks[bank].code, fieldOf({ bank, agreement: {}, number: '2620012' }))).toMatchObject(
      { wallet },
    );
  });

  it('is read back from every barcode: number and digit are those of the file', () => {
    for (const bank of BANK_NAMES) {
      for (let at = 1; at < 200; at += 1) {
        const number = String((at * 7_919) % 10_000_000);
        const printed = printedTitle(banks[bank].code, fieldOf({ bank, agreement: {}, number }));
        expect(printed?.number.replace(/^0+/, '')).toBe(number);
      }
    }
  });

  it.each([
    ['of a bank without a profile', '422', '1'.repeat(25)],
    ['with another fixed text', '748', '2126209495297791357931109'],
    ['with another digit behind the number', '748', '1126209495397791357931109'],
    ['with another digit at its end', '748', '1126209495297791357931108'],
    ['that is cut', '748', '112620949529779135793110'],
    ['that is empty', '237', ''],
  ])('is nothing for a free field %s', (_, bank, field) => {
    expect(printedTitle(bank, field)).toBeNull();
  });
});
