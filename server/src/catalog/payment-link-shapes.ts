import { type Static, Type } from 'typebox';
import type { Deps } from '../http/deps.ts';
import {
  filledText,
  instantShape,
  namedObject,
  nullable,
  readAmount,
  readInstant,
  readNotificationAddress,
  readWebAddress,
} from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import { invalidField } from '../kit/errors.ts';
import { basisPointsFromPercent, type Cents, percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { MAX_WEB_ADDRESS_LENGTH } from '../kit/web-address.ts';
import { isOffered, requireOffered } from '../providers/offered.ts';
import type { NewPaymentLink } from './change-payment-link.ts';
import type { LinkChange } from './edit-payment-link.ts';
import { installmentInterest } from './installment-interest.ts';
import { asksBody, asksShape, NOTHING_ASKED, presentAsks, readAsks } from './link-asks.ts';
import { isLinkOpen, LINK_BILLING_TYPES, type PaymentLinkRow } from './payment-links.ts';
import { loadSplit, presentSplit, readSplit, splitBody, splitShape } from './split-rules.ts';

const MAX_INSTALLMENTS = 12;
const MAX_PAYMENTS = 1_000_000_000;

const billingTypes = Type.Array(Type.Enum([...LINK_BILLING_TYPES]), {
  minItems: 1,
  maxItems: LINK_BILLING_TYPES.length,
});

export const paymentLinkShape = namedObject('PaymentLink', {
  object: Type.Literal('payment_link'),
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  value: nullable(Type.Number({ description: 'null: the payer enters it' })),
  min_value: nullable(Type.Number({ description: 'The least that a payer may enter' })),
  max_value: nullable(Type.Number({ description: 'The most that a payer may enter' })),
  billing_types: billingTypes,
  max_installments: Type.Integer(),
  installment_interest: installmentInterest,
  product_id: nullable(Type.String()),
  split: splitShape,
  success_url: nullable(Type.String()),
  postback_url: nullable(Type.String()),
  expires_at: nullable(instantShape),
  max_payments: nullable(Type.Integer()),
  payments_count: Type.Integer(),
  active: Type.Boolean({ description: 'false once it is deactivated, expired or full' }),
  url: Type.String({ description: 'The page to send to payers' }),
  created_at: instantShape,
  asks: asksShape,
  pix_discount: nullable(Type.Number({ description: 'Percentage that paying by Pix takes off' })),
});

/** `active` says whether a payer can start a payment: not when it is deactivated, expired or full. */
export function presentPaymentLink(row: PaymentLinkRow, pagesUrl: string, now: Date) {
  return {
    object: 'payment_link' as const,
    id: row.id,
    name: row.name,
    description: row.description,
    value: row.value_cents === null ? null : reaisFromCents(row.value_cents),
    min_value: row.value_cents === null ? reaisFromCents(row.min_value_cents) : null,
    max_value: row.value_cents === null ? reaisFromCents(row.max_value_cents) : null,
    billing_types: row.billing_types,
    max_installments: row.max_installments,
    installment_interest: row.interest_by_payer ? ('payer' as const) : ('seller' as const),
    product_id: row.product_id,
    split: presentSplit(loadSplit(row.split)),
    success_url: row.success_url,
    postback_url: row.postback_url,
    expires_at: row.expires_at?.toISOString() ?? null,
    max_payments: row.max_payments === null ? null : Number(row.max_payments),
    payments_count: Number(row.payments_count),
    active: isLinkOpen(row, now),
    url: `${pagesUrl}/l/${row.token}`,
    created_at: row.created_at.toISOString(),
    asks: presentAsks(row.asks ?? NOTHING_ASKED),
    pix_discount: row.pix_discount_basis_points
      ? percentFromBasisPoints(row.pix_discount_basis_points)
      : null,
  };
}

const webAddress = Type.Optional(nullable(Type.String({ minLength: 1, maxLength: MAX_WEB_ADDRESS_LENGTH })));

export const paymentLinkBody = namedObject('CreatePaymentLink', {
  name: filledText(200),
  description: Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
  value: Type.Optional(
    nullable(Type.Number({ description: "Reais; null: the payer enters it; absent: the product's price" })),
  ),
  min_value: Type.Optional(
    nullable(Type.Number({ description: 'The least that a payer may enter; default 1.00' })),
  ),
  max_value: Type.Optional(
    nullable(Type.Number({ description: 'The most that a payer may enter; default 10,000.00' })),
  ),
  billing_types: Type.Optional(billingTypes),
  max_installments: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS })),
  installment_interest: Type.Optional(nullable(installmentInterest)),
  product_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  split: Type.Optional(nullable(splitBody)),
  success_url: webAddress,
  postback_url: webAddress,
  expires_at: Type.Optional(nullable(Type.String({ maxLength: 40, description: 'ISO 8601 with time zone' }))),
  max_payments: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_PAYMENTS }))),
  /** As a whole: what is absent is not asked. */
  asks: Type.Optional(nullable(asksBody)),
  pix_discount: Type.Optional(
    nullable(Type.Number({ description: 'Percentage that paying by Pix takes off: 0.01 to 99.99' })),
  ),
});

export const paymentLinkChangeBody = namedObject('UpdatePaymentLink', {
  name: Type.Optional(filledText(200)),
  description: paymentLinkBody.properties.description,
  value: Type.Optional(nullable(Type.Number({ description: 'Reais; null: the payer enters it' }))),
  min_value: paymentLinkBody.properties.min_value,
  max_value: paymentLinkBody.properties.max_value,
  billing_types: paymentLinkBody.properties.billing_types,
  max_installments: paymentLinkBody.properties.max_installments,
  installment_interest: paymentLinkBody.properties.installment_interest,
  success_url: webAddress,
  expires_at: paymentLinkBody.properties.expires_at,
  max_payments: paymentLinkBody.properties.max_payments,
  active: Type.Optional(Type.Boolean()),
  asks: paymentLinkBody.properties.asks,
  pix_discount: paymentLinkBody.properties.pix_discount,
});

export const paymentLinkQuery = Type.Object({
  active: Type.Optional(Type.Boolean()),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '\\S',
      description: 'Beginnings of words of the name or the description, in any order',
    }),
  ),
  ...pageQuery,
  ...cursorQuery,
});

/** Null: the default again. */
function boundOf<Name extends 'minValueCents' | 'maxValueCents'>(
  name: Name,
  field: string,
  reais: number | null | undefined,
) {
  if (reais === undefined) return {};
  return { [name]: reais === null ? null : readAmount(field, reais) } as Record<Name, Cents | null>;
}

const MAX_PIX_DISCOUNT_BASIS_POINTS = 9_999;

function readPixDiscount(percent: number | null): number {
  if (percent === null) return 0;
  const basisPoints = basisPointsFromPercent(percent);
  if (basisPoints === null || basisPoints <= 0 || basisPoints > MAX_PIX_DISCOUNT_BASIS_POINTS)
    throw invalidField('pix_discount', 'must be between 0.01 and 99.99 with at most two decimals');
  return basisPoints;
}

export function readPaymentLinkChange(
  body: Static<typeof paymentLinkChangeBody>,
  { rails }: Pick<Deps, 'rails'>,
): LinkChange {
  const {
    value,
    min_value,
    max_value,
    billing_types: types,
    max_installments,
    installment_interest: interest,
    success_url,
    expires_at,
    max_payments,
    asks,
    pix_discount: pixDiscount,
    ...same
  } = body;
  for (const method of types ?? []) requireOffered(rails, method, 'billing_types');
  return {
    ...same,
    ...(value === undefined ? {} : { valueCents: value === null ? null : readAmount('value', value) }),
    ...boundOf('minValueCents', 'min_value', min_value),
    ...boundOf('maxValueCents', 'max_value', max_value),
    ...(interest === undefined ? {} : { interestByPayer: interest === 'payer' }),
    ...(types === undefined ? {} : { billingTypes: [...new Set(types)] }),
    ...(max_installments === undefined ? {} : { maxInstallments: max_installments }),
    ...(success_url === undefined
      ? {}
      : { successUrl: success_url === null ? null : readWebAddress('success_url', success_url) }),
    ...(expires_at === undefined
      ? {}
      : { expiresAt: expires_at === null ? null : readInstant('expires_at', expires_at) }),
    ...(max_payments === undefined ? {} : { maxPayments: max_payments }),
    ...(asks === undefined ? {} : { asks: readAsks(asks) }),
    ...(pixDiscount === undefined ? {} : { pixDiscountBasisPoints: readPixDiscount(pixDiscount) }),
  };
}

export function readPaymentLink(
  body: Static<typeof paymentLinkBody>,
  { addresses, rails }: Pick<Deps, 'addresses' | 'rails'>,
): NewPaymentLink {
  for (const method of body.billing_types ?? []) requireOffered(rails, method, 'billing_types');
  const offered = LINK_BILLING_TYPES.filter((method) => isOffered(rails, method));
  return {
    name: body.name,
    description: body.description ?? null,
    valueCents: typeof body.value === 'number' ? readAmount('value', body.value) : body.value,
    minValueCents: typeof body.min_value === 'number' ? readAmount('min_value', body.min_value) : null,
    maxValueCents: typeof body.max_value === 'number' ? readAmount('max_value', body.max_value) : null,
    billingTypes: [...new Set(body.billing_types ?? offered)],
    maxInstallments: body.max_installments ?? MAX_INSTALLMENTS,
    interestByPayer: body.installment_interest === 'payer',
    productId: body.product_id ?? null,
    split: readSplit(body.split ?? []),
    successUrl: body.success_url ? readWebAddress('success_url', body.success_url) : null,
    postbackUrl: body.postback_url
      ? readNotificationAddress('postback_url', body.postback_url, addresses)
      : null,
    expiresAt: typeof body.expires_at === 'string' ? readInstant('expires_at', body.expires_at) : null,
    maxPayments: body.max_payments ?? null,
    asks: readAsks(body.asks ?? null),
    pixDiscountBasisPoints: readPixDiscount(body.pix_discount ?? null),
  };
}
