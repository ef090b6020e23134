import { expect, it } from 'vitest';
import { maskedContact, maskedDocument } from './masked-contact.ts';

it('a masked contact can be compared with what a caller says, and not read', () => {
  const maria = { name: 'Maria', email: 'maria@example.com', cpf_cnpj: '12345678909', phone: '11987654321' };
  expect(maskedContact(maria)).toEqual({
    name: 'Maria',
    email: 'm…@example.com',
    cpf_cnpj: '***.456.789-**',
    phone: '•••4321',
  });
  expect(maskedContact({ email: null, cpf_cnpj: null, phone: '1234' })).toEqual({
    email: null,
    cpf_cnpj: null,
    phone: '•••',
  });
});

it('a CNPJ keeps its middle, also one with letters; any other text is hidden', () => {
  expect(maskedDocument('12ABC34501DE35')).toBe('**.ABC.345/01DE-**');
  expect(maskedDocument('11222333000181')).toBe('**.222.333/0001-**');
  expect(maskedDocument('1234')).toBe('***');
});
