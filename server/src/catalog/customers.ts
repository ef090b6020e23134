import { addToCounts, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert } from '../kit/errors.ts';
import { derivedIdAt, isId } from '../kit/ids.ts';
import { blindIndex, type Contact, isSealed, openContact } from '../kit/sealed-text.ts';
import { searchLexemes } from '../kit/search-words.ts';
import type { RowWriter } from '../write/effects.ts';
import { lexemesOf } from './search-words.ts';

export type CustomerRow = {
  id: string;
  name: string;
  email: string | null;
  cpf_cnpj: string | null;
  phone: string | null;
  /** As text (`brazil/address.ts`). */
  address: string | null;
  created_at: Date;
};

export type CustomerFields = {
  name: string;
  email?: string | null | undefined;
  cpfCnpj?: string | null | undefined;
  phone?: string | null | undefined;
  /** As text. */
  address?: string | null | undefined;
};

export const CUSTOMER_LIST = 'customers';
/** As it is stored: clear, or blind indexes with the texts sealed beside them. */
export type StoredCustomer = CustomerRow & { email_sealed: string | null; document_sealed: string | null };

export const COLUMNS = 'id, name, email, cpf_cnpj, phone, created_at, email_sealed, document_sealed, address';

/** What findings and lists need to read and to look for customers. */
export type CustomerDeps = Pick<Deps, 'db' | 'vault' | 'payerSeal'>;

export function openCustomer({ vault }: Pick<Deps, 'vault'>, stored: StoredCustomer): CustomerRow {
  const { email_sealed: email, document_sealed: document, ...row } = stored;
  return openContact(vault, { ...row, email: email ?? row.email, cpf_cnpj: document ?? row.cpf_cnpj });
}

/** What a customer is searched by. */
export function searchableCustomer(
  { vault }: Pick<Deps, 'vault'>,
  accountId: string,
  { name, email, cpf_cnpj: document }: Named<Pick<Contact, 'email' | 'cpf_cnpj'>>,
): string[] {
  return searchLexemes(vault, accountId, 'customer', { texts: [name], email, document });
}

/** The forms in which a stored document may be found: sealed, or clear as before. */
export function documentForms({ vault }: Pick<Deps, 'vault'>, cpfCnpj: string): string[] {
  return [blindIndex(vault, 'document', cpfCnpj), cpfCnpj];
}

export function emailForms({ vault }: Pick<Deps, 'vault'>, email: string): string[] {
  return [blindIndex(vault, 'email', email), email];
}

/** How a customer's contact is stored: `kept` is the same contact, sealed or clear. */
export type KeptContact = {
  email: string | null;
  emailSealed: string | null;
  cpfCnpj: string | null;
  documentSealed: string | null;
  phone: string | null;
  address: string | null;
};

export function keptContact({ vault }: Pick<Deps, 'vault'>, clear: Contact, kept: Contact): KeptContact {
  const emailSealed = kept.email && isSealed(kept.email) ? kept.email : null;
  const documentSealed = kept.cpf_cnpj && isSealed(kept.cpf_cnpj) ? kept.cpf_cnpj : null;
  return {
    email: clear.email && emailSealed ? blindIndex(vault, 'email', clear.email) : clear.email,
    emailSealed,
    cpfCnpj:
      clear.cpf_cnpj && documentSealed ? blindIndex(vault, 'document', clear.cpf_cnpj) : clear.cpf_cnpj,
    documentSealed,
    phone: kept.phone,
    address: kept.address ?? null,
  };
}

/** One customer of one account, to be written, with its contact as it is stored. */
export type CustomerToWrite = { accountId: string; customer: CustomerRow; kept: KeptContact };

export const insertCustomer: RowWriter<CustomerToWrite> = {
  statement: statement(
    'customers.insert',
    `insert into customers (account_id, ${COLUMNS})
     select *
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[],
       $9::text[], $10::text[])
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ customer }) => customer.id),
    rows.map(({ customer }) => customer.name),
    rows.map(({ kept }) => kept.email),
    rows.map(({ kept }) => kept.cpfCnpj),
    rows.map(({ kept }) => kept.phone),
    rows.map(({ customer }) => customer.created_at),
    rows.map(({ kept }) => kept.emailSealed),
    rows.map(({ kept }) => kept.documentSealed),
    rows.map(({ kept }) => kept.address),
  ],
  writes: 'all',
};

/** Its document and its date never change. What is not given stays. */
export const updateCustomer: RowWriter<CustomerToWrite> = {
  statement: statement(
    'customers.update',
    `update customers c
     set name = n.name,
         email = coalesce(n.email, c.email),
         email_sealed = case when n.email is null then c.email_sealed else n.email_sealed end,
         phone = coalesce(n.phone, c.phone),
         address = coalesce(n.address, c.address)
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       as n (account_id, id, name, email, email_sealed, phone, address)
     where c.account_id = n.account_id
       and c.id = n.id
     returning c.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ customer }) => customer.id),
    rows.map(({ customer }) => customer.name),
    rows.map(({ kept }) => kept.email),
    rows.map(({ kept }) => kept.emailSealed),
    rows.map(({ kept }) => kept.phone),
    rows.map(({ kept }) => kept.address),
  ],
  writes: 'all',
};

const lockByDocument = statement(
  'customers.lock_by_document',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and cpf_cnpj = any($2::text[])
   order by id
   for update`,
);

export async function lockCustomerWith(
  deps: Pick<Deps, 'vault'>,
  tx: Tx,
  accountId: string,
  cpfCnpj: string,
): Promise<CustomerRow | null> {
  const [row] = await tx.query<StoredCustomer>(lockByDocument, [accountId, documentForms(deps, cpfCnpj)]);
  return row ? openCustomer(deps, row) : null;
}

/** A customer whose fields are filled in is also found by the new ones. `customers` selects ids of the account $1. */
const addWords = (
  customers: string,
  words: string,
) => `insert into search_words as s (account_id, kind, object_id, words)
   select $1::uuid, 'customer', id, ${lexemesOf(`${words}::text`)}
   from (${customers}) as written
   on conflict (account_id, kind, object_id) do update set words = s.words || excluded.words`;

const upsertById = statement(
  'customers.upsert_by_id',
  `with kept as (
     insert into customers (account_id, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
     on conflict (account_id, id) do nothing
     returning id
   ), searchable as (
     ${addWords('select id from kept', '$10')}
   )
   ${addToCounts(`select $1::uuid, '${CUSTOMER_LIST}', 1 from kept`)}`,
);

// A customer who is known and lacks nothing is only read: regular customers are no hot rows. A new row has no xmax: only
// new rows are counted. One that is stored in the other form, clear or sealed, does not conflict: it is filled in by id.
const upsertByDocument = statement(
  'customers.upsert_by_document',
  `with known as (
     select id, cpf_cnpj, (email is null and $4::text is not null) or (phone is null and $6::text is not null)
       or (address is null and $11::text is not null) as lacks
     from customers
     where account_id = $1
       and cpf_cnpj = any($12::text[])
     order by id
     limit 1
   ), filled as (
     update customers c
     set email = coalesce(c.email, $4),
         email_sealed = case when c.email is null then $8 else c.email_sealed end,
         phone = coalesce(c.phone, $6),
         address = coalesce(c.address, $11)
     from known
     where c.account_id = $1
       and c.id = known.id
       and known.lacks
       and known.cpf_cnpj <> $5
     returning c.id
   ), kept as (
     insert into customers as c (account_id, ${COLUMNS})
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz, $8, $9, $11
     where not exists (select 1 from known where not lacks or cpf_cnpj <> $5)
     on conflict (account_id, cpf_cnpj) where cpf_cnpj is not null do update
       set email = coalesce(c.email, excluded.email),
           email_sealed = case when c.email is null then excluded.email_sealed else c.email_sealed end,
           phone = coalesce(c.phone, excluded.phone),
           address = coalesce(c.address, excluded.address)
     returning id, c.xmax = 0 as is_new
   ), searchable as (
     ${addWords('select id from kept union all select id from filled', '$10')}
   ), counted as (
     ${addToCounts(`select $1::uuid, '${CUSTOMER_LIST}', 1 from kept where is_new`)}
   )
   select id
   from kept
   union all
   select id
   from filled
   union all
   select id
   from known
   where not lacks`,
);

/**
 * Keeps the customer of a charge and returns its id: the one that has this document, with only its missing fields
 * filled in, or a new one. `cpf_cnpj` must be in its stored form. `id` is the id of a new one without a document; with one,
 * the new id is derived from both, because a charge may get its customer's document later, or another one. `sealed`: the
 * same contact as the charge keeps it.
 */
export async function upsertCustomer(
  deps: CustomerDeps,
  accountId: string,
  id: string,
  customer: Named<Contact>,
  at: Date,
  sealed?: Contact,
): Promise<string> {
  const kept = keptContact(deps, customer, sealed ?? (await deps.payerSeal.keep(customer)));
  const { email, emailSealed, cpfCnpj, documentSealed, phone, address } = kept;
  const valuesFor = (own: string) => [
    ...[accountId, own, customer.name, email, cpfCnpj, phone, at],
    ...[emailSealed, documentSealed, searchableCustomer(deps, accountId, customer).join(' '), address],
  ];
  if (!cpfCnpj || !customer.cpf_cnpj) {
    await deps.db.query(upsertById, valuesFor(id));
    return id;
  }
  const documented = derivedIdAt(id, 'customer of document', cpfCnpj);
  const values = [...valuesFor(documented), documentForms(deps, customer.cpf_cnpj)];
  const [row] = await deps.db.query<{ id: string }>(upsertByDocument, values);
  assert(row, 'a remembered customer is returned');
  return row.id;
}

type Named<C> = C & { name: string };

const customerById = statement(
  'customers.by_id',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and id = $2`,
);

export async function findCustomer(
  deps: Pick<Deps, 'vault'>,
  reader: Pick<Db, 'query'>,
  accountId: string,
  id: string,
): Promise<CustomerRow | null> {
  if (!isId(id)) return null;
  const [row] = await reader.query<StoredCustomer>(customerById, [accountId, id]);
  return row ? openCustomer(deps, row) : null;
}

export type CustomerFilter = { email?: string | undefined; cpfCnpj?: string | undefined };

export async function listCustomers(
  deps: Pick<Deps, 'db' | 'vault'>,
  accountId: string,
  filter: CustomerFilter,
  page: IdPage,
): Promise<{ rows: CustomerRow[]; total: bigint }> {
  const { db } = deps;
  const { where, values } = matching(deps, accountId, filter);
  const [rows, total] = await Promise.all([
    db.query<StoredCustomer>(
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
  return { rows: rows.map((row) => openCustomer(deps, row)), total };
}

function matching(
  deps: Pick<Deps, 'vault'>,
  accountId: string,
  { email, cpfCnpj }: CustomerFilter,
): { where: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const conditions = ['account_id = $1'];
  if (email !== undefined) {
    const [sealed, clear] = emailForms(deps, email);
    conditions.push(`lower(email) in ($${values.push(sealed)}, lower($${values.push(clear)}))`);
  }
  if (cpfCnpj !== undefined)
    conditions.push(`cpf_cnpj = any($${values.push(documentForms(deps, cpfCnpj))}::text[])`);
  return { where: conditions.join('\n         and '), values };
}

async function countMatching(db: Db, where: string, values: readonly unknown[]): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(
    `select count(*) as total from customers where ${where}`,
    values,
  );
  return row?.total ?? 0n;
}
