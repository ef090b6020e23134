import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { clearLexemes } from '../kit/search-words.ts';
import type { Reader } from '../write/answer.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';
import { COLUMNS, type CustomerRow, documentForms, openCustomer, type StoredCustomer } from './customers.ts';
import { saveWords } from './search-words.ts';

/** Instead of a person's name, wherever it was. */
export const ERASED_NAME = 'Dados removidos';

/** A customer of some account. */
export type OwnedCustomer = CustomerRow & { accountId: string };

const customersOfPerson = statement(
  'customers.of_person',
  `select account_id as "accountId", ${COLUMNS}
   from customers
   where cpf_cnpj = any($1::text[])
   order by account_id, id`,
);

/** One person's customers in all accounts: at most one each. */
export async function findCustomersOfPerson(
  deps: Pick<Deps, 'vault'>,
  reader: Reader,
  document: string,
): Promise<OwnedCustomer[]> {
  const rows = await reader.query<StoredCustomer & { accountId: string }>(customersOfPerson, [
    documentForms(deps, document),
  ]);
  return rows.map(({ accountId, ...row }) => ({ ...openCustomer(deps, row), accountId }));
}

const lockCustomer = statement(
  'customers.lock_of_person',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and id = $2
     and cpf_cnpj = any($3::text[])
   for update`,
);

/** Those that are still of this person. */
export async function lockCustomersOfPerson(
  deps: Pick<Deps, 'vault'>,
  tx: Tx,
  document: string,
  known: readonly Key[],
): Promise<OwnedCustomer[]> {
  const locked: OwnedCustomer[] = [];
  for (const { accountId, id } of known) {
    const rows = await tx.query<StoredCustomer>(lockCustomer, [accountId, id, documentForms(deps, document)]);
    locked.push(...rows.map((row) => ({ ...openCustomer(deps, row), accountId })));
  }
  return locked;
}

type Key = { accountId: string; id: string };

/** The row stays, because charges name it. */
export const eraseCustomer: RowWriter<Key> = {
  statement: statement(
    'customers.erase',
    `update customers c
     set name = '${ERASED_NAME}',
         email = null,
         email_sealed = null,
         cpf_cnpj = null,
         document_sealed = null,
         phone = null,
         address = null
     from unnest($1::uuid[], $2::uuid[]) as gone (account_id, id)
     where c.account_id = gone.account_id
       and c.id = gone.id
     returning c.id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ id }) => id)],
  writes: 'all',
};

/** Kept as a row, so that old rows are not given their words again. */
export function wordsOfErased({ accountId, id }: Key): RowWrite {
  const words = clearLexemes(accountId, 'customer', [ERASED_NAME]);
  return rowWrite(saveWords, { accountId, kind: 'customer', id, words });
}
