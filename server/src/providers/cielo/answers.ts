import type { Brand } from '../../brazil/cards.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { asList, asRecord, asText, asWhole } from '../http/tolerant.ts';
import { brandFromCielo } from './requests.ts';

/** What Cielo and Braspag answer. Amounts are whole cents, written as numbers. */

export const STATUS = {
  notFinished: 0,
  authorised: 1,
  confirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
  aborted: 13,
} as const;

export type Sale = {
  readonly paymentId: string;
  /** Null: the answer does not say it. */
  readonly order: string | null;
  readonly status: number;
  readonly amountCents: Cents;
  /** Of what is captured; null: the answer does not say it. */
  readonly capturedCents: Cents | null;
  /** The sum of all that was given back. */
  readonly voidedCents: Cents;
  /** Whether it was asked to be captured at once. */
  readonly capturesAtOnce: boolean;
  readonly code: string | null;
  readonly advice: string | null;
  readonly brand: Brand | null;
  readonly receivedAt: string;
};

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Upper and lower case are one GUID. */
export function readGuid(value: unknown): string | null {
  const text = asText(value)?.trim() ?? '';
  return GUID.test(text) ? text.toLowerCase() : null;
}

function readCents(value: unknown): Cents | null {
  const whole = asWhole(value);
  return whole === undefined ? null : cents(BigInt(whole));
}

/** Null when it is not a sale. */
export function readSale(body: unknown): Sale | null {
  const record = asRecord(body);
  const payment = asRecord(record.Payment);
  const paymentId = readGuid(payment.PaymentId);
  const status = asWhole(payment.Status);
  const amountCents = readCents(payment.Amount);
  if (paymentId === null || status === undefined || amountCents === null) return null;
  return {
    ...{ paymentId, status, amountCents },
    order: asText(record.MerchantOrderId) ?? null,
    capturedCents: readCents(payment.CapturedAmount),
    voidedCents: readCents(payment.VoidedAmount) ?? ZERO,
    capturesAtOnce: payment.Capture === true,
    code: codeIn(payment),
    advice: asText(payment.MerchantAdviceCode) || null,
    brand: brandFromCielo(asText(asRecord(payment.CreditCard).Brand)),
    receivedAt: asText(payment.ReceivedDate) ?? '',
  };
}

/** Braspag names the code of the acquirer behind it. */
function codeIn(record: Record<string, unknown>): string | null {
  return asText(record.ReturnCode) || asText(record.ProviderReturnCode) || null;
}

/** What a capture or a cancellation answers. */
export type Change = { readonly status: number; readonly code: string | null };

export function readChange(body: unknown): Change | null {
  const record = asRecord(body);
  const status = asWhole(record.Status);
  return status === undefined ? null : { status, code: codeIn(record) };
}

/** The payments of an order. The key is "Payment" at Cielo and "Payments" at Braspag. Null when it is not such a list. */
export function readOrder(body: unknown): string[] | null {
  const record = asRecord(body);
  if (!('Payment' in record) && !('Payments' in record)) return null;
  const list = record.Payment ?? record.Payments;
  const ids = asList(list).map((each) => readGuid(asRecord(each).PaymentId));
  return ids.every((id) => id !== null) ? [...new Set(ids)] : null;
}

/** An error is a list of codes, or one of them. */
export function readErrors(body: unknown): string[] {
  return asList(body).flatMap((each) => asText(asRecord(each).Code) ?? []);
}

export type StoredAtCielo = { brand: Brand | null; lastFour: string; month: number; year: number };

/** Null when it is not a stored card. */
export function readStored(body: unknown): StoredAtCielo | null {
  const record = asRecord(body);
  const [, lastFour] = /(\d{4})$/.exec(asText(record.CardNumber) ?? '') ?? [];
  const [, month, year] = /^(\d{2})\/(\d{4})$/.exec(asText(record.ExpirationDate) ?? '') ?? [];
  if (lastFour === undefined || month === undefined || year === undefined) return null;
  return { brand: brandFromCielo(asText(record.Brand)), lastFour, month: Number(month), year: Number(year) };
}

export type Verified = { readonly valid: boolean; readonly code: string | null };

export function readVerified(body: unknown): Verified | null {
  const { Valid: valid, ReturnCode } = asRecord(body);
  return typeof valid === 'boolean' ? { valid, code: asText(ReturnCode) || null } : null;
}
