import { type Static, Type } from 'typebox';
import { addressOf } from '../brazil/address.ts';
import { customerEmail } from '../catalog/customer-shapes.ts';
import { installmentInterest } from '../catalog/installment-interest.ts';
import { presentSplit, splitBody, splitShape } from '../catalog/split-rules.ts';
import type { Deps } from '../http/deps.ts';
import {
  addressShape,
  exactObject,
  filledText,
  instantShape as instant,
  namedEnum,
  namedObject,
  nullable,
} from '../http/fields.ts';
import type { Clock } from '../kit/clock.ts';
import { type Cents, cents, reaisFromCents, shownReais, ZERO } from '../kit/money.ts';
import { openContact } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import { boletoShape, discountBody, percentBody, presentBoleto } from './boletos/shape.ts';
import type { CardAttempt } from './cards/attempts.ts';
import { cardFields } from './cards/input.ts';
import {
  authorizationShape,
  cardPaymentShape,
  presentAuthorization,
  presentCardPayment,
} from './cards/shape.ts';
import {
  BILLING_TYPES,
  CANCEL_CAUSES,
  type Charge,
  type ChargeCustomer,
  refundable,
  STATUSES,
} from './charge.ts';
import type { ShownStray } from './details.ts';
import type { ListedCharge } from './list-conditions.ts';
import { payerRefundPath } from './payer-refunds/address.ts';
import { pixShape, presentPix } from './pix/shape.ts';
import { openedPurchase, purchaseShape } from './purchase.ts';
import type { Refund } from './refunds/store.ts';
import { warningsOf, warningsShape } from './warnings.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const optionalText = (maxLength: number) => Type.Optional(nullable(text(maxLength)));

const customerBody = namedObject('CreateChargeCustomer', {
  name: filledText(200),
  email: customerEmail,
  cpf_cnpj: optionalText(20),
  phone: optionalText(30),
  address: Type.Optional(nullable(addressShape)),
});

export const createChargeBody = namedObject('CreateCharge', {
  billing_type: namedEnum('BillingType', BILLING_TYPES),
  value: Type.Number({ description: 'Reais, at most two decimals' }),
  description: optionalText(500),
  customer: Type.Optional(nullable(customerBody)),
  customer_id: optionalText(36),
  external_reference: optionalText(255),
  postback_url: optionalText(2_048),
  callback_url: optionalText(2_048),
  success_url: optionalText(2_048),
  split: Type.Optional(nullable(splitBody)),
  product_id: optionalText(36),
  installments: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  max_installments: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  installment_interest: Type.Optional(nullable(installmentInterest)),
  capture: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          'false, of a CREDIT_CARD charge: the card only holds the money until POST /charges/{id}/capture; default true',
      }),
    ),
  ),
  expires_in: Type.Optional(
    nullable(Type.Integer({ minimum: 60, maximum: 31_536_000, description: 'Seconds, PIX' })),
  ),
  metadata: Type.Optional(nullable(Type.Record(Type.String(), Type.String()))),
  due_date: optionalText(10),
  fine: Type.Optional(nullable(percentBody)),
  interest: Type.Optional(nullable(percentBody)),
  discount: Type.Optional(nullable(discountBody)),
  cancel_after_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 365 }))),
  ...cardFields,
});
export type CreateChargeBody = Static<typeof createChargeBody>;

export const chargeChangeBody = exactObject('UpdateCharge', {
  due_date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD, of a pending boleto' }),
});

const payerUrlShape = Type.Optional(
  Type.String({
    description:
      'While the payer of a boleto must say a PIX key: the page for it, to be sent to the payer; absent otherwise',
  }),
);

export const refundShape = namedObject('Refund', {
  object: Type.Literal('refund'),
  id: Type.String(),
  charge_id: Type.String(),
  amount: Type.Number(),
  reason: nullable(Type.String()),
  reverse_split: Type.Boolean({ description: 'Whether recipients returned their share' }),
  status: Type.String({
    description: 'pending: held until the provider has confirmed it; succeeded; failed',
  }),
  failure: nullable(Type.String({ description: 'Why it failed' })),
  payer_url: payerUrlShape,
  created_at: instant,
});

const strayShape = namedObject('ReturnedPayment', {
  payment_reference: Type.String(),
  amount: Type.Number(),
  reason: Type.String(),
  status: Type.String(),
  payer_url: payerUrlShape,
  created_at: instant,
});

const disputedShape = namedEnum('ChargeDisputeStatus', ['open', 'lost'], {
  description: 'Of a charge of which disputes hold (open) or took (lost) something; absent otherwise',
});
const cancelCauseShape = namedEnum('CancelCause', CANCEL_CAUSES, {
  description:
    'Of a CANCELLED charge: by the seller, by its expiry, written off as a boleto, or refused or cancelled by the bank of its boleto',
});

export const chargeShape = namedObject('Charge', {
  id: Type.String(),
  object: Type.Literal('charge'),
  billing_type: namedEnum('BillingType', BILLING_TYPES),
  status: namedEnum('ChargeStatus', STATUSES),
  value: Type.Number(),
  net_value: nullable(Type.Number()),
  platform_fee: Type.Number(),
  reserve_amount: Type.Optional(Type.Number()),
  reserve_held: Type.Optional(Type.Number({ description: 'Part of reserve_amount that is still held' })),
  paid_value: Type.Optional(nullable(Type.Number())),
  refunded_amount: Type.Number(),
  refunding_amount: Type.Optional(
    Type.Number({ description: 'Held for refunds that are not confirmed yet' }),
  ),
  refundable_amount: Type.Optional(Type.Number({ description: 'Amount that can still be refunded' })),
  disputed_amount: Type.Optional(
    Type.Number({
      description: 'Held by open disputes or taken by lost ones; absent when zero',
    }),
  ),
  dispute_status: Type.Optional(disputedShape),
  cancel_cause: Type.Optional(cancelCauseShape),
  description: nullable(Type.String()),
  external_reference: nullable(Type.String()),
  payment_date: nullable(instant),
  created_at: instant,
  pix: Type.Optional(pixShape),
  payment_url: Type.Optional(Type.String()),
  checkout_url: Type.Optional(Type.String()),
  charge_id: Type.Optional(Type.Integer()),
  boleto: Type.Optional(boletoShape),
  card: Type.Optional(namedObject('ChargeCard', { brand: Type.String(), last_four: Type.String() })),
  capture: Type.Optional(
    Type.Literal(false, { description: 'Captured later, by POST /charges/{id}/capture; absent otherwise' }),
  ),
  authorization: Type.Optional(authorizationShape),
  card_payment: Type.Optional(cardPaymentShape),
  installments: Type.Optional(nullable(Type.Integer())),
  max_installments: Type.Optional(Type.Integer()),
  installment_interest: Type.Optional(installmentInterest),
  interest_amount: Type.Optional(
    Type.Number({ description: 'What the payer paid for installments; absent when nothing' }),
  ),
  has_split: Type.Optional(Type.Boolean()),
  split: Type.Optional(splitShape),
  customer: Type.Optional(
    nullable(
      namedObject('ChargeCustomer', {
        name: Type.String(),
        email: nullable(Type.String()),
        cpf_cnpj: nullable(Type.String()),
        phone: nullable(Type.String()),
        address: nullable(addressShape),
      }),
    ),
  ),
  customer_id: nullable(Type.String()),
  product_id: nullable(Type.String()),
  oversold: Type.Optional(
    Type.Literal(true, { description: 'Paid although no unit of its product was left; absent otherwise' }),
  ),
  payment_link_id: nullable(Type.String()),
  purchase: Type.Optional(purchaseShape),
  metadata: nullable(Type.Record(Type.String(), Type.String())),
  success_url: nullable(Type.String()),
  postback_url: nullable(Type.String()),
  refunds: Type.Optional(Type.Array(refundShape)),
  returned_payments: Type.Optional(Type.Array(strayShape)),
  warnings: warningsShape,
});

export type Links = { pagesUrl: string; clock: Clock; vault: Vault };

/** What the charges of an account are shown with: their pages may be at its own domain. */
export async function linksOf(
  { pagesUrl, clock, vault }: Pick<Deps, 'pagesUrl' | 'clock' | 'vault'>,
  accountId: string,
): Promise<Links> {
  return { pagesUrl: await pagesUrl(accountId), clock, vault };
}

/**
 * A charge as the API shows it, with details (refunds, returned payments) if they were read. Undefined fields are left
 * out of the JSON. Every charge has the same fields in the same order: V8 builds and serialises one known shape in less
 * than half of the time of many (decision 0023).
 */
export function presentCharge(
  charge: Charge,
  { pagesUrl, clock, vault }: Links,
  details: ChargeDetails = {},
) {
  const page = `${pagesUrl}/pay/${charge.token}`;
  const byCard = charge.billingType === 'CREDIT_CARD';
  const mayBeByCard = byCard || charge.billingType === 'UNDEFINED';
  const isSplit = charge.split.length > 0;
  return {
    id: charge.id,
    object: 'charge' as const,
    billing_type: charge.billingType,
    status: charge.status,
    value: reaisFromCents(charge.valueCents),
    net_value: reaisFromCents(charge.netValueCents),
    platform_fee: reaisFromCents(charge.platformFeeCents),
    reserve_amount: oncePaid(charge, charge.reserveCents),
    reserve_held: oncePaid(charge, charge.reserveHeldCents),
    paid_value: oncePaid(charge, charge.paidCents),
    refunding_amount: oncePaid(charge, charge.refundingCents),
    refundable_amount: oncePaid(charge, charge.status === 'RECEIVED' ? refundable(charge) : ZERO),
    disputed_amount: charge.disputedCents > 0n ? reaisFromCents(charge.disputedCents) : undefined,
    dispute_status: charge.disputedCents > 0n ? (details.disputeStatus ?? 'open') : undefined,
    cancel_cause: charge.cancelCause ?? undefined,
    refunded_amount: reaisFromCents(charge.refundedCents),
    description: charge.description,
    external_reference: charge.externalReference,
    payment_date: charge.paidAt?.toISOString() ?? null,
    created_at: charge.createdAt.toISOString(),
    pix: presentPix(charge, clock),
    payment_url: byCard ? page : undefined,
    charge_id: byCard ? Number(charge.number) : undefined,
    checkout_url: page,
    boleto: presentBoleto(charge, pagesUrl),
    card: charge.card ? { brand: charge.card.brand, last_four: charge.card.lastFour } : undefined,
    capture: charge.capturesLater ? (false as const) : undefined,
    authorization: details.authorisation ? presentAuthorization(charge, details.authorisation) : undefined,
    card_payment: details.cardPayment ? presentCardPayment(details.cardPayment, page) : undefined,
    installments: mayBeByCard ? charge.installments : undefined,
    max_installments: mayBeByCard ? charge.maxInstallments : undefined,
    installment_interest: mayBeByCard ? interestOf(charge) : undefined,
    interest_amount: interestPaid(charge),
    has_split: isSplit ? true : undefined,
    split: isSplit ? presentSplit(charge.split) : undefined,
    customer: charge.customer && presentPayer(openContact(vault, charge.customer)),
    customer_id: charge.customerId,
    product_id: charge.productId,
    oversold: charge.oversold ? (true as const) : undefined,
    payment_link_id: charge.paymentLinkId,
    purchase: openedPurchase(vault, charge),
    metadata: charge.metadata,
    success_url: charge.successUrl,
    postback_url: charge.postbackUrl,
    refunds: details.refunds?.map((refund) => presentRefund(refund, { pagesUrl, vault })),
    returned_payments: details.strays?.length
      ? details.strays.map((stray) => presentStray(stray, { pagesUrl, vault }))
      : undefined,
    warnings: warningsOf(charge.paidCents ?? charge.valueCents, charge.platformFeeCents),
  };
}

export function presentPayer({ name, email, cpf_cnpj, phone, address }: ChargeCustomer) {
  return { name, email, cpf_cnpj, phone, address: addressOf(address) };
}

const interestOf = ({ interestByPayer }: { interestByPayer: boolean }) =>
  interestByPayer ? ('payer' as const) : ('seller' as const);

function interestPaid({ billingType, paidCents, valueCents }: Charge): number | undefined {
  if (billingType !== 'CREDIT_CARD' || paidCents === null || paidCents <= valueCents) return undefined;
  return reaisFromCents(cents(paidCents - valueCents));
}

function oncePaid({ paidCents }: Charge, amount: Cents | null): number | undefined {
  return paidCents === null || amount === null ? undefined : reaisFromCents(amount);
}

export type ChargeDetails = {
  refunds?: readonly Refund[];
  strays?: readonly ShownStray[];
  disputeStatus?: 'open' | 'lost' | null;
  authorisation?: CardAttempt | null;
  /** What the request has just tried. */
  cardPayment?: CardAttempt;
};

export function presentRefund(refund: Refund, links: Pick<Links, 'pagesUrl' | 'vault'>) {
  return {
    object: 'refund' as const,
    id: refund.id,
    charge_id: refund.chargeId,
    amount: reaisFromCents(refund.amountCents),
    reason: refund.reason,
    reverse_split: refund.reverseSplit,
    status: refund.status,
    failure: refund.failure,
    payer_url: refund.asksPayer && refund.status === 'pending' ? payerUrl(refund, links) : undefined,
    created_at: refund.createdAt.toISOString(),
  };
}

function payerUrl(
  asked: { accountId: string; id: string },
  { pagesUrl, vault }: Pick<Links, 'pagesUrl' | 'vault'>,
) {
  return pagesUrl + payerRefundPath(vault, asked);
}

function presentStray(stray: ShownStray, links: Pick<Links, 'pagesUrl' | 'vault'>) {
  return {
    payment_reference: stray.reference,
    amount: reaisFromCents(stray.amountCents),
    reason: stray.reason,
    status: stray.status,
    payer_url: stray.asksPayer && stray.status === 'returning' ? payerUrl(stray, links) : undefined,
    created_at: stray.createdAt.toISOString(),
  };
}

export const listedChargeShape = namedObject('ChargeSummary', {
  id: Type.String(),
  object: Type.Literal('charge'),
  billing_type: Type.String(),
  status: Type.String(),
  value: Type.Number(),
  net_value: nullable(Type.Number()),
  paid_value: nullable(Type.Number()),
  description: nullable(Type.String()),
  external_reference: nullable(Type.String()),
  customer_id: nullable(Type.String()),
  customer_name: nullable(Type.String()),
  payment_link_id: nullable(Type.String()),
  payment_date: nullable(instant),
  created_at: instant,
  refunded_amount: Type.Number(),
  dispute_status: Type.Optional(disputedShape),
  cancel_cause: Type.Optional(cancelCauseShape),
});

export function presentListed(charge: ListedCharge) {
  const [id, billingType, status, valueCents, netValueCents, paidCents, description, reference] = charge;
  const [, , , , , , , , customerId, customerName, paymentLinkId, paidAt, createdAt] = charge;
  const [refundedCents, disputeStatus, cancelCause] = [charge[13], charge[14], charge[15]];
  return {
    id,
    object: 'charge' as const,
    billing_type: billingType,
    status,
    value: shownReais(valueCents),
    net_value: shownReais(netValueCents),
    paid_value: paidCents === null ? null : shownReais(paidCents),
    description,
    external_reference: reference,
    customer_id: customerId,
    customer_name: customerName,
    payment_link_id: paymentLinkId,
    payment_date: paidAt,
    created_at: createdAt,
    refunded_amount: shownReais(refundedCents),
    dispute_status: disputeStatus ?? undefined,
    cancel_cause: cancelCause ?? undefined,
  };
}

export const refundBody = Type.Optional(
  nullable(
    exactObject('CreateRefund', {
      amount: Type.Optional(Type.Number({ description: 'Absent: the rest of the charge' })),
      reason: optionalText(500),
      reverse_split: Type.Optional(Type.Boolean()),
    }),
  ),
);
