import { normalizeDocument } from '../brazil/documents.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Page } from '../http/lists.ts';
import type { CustomerFilter, CustomerRow } from './customers.ts';

const COLUMNS = 'c.id, c.name, c.email, c.cpf_cnpj, c.phone, c.created_at';
/** The expression of the index: byte order is the same on every machine and serves prefix searches. */
const NAME = 'lower(c.name) collate "C"';

// $1 account, $2 the search text, $3 the same as a document; $4 and $5 the other filters of the list.
const FILTERS = `c.account_id = $1
       and ($4::text is null or lower(c.email) = lower($4))
       and ($5::text is null or c.cpf_cnpj = $5)`;
const LAST_CHARACTER = 'chr(1114111)';
const ALTERNATIVES = [
  `${NAME} >= lower($2::text) and ${NAME} < lower($2::text) || ${LAST_CHARACTER}`,
  'lower(c.email) = lower($2::text)',
  'c.cpf_cnpj = $3::text',
];

// Ordered by name, as the index is. A cursor is the id of the last customer on the page.
const page = statement(
  'customers.search',
  `with bound as (
     select ${NAME} as name, c.id
     from customers c
     where c.account_id = $1
       and c.id = $6
     union all
     select '', '00000000-0000-0000-0000-000000000000'
     where $6::uuid is null
   )
   select found.*
   from bound
   cross join lateral (${ALTERNATIVES.map(
     (alternative) => `(
       select ${COLUMNS}
       from customers c
       where ${FILTERS}
         and ${alternative}
         and (${NAME}, c.id) > (bound.name, bound.id)
       order by ${NAME}, c.id
       limit $7::bigint + $8::bigint
     )`,
   ).join(' union ')}) as found
   order by lower(found.name) collate "C", found.id
   limit $7
   offset $8`,
);

const count = statement(
  'customers.count_found',
  `select count(*) as total
   from (${ALTERNATIVES.map(
     (alternative) => `
     select c.id
     from customers c
     where ${FILTERS}
       and ${alternative}`,
   ).join(' union ')}) as found`,
);

export async function searchCustomers(
  db: Db,
  accountId: string,
  { search, email, cpfCnpj }: CustomerFilter & { search: string },
  { after, limit, offset }: Page,
): Promise<{ rows: CustomerRow[]; total: bigint }> {
  const values = [accountId, search, normalizeDocument(search), email ?? null, cpfCnpj ?? null];
  const [rows, [counted]] = await Promise.all([
    db.query<CustomerRow>(page, [...values, after, limit + 1, offset]),
    db.query<{ total: bigint }>(count, values),
  ]);
  return { rows, total: counted?.total ?? 0n };
}
