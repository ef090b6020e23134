import { expect, it } from 'vitest';
import { done, rowWrite } from '../write/effects.ts';
import { type CustomerRow, insertCustomer, updateCustomer } from './customers.ts';
import { decideSaveCustomer, type SaveCustomer } from './save-customer.ts';
import { saveWords } from './search-words.ts';

const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';
const ID = '0199a1b2-0000-7000-8000-00000000000a';
const KNOWN_ID = '0199a1b2-0000-7000-8000-00000000000b';
const NOW = new Date('2026-03-01T12:00:00Z');

/** As it is stored; a decision passes it on and does not look into it. */
const kept = {
  email: 'an index',
  emailSealed: 'sealed',
  cpfCnpj: 'an index',
  documentSealed: 'sealed',
  phone: 'sealed',
  address: 'sealed',
};
const command: SaveCustomer = {
  accountId: ACCOUNT,
  id: ID,
  name: 'Ana',
  email: null,
  phone: null,
  address: null,
  cpfCnpj: '12345678901',
  kept,
};
const known: CustomerRow = {
  id: KNOWN_ID,
  name: 'Ana Souza',
  email: 'ana@example.com',
  cpf_cnpj: '12345678901',
  phone: null,
  address: null,
  created_at: new Date('2026-01-01T00:00:00Z'),
};

const wordsOf = ({ name }: CustomerRow) => [name];
const searched = ({ id, name }: CustomerRow) =>
  rowWrite(saveWords, { accountId: ACCOUNT, kind: 'customer', id, words: [name] });

it.each(['12345678901', null])('a new customer with the document %s is written and counted', (cpfCnpj) => {
  const unknown = { email: null, phone: null, address: null };
  const customer = { id: ID, name: 'Ana', ...unknown, cpf_cnpj: cpfCnpj, created_at: NOW };
  expect(decideSaveCustomer({ known: null, earlier: null }, { ...command, cpfCnpj }, NOW, wordsOf)).toEqual(
    done(customer, {
      rows: [rowWrite(insertCustomer, { accountId: ACCOUNT, customer, kept }), searched(customer)],
      counts: [{ accountId: ACCOUNT, list: 'customers', change: 1 }],
    }),
  );
});

it.each<[string, Partial<SaveCustomer>, Partial<CustomerRow>]>([
  ['its name alone', {}, { name: 'Ana' }],
  ['a phone it had not', { phone: '11 99999' }, { name: 'Ana', phone: '11 99999' }],
  ['an address it had not', { address: '{}' }, { name: 'Ana', address: '{}' }],
  ['another e-mail', { email: 'a@b.example' }, { name: 'Ana', email: 'a@b.example' }],
])('a customer whose document is known gets %s, and is not counted again', (_what, given, different) => {
  const customer = { ...known, ...different };
  expect(decideSaveCustomer({ known, earlier: null }, { ...command, ...given }, NOW, wordsOf)).toEqual(
    done(customer, {
      rows: [rowWrite(updateCustomer, { accountId: ACCOUNT, customer, kept }), searched(customer)],
    }),
  );
});

it.each([
  ['with a document', { ...known, id: ID }],
  ['without one', null],
])('what an earlier run made %s is the answer, and nothing changes', (_what, same) => {
  const earlier = { ...known, id: ID, cpf_cnpj: same?.cpf_cnpj ?? null };
  const cpfCnpj = earlier.cpf_cnpj;
  expect(decideSaveCustomer({ known: same, earlier }, { ...command, cpfCnpj }, NOW, wordsOf)).toEqual(
    done(earlier),
  );
});
