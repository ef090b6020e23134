import { Type } from 'typebox';
import { addressOf } from '../brazil/address.ts';
import { addressShape, emailText, filledText, instantShape, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import type { CustomerRow } from './customers.ts';

export const customerShape = namedObject('Customer', {
  object: Type.Literal('customer'),
  id: Type.String(),
  name: Type.String(),
  email: nullable(Type.String()),
  cpf_cnpj: nullable(Type.String({ description: 'CPF or CNPJ, no punctuation' })),
  phone: nullable(Type.String()),
  address: nullable(addressShape),
  created_at: instantShape,
});

export function presentCustomer(row: CustomerRow) {
  return {
    object: 'customer' as const,
    id: row.id,
    name: row.name,
    email: row.email,
    cpf_cnpj: row.cpf_cnpj,
    phone: row.phone,
    address: addressOf(row.address),
    created_at: row.created_at.toISOString(),
  };
}

export const customerEmail = Type.Optional(nullable(emailText));

export const customerBody = namedObject('CreateCustomer', {
  name: filledText(200),
  email: customerEmail,
  cpf_cnpj: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 20 }))),
  phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  address: Type.Optional(nullable(addressShape)),
});

export const customerChangeBody = namedObject('UpdateCustomer', {
  name: Type.Optional(filledText(200)),
  email: customerEmail,
  cpf_cnpj: customerBody.properties.cpf_cnpj,
  phone: customerBody.properties.phone,
  address: customerBody.properties.address,
});

export const customerQuery = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 254, description: 'Case-insensitive' })),
  cpf_cnpj: Type.Optional(Type.String({ maxLength: 20 })),
  search: Type.Optional(
    Type.String({
      maxLength: 254,
      pattern: '\\S',
      description: 'Beginnings of words of the name, of the e-mail or of the document, in any order',
    }),
  ),
  ...pageQuery,
  ...cursorQuery,
});
