import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Config } from '../../kit/config.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import type { RowWriter } from '../../write/effects.ts';

/** What an operator has set for one account; null: as the installation. */
export type OwnTerms = {
  /** Its own order of payout providers. */
  providers: readonly string[] | null;
  toKeys: 'own' | 'any' | null;
  autoUpToCents: Cents | null;
  autoPerDayCents: Cents | null;
};

export const NO_OWN_TERMS: OwnTerms = {
  providers: null,
  toKeys: null,
  autoUpToCents: null,
  autoPerDayCents: null,
};

/** The terms in force. Null amounts: nothing is sent without approval. */
export type PayoutTerms = {
  providers: readonly string[] | null;
  toKeys: 'own' | 'any';
  autoUpToCents: Cents | null;
  autoPerDayCents: Cents | null;
};

type Defaults = Pick<Config, 'GUICHE_PAYOUT_TO' | 'GUICHE_PAYOUT_AUTO_UP_TO' | 'GUICHE_PAYOUT_AUTO_PER_DAY'>;

/** Of an account with a limit of its own, the sum of a day is that limit too, until it has a sum of its own. */
export function termsInForce(own: OwnTerms, config: Defaults): PayoutTerms {
  const usualUpTo = config.GUICHE_PAYOUT_AUTO_UP_TO;
  const usualPerDay = config.GUICHE_PAYOUT_AUTO_PER_DAY ?? usualUpTo;
  const autoUpToCents = own.autoUpToCents ?? usualUpTo;
  const isOff = autoUpToCents === null || autoUpToCents === ZERO;
  const perDay = own.autoPerDayCents ?? (own.autoUpToCents === null ? usualPerDay : autoUpToCents);
  return {
    providers: own.providers,
    toKeys: own.toKeys ?? config.GUICHE_PAYOUT_TO,
    autoUpToCents: isOff ? null : autoUpToCents,
    autoPerDayCents: isOff ? null : perDay,
  };
}

const COLUMNS = `providers, to_keys as "toKeys", auto_up_to_cents as "autoUpToCents",
  auto_per_day_cents as "autoPerDayCents"`;

const termsOf = statement(
  'payout_terms.of_account',
  `select ${COLUMNS}
   from payout_terms
   where account_id = $1`,
);

export async function readOwnTerms(db: Pick<Db | Tx, 'query'>, accountId: string): Promise<OwnTerms> {
  const [row] = await db.query<OwnTerms>(termsOf, [accountId]);
  return row ?? NO_OWN_TERMS;
}

export type SavedTerms = { accountId: string; terms: OwnTerms; changedAt: Date };

// A list in a list of rows travels as JSON: unnest would flatten it.
export const saveTerms: RowWriter<SavedTerms> = {
  statement: statement(
    'payout_terms.save',
    `insert into payout_terms (account_id, providers, to_keys, auto_up_to_cents, auto_per_day_cents, changed_at)
     select account_id,
       case when providers is not null then array(select json_array_elements_text(providers)) end,
       to_keys, auto_up_to_cents, auto_per_day_cents, changed_at
     from unnest($1::uuid[], $2::json[], $3::text[], $4::bigint[], $5::bigint[], $6::timestamptz[])
       as n (account_id, providers, to_keys, auto_up_to_cents, auto_per_day_cents, changed_at)
     on conflict (account_id) do update
     set providers = excluded.providers,
         to_keys = excluded.to_keys,
         auto_up_to_cents = excluded.auto_up_to_cents,
         auto_per_day_cents = excluded.auto_per_day_cents,
         changed_at = excluded.changed_at
     returning account_id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ terms }) => terms.providers && JSON.stringify(terms.providers)),
    rows.map(({ terms }) => terms.toKeys),
    rows.map(({ terms }) => terms.autoUpToCents),
    rows.map(({ terms }) => terms.autoPerDayCents),
    rows.map(({ changedAt }) => changedAt),
  ],
  writes: 'all',
};
