import type { Actor } from '../audit/record.ts';
import { hasValidCheckDigits, normalizeDocument } from '../brazil/documents.ts';
import {
  COLUMNS,
  type CustomerRow,
  emailForms,
  openCustomer,
  type StoredCustomer,
} from '../catalog/customers.ts';
import { findCustomersOfPerson, type OwnedCustomer } from '../catalog/erase-customer.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findCharge } from '../charges/find.ts';
import { askEveryNode } from '../db/distributed/every-node.ts';
import { type Db, type Row, type Statement, statement } from '../db/pool.ts';
import { isId } from '../kit/ids.ts';
import { maskedDocument, maskedMailAddress } from '../kit/masked-contact.ts';
import type { Answer } from '../write/answer.ts';
import { done } from '../write/effects.ts';
import { type FoundAccount, findAccounts } from './accounts.ts';

/** Of each kind: what more have in common says too little to find one by. */
const MAX_FOUND = 20;

export const FOUND_BY = [
  'id',
  'number',
  'provider_reference',
  'payment_reference',
  'returned_payment',
  'external_reference',
] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** What a typed text may be, in the form in which each is stored; null: it cannot be one. */
export type SearchKeys = {
  text: string;
  id: string | null;
  number: string | null;
  ourNumber: string | null;
  document: string | null;
  email: string | null;
};

const NUMBER = /^\d{1,18}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const OUR_NUMBER_LENGTH = 8;

export function keysOf(typed: string): SearchKeys {
  const text = typed.trim();
  const id = text.toLowerCase();
  const isNumber = NUMBER.test(text);
  const document = normalizeDocument(text);
  return {
    text,
    id: isId(id) ? id : null,
    number: isNumber ? text : null,
    ourNumber: isNumber && text.length < OUR_NUMBER_LENGTH ? text.padStart(OUR_NUMBER_LENGTH, '0') : null,
    document: document !== null && hasValidCheckDigits(document) ? document : null,
    email: EMAIL.test(text) ? id : null,
  };
}

type LookUp = { by: FoundBy; table: string; sql: Statement; key: (keys: SearchKeys) => string | null };

const lookUp = (by: FoundBy, table: string, id: string, where: string, key: LookUp['key']): LookUp => ({
  by,
  table,
  key,
  sql: statement(
    `operators.find_${by}`,
    `select account_id, ${id} as id from ${table} where ${where} limit ${MAX_FOUND + 1}`,
  ),
});

/** Each is one probe of an index, in every account. */
export const LOOK_UPS: readonly LookUp[] = [
  lookUp('id', 'public_tokens', 'object_id', `object_id = $1 and kind = 'charge'`, ({ id }) => id),
  lookUp(
    'number',
    'charges',
    'id',
    `number = $1 and (billing_type = 'CREDIT_CARD' or payer_chooses)`,
    ({ number }) => number,
  ),
  lookUp(
    'provider_reference',
    'provider_references',
    'charge_id',
    'reference = $1',
    ({ text, ourNumber }) => ourNumber ?? text,
  ),
  lookUp('payment_reference', 'charges', 'id', 'payment_reference = $1', ({ text }) => text),
  lookUp('returned_payment', 'stray_receipts', 'charge_id', 'reference = $1', ({ text }) => text),
  lookUp('external_reference', 'charges', 'id', 'external_reference = $1', ({ text }) => text),
];

export type FoundCharge = { charge: Charge; by: FoundBy; accountName: string };
export type FoundCustomer = { customer: OwnedCustomer; accountName: string };
export type Found = {
  charges: FoundCharge[];
  customers: FoundCustomer[];
  accounts: FoundAccount[];
  /** Of some kind there are more. */
  hasMore: boolean;
};

/** Looking for a person is on record. */
export async function search(
  deps: ChargeDeps,
  operator: Actor,
  typed: string,
  answer: Answer<Found>,
): Promise<Found> {
  const keys = keysOf(typed);
  const found = await findAll(deps, keys);
  const person = personOf(keys);
  if (!person) {
    await deps.writer.answer(answer, found);
    return found;
  }
  const details = { ...person, customers: found.customers.length };
  const { accountId } = operator;
  const logged = { actor: operator, accountId, action: 'person.searched', target: null, details };
  return deps.writer.commit(
    { load: async () => found, decide: (all) => done(all, { audit: [logged] }) },
    answer,
  );
}

function personOf({ document, email }: SearchKeys): object | null {
  if (document) return { document: maskedDocument(document) };
  return email === null ? null : { email: maskedMailAddress(email) };
}

async function findAll(deps: ChargeDeps, keys: SearchKeys): Promise<Found> {
  const [charges, customers, accounts] = await Promise.all([
    findCharges(deps, keys),
    findCustomers(deps, keys),
    findAccounts(deps.db, keys.text, MAX_FOUND + 1),
  ]);
  const names = await namesOf(deps.db, [
    ...charges.map(({ charge }) => charge.accountId),
    ...customers.map(({ accountId }) => accountId),
  ]);
  return {
    charges: charges
      .slice(0, MAX_FOUND)
      .map(({ charge, by }) => ({ charge, by, accountName: names.get(charge.accountId) ?? '' })),
    customers: customers
      .slice(0, MAX_FOUND)
      .map((customer) => ({ customer, accountName: names.get(customer.accountId) ?? '' })),
    accounts: accounts.slice(0, MAX_FOUND),
    hasMore: [charges, customers, accounts].some((each) => each.length > MAX_FOUND),
  };
}

type Key = { account_id: string; id: string };
const keyFrom = ({ account_id, id }: Row): Key => ({ account_id: String(account_id), id: String(id) });

/** A charge that several keys lead to is named by the first of them. */
async function findCharges(deps: ChargeDeps, keys: SearchKeys): Promise<{ charge: Charge; by: FoundBy }[]> {
  const found = await Promise.all(
    LOOK_UPS.map(async ({ by, table, sql, key }) => {
      const value = key(keys);
      if (!value) return [];
      const rows = await askEveryNode<Key>(deps.db, { table, sql, values: [value], read: keyFrom });
      return rows.map((row) => ({ ...row, by }));
    }),
  );
  const first = new Map<string, Key & { by: FoundBy }>();
  for (const row of found.flat()) if (!first.has(row.id)) first.set(row.id, row);
  const read = await Promise.all(
    [...first.values()].slice(0, MAX_FOUND + 1).map(async ({ account_id: accountId, id, by }) => {
      const charge = await findCharge(deps, accountId, id);
      return charge ? [{ charge, by }] : [];
    }),
  );
  return read.flat().sort((one, other) => (one.charge.id < other.charge.id ? 1 : -1));
}

const customersBy = (name: string, where: string) =>
  statement(
    `operators.customers_by_${name}`,
    `select account_id as "accountId", ${COLUMNS} from customers where ${where} limit ${MAX_FOUND + 1}`,
  );
const customerById = customersBy('id', 'id = $1');
const customersByEmail = customersBy('email', 'lower(email) = any($1::text[])');

async function findCustomers(deps: ChargeDeps, keys: SearchKeys): Promise<OwnedCustomer[]> {
  const { id, document, email } = keys;
  if (document) return findCustomersOfPerson(deps, deps.db, document);
  if (id) return readCustomers(deps, customerById, id);
  return email ? readCustomers(deps, customersByEmail, emailForms(deps, email)) : [];
}

async function readCustomers(deps: ChargeDeps, sql: Statement, value: unknown): Promise<OwnedCustomer[]> {
  const rows = await deps.db.query<StoredCustomer & { accountId: string }>(sql, [value]);
  return rows.map(({ accountId, ...row }) => ({ ...openCustomer(deps, row), accountId }));
}

/** The one customer with this id, of any account. */
export async function findOwnedCustomer(
  deps: ChargeDeps,
  id: string,
): Promise<(CustomerRow & { accountId: string }) | null> {
  const [found] = isId(id) ? await readCustomers(deps, customerById, id) : [];
  return found ?? null;
}

/** The account of a charge, by its id alone. */
export async function accountOfCharge(db: Db, id: string): Promise<string | null> {
  const [byId] = LOOK_UPS;
  const [row] = isId(id) && byId ? await db.query<Key>(byId.sql, [id]) : [];
  return row?.account_id ?? null;
}

const accountNames = statement(
  'operators.account_names',
  'select id, name from accounts where id = any($1::uuid[])',
);

export async function namesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(accountNames, [[...new Set(accountIds)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
