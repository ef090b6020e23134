import { type Actor, systemActor } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { type Cents, percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { boundsOf, linkAction, refusedBounds, refusedValue, searchable } from './change-payment-link.ts';
import { asksInWords, type LinkAsks, refusedAsks, storedAsks } from './link-asks.ts';
import { mergeSplits } from './merge-split.ts';
import {
  type LinkBillingType,
  listFor,
  lockPaymentLink,
  type PaymentLinkRow,
  saveLink,
} from './payment-links.ts';
import { findSellableProduct } from './products.ts';
import { loadSplit, type SplitItem } from './split-rules.ts';

/** Absent fields are unchanged; null removes. */
export type LinkChange = {
  name?: string;
  description?: string | null;
  valueCents?: Cents | null;
  minValueCents?: Cents | null;
  maxValueCents?: Cents | null;
  billingTypes?: LinkBillingType[];
  maxInstallments?: number;
  interestByPayer?: boolean;
  successUrl?: string | null;
  expiresAt?: Date | null;
  maxPayments?: number | null;
  active?: boolean;
  asks?: LinkAsks;
  pixDiscountBasisPoints?: number;
};

type LinkState = { before: PaymentLinkRow | null; productSplit: readonly SplitItem[] };

/** Charges that were started through the link stay as they are. */
export async function editPaymentLink(
  deps: Deps,
  accountId: string,
  id: string,
  change: LinkChange,
  by: Actor = systemActor(accountId),
): Promise<PaymentLinkRow> {
  const now = deps.clock.now();
  return deps.writer.commit<LinkState, PaymentLinkRow>({
    load: (tx) => loadLink(tx, accountId, id),
    decide: (state) => decideEditPaymentLink(state, { change, by }, now),
  });
}

async function loadLink(tx: Tx, accountId: string, id: string): Promise<LinkState> {
  const before = await lockPaymentLink(tx, accountId, id);
  const product = before?.product_id ? await findSellableProduct(tx, accountId, before.product_id) : null;
  return { before, productSplit: product?.split ?? [] };
}

function decideEditPaymentLink(
  { before, productSplit }: LinkState,
  { change, by }: { change: LinkChange; by: Actor },
  now: Date,
): Decision<PaymentLinkRow> {
  if (!before) return notFound('Payment link');
  if (change.expiresAt && change.expiresAt <= now) return invalidField('expires_at', 'must be in the future');
  const after = withChange(before, change);
  const details = differences(before, after);
  if (Object.keys(details).length === 0 && isSameAsked(before, after)) return done(before);
  const split = mergeSplits(productSplit, loadSplit(before.split));
  const given = { minValueCents: change.minValueCents ?? null, maxValueCents: change.maxValueCents ?? null };
  const refusal =
    refusedAsks(after.asks, after.value_cents) ??
    (after.value_cents === null
      ? refusedBounds({ minValueCents: after.min_value_cents, maxValueCents: after.max_value_cents })
      : refusedValue(after.value_cents, split, { billingTypes: after.billing_types, ...given }));
  if (refusal) return refusal;
  const { account_id: accountId } = before;
  const counts =
    after.active === before.active
      ? []
      : [
          { accountId, list: listFor(before.active), change: -1 },
          { accountId, list: listFor(after.active), change: 1 },
        ];
  return done(after, {
    rows: [rowWrite(saveLink, after), searchable(after)],
    counts,
    audit: [linkAction('payment_link.changed', after, by, details)],
  });
}

function withChange(before: PaymentLinkRow, change: LinkChange): PaymentLinkRow {
  const { name, description, valueCents, billingTypes, maxInstallments, successUrl, expiresAt } = change;
  const { maxPayments, active, interestByPayer } = change;
  const bounds = boundsOf({
    minValueCents: change.minValueCents === undefined ? before.min_value_cents : change.minValueCents,
    maxValueCents: change.maxValueCents === undefined ? before.max_value_cents : change.maxValueCents,
  });
  return {
    ...before,
    name: name ?? before.name,
    description: description === undefined ? before.description : description,
    value_cents: valueCents === undefined ? before.value_cents : valueCents,
    min_value_cents: bounds.min,
    max_value_cents: bounds.max,
    billing_types: billingTypes ?? before.billing_types,
    max_installments: maxInstallments ?? before.max_installments,
    interest_by_payer: interestByPayer ?? before.interest_by_payer,
    success_url: successUrl === undefined ? before.success_url : successUrl,
    expires_at: expiresAt === undefined ? before.expires_at : expiresAt,
    max_payments:
      maxPayments === undefined ? before.max_payments : maxPayments === null ? null : BigInt(maxPayments),
    active: active ?? before.active,
    asks: change.asks === undefined ? before.asks : storedAsks(change.asks),
    pix_discount_basis_points: change.pixDiscountBasisPoints ?? before.pix_discount_basis_points,
  };
}

const SHOWN: Record<string, (row: PaymentLinkRow) => string | number | boolean | null> = {
  name: (row) => row.name,
  description: (row) => row.description,
  value: (row) => (row.value_cents === null ? null : reaisFromCents(row.value_cents)),
  min_value: (row) => reaisFromCents(row.min_value_cents),
  max_value: (row) => reaisFromCents(row.max_value_cents),
  billing_types: (row) => row.billing_types.join(', '),
  max_installments: (row) => row.max_installments,
  installment_interest: (row) => (row.interest_by_payer ? 'payer' : 'seller'),
  success_url: (row) => row.success_url,
  expires_at: (row) => row.expires_at?.toISOString() ?? null,
  max_payments: (row) => (row.max_payments === null ? null : Number(row.max_payments)),
  active: (row) => row.active,
  asks: (row) => asksInWords(row.asks),
  pix_discount: (row) => percentFromBasisPoints(row.pix_discount_basis_points),
};

/** The log of actions shows less of it than there is. */
function isSameAsked({ asks }: PaymentLinkRow, after: PaymentLinkRow): boolean {
  return JSON.stringify(asks) === JSON.stringify(after.asks);
}

function differences(before: PaymentLinkRow, after: PaymentLinkRow): Record<string, object> {
  const changed = Object.entries(SHOWN).filter(([, of]) => of(before) !== of(after));
  return Object.fromEntries(changed.map(([field, of]) => [field, { before: of(before), after: of(after) }]));
}
