import { dynamicBrCode } from '../../brazil/br-code.ts';
import { asAmount, asInstant, asList, asPaidAmount, asRecord, asText, asWhole } from '../http/tolerant.ts';
import type { PixAtProvider, PixHint, PixRefund, ReceivedPix, RefundOutcome } from '../provider.ts';

/** A charge as the PSP describes it. `copyPaste` null: it has neither a code nor a location. */
export type PspCharge = Omit<PixAtProvider, 'copyPaste'> & {
  copyPaste: string | null;
  createdAt: Date | null;
  unreadable: Unreadable[];
};

/** A payment that cannot be read, or the number of its refunds that cannot: an operator must check at the PSP. */
export type Unreadable = { endToEndId: string | null; txid: string | null; refunds?: number };

/** The receiver in a code built from a location; wallets show the key owner's name anyway. */
export type Receiver = { merchantName: string; merchantCity: string };

const MAX_CODE_LENGTH = 512;
const MAX_REASON_LENGTH = 140;
const MAX_NOTICES = 5_000;
const TXID = /^[a-zA-Z0-9]{1,35}$/;
const END_TO_END_ID = /^[a-zA-Z0-9]{1,64}$/;
const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/;
const MAX_REFUND_NAME_LENGTH = 64;

/** Null when it is not a charge. An unknown status counts as active: our clock and the payments decide. */
export function readCharge(body: unknown, receiver: Receiver): PspCharge | null {
  const record = asRecord(body);
  const amountCents = asAmount(asRecord(record.valor).original);
  if (amountCents === null) return null;
  const { payments, unreadable } = readPayments(record.pix);
  return {
    status: statusOf(asText(record.status) ?? ''),
    amountCents,
    copyPaste: codeOf(record, receiver),
    payments,
    unreadable,
    createdAt: asInstant(asRecord(record.calendario).criacao),
  };
}

function statusOf(status: string): PspCharge['status'] {
  if (status === 'CONCLUIDA') return 'paid';
  return /^REMOVID[AO]_/.test(status) ? 'removed' : 'active';
}

function codeOf(record: Record<string, unknown>, receiver: Receiver): string | null {
  const given = asText(record.pixCopiaECola)?.trim() ?? '';
  if (given !== '' && given.length <= MAX_CODE_LENGTH) return given;
  const location = asText(record.location) ?? asText(asRecord(record.loc).location) ?? '';
  const receiverName = asText(asRecord(record.recebedor).nome);
  try {
    return dynamicBrCode({
      location: location.trim().replace(/^https?:\/\//i, ''),
      merchantName: receiver.merchantName || (receiverName ?? ''),
      merchantCity: receiver.merchantCity,
    });
  } catch {
    return null;
  }
}

/** Unreadable payments are returned separately to be logged, and do not affect the others. */
export function readPayments(value: unknown): { payments: ReceivedPix[]; unreadable: Unreadable[] } {
  const payments: ReceivedPix[] = [];
  const unreadable: Unreadable[] = [];
  for (const item of asList(value)) {
    const record = asRecord(item);
    const payment = readPayment(record);
    if (payment) payments.push(payment);
    else unreadable.push(namesIn(record));
    const refunds = payment ? asList(record.devolucoes).length - payment.refunds.length : 0;
    if (refunds > 0) unreadable.push({ ...namesIn(record), refunds });
  }
  return { payments, unreadable };
}

function namesIn(record: Record<string, unknown>): Unreadable {
  return { endToEndId: endToEndIdIn(record), txid: txidIn(record) };
}

function endToEndIdIn({ endToEndId }: Record<string, unknown>): string | null {
  const id = asText(endToEndId) ?? '';
  return END_TO_END_ID.test(id) ? id : null;
}

function readPayment(record: Record<string, unknown>): ReceivedPix | null {
  const endToEndId = endToEndIdIn(record);
  const amountCents = asPaidAmount(record.valor);
  if (endToEndId === null || amountCents === null) return null;
  const paidAt = asInstant(record.horario) ?? instantIn(endToEndId);
  if (!paidAt) return null;
  return { endToEndId, txid: txidIn(record), amountCents, paidAt, refunds: readRefunds(record.devolucoes) };
}

function txidIn({ txid }: Record<string, unknown>): string | null {
  return typeof txid === 'string' && TXID.test(txid) ? txid : null;
}

/** E, the bank's eight characters, and the minute in UTC: used when the PSP gives no time. */
function instantIn(endToEndId: string): Date | null {
  const [, year, month, day, hour, minute] =
    /^E[0-9A-Z]{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(endToEndId) ?? [];
  return year === undefined ? null : asInstant(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

function readRefunds(value: unknown): PixRefund[] {
  return asList(value).flatMap((each) => readRefund(each) ?? []);
}

export function readRefund(value: unknown): PixRefund | null {
  const record = asRecord(value);
  const id = refundNameIn(record);
  const amountCents = asPaidAmount(record.valor);
  if (id === undefined || amountCents === null) return null;
  return {
    id,
    amountCents,
    status: refundStatusOf(asText(record.status) ?? ''),
    isDispute: (asText(record.natureza) ?? '').startsWith('MED'),
    reason:
      asText(record.motivo)
        ?.replace(/\p{Cc}+/gu, ' ')
        .slice(0, MAX_REASON_LENGTH) ?? null,
  };
}

/** By the standard: letters and digits. Another text is still a reference, but not one of ours. */
function refundNameIn({ id, rtrId }: Record<string, unknown>): string | undefined {
  const names = [id, rtrId].map((each) => asText(each) ?? '').filter((each) => each !== '');
  return (
    names.find((each) => REFUND_ID.test(each)) ?? names.find((each) => each.length <= MAX_REFUND_NAME_LENGTH)
  );
}

/** Only the two final statuses end a refund: every other one is pending. */
function refundStatusOf(status: string): RefundOutcome['status'] {
  if (status === 'DEVOLVIDO') return 'succeeded';
  return status === 'NAO_REALIZADO' ? 'failed' : 'pending';
}

export type PspPage = { payments: ReceivedPix[]; unreadable: Unreadable[]; nextPage: number | null };

/** Null when it is not a page. Without page counts, a full page is assumed to have a next one. */
export function readPage(body: unknown, page: number, pageSize: number): PspPage | null {
  const record = asRecord(body);
  if (typeof record.pix !== 'object' && record.parametros === undefined) return null;
  const { payments, unreadable } = readPayments(record.pix);
  const pages = asWhole(asRecord(asRecord(record.parametros).paginacao).quantidadeDePaginas);
  const count = asList(record.pix).length;
  const hasMore = count > 0 && (pages === undefined ? count >= pageSize : page + 1 < pages);
  return { payments, unreadable, nextPage: hasMore ? page + 1 : null };
}

/** Null: no address is registered. */
export function readWebhookUrl(body: unknown): string | null {
  return asText(asRecord(body).webhookUrl) ?? null;
}

/**
 * The payments in a notice: `{ pix: [ … ] }` by the standard; some PSPs send one object instead of the list, only the
 * list, or only one payment. A payment without a txid is not ours, nor is a PIX that was sent. An unreadable element does not affect the others.
 */
export function readNotice(body: unknown): PixHint[] | null {
  const notices = noticesIn(body);
  if (!notices || notices.length > MAX_NOTICES) return null;
  return notices.flatMap((each) => {
    const notice = asRecord(each);
    const txid = txidIn(notice);
    if (txid === null || isOfSent(notice)) return [];
    return [{ txid, endToEndId: endToEndIdIn(notice) }];
  });
}

/** The address of a key is also sent, by Efí, what was sent with that key, under the sender's own id. */
function isOfSent(notice: Record<string, unknown>): boolean {
  return (asRecord(notice.gnExtras).idEnvio ?? notice.idEnvio) !== undefined;
}

function noticesIn(body: unknown): unknown[] | null {
  const lists = (Array.isArray(body) ? body : [body]).map((each) => {
    const record = asRecord(each);
    if (typeof record.pix === 'object' && record.pix !== null) return asList(record.pix);
    const isPix = record.endToEndId !== undefined || record.txid !== undefined || isOfSent(record);
    return isPix ? [record] : null;
  });
  const understood = lists.filter((list) => list !== null);
  return understood.length === 0 && lists.length > 0 ? null : understood.flat();
}
