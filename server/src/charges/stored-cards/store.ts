import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { IdPage } from '../../http/id-page.ts';
import { isId } from '../../kit/ids.ts';
import type { RowWriter } from '../../write/effects.ts';

/** What the payer agreed to when the card was stored. */
export type Consent = {
  /** As it was shown. */
  text: string;
  version: string | null;
  /** On whose page: ours, where the payer's own hand is on record, or the seller's, who says so. */
  by: 'payer' | 'seller';
  ip: string | null;
  at: Date;
  /** The seller may charge the card without the payer. */
  merchantMayCharge: boolean;
};

export type KeptCard = {
  accountId: string;
  id: string;
  customerId: string;
  provider: string;
  /** The acquirer's own id; null: it is not stored there yet. */
  providerCardId: string | null;
  brand: string;
  lastFour: string;
  month: number | null;
  year: number | null;
  /** `storing`: its payment has not ended. `removing`: the acquirer has not forgotten it yet. */
  status: 'storing' | 'stored' | 'removing' | 'removed';
  /** The payment that it was stored with. */
  chargeId: string;
  attemptId: string;
  consent: Consent;
  createdAt: Date;
};

const SELECT = `select account_id as "accountId", id, customer_id as "customerId", provider,
  provider_card_id as "providerCardId", brand, last_four as "lastFour", exp_month as month, exp_year as year, status,
  charge_id as "chargeId", attempt_id as "attemptId", created_at as "createdAt",
  consent_text, consent_version, consent_by, consent_ip, consented_at, merchant_may_charge
  from stored_cards`;

type Row = Omit<KeptCard, 'consent'> & {
  consent_text: string;
  consent_version: string | null;
  consent_by: Consent['by'];
  consent_ip: string | null;
  consented_at: Date;
  merchant_may_charge: boolean;
};

function cardFrom(row: Row): KeptCard {
  const { consent_text: text, consent_version: version, consent_by: by, consent_ip: ip, ...others } = row;
  const { consented_at: at, merchant_may_charge: merchantMayCharge, ...card } = others;
  return { ...card, consent: { text, version, by, ip, at, merchantMayCharge } };
}

export const insertCard: RowWriter<KeptCard> = {
  statement: statement(
    'stored_cards.insert',
    `insert into stored_cards (account_id, id, customer_id, provider, brand, last_four, status, charge_id, attempt_id,
       consent_text, consent_version, consent_by, consent_ip, consented_at, merchant_may_charge, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[],
       $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::boolean[],
       $16::timestamptz[])
     returning id`,
  ),
  values: (cards) => [
    cards.map(({ accountId }) => accountId),
    cards.map(({ id }) => id),
    cards.map(({ customerId }) => customerId),
    cards.map(({ provider }) => provider),
    cards.map(({ brand }) => brand),
    cards.map(({ lastFour }) => lastFour),
    cards.map(({ status }) => status),
    cards.map(({ chargeId }) => chargeId),
    cards.map(({ attemptId }) => attemptId),
    cards.map(({ consent }) => consent.text),
    cards.map(({ consent }) => consent.version),
    cards.map(({ consent }) => consent.by),
    cards.map(({ consent }) => consent.ip),
    cards.map(({ consent }) => consent.at),
    cards.map(({ consent }) => consent.merchantMayCharge),
    cards.map(({ createdAt }) => createdAt),
  ],
  writes: 'all',
};

type CardMove = Pick<KeptCard, 'accountId' | 'id' | 'status' | 'providerCardId' | 'month' | 'year'>;

/** Only forward: what is removed does not come back. Of whom it was is forgotten with it. */
export const moveCard: RowWriter<CardMove & { at: Date }> = {
  statement: statement(
    'stored_cards.move',
    `update stored_cards c
     set status = moved.status,
         provider_card_id = moved.provider_card_id,
         exp_month = moved.exp_month,
         exp_year = moved.exp_year,
         consent_ip = case when moved.status in ('removing', 'removed') then null else c.consent_ip end,
         removed_at = case when moved.status = 'removed' then moved.at else c.removed_at end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::timestamptz[])
       as moved (account_id, id, status, provider_card_id, exp_month, exp_year, at)
     where c.account_id = moved.account_id
       and c.id = moved.id
       and (
         c.status = 'storing'
         or c.status = 'stored' and moved.status in ('removing', 'removed')
         or c.status = 'removing' and moved.status = 'removed'
       )
     returning c.id`,
  ),
  values: (moves) => [
    moves.map(({ accountId }) => accountId),
    moves.map(({ id }) => id),
    moves.map(({ status }) => status),
    moves.map(({ providerCardId }) => providerCardId),
    moves.map(({ month }) => month),
    moves.map(({ year }) => year),
    moves.map(({ at }) => at),
  ],
  writes: 'any',
};

/** All that are kept of a customer whose person is erased. */
export const removeCardsOf: RowWriter<{ accountId: string; customerId: string }> = {
  statement: statement(
    'stored_cards.remove_of',
    `update stored_cards c
     set status = 'removing',
         consent_ip = null
     from unnest($1::uuid[], $2::uuid[]) as gone (account_id, customer_id)
     where c.account_id = gone.account_id
       and c.customer_id = gone.customer_id
       and c.status = 'stored'`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ customerId }) => customerId)],
  writes: 'any',
};

export async function findCard(
  db: Pick<Db | Tx, 'query'>,
  accountId: string,
  id: string,
): Promise<KeptCard | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<Row>(`${SELECT} where account_id = $1 and id = $2`, [accountId, id]);
  return row ? cardFrom(row) : null;
}

const OF_CUSTOMER = `account_id = $1 and customer_id = $2`;

/** Those that can be paid with, newest first. */
export async function listCards(
  db: Db,
  accountId: string,
  customerId: string,
  page: IdPage,
): Promise<{ rows: KeptCard[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.query<Row>(
      `${SELECT} where ${OF_CUSTOMER} and status = 'stored' and id < $3 order by id desc limit $4 offset $5`,
      [accountId, customerId, page.below, page.limit + 1, page.offset],
    ),
    db.query<{ total: number }>(
      `select count(*)::int as total from stored_cards where ${OF_CUSTOMER} and status = 'stored'`,
      [accountId, customerId],
    ),
  ]);
  return { rows: rows.map(cardFrom), total: counted[0]?.total ?? 0 };
}

/** What its acquirer has yet to forget. */
export async function cardsBeingRemoved(db: Db, accountId: string, customerId: string): Promise<KeptCard[]> {
  const rows = await db.query<Row>(`${SELECT} where ${OF_CUSTOMER} and status = 'removing' order by id`, [
    accountId,
    customerId,
  ]);
  return rows.map(cardFrom);
}
