import { countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import { oneAccountOf, type RowWriter } from '../write/effects.ts';
import type { LinkAsks } from './link-asks.ts';
import { findByWords, foundByWords, hasWords, MAX_FOUND, wordsQuery } from './search-words.ts';
import type { StoredSplitItem } from './split-rules.ts';

export const LINK_BILLING_TYPES = ['PIX', 'CREDIT_CARD', 'BOLETO'] as const;
export type LinkBillingType = (typeof LINK_BILLING_TYPES)[number];

export type PaymentLinkRow = {
  account_id: string;
  id: string;
  token: string;
  name: string;
  description: string | null;
  value_cents: Cents | null;
  /** Bounds of a value that the payer enters. */
  min_value_cents: Cents;
  max_value_cents: Cents;
  billing_types: LinkBillingType[];
  max_installments: number;
  interest_by_payer: boolean;
  product_id: string | null;
  split: StoredSplitItem[];
  success_url: string | null;
  postback_url: string | null;
  expires_at: Date | null;
  max_payments: bigint | null;
  payments_count: bigint;
  active: boolean;
  created_at: Date;
  /** Null: nothing beside name and e-mail. */
  asks: LinkAsks | null;
  pix_discount_basis_points: number;
};

const COLUMNS = `account_id, id, token, name, description, value_cents, min_value_cents, max_value_cents, billing_types,
  max_installments, interest_by_payer, product_id, split, success_url, postback_url, expires_at, max_payments, payments_count, active, created_at,
  asks, pix_discount_basis_points`;
export const listFor = (active: boolean) => (active ? 'payment_links:active' : 'payment_links:inactive');

// An array of arrays would be flattened by unnest: the billing types of a link are sent as one text.
export const insertLink: RowWriter<PaymentLinkRow> = {
  statement: statement(
    'payment_links.insert',
    `insert into payment_links (${COLUMNS})
     select account_id, id, token, name, description, value_cents, min_value_cents, max_value_cents,
       string_to_array(billing_types, ','), max_installments, interest_by_payer, product_id, split, success_url, postback_url, expires_at, max_payments, payments_count, active,
       created_at, asks, pix_discount_basis_points
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
       $9::text[], $10::integer[], $11::boolean[], $12::uuid[], $13::json[], $14::text[], $15::text[],
       $16::timestamptz[], $17::bigint[], $18::bigint[], $19::boolean[], $20::timestamptz[], $21::json[],
       $22::integer[])
       as n (${COLUMNS})
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.account_id),
    rows.map((row) => row.id),
    rows.map((row) => row.token),
    rows.map((row) => row.name),
    rows.map((row) => row.description),
    rows.map((row) => row.value_cents),
    rows.map((row) => row.min_value_cents),
    rows.map((row) => row.max_value_cents),
    rows.map((row) => row.billing_types.join(',')),
    rows.map((row) => row.max_installments),
    rows.map((row) => row.interest_by_payer),
    rows.map((row) => row.product_id),
    rows.map((row) => JSON.stringify(row.split)),
    rows.map((row) => row.success_url),
    rows.map((row) => row.postback_url),
    rows.map((row) => row.expires_at),
    rows.map((row) => row.max_payments),
    rows.map((row) => row.payments_count),
    rows.map((row) => row.active),
    rows.map((row) => row.created_at),
    rows.map((row) => row.asks && JSON.stringify(row.asks)),
    rows.map((row) => row.pix_discount_basis_points),
  ],
  writes: 'all',
};

/** Lookup from the token in the URL to the account. */
export const insertLinkToken: RowWriter<PaymentLinkRow> = {
  statement: statement(
    'payment_links.insert_token',
    `insert into public_tokens (token, account_id, kind, object_id)
     select token, account_id, 'payment_link', id
     from unnest($1::text[], $2::uuid[], $3::uuid[]) as n (token, account_id, id)
     returning token`,
  ),
  values: (rows) => [
    rows.map((row) => row.token),
    rows.map((row) => row.account_id),
    rows.map((row) => row.id),
  ],
  writes: 'all',
};

/** Guarded: only an active link is deactivated. */
export const deactivateLink: RowWriter<PaymentLinkRow> = {
  statement: statement(
    'payment_links.deactivate',
    `update payment_links l
     set active = false
     from unnest($1::uuid[], $2::uuid[]) as n (account_id, id)
     where l.account_id = n.account_id
       and l.id = n.id
       and l.active
     returning l.id`,
  ),
  values: (rows) => [rows.map((row) => row.account_id), rows.map((row) => row.id)],
  writes: 'all',
};

/** Of a locked link: what its seller may change. */
export const saveLink: RowWriter<PaymentLinkRow> = {
  statement: statement(
    'payment_links.save',
    `update payment_links l
     set name = n.name,
         description = n.description,
         value_cents = n.value_cents,
         min_value_cents = n.min_value_cents,
         max_value_cents = n.max_value_cents,
         billing_types = string_to_array(n.billing_types, ','),
         max_installments = n.max_installments,
         interest_by_payer = n.interest_by_payer,
         success_url = n.success_url,
         expires_at = n.expires_at,
         max_payments = n.max_payments,
         active = n.active,
         asks = n.asks,
         pix_discount_basis_points = n.pix_discount_basis_points
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[],
       $9::integer[], $10::boolean[], $11::text[], $12::timestamptz[], $13::bigint[], $14::boolean[],
       $15::json[], $16::integer[])
       as n (account_id, id, name, description, value_cents, min_value_cents, max_value_cents, billing_types,
         max_installments, interest_by_payer, success_url, expires_at, max_payments, active, asks,
         pix_discount_basis_points)
     where l.account_id = n.account_id
       and l.id = n.id
     returning l.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.account_id),
    rows.map((row) => row.id),
    rows.map((row) => row.name),
    rows.map((row) => row.description),
    rows.map((row) => row.value_cents),
    rows.map((row) => row.min_value_cents),
    rows.map((row) => row.max_value_cents),
    rows.map((row) => row.billing_types.join(',')),
    rows.map((row) => row.max_installments),
    rows.map((row) => row.interest_by_payer),
    rows.map((row) => row.success_url),
    rows.map((row) => row.expires_at),
    rows.map((row) => row.max_payments),
    rows.map((row) => row.active),
    rows.map((row) => row.asks && JSON.stringify(row.asks)),
    rows.map((row) => row.pix_discount_basis_points),
  ],
  writes: 'all',
};

const linkById = statement(
  'payment_links.by_id',
  `select ${COLUMNS}
   from payment_links
   where account_id = $1
     and id = $2`,
);

const lockById = statement('payment_links.lock', `${linkById.text} for update`);

export async function findPaymentLink(
  db: Pick<Db, 'query'>,
  accountId: string,
  id: string,
): Promise<PaymentLinkRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<PaymentLinkRow>(linkById, [accountId, id]);
  return row ?? null;
}

export async function lockPaymentLink(tx: Tx, accountId: string, id: string): Promise<PaymentLinkRow | null> {
  if (!isId(id)) return null;
  const [row] = await tx.query<PaymentLinkRow>(lockById, [accountId, id]);
  return row ?? null;
}

/** Still marked active, though time or payers have closed them: links with a bound alone can be. */
const HAS_CLOSED = `active
         and (expires_at is not null or max_payments is not null)
         and (expires_at <= $2 or payments_count >= max_payments)`;

export type LinkFilter = { active?: boolean | undefined; search?: string | undefined; now: Date };

const found = statement('payment_links.find', foundByWords('$2'));

/** `active`: whether a payer can start a payment at `now`. */
export async function listPaymentLinks(
  deps: Pick<Deps, 'db' | 'vault'>,
  accountId: string,
  { active, search, now }: LinkFilter,
  page: IdPage,
): Promise<{ rows: PaymentLinkRow[]; total: bigint; isMinimum?: boolean }> {
  const { db } = deps;
  const filter =
    active === undefined
      ? ''
      : active
        ? `and active and not coalesce(${HAS_CLOSED}, false)`
        : `and (not active or coalesce(${HAS_CLOSED}, false))`;
  const words = search === undefined ? null : (wordsQuery(deps, accountId, 'payment_link', search) ?? '');
  const ids = words ? await findByWords(db, found, [accountId, words]) : [];
  const isCommon = ids.length > MAX_FOUND;
  const matching = words === null ? '' : isCommon ? COMMON : FOUND;
  const matched = words === null ? [] : [isCommon ? words : ids];
  const [rows, total] = await Promise.all([
    db.query<PaymentLinkRow>(
      `select ${COLUMNS}
       from payment_links l
       where account_id = $1
         and $2::timestamptz is not null
         ${filter}
         and id < $3
         ${matching}
       order by id desc
       limit $4
       offset $5`,
      [accountId, now, page.below, page.limit + 1, page.offset, ...matched],
    ),
    words === null ? countLinks(db, accountId, active, now) : countFound(db, [accountId, now, ids], filter),
  ]);
  return { rows, total, isMinimum: isCommon };
}

const FOUND = 'and id = any($6::uuid[])';
const COMMON = `and ${hasWords('$6', 'payment_link', 'l.id')}`;

async function countFound(db: Db, values: readonly unknown[], filter: string): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(
    `select count(*) as total
     from payment_links
     where account_id = $1
       and $2::timestamptz is not null
       and id = any($3::uuid[])
       ${filter}`,
    values,
  );
  return row?.total ?? 0n;
}

/** The counters say how many are marked active; those that have closed are few, and have an index of their own. */
async function countLinks(
  db: Db,
  accountId: string,
  active: boolean | undefined,
  now: Date,
): Promise<bigint> {
  if (active === undefined) return countOf(db, accountId, listFor(true), listFor(false));
  const [marked, [row]] = await Promise.all([
    countOf(db, accountId, listFor(active)),
    db.query<{ closed: bigint }>(
      `select count(*) as closed from payment_links where account_id = $1 and ${HAS_CLOSED}`,
      [accountId, now],
    ),
  ]);
  const closed = row?.closed ?? 0n;
  return active ? marked - closed : marked + closed;
}

export async function findLinkByToken(db: Db, token: string): Promise<PaymentLinkRow | null> {
  const [found] = await db.query<{ account_id: string; object_id: string }>(
    `select account_id, object_id
     from public_tokens
     where token = $1
       and kind = 'payment_link'`,
    [token],
  );
  return found ? findPaymentLink(db, found.account_id, found.object_id) : null;
}

/** Whether a payer may still start a payment through it. */
export function isLinkOpen(link: PaymentLinkRow, now: Date): boolean {
  if (!link.active) return false;
  if (link.expires_at && link.expires_at <= now) return false;
  return link.max_payments === null || link.payments_count < link.max_payments;
}

// Locked in key order: two batches of payments through the same links wait for each other instead of deadlocking.
const countPayments = statement(
  'payment_links.count_payments',
  `with paid as (
     select id, count(*) as payments
     from unnest($2::uuid[]) as payment (id)
     group by id
   ), locked as materialized (
     select id
     from payment_links
     where account_id = $1
       and id = any($2::uuid[])
     order by id
     for update
   )
   update payment_links l
   set payments_count = l.payments_count + paid.payments
   from paid
   join locked on locked.id = paid.id
   where l.account_id = $1
     and l.id = paid.id`,
);

/** One payment per row; the same link may occur several times. All of one account. */
export const countLinkPayment: RowWriter<{ accountId: string; paymentLinkId: string }> = {
  statement: countPayments,
  values: (payments) => [oneAccountOf(payments), payments.map((payment) => payment.paymentLinkId)],
  writes: 'any',
};

/** How many payments links with max_payments still take. Locked, so that no other payment is counted meanwhile. */
export async function placesLeft(
  tx: Tx,
  accountId: string,
  linkIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (linkIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; left: bigint }>(
    `select id, max_payments - payments_count as left
     from payment_links
     where account_id = $1
       and id = any($2::uuid[])
       and max_payments is not null
     order by id
     for update`,
    [accountId, linkIds],
  );
  return new Map(rows.map((row) => [row.id, row.left]));
}
