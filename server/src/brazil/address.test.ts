import { describe, expect, it } from 'vitest';
import {
  addressFrom,
  addressLine,
  addressLines,
  MAX_ADDRESS_LENGTHS,
  readAddress,
  STATES,
  type WrittenAddress,
} from './address.ts';

const WRITTEN: WrittenAddress = {
  postal_code: '01000-000',
  street: 'Rua X',
  number: '100',
  complement: 'sala 2',
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
};
const READ = { ...WRITTEN, postal_code: '01000000' };

describe('a Brazilian address', () => {
  it.each<[string, Partial<WrittenAddress>, Partial<WrittenAddress>]>([
    ['with its CEP as printed', {}, {}],
    ['with the bare digits of its CEP', { postal_code: '01000000' }, {}],
    ['with blanks around its CEP', { postal_code: ' 01000-000 ' }, {}],
    ['without a complement', { complement: undefined }, { complement: null }],
    ['with null for a complement', { complement: null }, { complement: null }],
    ['with an empty complement', { complement: '  ' }, { complement: null }],
    ['without a number', { number: 's/n' }, { number: 's/n' }],
    ['with its state in small letters', { state: 'sp' }, {}],
    ['with blanks in a row', { street: '  Rua \t X ' }, {}],
    ['with a line break', { street: 'Rua\r\nX' }, {}],
    ['with letters of every script', { street: 'Praça D’Ávila 東京' }, { street: 'Praça D’Ávila 東京' }],
    [
      'with signs that mean something to HTML, which stay text',
      { street: '<b>"Rua"</b>' },
      { street: '<b>"Rua"</b>' },
    ],
    [
      'at the limit of a length',
      { street: 'a'.repeat(MAX_ADDRESS_LENGTHS.street) },
      { street: 'a'.repeat(120) },
    ],
  ])('is read %s', (_, written, read) => {
    expect(addressFrom({ ...WRITTEN, ...written })).toEqual({ address: { ...READ, ...read } });
    expect(readAddress('address', { ...WRITTEN, ...written })).toEqual({ ...READ, ...read });
  });

  it.each<[string, Partial<WrittenAddress>, string[]]>([
    ['a CEP of seven digits', { postal_code: '0100000' }, ['postal_code']],
    ['a CEP of nine digits', { postal_code: '010000000' }, ['postal_code']],
    ['a CEP with a hyphen elsewhere', { postal_code: '010-00000' }, ['postal_code']],
    ['a CEP of zeros', { postal_code: '00000-000' }, ['postal_code']],
    ['a CEP in digits of another script', { postal_code: '٠١٠٠٠٠٠٠' }, ['postal_code']],
    ['no street', { street: '' }, ['street']],
    ['a blank street', { street: ' \n ' }, ['street']],
    ['an invisible street', { street: '\u200b\u2060' }, ['street']],
    ['a control character', { street: 'Rua\u0007X' }, ['street']],
    ['half a character', { city: 'Rua \ud800' }, ['city']],
    ['a long street', { street: 'a'.repeat(121) }, ['street']],
    ['a long number', { number: '1'.repeat(11) }, ['number']],
    ['a long complement', { complement: 'a'.repeat(61) }, ['complement']],
    ['a NUL in the complement', { complement: 'sala\u00002' }, ['complement']],
    ['a long district', { district: 'a'.repeat(61) }, ['district']],
    ['a long city', { city: 'a'.repeat(61) }, ['city']],
    ['a state by name', { state: 'São Paulo' }, ['state']],
    ['an unknown state', { state: 'XX' }, ['state']],
    ['the name of a method', { state: 'constructor' }, ['state']],
    [
      'nothing but blanks',
      { postal_code: '', street: '', number: '', complement: '', district: '', city: '', state: '' },
      ['postal_code', 'street', 'number', 'district', 'city', 'state'],
    ],
  ])('is refused for %s, and every wrong field is named', (_, written, wrong) => {
    expect(addressFrom({ ...WRITTEN, ...written })).toEqual({ wrong });
    const details = Object.fromEntries(wrong.map((field) => [`payer.${field}`, expect.any(String)]));
    expect(() => readAddress('payer', { ...WRITTEN, ...written })).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details }),
    );
  });

  it('is in one of 27 states', () => {
    expect(new Set(STATES).size).toBe(27);
    for (const state of STATES) expect(addressFrom({ ...WRITTEN, state }).address?.state).toBe(state);
  });

  it('is printed in one line or in two', () => {
    const address = readAddress('address', WRITTEN);
    expect(addressLine(address)).toBe('Rua X, 100, sala 2 — Centro — São Paulo/SP — 01000-000');
    expect(addressLines(address)).toEqual(['Rua X, 100, sala 2 — Centro', 'São Paulo/SP — 01000-000']);
    expect(addressLine({ ...address, complement: null })).toBe(
      'Rua X, 100 — Centro — São Paulo/SP — 01000-000',
    );
  });
});
