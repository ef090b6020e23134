import { type Cents, cents } from '../../kit/money.ts';
import { asInstant, asList, asRecord, asText, asWhole } from '../http/tolerant.ts';

/** One charge of an order, as Pagar.me has it. */
export type ChargeThere = {
  readonly id: string;
  /** Our reference, where the answer has it. */
  readonly reference: string | null;
  readonly status: string;
  readonly amountCents: Cents | null;
  readonly paidCents: Cents | null;
  readonly updatedAt: Date | null;
  readonly last: TransactionThere | null;
};

/** One thing that happened to a charge: an authorisation, a capture, a refund. */
export type TransactionThere = {
  readonly id: string | null;
  readonly status: string;
  /** `auth_and_capture`, `auth_only`, `capture`, `cancel`. */
  readonly operation: string | null;
  readonly amountCents: Cents | null;
  readonly createdAt: Date | null;
  /** Of a refusal, as the issuer sent it. */
  readonly code: string | null;
  readonly advice: string | null;
  readonly brand: string | null;
  readonly antifraud: string | null;
  /** Where the payer confirms. */
  readonly challengeUrl: string | null;
  readonly message: string | null;
};

/** Whole cents; null when there is no such amount. */
function asCents(value: unknown): Cents | null {
  const whole = asWhole(value);
  return whole === undefined ? null : cents(BigInt(whole));
}

/** `status` is that of the order; its charges are newest last. */
export type OrderThere = {
  readonly id: string;
  readonly code: string | null;
  readonly status: string;
  readonly charges: readonly ChargeThere[];
};

/** Null: not an order. */
export function readOrder(body: unknown): OrderThere | null {
  const order = asRecord(body);
  const id = asText(order.id);
  if (!id) return null;
  const code = asText(order.code) ?? null;
  const read = asList(order.charges).flatMap((each) => readCharge(each) ?? []);
  const charges = read.map((charge) => ({ ...charge, reference: charge.reference ?? code }));
  return { id, code, charges, status: asText(order.status)?.toLowerCase() ?? '' };
}

/** Null: not a list. */
export function readList<T>(body: unknown, read: (item: unknown) => T | null): (T | null)[] | null {
  const { data } = asRecord(body);
  return Array.isArray(data) ? data.map((item) => read(item)) : null;
}

export function readCharge(value: unknown): ChargeThere | null {
  const charge = asRecord(value);
  const id = asText(charge.id);
  const status = asText(charge.status);
  if (!id || !status) return null;
  return {
    ...{ id, status: status.toLowerCase(), reference: asText(asRecord(charge.order).code) ?? null },
    amountCents: asCents(charge.amount),
    paidCents: asCents(charge.paid_amount),
    updatedAt: asInstant(charge.updated_at),
    last: readTransaction(charge.last_transaction),
  };
}

export function readTransaction(value: unknown): TransactionThere | null {
  const transaction = asRecord(value);
  const status = asText(transaction.status);
  if (!status) return null;
  const text = (found: unknown) => asText(found) || null;
  return {
    ...{ id: text(transaction.id), status: status.toLowerCase() },
    operation: text(transaction.operation_type)?.toLowerCase() ?? null,
    amountCents: asCents(transaction.amount),
    createdAt: asInstant(transaction.created_at),
    code: text(transaction.acquirer_return_code),
    advice: text(asRecord(transaction.retry_info).brand_failure_return_code),
    brand: text(asRecord(transaction.card).brand),
    antifraud: text(asRecord(transaction.antifraud_response).status),
    challengeUrl: text(transaction.threed_authentication_url),
    message: text(transaction.acquirer_message),
  };
}
