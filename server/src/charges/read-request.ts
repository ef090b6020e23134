import { addressText, readAddress } from '../brazil/address.ts';
import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { readDocument } from '../brazil/read-document.ts';
import { readSplit } from '../catalog/split-rules.ts';
import { readAmount, readNotificationAddress, readWebAddress } from '../http/fields.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, smaller } from '../kit/money.ts';
import type { BoletoTerms, ChargeCustomer } from './charge.ts';
import type { CreateCharge } from './create.ts';
import type { ChargeDeps } from './deps.ts';
import { readBoletoTerms } from './rules/boleto-terms.ts';
import { MAX_INSTALLMENTS } from './rules/fees.ts';
import type { CreateChargeBody } from './shapes.ts';

export const DEFAULT_EXPIRY_SECONDS = 86_400;
const MAX_METADATA = 20;
const MAX_METADATA_KEY_LENGTH = 40;
const MAX_METADATA_VALUE_LENGTH = 500;

/** Reads the body: every rule about a single field is here, each with its own message. */
export function readCreateCharge(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  body: CreateChargeBody,
): CreateCharge {
  const valueCents = readAmount('value', body.value);
  const isBoleto = body.billing_type === 'BOLETO';
  const customer = readCustomer(deps, body, isBoleto);
  return {
    accountId,
    id,
    billingType: body.billing_type,
    valueCents,
    description: body.description ?? null,
    externalReference: body.external_reference ?? null,
    postbackUrl: readPostbackUrl(deps, body),
    successUrl: isAbsent(body.success_url) ? null : readWebAddress('success_url', body.success_url),
    metadata: readMetadata(body.metadata ?? null),
    customer,
    customerId: optionalId('customer_id', body.customer_id),
    productId: optionalId('product_id', body.product_id),
    paymentLinkId: null,
    split: readSplit(body.split ?? []),
    installments: readInstallments(body),
    maxInstallments: body.max_installments ?? MAX_INSTALLMENTS,
    interestByPayer: readInterest(body),
    capturesLater: readCapture(body),
    expiresInSeconds: body.expires_in ?? DEFAULT_EXPIRY_SECONDS,
    boletoTerms: readTermsOf(body, valueCents, deps.clock.now()),
  };
}

/** Boleto terms are validated for every method, but only a boleto has them. */
function readTermsOf(body: CreateChargeBody, valueCents: Cents, now: Date): BoletoTerms | null {
  if (body.billing_type === 'BOLETO') return readBoletoTerms(body, valueCents, now);
  const { due_date, fine, interest, discount } = body;
  if (![due_date, fine, interest, discount].every(isAbsent)) {
    readBoletoTerms(body, smaller(valueCents, MAX_BOLETO_CENTS), now);
  }
  return null;
}

export function readInstallments({
  installments,
  billing_type: billingType,
}: Pick<CreateChargeBody, 'installments' | 'billing_type'>): number | null {
  if (installments && installments > 1 && billingType !== 'CREDIT_CARD' && billingType !== 'UNDEFINED') {
    throw invalidField('installments', 'only a card charge can have installments');
  }
  return installments ?? null;
}

/** Only a card has installments, so only a charge that may be paid by one says who pays for them. */
export function readInterest({
  installment_interest: by,
  billing_type: billingType,
}: Pick<CreateChargeBody, 'installment_interest' | 'billing_type'>): boolean {
  if (by === 'payer' && billingType !== 'CREDIT_CARD' && billingType !== 'UNDEFINED') {
    throw invalidField('installment_interest', 'only a card charge can have installments');
  }
  return by === 'payer';
}

/** Nothing but a card holds money without taking it. */
function readCapture({ capture, billing_type: billingType }: CreateChargeBody): boolean {
  if (capture === false && billingType !== 'CREDIT_CARD') {
    throw invalidField('capture', 'only a CREDIT_CARD charge can be captured later');
  }
  return capture === false;
}

function readCustomer(deps: ChargeDeps, body: CreateChargeBody, isBoleto: boolean): ChargeCustomer | null {
  const { customer } = body;
  if (customer && body.customer_id) throw invalidField('customer_id', 'must not come together with customer');
  if (!customer) {
    if (isBoleto && !body.customer_id) throw invalidField('customer', 'is required for a boleto');
    return null;
  }
  if (isBoleto && !customer.cpf_cnpj) throw invalidField('customer.cpf_cnpj', 'is required for a boleto');
  const strict = isBoleto || deps.config.GUICHE_RAILS === 'live';
  return {
    name: customer.name,
    email: customer.email ?? null,
    cpf_cnpj: customer.cpf_cnpj ? readDocument('customer.cpf_cnpj', customer.cpf_cnpj, strict) : null,
    phone: customer.phone ?? null,
    ...(customer.address ? { address: addressText(readAddress('customer.address', customer.address)) } : {}),
  };
}

function readMetadata(metadata: Record<string, string> | null): Record<string, string> | null {
  const pairs = Object.entries(metadata ?? {});
  if (pairs.length > MAX_METADATA) throw invalidField('metadata', `must have at most ${MAX_METADATA} pairs`);
  const long = pairs.find(
    ([key, value]) => key.length > MAX_METADATA_KEY_LENGTH || value.length > MAX_METADATA_VALUE_LENGTH,
  );
  if (long) {
    throw invalidField(
      'metadata',
      `keys have at most ${MAX_METADATA_KEY_LENGTH} and values at most ${MAX_METADATA_VALUE_LENGTH} characters`,
    );
  }
  return metadata;
}

function readPostbackUrl(deps: ChargeDeps, body: CreateChargeBody): string | null {
  const { postback_url: postback, callback_url: callback } = body;
  if (!isAbsent(postback)) return readNotificationAddress('postback_url', postback, deps.addresses);
  return isAbsent(callback) ? null : readNotificationAddress('callback_url', callback, deps.addresses);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function optionalId(field: string, text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (!isId(text)) throw invalidField(field, 'is not an id');
  return text;
}
