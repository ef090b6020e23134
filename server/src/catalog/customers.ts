import { addToCounts, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert } from '../kit/errors.ts';
import { derivedIdAt, isId } from '../kit/ids.ts';
import type { RowWriter } from '../write/effects.ts';

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

export const CUSTOMER_LIST = 'customers';
const COLUMNS = 'id, name, email, cpf_cnpj, phone, created_at';

/** One customer of one account, to be written. */
export type CustomerToWrite = { accountId: string; customer: CustomerRow };

export const insertCustomer: RowWriter<CustomerToWrite> = {
  statement: statement(
    'customers.insert',
    `insert into customers (account_id, ${COLUMNS})
     select *
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ customer }) => customer.id),
    rows.map(({ customer }) => customer.name),
    rows.map(({ customer }) => customer.email),
    rows.map(({ customer }) => customer.cpf_cnpj),
    rows.map(({ customer }) => customer.phone),
    rows.map(({ customer }) => customer.created_at),
  ],
  writes: 'all',
};

/** Its document and its date never change. */
export const updateCustomer: RowWriter<CustomerToWrite> = {
  statement: statement(
    'customers.update',
    `update customers c
     set name = n.name,
         email = n.email,
         phone = n.phone
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
       as n (account_id, id, name, email, phone)
     where c.account_id = n.account_id
       and c.id = n.id
     returning c.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ customer }) => customer.id),
    rows.map(({ customer }) => customer.name),
    rows.map(({ customer }) => customer.email),
    rows.map(({ customer }) => customer.phone),
  ],
  writes: 'all',
};

const lockByDocument = statement(
  'customers.lock_by_document',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and cpf_cnpj = $2
   for update`,
);

export async function lockCustomerWith(
  tx: Tx,
  accountId: string,
  cpfCnpj: string,
): Promise<CustomerRow | null> {
  const [row] = await tx.query<CustomerRow>(lockByDocument, [accountId, cpfCnpj]);
  return row ?? null;
}

function rowValues(accountId: string, id: string, fields: CustomerFields, at: Date): unknown[] {
  const { name, email = null, cpfCnpj = null, phone = null } = fields;
  return [accountId, id, name, email, cpfCnpj, phone, at];
}

const upsertById = statement(
  'customers.upsert_by_id',
  `with kept as (
     insert into customers (account_id, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, id) do nothing
     returning id
   )
   ${addToCounts(`select $1::uuid, '${CUSTOMER_LIST}', 1 from kept`)}`,
);

// A complete customer is only read, so that regular customers are not hot rows. A new row has no xmax: only new rows
// are counted.
const upsertByDocument = statement(
  'customers.upsert_by_document',
  `with known as (
     select id, (email is null and $4::text is not null) or (phone is null and $6::text is not null) as lacks
     from customers
     where account_id = $1
       and cpf_cnpj = $5
   ), kept as (
     insert into customers as c (account_id, ${COLUMNS})
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz
     where not exists (select 1 from known where not lacks)
     on conflict (account_id, cpf_cnpj) where cpf_cnpj is not null do update
       set email = coalesce(c.email, excluded.email),
           phone = coalesce(c.phone, excluded.phone)
     returning id, c.xmax = 0 as is_new
   ), counted as (
     ${addToCounts(`select $1::uuid, '${CUSTOMER_LIST}', 1 from kept where is_new`)}
   )
   select id
   from kept
   union all
   select id
   from known
   where not lacks`,
);

/**
 * Stores the customer of a charge and returns its id: the customer with this document, whose missing fields are filled
 * in, or a new one. `cpfCnpj` must be in its stored form. `id` is the id of a new customer without a document; with one,
 * the new id is derived from both, because a charge may get its customer's document later, or another one.
 */
export async function upsertCustomer(
  db: Db,
  accountId: string,
  id: string,
  customer: CustomerFields,
  at: Date,
): Promise<string> {
  const { cpfCnpj } = customer;
  if (!cpfCnpj) {
    await db.query(upsertById, rowValues(accountId, id, customer, at));
    return id;
  }
  const documented = derivedIdAt(id, 'customer of document', cpfCnpj);
  const values = rowValues(accountId, documented, customer, at);
  const [row] = await db.query<{ id: string }>(upsertByDocument, values);
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

export async function findCustomer(
  db: Pick<Db, 'query'>,
  accountId: string,
  id: string,
): Promise<CustomerRow | null> {
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
    values.length === 1 ? countOf(db, accountId, CUSTOMER_LIST) : countMatching(db, where, values),
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
