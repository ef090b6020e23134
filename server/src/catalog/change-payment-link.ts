import { type Action, type Actor, systemActor } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { type GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { publicToken } from '../kit/ids.ts';
import { type Cents, cents, reaisFromCents } from '../kit/money.ts';
import { clearLexemes } from '../kit/search-words.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWrite, rowWrite } from '../write/effects.ts';
import { refusedBoletoValue } from './boleto-value.ts';
import { type LinkAsks, refusedAsks, storedAsks } from './link-asks.ts';
import { mergeSplits, refusedTotal } from './merge-split.ts';
import {
  deactivateLink,
  findPaymentLink,
  insertLink,
  insertLinkToken,
  type LinkBillingType,
  listFor,
  lockPaymentLink,
  type PaymentLinkRow,
} from './payment-links.ts';
import { findSellableProduct, type SellableProduct } from './products.ts';
import { saveWords } from './search-words.ts';
import {
  activeAccounts,
  presentSplit,
  refusedRecipients,
  type SplitItem,
  storedSplit,
} from './split-rules.ts';

export type NewPaymentLink = {
  name: string;
  description: string | null;
  /** null: the payer enters it; undefined: the product's price, or the payer enters it. */
  valueCents: Cents | null | undefined;
  /** Of a value that the payer enters; null: the default. */
  minValueCents: Cents | null;
  maxValueCents: Cents | null;
  billingTypes: LinkBillingType[];
  maxInstallments: number;
  interestByPayer: boolean;
  productId: string | null;
  split: SplitItem[];
  successUrl: string | null;
  postbackUrl: string | null;
  expiresAt: Date | null;
  maxPayments: number | null;
  asks: LinkAsks;
  /** What paying by Pix saves. */
  pixDiscountBasisPoints: number;
};

export type CreatePaymentLink = {
  accountId: string;
  id: string;
  token: string;
  fields: NewPaymentLink;
  by: Actor;
};

/** A second call with the same id returns the first link. */
export async function createPaymentLink(
  deps: Deps,
  accountId: string,
  id: string,
  fields: NewPaymentLink,
  by: Actor = systemActor(accountId),
  answer?: Answer<PaymentLinkRow>,
): Promise<PaymentLinkRow> {
  const now = deps.clock.now();
  const command = { accountId, id, token: publicToken(), fields, by };
  return deps.writer.commit(
    {
      load: (tx) => loadNewLink(tx, command),
      decide: (state) => decideCreatePaymentLink(state, command, now),
    },
    answer,
  );
}

export type NewLinkState = {
  earlier: PaymentLinkRow | null;
  /** The product that the link names, if it is on sale. */
  product: SellableProduct | null;
  activeRecipients: ReadonlySet<string>;
};

async function loadNewLink(tx: Tx, { accountId, id, fields }: CreatePaymentLink): Promise<NewLinkState> {
  const earlier = await findPaymentLink(tx, accountId, id);
  const product = fields.productId ? await findSellableProduct(tx, accountId, fields.productId) : null;
  const recipients = mergeSplits(product?.split ?? [], fields.split).map((item) => item.recipientId);
  return { earlier, product, activeRecipients: await activeAccounts(tx, recipients) };
}

export function decideCreatePaymentLink(
  { earlier, product, activeRecipients }: NewLinkState,
  { accountId, id, token, fields, by }: CreatePaymentLink,
  now: Date,
): Decision<PaymentLinkRow> {
  if (earlier) return done(earlier);
  const valueCents = fields.valueCents === undefined ? (product?.priceCents ?? null) : fields.valueCents;
  const split = mergeSplits(product?.split ?? [], fields.split);
  const refusal =
    refusedFields(fields, product, now) ??
    refusedRecipients(accountId, split, activeRecipients) ??
    refusedAsks(fields.asks, valueCents) ??
    (valueCents === null ? refusedBounds(fields) : refusedValue(valueCents, split, fields));
  if (refusal) return refusal;
  const link = newLink({ accountId, id, token }, fields, valueCents, now);
  const value = valueCents === null ? null : reaisFromCents(valueCents);
  const details = { name: fields.name, value, split: presentSplit(fields.split) };
  return done(link, {
    rows: [rowWrite(insertLink, link), rowWrite(insertLinkToken, link), searchable(link)],
    counts: [{ accountId, list: listFor(true), change: 1 }],
    audit: [linkAction('payment_link.created', link, by, details)],
  });
}

function refusedFields(
  { expiresAt, productId }: NewPaymentLink,
  product: SellableProduct | null,
  now: Date,
): GatewayError | null {
  if (expiresAt && expiresAt <= now) return invalidField('expires_at', 'must be in the future');
  return productId && !product ? invalidField('product_id', 'is not an active product') : null;
}

/** The split is checked as the link's charges will have it, with the product's fixed split. */
export function refusedValue(
  valueCents: Cents,
  split: readonly SplitItem[],
  {
    billingTypes,
    minValueCents,
    maxValueCents,
  }: Pick<NewPaymentLink, 'billingTypes' | 'minValueCents' | 'maxValueCents'>,
): GatewayError | null {
  if (minValueCents ?? maxValueCents) {
    const field = minValueCents ? 'min_value' : 'max_value';
    return invalidField(field, 'bounds only a value that the payer enters: value must be null');
  }
  const isBoletoOnly = billingTypes.every((method) => method === 'BOLETO');
  return refusedTotal(valueCents, split) ?? (isBoletoOnly ? refusedBoletoValue(valueCents) : null);
}

/** What a link allows a payer to enter unless its seller says otherwise. */
const DEFAULT_MIN_VALUE_CENTS = cents(100n);
const DEFAULT_MAX_VALUE_CENTS = cents(1_000_000n);

type Bounds = Pick<NewPaymentLink, 'minValueCents' | 'maxValueCents'>;

export function boundsOf({ minValueCents, maxValueCents }: Bounds): { min: Cents; max: Cents } {
  return { min: minValueCents ?? DEFAULT_MIN_VALUE_CENTS, max: maxValueCents ?? DEFAULT_MAX_VALUE_CENTS };
}

export function refusedBounds(fields: Bounds): GatewayError | null {
  const { min, max } = boundsOf(fields);
  if (min <= max) return null;
  return fields.maxValueCents
    ? invalidField('max_value', `must be at least ${reaisFromCents(min)}, the smallest value`)
    : invalidField('min_value', `must be at most ${reaisFromCents(max)}, the largest value`);
}

function newLink(
  { accountId, id, token }: { accountId: string; id: string; token: string },
  fields: NewPaymentLink,
  valueCents: Cents | null,
  now: Date,
): PaymentLinkRow {
  return {
    account_id: accountId,
    id,
    token,
    name: fields.name,
    description: fields.description,
    value_cents: valueCents,
    min_value_cents: boundsOf(fields).min,
    max_value_cents: boundsOf(fields).max,
    billing_types: fields.billingTypes,
    max_installments: fields.maxInstallments,
    interest_by_payer: fields.interestByPayer,
    product_id: fields.productId,
    split: storedSplit(fields.split),
    success_url: fields.successUrl,
    postback_url: fields.postbackUrl,
    expires_at: fields.expiresAt,
    max_payments: fields.maxPayments === null ? null : BigInt(fields.maxPayments),
    payments_count: 0n,
    active: true,
    created_at: now,
    asks: storedAsks(fields.asks),
    pix_discount_basis_points: fields.pixDiscountBasisPoints,
  };
}

/** What a link is searched by. */
export function searchableLink({
  account_id: accountId,
  name,
  description,
}: Pick<PaymentLinkRow, 'account_id' | 'name' | 'description'>): string[] {
  return clearLexemes(accountId, 'payment_link', [name, description]);
}

export function searchable(link: PaymentLinkRow): RowWrite {
  const { account_id: accountId, id } = link;
  return rowWrite(saveWords, { accountId, kind: 'payment_link', id, words: searchableLink(link) });
}

export function linkAction(
  action: string,
  { account_id: accountId, id }: PaymentLinkRow,
  actor: Actor,
  details: object,
): Action {
  return { actor, accountId, action, target: { kind: 'payment_link', id }, details };
}

export async function deactivatePaymentLink(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  await deps.writer.commit({
    load: (tx) => lockPaymentLink(tx, accountId, id),
    decide: (link) => decideDeactivatePaymentLink(link, by),
  });
}

/** Deactivating twice is not an error. */
export function decideDeactivatePaymentLink(link: PaymentLinkRow | null, by: Actor): Decision<void> {
  if (!link) return notFound('Payment link');
  if (!link.active) return done(undefined);
  const { account_id: accountId } = link;
  return done(undefined, {
    rows: [rowWrite(deactivateLink, link)],
    counts: [
      { accountId, list: listFor(true), change: -1 },
      { accountId, list: listFor(false), change: 1 },
    ],
    audit: [linkAction('payment_link.deleted', link, by, { name: link.name })],
  });
}
