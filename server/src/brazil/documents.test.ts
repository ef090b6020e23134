import * as oracle from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasValidCheckDigits,
  isValidCnpj,
  isValidCpf,
  maskDocument,
  normalizeDocument,
  personTypeOf,
} from './documents.ts';

const VALID_CPF = ['12345678909', '52998224725', '39053344705', '11144477735'];
const INVALID_CPF = [
  '12345678900',
  '12345678901',
  '11111111111',
  '00000000000',
  '1234567890',
  '123456789090',
];

const VALID_CNPJ = [
  '12ABC34501DE35',
  '12ABC345000188',
  'Q0SLFMBD7VX439',
  '00000000000191',
  '00038166000105',
  '12345678000195',
  '11222333000181',
  '11222333000262',
  '33000167000101',
  'ABCDEFGH000195',
];
const INVALID_CNPJ = [
  '12ABC34501DE00',
  '12abc34501de35',
  '9ZW2JIM2OWTG85',
  '8IS4OLPOPRD781',
  'Q0SLFMBD000148',
  '11111111111111',
  '00000000000000',
  '56989000019533',
  '58900633120711',
  '12345678901234',
  '12ABC34501DEA5',
];

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('a CPF', () => {
  it.each(VALID_CPF)('%s is valid', (cpf) => expect(isValidCpf(cpf)).toBe(true));
  it.each(INVALID_CPF)('%s is not valid', (cpf) => expect(isValidCpf(cpf)).toBe(false));

  it('is judged as an independent library judges it', () => {
    fc.assert(fc.property(digits(11), (cpf) => isValidCpf(cpf) === oracle.isValidCpf(cpf)));
    for (let round = 0; round < 500; round++) expect(isValidCpf(oracle.generateCpf())).toBe(true);
  });

  it('has exactly one pair of check digits for each body', () => {
    fc.assert(
      fc.property(digits(9), (body) => {
        if (/^(.)\1*$/.test(body)) return;
        const endings = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0'));
        expect(endings.filter((ending) => isValidCpf(body + ending))).toHaveLength(1);
      }),
    );
  });
});

describe('a CNPJ', () => {
  it.each(VALID_CNPJ)('%s is valid', (cnpj) => expect(isValidCnpj(cnpj)).toBe(true));
  it.each(INVALID_CNPJ)('%s is not valid', (cnpj) => expect(isValidCnpj(cnpj)).toBe(false));

  it('is judged as an independent library judges it, digits and letters alike', () => {
    const shape = fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/).filter((text) => !/^(.)\1*$/.test(text));
    fc.assert(fc.property(shape, (cnpj) => isValidCnpj(cnpj) === oracle.isValidCnpj(cnpj, { version: 2 })));
    for (let round = 0; round < 500; round++) {
      expect(isValidCnpj(oracle.generateCnpj(1))).toBe(true);
      expect(isValidCnpj(oracle.generateCnpj(2))).toBe(true);
    }
  });

  it('stops being valid when any one of its characters changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VALID_CNPJ), fc.nat(13), fc.nat(9), (cnpj, position, digit) => {
        const changed = cnpj.slice(0, position) + digit + cnpj.slice(position + 1);
        const distance = Math.abs(cnpj.charCodeAt(position) - changed.charCodeAt(position));
        fc.pre(distance > 0 && distance < 10);
        expect(isValidCnpj(changed)).toBe(false);
      }),
    );
  });
});

describe('normalizeDocument', () => {
  it.each([
    ['123.456.789-09', '12345678909'],
    [' 123 456 789 09 ', '12345678909'],
    ['12.345.678/0001-95', '12345678000195'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['11111111111', '11111111111'],
  ])('%j becomes %j', (text, document) => expect(normalizeDocument(text)).toBe(document));

  it.each([
    '',
    '1234567890',
    '123456789012',
    '1234567890a',
    '12ABC34501DEA5',
    '12345678909\n',
    '12345678909\u0000',
    '123_456_789_09',
    '１２３４５６７８９０９',
    '12aßc34501de35',
    '12aıc34501de35',
    '12aſc34501de35',
  ])('%j is the shape of no document', (text) => expect(normalizeDocument(text)).toBeNull());

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const document = normalizeDocument(text);
        return document === null || normalizeDocument(document) === document;
      }),
    );
  });
});

it('a document is checked by the rule of its own length', () => {
  for (const document of [...VALID_CPF, ...VALID_CNPJ]) expect(hasValidCheckDigits(document)).toBe(true);
  for (const document of [...INVALID_CPF, ...INVALID_CNPJ]) expect(hasValidCheckDigits(document)).toBe(false);
});

it('eleven digits are a person, fourteen characters a company', () => {
  expect(personTypeOf('12345678909')).toBe('PF');
  expect(personTypeOf('12345678000195')).toBe('PJ');
  expect(personTypeOf('12ABC34501DE35')).toBe('PJ');
});

it('a masked document shows its last four characters and nothing else', () => {
  expect(maskDocument('12345678909')).toBe('*******8909');
  expect(maskDocument('12ABC34501DE35')).toBe('**********DE35');
  expect(maskDocument('1234')).toBe('****');
  expect(maskDocument('')).toBe('****');
});
