import { Type } from 'typebox';
import { ATTEMPT_STATUSES } from '../charges/cards/attempts.ts';
import type { Charge } from '../charges/charge.ts';
import { summaryShape } from '../charges/customer-summary.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { disputeShape, presentDispute } from '../charges/disputes/shapes.ts';
import { explanationShape } from '../charges/explain.ts';
import {
  chargeShape,
  type Links,
  listedChargeShape,
  presentCharge,
  presentListed,
} from '../charges/shapes.ts';
import { filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { maskedContact } from '../kit/masked-contact.ts';
import { maskedText } from '../kit/masked-text.ts';
import { percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { openContact } from '../kit/sealed-text.ts';
import { RETRIES } from '../providers/card.ts';
import { deliveryShape, presentShownDelivery } from '../webhooks/delivery-shapes.ts';
import { feedContent, type RecordedEvent } from '../webhooks/message.ts';
import { ACCOUNT_STATUSES } from './accounts.ts';
import type { OpenedCharge, OpenedCustomer } from './open.ts';
import { FOUND_BY, type Found } from './search.ts';
import { feePlanShape } from './shapes.ts';

const text = nullable(Type.String());
const owner = { account_id: Type.String(), account_name: Type.String() };

export const searchBody = namedObject('OperatorSearch', {
  query: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
    description:
      "Exactly: a charge's id, charge_id, txid, end-to-end id, our_number, card authorization or external_reference; a payer's document or e-mail; or the beginning of a seller's name, e-mail or document",
  }),
});

const maskedShape = namedObject('MaskedContact', {
  name: Type.String(),
  email: nullable(Type.String({ description: 'First letter and domain' })),
  cpf_cnpj: nullable(Type.String({ description: 'Masked as banks do' })),
  phone: nullable(Type.String({ description: 'Last four digits' })),
});

const { id, billing_type, status, value, refunded_amount, dispute_status, cancel_cause } =
  chargeShape.properties;
const { description, external_reference, payment_date, created_at } = chargeShape.properties;

export const foundShape = namedObject('OperatorSearchResult', {
  object: Type.Literal('operator_search'),
  charges: Type.Array(
    namedObject('FoundCharge', {
      ...{ id, billing_type, status, value, refunded_amount, dispute_status, cancel_cause },
      ...{ description, external_reference, payment_date, created_at, ...owner },
      customer: nullable(maskedShape),
      found_by: namedEnum('FoundBy', FOUND_BY),
    }),
  ),
  customers: Type.Array(
    namedObject('FoundCustomer', {
      id: Type.String(),
      ...maskedShape.properties,
      created_at: instantShape,
      ...owner,
    }),
  ),
  accounts: Type.Array(
    namedObject('FoundAccount', {
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      document: Type.String(),
      account_status: namedEnum('AccountStatus', ACCOUNT_STATUSES),
    }),
  ),
  has_more: Type.Boolean({ description: 'Of some kind there are more than 20' }),
});

export function presentFound(deps: ChargeDeps, { charges, customers, accounts, hasMore }: Found) {
  return {
    object: 'operator_search' as const,
    charges: charges.map(({ charge, by, accountName }) => {
      const shown = presentCharge(charge, ourLinks(deps));
      return {
        ...shown,
        description: masked(charge.description),
        customer: maskedPayer(deps, charge),
        account_id: charge.accountId,
        account_name: accountName,
        found_by: by,
      };
    }),
    customers: customers.map(({ customer, accountName }) => ({
      ...maskedContact(customer),
      created_at: customer.created_at.toISOString(),
      account_id: customer.accountId,
      account_name: accountName,
    })),
    accounts: accounts.map(({ status: accountStatus, ...account }) => ({
      ...account,
      account_status: accountStatus,
    })),
    has_more: hasMore,
  };
}

const masked = (written: string | null) => written && maskedText(written);

function maskedPayer({ vault }: ChargeDeps, { customer }: Charge) {
  return customer && maskedContact(openContact(vault, customer));
}

export const openBody = Type.Optional(
  nullable(namedObject('OpenForOperator', { reason: Type.Optional(nullable(filledText(500))) })),
);

/** Not what opens or names the payer's pages or the seller's servers. */
const {
  payment_url: _page,
  checkout_url: _checkout,
  success_url: _success,
  postback_url: _postback,
  metadata: _metadata,
  ...shownFields
} = chargeShape.properties;

const eventShape = namedObject('OpenedEvent', {
  id: Type.String(),
  event: Type.String(),
  timestamp: instantShape,
  charge: nullable(namedObject('OpenedEventCharge', { status: Type.String() })),
  data: namedObject('OpenedEventData', {
    cause: Type.Optional(Type.String()),
    refunded_amount: Type.Optional(Type.Number()),
  }),
});

export const openedChargeShape = namedObject('OpenedCharge', {
  object: Type.Literal('opened_charge'),
  ...owner,
  charge: namedObject('OpenedChargeFacts', {
    ...shownFields,
    pix: Type.Optional(
      namedObject('OpenedPix', {
        txid: Type.String(),
        expires_at: instantShape,
        provider: Type.String(),
        end_to_end_id: Type.Optional(Type.String()),
      }),
    ),
    boleto: Type.Optional(
      namedObject('OpenedBoleto', { our_number: Type.String(), due_date: Type.String() }),
    ),
    customer: nullable(maskedShape),
    payment_reference: nullable(
      Type.String({ description: 'End-to-end id of the PIX, authorization of the card' }),
    ),
    fee_plan: Type.Omit(feePlanShape, ['card_settlement', 'anticipation_percent'], {
      title: 'ChargeFeePlan',
    }),
  }),
  ledger: explanationShape,
  events: Type.Array(eventShape),
  deliveries: Type.Array(deliveryShape),
  disputes: Type.Array(disputeShape),
  card_attempts: Type.Array(
    namedObject('OpenedCardAttempt', {
      id: Type.String(),
      brand: Type.String(),
      last_four: Type.String(),
      installments: Type.Integer(),
      status: namedEnum('CardAttemptStatus', ATTEMPT_STATUSES),
      reason: text,
      provider: nullable(Type.String({ description: 'The acquirer that was asked' })),
      code: nullable(Type.String({ description: 'Of a refusal: the code of the issuer or the acquirer' })),
      retry: nullable(
        namedEnum('CardRetry', RETRIES, { description: 'Of a refusal: whether the card may be tried again' }),
      ),
      created_at: instantShape,
    }),
  ),
});

/** Every page is reached at the gateway's own address too: operators need no seller's domain. */
function ourLinks({ publicUrl, clock, vault }: ChargeDeps): Links {
  return { pagesUrl: publicUrl, clock, vault };
}

export function presentOpenedCharge(deps: ChargeDeps, opened: OpenedCharge) {
  const { details, accountId, accountName } = opened;
  const { charge } = details;
  const shown = presentCharge(charge, ourLinks(deps), details);
  return {
    object: 'opened_charge' as const,
    account_id: accountId,
    account_name: accountName,
    charge: {
      ...shown,
      description: masked(charge.description),
      refunds: shown.refunds?.map((refund) => ({ ...refund, reason: masked(refund.reason) })),
      customer: maskedPayer(deps, charge),
      payment_reference: charge.paymentReference,
      fee_plan: {
        percent: percentFromBasisPoints(charge.feeBasisPoints),
        fixed: reaisFromCents(charge.feeFixedCents),
        reserve_percent: percentFromBasisPoints(charge.reserveBasisPoints),
        reserve_days: charge.reserveDays,
      },
    },
    ledger: opened.ledger,
    events: opened.events.map((event) => presentOpenedEvent(deps, event)),
    deliveries: opened.deliveries.map(presentShownDelivery),
    disputes: opened.disputes.map(presentDispute),
    card_attempts: opened.attempts.map((attempt) => ({
      ...attempt,
      last_four: attempt.lastFour,
      created_at: attempt.createdAt.toISOString(),
    })),
  };
}

/** Its names and amounts, nothing of the payer. */
function presentOpenedEvent({ vault }: ChargeDeps, event: RecordedEvent) {
  const { charge, data } = feedContent(vault, event) as {
    charge?: { status: string } | null;
    data: { cause?: string; refunded_amount?: number };
  };
  const { cause, refunded_amount: refunded } = data;
  return {
    id: event.id,
    event: event.type,
    timestamp: event.created_at.toISOString(),
    charge: charge ? { status: charge.status } : null,
    data: { ...(cause && { cause }), ...(refunded !== undefined && { refunded_amount: refunded }) },
  };
}

export const openedCustomerShape = namedObject('OpenedCustomer', {
  object: Type.Literal('opened_customer'),
  ...owner,
  customer: namedObject('OpenedCustomerFacts', {
    id: Type.String(),
    ...maskedShape.properties,
    created_at: instantShape,
  }),
  summary: summaryShape,
  charges: Type.Array(listedChargeShape, { description: 'The newest 50' }),
});

export function presentOpenedCustomer({ accountId, accountName, ...opened }: OpenedCustomer) {
  const { customer, summary, charges } = opened;
  return {
    object: 'opened_customer' as const,
    account_id: accountId,
    account_name: accountName,
    customer: { ...maskedContact(customer), created_at: customer.created_at.toISOString() },
    summary,
    charges: charges.map((charge) => {
      const shown = presentListed(charge);
      return { ...shown, description: masked(shown.description) };
    }),
  };
}
