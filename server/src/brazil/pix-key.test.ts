import * as oracle from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPixKey, parsePixKey } from './pix-key.ts';

describe('a PIX key', () => {
  it.each([
    ['12345678909', 'CPF', '12345678909'],
    ['123.456.789-09', 'CPF', '12345678909'],
    ['00038166000105', 'CNPJ', '00038166000105'],
    ['00.038.166/0001-05', 'CNPJ', '00038166000105'],
    ['12ABC34501DE35', 'CNPJ', '12ABC34501DE35'],
    ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
    ['+5561912345678', 'PHONE', '+5561912345678'],
    ['+55 (61) 91234-5678', 'PHONE', '+5561912345678'],
    ['+351912345678', 'PHONE', '+351912345678'],
    ['fulano_da_silva.recebedor@example.com', 'EMAIL', 'fulano_da_silva.recebedor@example.com'],
    ['pix@bcb.gov.br', 'EMAIL', 'pix@bcb.gov.br'],
    [' Pix@BCB.gov.br ', 'EMAIL', 'pix@bcb.gov.br'],
    ['123e4567-e12b-12d1-a456-426655440000', 'EVP', '123e4567-e12b-12d1-a456-426655440000'],
    ['123E4567-E12B-12D1-A456-426655440000', 'EVP', '123e4567-e12b-12d1-a456-426655440000'],
  ])('written %j is the %s %s', (text, type, key) => expect(parsePixKey(text)).toEqual({ type, key }));

  it('of eleven digits is a CPF even when it could be a telephone', () => {
    expect(parsePixKey('51998259765')).toEqual({ type: 'CPF', key: '51998259765' });
    expect(parsePixKey('+5551998259765')).toEqual({ type: 'PHONE', key: '+5551998259765' });
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a CPF with wrong check digits', '12345678901'],
    ['a CPF of one repeated digit', '11111111111'],
    ['a CNPJ with wrong check digits', '12ABC34501DE00'],
    ['a telephone without its +', '61912345678'],
    ['a landline', '+556132345678'],
    ['a mobile number without its 9', '+556112345678'],
    ['an area code with a zero', '+5510912345678'],
    ['a telephone of one digit', '+1'],
    ['a telephone with letters', '+55619abcd5678'],
    ['an address without a domain', 'fulano@'],
    ['an address with two at signs', 'a@b@c.com'],
    ['an address with a percent sign', 'a%b@example.com'],
    ['an address with a space', 'a b@example.com'],
    ['an address outside ASCII', 'josé@example.com'],
    ['a Kelvin sign that lower-cases to k', '\u212Aevin@example.com'],
    ['an address of 78 characters', `${'a'.repeat(66)}@example.com`],
    ['a random key without its hyphens', '123e4567e12b12d1a456426655440000'],
    ['a random key with a g', '123g4567-e12b-12d1-a456-426655440000'],
    ['a line break inside', 'pix@bcb\n.gov.br'],
    ['words', 'not a key'],
  ])('is none: %s', (_, text) => expect(parsePixKey(text)).toBeNull());

  it('of 77 characters is the longest', () => {
    const address = `${'a'.repeat(65)}@example.com`;
    expect(address).toHaveLength(77);
    expect(parsePixKey(address)).toEqual({ type: 'EMAIL', key: address });
  });

  it('is read as an independent library reads it', () => {
    const keys = fc.oneof(
      fc.nat().map(() => oracle.generateCpf()),
      fc.nat().map(() => oracle.generateCnpj(2)),
      fc.uuid(),
      fc.stringMatching(/^\+55(11|21|31|61|85)9[0-9]{8}$/),
      fc.stringMatching(/^[a-z][a-z0-9]{0,20}@[a-z][a-z0-9]{0,20}\.com$/),
    );
    fc.assert(
      fc.property(keys, (text) => {
        const theirs = oracle.getPixKeyInfo(text);
        expect(parsePixKey(text)).toEqual({ type: theirs?.type.toUpperCase(), key: theirs?.value });
      }),
    );
  });

  it('in its stored form reads back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.uuid(), fc.string()), (text) => {
        const parsed = parsePixKey(text);
        if (parsed) expect(parsePixKey(parsed.key)).toEqual(parsed);
      }),
    );
  });

  it('is judged, however hostile: a pattern that tries every way would not end', () => {
    for (const text of ['a'.repeat(1e6), `${'a.'.repeat(38)}@`, `a@${'a-'.repeat(37)}`, '+'.repeat(77)]) {
      expect(parsePixKey(text)).toBeNull();
    }
  });
});

describe('a masked key', () => {
  it.each([
    ['12345678909', '*******8909'],
    ['12ABC34501DE35', '**********DE35'],
    ['+5561912345678', '+*********5678'],
    ['pix@bcb.gov.br', 'p***@bcb.gov.br'],
    ['123e4567-e12b-12d1-a456-426655440000', '********-****-****-****-********0000'],
    ['short', '****'],
    ['', '****'],
  ])('of %j is %s', (key, masked) => expect(maskPixKey(key)).toBe(masked));
});
