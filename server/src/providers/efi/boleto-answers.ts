import { barcodeFromLine, digitableLine, isValidBarcode } from '../../brazil/boleto-code.ts';
import { parseBrCode } from '../../brazil/br-code.ts';
import {
  addDays,
  type CivilDate,
  civilDateOf,
  isCivilDate,
  startOfCivilDate,
} from '../../brazil/calendar.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type { BoletoAtBank, BoletoHint, BoletoMeans, BoletoPayment } from '../boleto.ts';
import { asList, asRecord, asText, asWhole } from '../http/tolerant.ts';

/** A boleto as Efí describes it. */
export type EfiBoleto = {
  chargeId: number;
  /** Our reference; null: not registered by the gateway. */
  customId: string | null;
  totalCents: Cents;
  dueDate: CivilDate | null;
  createdOn: CivilDate | null;
  state: BoletoAtBank['state'];
  reason: string | null;
  means: BoletoMeans | null;
  /** Efí says that it was paid. Without `payment`, not how much: the answer has no amount, or one that cannot be read. */
  isPaid: boolean;
  payment: BoletoPayment | null;
};

type Meaning = { state: BoletoAtBank['state']; reason?: string };

/** Every status of a charge at Efí. `identified` has been paid, but the bank has not received it yet. */
export const STATUSES: Readonly<Record<string, Meaning>> = {
  new: { state: 'registering' },
  waiting: { state: 'open' },
  link: { state: 'open' },
  identified: { state: 'open' },
  approved: { state: 'open' },
  // Overdue. It is paid later like any other one.
  unpaid: { state: 'open' },
  paid: { state: 'paid' },
  contested: { state: 'paid' },
  refunded: { state: 'cancelled', reason: 'it was given back at Efí' },
  settled: { state: 'cancelled', reason: 'it was marked as paid by hand at Efí' },
  canceled: { state: 'cancelled', reason: 'it was cancelled at Efí' },
  expired: { state: 'cancelled', reason: 'it expired at Efí' },
};

/** An unknown status ends nothing. */
const UNKNOWN_STATUS: Meaning = { state: 'open' };

/** The answer to POST /v1/charge/one-step. Null when it is not a boleto. */
export function readRegistered(body: unknown, reference: string): EfiBoleto | null {
  const data = asRecord(asRecord(body).data);
  return boletoOf({ ...data, custom_id: reference }, data, {});
}

/** The answer to GET /v1/charge/:id, which has no payment. */
export function readDetail(body: unknown): EfiBoleto | null {
  const data = asRecord(asRecord(body).data);
  return boletoOf(data, asRecord(asRecord(data.payment).banking_billet), {});
}

export type ListedBoletos = {
  boletos: EfiBoleto[];
  /** Charges in no known form: an operator must look at them. */
  unreadable: number;
  nextPage: number | null;
};

/**
 * One page of GET /v1/charges. Whether Efí counts pages from 0 or from 1 is not known: the first page is asked for
 * without a number, and the next one is the answer's number plus one.
 */
export function readList(body: unknown, pageSize: number): ListedBoletos | null {
  const record = asRecord(body);
  if (!Array.isArray(record.data)) return null;
  const boletos = record.data.flatMap((each) => readListed(each) ?? []);
  const page = asWhole(asRecord(asRecord(record.params).pagination).page);
  const isFull = record.data.length >= pageSize;
  if (isFull && page === undefined) return null;
  return {
    boletos,
    unreadable: record.data.length - boletos.length,
    nextPage: isFull && page !== undefined ? page + 1 : null,
  };
}

function readListed(value: unknown): EfiBoleto | null {
  const record = asRecord(value);
  const payment = asRecord(record.payment);
  const billet = { pix: payment.pix, ...asRecord(payment.banking_billet) };
  return boletoOf({ ...record, charge_id: record.id }, billet, payment);
}

type Fields = Record<string, unknown>;

function boletoOf(charge: Fields, billet: Fields, payment: Fields): EfiBoleto | null {
  const chargeId = asWhole(charge.charge_id);
  const totalCents = centsIn(charge.total);
  const status = asText(charge.status);
  if (chargeId === undefined || totalCents === null || status === undefined) return null;
  const { state, reason = null } = STATUSES[status] ?? UNKNOWN_STATUS;
  const customId = asText(charge.custom_id) ?? null;
  const isPaid = state === 'paid';
  const means = meansOf(billet, chargeId);
  return {
    ...{ chargeId, customId, totalCents, state, reason, means, isPaid },
    dueDate: civilDateIn(billet.expire_at),
    createdOn: civilDateIn(charge.created_at),
    payment: isPaid ? paymentOf(payment, chargeId, customId) : null,
  };
}

/** Whole cents. */
function centsIn(value: unknown): Cents | null {
  const whole = asWhole(value);
  return whole === undefined ? null : cents(BigInt(whole));
}

/** `barcode` is the line that payers type, with dots and spaces; a code of 44 digits is understood too. */
function meansOf({ barcode, pix }: Fields, chargeId: number): BoletoMeans | null {
  const digits = (asText(barcode) ?? '').replace(/\D/g, '');
  const code = isValidBarcode(digits) ? digits : barcodeFromLine(digits);
  if (code === null) return null;
  return {
    barcode: code,
    digitableLine: digitableLine(code),
    // Efí does not name the number that it prints: its charge is found by this one.
    ourNumber: String(chargeId),
    pix: pixOf(asText(asRecord(pix).qrcode)),
  };
}

/** The name of the charge at the PSP is the last part of the address in the code. */
function pixOf(copyPaste: string | undefined): BoletoMeans['pix'] {
  const code = copyPaste === undefined ? null : parseBrCode(copyPaste);
  if (copyPaste === undefined || !code?.ok) return null;
  const txid = code.txid ?? code.location?.split('/').at(-1) ?? '';
  return txid === '' ? null : { txid, copyPaste };
}

/**
 * Efí names no payment: a charge is paid once, so that its number names it. It does not say whether the line or the PIX
 * code was used.
 */
function paymentOf(payment: Fields, chargeId: number, customId: string | null): BoletoPayment | null {
  const amountCents = centsIn(payment.paid_value);
  const paidAt = paidAtIn(payment);
  if (amountCents === null || amountCents === 0n || paidAt === null) return null;
  return {
    paymentReference: `efi-${chargeId}`,
    reference: customId,
    bankReference: String(chargeId),
    ourNumber: String(chargeId),
    by: 'boleto',
    amountCents,
    bankFeeCents: null,
    paidAt,
  };
}

/**
 * `received_by_bank_at` is the day on which the payer paid, `paid_at` when Efí learned of it, often on the next banking
 * day. Of an earlier day only its last second is certainly not before the payment.
 */
function paidAtIn({ paid_at, received_by_bank_at }: Fields): Date | null {
  const learnedAt = momentIn(paid_at);
  const day = civilDateIn(received_by_bank_at);
  if (day === null) return learnedAt;
  const dayEndsAt = new Date(startOfCivilDate(addDays(day, 1)).getTime() - SECOND_MS);
  if (learnedAt === null) return dayEndsAt;
  return learnedAt < dayEndsAt && civilDateOf(learnedAt) >= day ? learnedAt : dayEndsAt;
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})/;
const MINUTES_PER_HOUR = 60;
const SECONDS_PER_MINUTE = 60;

/** `2022-10-31 10:18:21`, the time of São Paulo. */
function momentIn(value: unknown): Date | null {
  const [, day = '', hours, minutes, seconds] = LOCAL_TIME.exec(asText(value) ?? '') ?? [];
  if (!isCivilDate(day)) return null;
  const inDay = (Number(hours) * MINUTES_PER_HOUR + Number(minutes)) * SECONDS_PER_MINUTE + Number(seconds);
  return new Date(startOfCivilDate(day).getTime() + inDay * SECOND_MS);
}

function civilDateIn(value: unknown): CivilDate | null {
  const day = (asText(value) ?? '').slice(0, 10);
  return isCivilDate(day) ? day : null;
}

const TOKEN = /^[\w-]{8,100}$/;

/** The token of a notice: a form with one field. Null: not a notice of Efí. */
export function readNoticeToken(rawBody: Buffer): string | null {
  const token = new URLSearchParams(rawBody.toString('utf8')).get('notification') ?? '';
  return TOKEN.test(token) ? token : null;
}

/** The boletos in the answer to GET /v1/notification/:token, which lists every change of one charge. */
export function readNotification(body: unknown): BoletoHint[] | null {
  const { data } = asRecord(body);
  if (!Array.isArray(data)) return null;
  const ids = asList(data).flatMap((each) => asWhole(asRecord(asRecord(each).identifiers).charge_id) ?? []);
  return [...new Set(ids)].map((id) => ({ bankReference: String(id) }));
}
