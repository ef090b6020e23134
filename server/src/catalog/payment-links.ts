import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { countChanges, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert, invalidField, notFound } from '../kit/errors.ts';
import { isId, publicToken } from '../kit/ids.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import type { RowWriter } from '../write/effects.ts';
import { requireBoletoValue } from './boleto-value.ts';
import { mergeSplits, requireBelowValue } from './merge-split.ts';
import { findSellableProduct } from './products.ts';
import { presentSplit, requireGoodRecipients, type SplitItem, storeSplit } from './split-rules.ts';

export const LINK_BILLING_TYPES = ['PIX', 'CREDIT_CARD', 'BOLETO'] as const;
type LinkBillingType = (typeof LINK_BILLING_TYPES)[number];

export type PaymentLinkRow = {
  account_id: string;
  id: string;
  token: string;
  name: string;
  description: string | null;
  value_cents: Cents | null;
  billing_types: LinkBillingType[];
  max_installments: number;
  product_id: string | null;
  /** As `storeSplit` wrote it. */
  split: unknown;
  success_url: string | null;
  postback_url: string | null;
  expires_at: Date | null;
  max_payments: bigint | null;
  payments_count: bigint;
  active: boolean;
  created_at: Date;
};

export type NewPaymentLink = {
  name: string;
  description: string | null;
  /** null: the payer types it; undefined: the product's price, or the payer types it. */
  valueCents: Cents | null | undefined;
  billingTypes: LinkBillingType[];
  maxInstallments: number;
  productId: string | null;
  split: SplitItem[];
  successUrl: string | null;
  postbackUrl: string | null;
  expiresAt: Date | null;
  maxPayments: number | null;
};

const COLUMNS = `account_id, id, token, name, description, value_cents, billing_types, max_installments, product_id,
  split, success_url, postback_url, expires_at, max_payments, payments_count, active, created_at`;
const ACTIVE = 'payment_links:active';
const INACTIVE = 'payment_links:inactive';

export async function createPaymentLink(
  deps: Deps,
  accountId: string,
  id: string,
  link: NewPaymentLink,
  by: Actor = systemActor(accountId),
): Promise<PaymentLinkRow> {
  const now = deps.clock.now();
  if (link.expiresAt && link.expiresAt <= now) throw invalidField('expires_at', 'must be in the future');
  const valueCents = await agreeWithProduct(deps.db, accountId, link);
  const token = publicToken();
  return transaction(deps.db, async (tx) => {
    const made = await insertLink(tx, { accountId, id, token, ...link, valueCents, createdAt: now });
    if (!made) return linkAsStored(tx, accountId, id);
    await tx.query(
      `insert into public_tokens (token, account_id, kind, object_id)
       values ($1, $2, 'payment_link', $3)`,
      [token, accountId, id],
    );
    await countChanges(tx, [{ accountId, list: ACTIVE, change: 1 }]);
    const value = valueCents === null ? null : reaisFromCents(valueCents);
    const details = { name: link.name, value, split: presentSplit(link.split) };
    await recordLink(tx, by, 'payment_link.created', id, details);
    return made;
  });
}

async function recordLink(tx: Tx, actor: Actor, action: string, id: string, details: object): Promise<void> {
  const target = { kind: 'payment_link', id };
  await recordAction(tx, { actor, accountId: actor.accountId, action, target, details });
}

/** Checks the link's split as its charges will have it, with the product's fixed split, and settles the value. */
async function agreeWithProduct(db: Db, accountId: string, link: NewPaymentLink): Promise<Cents | null> {
  const product = link.productId ? await findSellableProduct(db, accountId, link.productId) : null;
  if (link.productId && !product) throw invalidField('product_id', 'is not an active product');
  const valueCents = link.valueCents === undefined ? (product?.priceCents ?? null) : link.valueCents;
  const split = mergeSplits(product?.split ?? [], link.split);
  await requireGoodRecipients(db, accountId, split);
  if (valueCents !== null) requireBelowValue(valueCents, split);
  const isBoletoOnly = link.billingTypes.every((method) => method === 'BOLETO');
  if (valueCents !== null && isBoletoOnly) requireBoletoValue(valueCents);
  return valueCents;
}

type LinkToInsert = Omit<NewPaymentLink, 'valueCents'> & {
  accountId: string;
  id: string;
  token: string;
  valueCents: Cents | null;
  createdAt: Date;
};

async function insertLink(tx: Tx, link: LinkToInsert): Promise<PaymentLinkRow | null> {
  const [row] = await tx.query<PaymentLinkRow>(
    `insert into payment_links (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, true, $15)
     on conflict (account_id, id) do nothing
     returning ${COLUMNS}`,
    [
      link.accountId,
      link.id,
      link.token,
      link.name,
      link.description,
      link.valueCents,
      link.billingTypes,
      link.maxInstallments,
      link.productId,
      storeSplit(link.split),
      link.successUrl,
      link.postbackUrl,
      link.expiresAt,
      link.maxPayments,
      link.createdAt,
    ],
  );
  return row ?? null;
}

const linkById = statement(
  'payment_links.by_id',
  `select ${COLUMNS}
   from payment_links
   where account_id = $1
     and id = $2`,
);

async function linkAsStored(tx: Tx, accountId: string, id: string): Promise<PaymentLinkRow> {
  const [row] = await tx.query<PaymentLinkRow>(linkById, [accountId, id]);
  assert(row, 'a payment link that could not be inserted exists');
  return row;
}

export async function findPaymentLink(db: Db, accountId: string, id: string): Promise<PaymentLinkRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<PaymentLinkRow>(linkById, [accountId, id]);
  return row ?? null;
}

export async function listPaymentLinks(
  db: Db,
  accountId: string,
  filter: { active?: boolean | undefined },
  page: IdPage,
): Promise<{ rows: PaymentLinkRow[]; total: bigint }> {
  const { active } = filter;
  const lists = active === undefined ? [ACTIVE, INACTIVE] : [active ? ACTIVE : INACTIVE];
  const [rows, total] = await Promise.all([
    db.query<PaymentLinkRow>(
      `select ${COLUMNS}
       from payment_links
       where account_id = $1
         ${active === undefined ? '' : `and active = ${active}`}
         and id < $2
       order by id desc
       limit $3
       offset $4`,
      [accountId, page.below, page.limit + 1, page.offset],
    ),
    countOf(db, accountId, ...lists),
  ]);
  return { rows, total };
}

/** Doing it again changes nothing and is no error. */
export async function deactivatePaymentLink(
  db: Db,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  const link = await findPaymentLink(db, accountId, id);
  if (!link) throw notFound('Payment link');
  await transaction(db, async (tx) => {
    const changed = await tx.query(
      `update payment_links
       set active = false
       where account_id = $1
         and id = $2
         and active
       returning id`,
      [accountId, id],
    );
    if (changed.length === 0) return;
    await countChanges(tx, [
      { accountId, list: ACTIVE, change: -1 },
      { accountId, list: INACTIVE, change: 1 },
    ]);
    await recordLink(tx, by, 'payment_link.deleted', id, { name: link.name });
  });
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
     select account_id, id, count(*) as payments
     from unnest($1::uuid[], $2::uuid[]) as payment (account_id, id)
     group by account_id, id
   ), locked as materialized (
     select l.account_id, l.id
     from payment_links l
     join paid on paid.account_id = l.account_id and paid.id = l.id
     order by l.account_id, l.id
     for update of l
   )
   update payment_links l
   set payments_count = l.payments_count + paid.payments
   from paid
   join locked on locked.account_id = paid.account_id and locked.id = paid.id
   where l.account_id = paid.account_id
     and l.id = paid.id`,
);

/** One payment for each row; the same link may occur several times. */
export const countLinkPayment: RowWriter<{ accountId: string; paymentLinkId: string }> = {
  statement: countPayments,
  values: (payments) => [
    payments.map((payment) => payment.accountId),
    payments.map((payment) => payment.paymentLinkId),
  ],
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
