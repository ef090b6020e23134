import { normalizeDocument } from '../brazil/documents.ts';
import { statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Page } from '../http/lists.ts';
import {
  COLUMNS,
  type CustomerFilter,
  type CustomerRow,
  documentForms,
  emailForms,
  openCustomer,
  type StoredCustomer,
} from './customers.ts';
import { findByWords, foundByWords, hasWords, MAX_FOUND, wordsQuery } from './search-words.ts';

/** As the index has it: bytes compare the same on every machine, and what begins alike lies together. */
const NAME = 'lower(c.name) collate "C"';

// $1 account, $2 what is searched, $3 the same as a document, $6 as a sealed e-mail; $4 and $5 the list's other filters. An
// e-mail is looked for in both forms, a document in the forms of its array.
const FILTERS = `c.account_id = $1
       and ($4::text[] is null or lower(c.email) = any($4))
       and ($5::text[] is null or c.cpf_cnpj = any($5))`;
const LAST_CHARACTER = 'chr(1114111)';
const ALTERNATIVES = [
  `${NAME} >= lower($2::text) and ${NAME} < lower($2::text) || ${LAST_CHARACTER}`,
  'lower(c.email) = any($6::text[])',
  'c.cpf_cnpj = any($3::text[])',
];

// What the words of the search found, and for words of very many customers a look at each in the order of names. $10
const FOUND = 'c.id = any($10::uuid[])';
const COMMON = hasWords('$10', 'customer', 'c.id');

// Ordered by name, as the index is. A cursor is the id of the last customer on the page.
const pageOver = (name: string, byWords: string) =>
  statement(
    name,
    `with bound as (
     select ${NAME} as name, c.id
     from customers c
     where c.account_id = $1
       and c.id = $7
     union all
     select '', '00000000-0000-0000-0000-000000000000'
     where $7::uuid is null
   )
   select found.*
   from bound
   cross join lateral (${[...ALTERNATIVES, byWords]
     .map(
       (alternative) => `(
       select ${COLUMNS}
       from customers c
       where ${FILTERS}
         and ${alternative}
         and (${NAME}, c.id) > (bound.name, bound.id)
       order by ${NAME}, c.id
       limit $8::bigint + $9::bigint
     )`,
     )
     .join(' union ')}) as found
   order by lower(found.name) collate "C", found.id
   limit $8
   offset $9`,
  );
const page = pageOver('customers.search', FOUND);
const commonPage = pageOver('customers.search_common', COMMON);

const count = statement(
  'customers.count_found',
  `select count(*) as total
   from (${[...ALTERNATIVES, FOUND.replace('$10', '$7')]
     .map(
       (alternative) => `
     select c.id
     from customers c
     where ${FILTERS}
       and ${alternative}`,
     )
     .join(' union ')}) as found`,
);

const found = statement('customers.find', foundByWords('$2'));

export type FoundCustomers = { rows: CustomerRow[]; total: bigint; isMinimum?: boolean };

export async function searchCustomers(
  deps: Pick<Deps, 'db' | 'vault'>,
  accountId: string,
  { search, email, cpfCnpj }: CustomerFilter & { search: string },
  { after, limit, offset }: Page,
): Promise<FoundCustomers> {
  const document = normalizeDocument(search);
  const emails = (text: string) => emailForms(deps, text).map((form) => form.toLowerCase());
  const values = [
    accountId,
    search,
    document && documentForms(deps, document),
    email === undefined ? null : emails(email),
    cpfCnpj === undefined ? null : documentForms(deps, cpfCnpj),
    emails(search),
  ];
  const words = wordsQuery(deps, accountId, 'customer', search);
  const ids = words === null ? [] : await findByWords(deps.db, found, [accountId, words]);
  const isMinimum = ids.length > MAX_FOUND;
  const [rows, [counted]] = await Promise.all([
    deps.db.query<StoredCustomer>(isMinimum ? commonPage : page, [
      ...values,
      ...[after, limit + 1, offset, isMinimum ? words : ids],
    ]),
    deps.db.query<{ total: bigint }>(count, [...values, ids]),
  ]);
  return { rows: rows.map((row) => openCustomer(deps, row)), total: counted?.total ?? 0n, isMinimum };
}
