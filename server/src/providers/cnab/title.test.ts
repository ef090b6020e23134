import { describe, expect, it } from 'vitest';
import { boletoRequest } from '../../../../test/support/cnab-gateway.ts';
import { cnabConfig, cnabEnvironment } from '../../../../test/support/cnab-settings.ts';
import { BANK_NAMES } from '../../brazil/cnab/bank.ts';
import { banks } from '../../brazil/cnab/banks/registry.ts';
import { cents } from '../../kit/money.ts';
import { Vault } from '../../kit/secrets.ts';
import { fileReference, numberAtBank, titleFrom, writtenTitle } from './title.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const REFERENCE = '01a1f06b-448d-7908-a820-fb5b95199e10';

describe('a title for a file', () => {
  it.each(BANK_NAMES)('is accepted by the second validator at %s, and read back from its row', (bank) => {
    const config = cnabConfig(cnabEnvironment('main', bank), 'main', bank);
    const until = '2030-01-05';
    const request = boletoRequest({ reference: REFERENCE });
    const terms = { ...request.terms, discount: { until, amountCents: cents(500n) } };
    const row = titleFrom(config, vault, { ...request, terms });
    expect(row.sealed?.includes('Flores')).toBe(false);
    const written = writtenTitle(config, vault, row, 'register');
    expect(written.terms.discount).toEqual({ until, amountCents: 500n });
    expect(written.payer).toMatchObject({ street: 'Rua das Flores, 100', postalCode: '01310100' });
    expect(row.free_field).toMatch(/^\d{25}$/);
  });

  it('keeps the number of the house when the street is too long', () => {
    const config = cnabConfig(cnabEnvironment('main', 'bradesco'), 'main', 'bradesco');
    const request = boletoRequest({ reference: REFERENCE });
    const { address } = request.payer;
    if (!address) throw new Error('the request has an address');
    const long = { ...address, street: 'Avenida Doutor Presidente Juscelino Kubitschek de Oliveira' };
    const row = titleFrom(config, vault, { ...request, payer: { ...request.payer, address: long } });
    const { street } = writtenTitle(config, vault, row, 'register').payer;
    expect(street).toMatch(/, 100$/);
    expect(street.length).toBeLessThanOrEqual(40);
  });
});

describe('our number', () => {
  it.each([
    ['bradesco', '00000123', 0n, '00000000123'],
    ['bradesco', '00000123', 5_000n, '00000005123'],
    ['itau', '00000123', 0n, '00000123'],
    ['sicoob', '09999999', 0n, '9999999'],
    ['sicredi', '00000123', 0n, '26200123'],
    ['sicredi', '00799999', 0n, '26999999'],
    ['sicredi', '00800000', 0n, '26200000'],
  ] as const)('at %s of %s above %s is %s', (bank, own, numbersAbove, expected) => {
    expect(numberAtBank({ bank: banks[bank], numbersAbove }, own, '2026-11-18')).toBe(expected);
  });

  it('that is too long for the bank is refused', () => {
    const wanted = { bank: banks.sicoob, numbersAbove: 0n };
    expect(() => numberAtBank(wanted, '10000000', '2026-11-18')).toThrow('has more than 7 digits');
  });
});

describe('the reference in a file', () => {
  it('has 25 characters, and is another for every charge', () => {
    expect(fileReference(REFERENCE)).toMatch(/^[0-9A-Z]{25}$/);
    expect(fileReference('ffffffff-ffff-ffff-ffff-ffffffffffff')).toHaveLength(25);
    expect(fileReference('01a1f06b-448d-7908-a820-fb5b95199e11')).not.toBe(fileReference(REFERENCE));
  });
});
