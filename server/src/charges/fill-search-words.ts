import { searchableLink } from '../catalog/change-payment-link.ts';
import { openCustomer, type StoredCustomer, searchableCustomer } from '../catalog/customers.ts';
import { type FoundBy, fillWords, searchWordsRow } from '../catalog/search-words.ts';
import { queryByAccount } from '../db/distributed/routed.ts';
import { statement } from '../db/pool.ts';
import { type Walk, walkOn } from '../db/walk.ts';
import { rowsOf } from '../db/wire/row-type.ts';
import type { Deps } from '../http/deps.ts';
import type { SearchedKind } from '../kit/search-words.ts';
import type { ChargeCustomer } from './charge.ts';
import { searchableCharge } from './searchable.ts';

const AT_ONCE = 500;
const MIGRATION = 26;

type Key = { account_id: string; id: string };
type WalkDeps = Pick<Deps, 'db' | 'vault'>;
/** Rows of a table after a key, and what each is found by. */
type Source<R extends Key> = { kind: SearchedKind; table: string; columns: string; words(row: R): string[] };

const chargesOf = (deps: WalkDeps): Source<Key & OldCharge> => ({
  kind: 'charge',
  table: 'charges',
  columns: 'description, external_reference, customer',
  words: ({ account_id: accountId, external_reference: externalReference, ...row }) =>
    searchableCharge(deps, { accountId, externalReference, ...row }),
});
type OldCharge = {
  description: string | null;
  external_reference: string | null;
  customer: ChargeCustomer | null;
};

const customersOf = (deps: WalkDeps): Source<Key & StoredCustomer> => ({
  kind: 'customer',
  table: 'customers',
  columns: 'name, email, cpf_cnpj, phone, created_at, email_sealed, document_sealed',
  words: (row) => searchableCustomer(deps, row.account_id, openCustomer(deps, row)),
});

const linksOf = (): Source<Key & { name: string; description: string | null }> => ({
  kind: 'payment_link',
  table: 'payment_links',
  columns: 'name, description',
  words: searchableLink,
});

/**
 * Gives words to what was made before there was a search by words. The version before makes charges without them while
 * it runs beside this one: a day later all is looked at once more.
 */
export async function fillSearchWords(deps: WalkDeps): Promise<number> {
  const [row] = await deps.db.query<{ isLater: boolean }>(
    `select applied_at < now() - interval '1 day' as "isLater" from migrations where version = ${MIGRATION}`,
  );
  await walkOn(deps.db, [...walks(deps, ''), ...(row?.isLater ? walks(deps, ', again') : [])]);
  return 0;
}

function walks(deps: WalkDeps, again: string): Walk[] {
  return [
    walkOver(deps, linksOf(), again),
    walkOver(deps, customersOf(deps), again),
    walkOver(deps, chargesOf(deps), again),
  ];
}

function walkOver<R extends Key>(
  { db }: WalkDeps,
  { kind, table, columns, words }: Source<R>,
  again: string,
): Walk {
  const next = statement(
    `${table}.next_to_search`,
    `select account_id, id, ${columns}
     from ${table}
     where (account_id, id) > ($1, $2)
     order by account_id, id
     limit ${AT_ONCE}`,
  );
  return {
    name: `search words of ${table}${again}`,
    step: async ({ accountId, id }) => {
      const rows = await db.query<R>(next, [accountId, id]);
      const found = rows.map(
        (row): FoundBy => ({ accountId: row.account_id, kind, id: row.id, words: words(row) }),
      );
      const filled = found.filter((each) => each.words.length > 0);
      if (filled.length > 0) {
        await queryByAccount(db, fillWords, filled, {
          accountOf: (each) => each.accountId,
          values: (own) => [rowsOf(searchWordsRow, own)],
        });
      }
      const last = rows.length < AT_ONCE ? null : rows.at(-1);
      return last ? { accountId: last.account_id, id: last.id } : null;
    },
  };
}
