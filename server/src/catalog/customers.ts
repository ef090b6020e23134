import { readDocument } from '../brazil/read-document.ts';
import { addToCounts, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert } from '../kit/errors.ts';
import { derivedIdAt, isId } from '../kit/ids.ts';

export type CustomerRow = {
  id: string;
  name: string;
  email: string | null;
  cpf_cnpj: string | null;
  phone: string | null;
  created_at: Date;
};

export type CustomerFields = {
  name: string;
  email?: string | null | undefined;
  cpfCnpj?: string | null | undefined;
  phone?: string | null | undefined;
};

const LIST = 'customers';
const COLUMNS = 'id, name, email, cpf_cnpj, phone, created_at';
const BY_ID = '(account_id, id)';
const BY_DOCUMENT = '(account_id, cpf_cnpj) where cpf_cnpj is not null';

// The same document is the same customer, so a known one is updated. A new row has no xmax: only those are counted.
const save = (name: string, sameCustomer: string) =>
  statement(
    name,
    `with saved as (
       insert into customers as c (account_id, ${COLUMNS})
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict ${sameCustomer} do update
         set name = excluded.name,
             email = coalesce(excluded.email, c.email),
             phone = coalesce(excluded.phone, c.phone)
       returning ${COLUMNS}, c.xmax = 0 as is_new
     ), counted as (
       ${addToCounts(`select $1::uuid, '${LIST}', 1 from saved where is_new`)}
     )
     select ${COLUMNS}
     from saved`,
  );
const saveById = save('customers.save_by_id', BY_ID);
const saveByDocument = save('customers.save_by_document', BY_DOCUMENT);

export async function saveCustomer(
  deps: Deps,
  accountId: string,
  id: string,
  fields: CustomerFields,
): Promise<CustomerRow> {
  const cpfCnpj = fields.cpfCnpj
    ? readDocument('cpf_cnpj', fields.cpfCnpj, deps.config.GUICHE_RAILS === 'live')
    : null;
  const values = rowValues(accountId, id, { ...fields, cpfCnpj }, deps.clock.now());
  const [row] = await deps.db.query<CustomerRow>(cpfCnpj ? saveByDocument : saveById, values);
  assert(row, 'a saved customer is returned');
  return row;
}

function rowValues(accountId: string, id: string, fields: CustomerFields, at: Date): unknown[] {
  const { name, email = null, cpfCnpj = null, phone = null } = fields;
  return [accountId, id, name, email, cpfCnpj, phone, at];
}

const rememberById = statement(
  'customers.remember_by_id',
  `with kept as (
     insert into customers (account_id, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict ${BY_ID} do nothing
     returning id
   )
   ${addToCounts(`select $1::uuid, '${LIST}', 1 from kept`)}`,
);

// A customer who is known and lacks nothing is only read: a seller's regular is no hot row.
const rememberByDocument = statement(
  'customers.remember_by_document',
  `with known as (
     select id, (email is null and $4::text is not null) or (phone is null and $6::text is not null) as lacks
     from customers
     where account_id = $1
       and cpf_cnpj = $5
   ), kept as (
     insert into customers as c (account_id, ${COLUMNS})
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz
     where not exists (select 1 from known where not lacks)
     on conflict ${BY_DOCUMENT} do update
       set email = coalesce(c.email, excluded.email),
           phone = coalesce(c.phone, excluded.phone)
     returning id, c.xmax = 0 as is_new
   ), counted as (
     ${addToCounts(`select $1::uuid, '${LIST}', 1 from kept where is_new`)}
   )
   select id
   from kept
   union all
   select id
   from known
   where not lacks`,
);

/**
 * Keeps the customer of a charge and returns its id: the one that has this document, with only its missing fields
 * filled in, or a new one. `cpfCnpj` must be in its stored form. `id` names the new one; with a document it is only where
 * the name comes from, as one charge may know its customer first without a document, or by another, and then by this.
 */
export async function rememberCustomer(
  db: Db,
  accountId: string,
  id: string,
  customer: CustomerFields,
  at: Date,
): Promise<string> {
  const { cpfCnpj } = customer;
  if (!cpfCnpj) {
    await db.query(rememberById, rowValues(accountId, id, customer, at));
    return id;
  }
  const documented = derivedIdAt(id, 'customer of document', cpfCnpj);
  const values = rowValues(accountId, documented, customer, at);
  const [row] = await db.query<{ id: string }>(rememberByDocument, values);
  assert(row, 'a remembered customer is returned');
  return row.id;
}

const customerById = statement(
  'customers.by_id',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and id = $2`,
);

export async function findCustomer(db: Db, accountId: string, id: string): Promise<CustomerRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<CustomerRow>(customerById, [accountId, id]);
  return row ?? null;
}

export type CustomerFilter = { email?: string | undefined; cpfCnpj?: string | undefined };

export async function listCustomers(
  db: Db,
  accountId: string,
  filter: CustomerFilter,
  page: IdPage,
): Promise<{ rows: CustomerRow[]; total: bigint }> {
  const { where, values } = matching(accountId, filter);
  const [rows, total] = await Promise.all([
    db.query<CustomerRow>(
      `select ${COLUMNS}
       from customers
       where ${where}
         and id < $${values.length + 1}
       order by id desc
       limit $${values.length + 2}
       offset $${values.length + 3}`,
      [...values, page.below, page.limit + 1, page.offset],
    ),
    values.length === 1 ? countOf(db, accountId, LIST) : countMatching(db, where, values),
  ]);
  return { rows, total };
}

function matching(
  accountId: string,
  { email, cpfCnpj }: CustomerFilter,
): { where: string; values: string[] } {
  const values = [accountId];
  const conditions = ['account_id = $1'];
  if (email !== undefined) conditions.push(`lower(email) = lower($${values.push(email)})`);
  if (cpfCnpj !== undefined) conditions.push(`cpf_cnpj = $${values.push(cpfCnpj)}`);
  return { where: conditions.join('\n         and '), values };
}

async function countMatching(db: Db, where: string, values: readonly string[]): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(
    `select count(*) as total from customers where ${where}`,
    values,
  );
  return row?.total ?? 0n;
}
