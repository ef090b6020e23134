import { type Cents, cents } from '../../kit/money.ts';
import { asAmount, asInstant, asList, asPaidAmount, asRecord, asText, asWhole } from '../http/tolerant.ts';
import type { PayoutAtBank, PayoutHint, PayoutReturn, SentPayout } from '../payout.ts';
import { referenceOf } from './payout-requests.ts';

const MAX_REASON_LENGTH = 140;
const MAX_NOTICES = 5_000;
const END_TO_END_ID = /^[a-zA-Z0-9]{1,64}$/;
const SENDING_ID = /^[a-zA-Z0-9]{1,35}$/;

/** Every status of a PIX that was sent. An unknown one ends nothing. */
const STATUSES: Readonly<Record<string, PayoutAtBank['state']>> = {
  EM_PROCESSAMENTO: 'pending',
  REALIZADO: 'succeeded',
  NAO_REALIZADO: 'failed',
};

/** A payout as Efí describes it. */
export type EfiPayout = {
  payout: PayoutAtBank;
  amountCents: Cents;
  sendingId: string | null;
  sentAt: Date | null;
  /** The number of returns that cannot be read: an operator must check at Efí. */
  unreadableReturns: number;
};

/** Null when it is not a payout. */
export function readPayout(value: unknown): EfiPayout | null {
  const record = asRecord(value);
  const amountCents = asPaidAmount(record.valor);
  const status = asText(record.status);
  if (amountCents === null || status === undefined) return null;
  const endToEndId = idIn(record.endToEndId ?? record.e2eId, END_TO_END_ID);
  const state = STATUSES[status] ?? 'pending';
  const returns = returnsIn(record.devolucoes);
  return {
    payout: {
      state,
      reason: state === 'failed' ? reasonIn(record) : null,
      bankReference: endToEndId,
      endToEndId,
      returns,
    },
    amountCents,
    sendingId: idIn(record.idEnvio ?? asRecord(record.gnExtras).idEnvio, SENDING_ID),
    sentAt: asInstant(asRecord(record.horario).solicitacao) ?? asInstant(record.horario),
    unreadableReturns: asList(record.devolucoes).length - returns.length,
  };
}

function idIn(value: unknown, form: RegExp): string | null {
  const id = asText(value) ?? '';
  return form.test(id) ? id : null;
}

/** The answer to a query gives no reason in Efí's description; its notice does, in `gnExtras.erro`. */
function reasonIn(record: Record<string, unknown>): string {
  const { codigo, motivo } = asRecord(asRecord(record.gnExtras).erro);
  const words = [asText(codigo), asText(motivo), asText(record.motivo)].filter((word) => word);
  const said = words.length > 0 ? words.join(' ') : 'Efí did not carry it out and gave no reason';
  return said.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}

function returnsIn(value: unknown): PayoutReturn[] {
  return asList(value).flatMap((each) => {
    const record = asRecord(each);
    const id = idIn(record.rtrId ?? record.id, END_TO_END_ID);
    const amountCents = asPaidAmount(record.valor);
    const { liquidacao, solicitacao } = asRecord(record.horario);
    const at = asInstant(record.horario) ?? asInstant(liquidacao) ?? asInstant(solicitacao);
    if (id === null || amountCents === null || at === null) return [];
    return [{ id, amountCents, at, reason: asText(record.motivo)?.slice(0, MAX_REASON_LENGTH) ?? null }];
  });
}

export type SentPage = { payouts: SentPayout[]; unreadable: number; nextPage: number | null };

/** One page of GET /v2/gn/pix/enviados. Without page counts, a full page is assumed to have a next one. */
export function readSentPage(body: unknown, page: number, pageSize: number): SentPage | null {
  const record = asRecord(body);
  if (!Array.isArray(record.pix)) return null;
  const read = record.pix.map(readPayout);
  const payouts = read.flatMap((each) => (each ? (sentPayoutOf(each) ?? []) : []));
  const unreadableReturns = read.reduce((total, each) => total + (each?.unreadableReturns ?? 0), 0);
  const pages = asWhole(asRecord(asRecord(record.parametros).paginacao).quantidadeDePaginas);
  const count = record.pix.length;
  const hasMore = count > 0 && (pages === undefined ? count >= pageSize : page + 1 < pages);
  const unreadable = count - payouts.length + unreadableReturns;
  return { payouts, unreadable, nextPage: hasMore ? page + 1 : null };
}

function sentPayoutOf({ payout, amountCents, sendingId, sentAt }: EfiPayout): SentPayout | null {
  if (!sentAt) return null;
  return { ...payout, reference: sendingId === null ? null : referenceOf(sendingId), amountCents, sentAt };
}

/** What is blocked by a court or by MED cannot be paid out. */
export function readBalance(body: unknown): Cents | null {
  const { saldo, bloqueios } = asRecord(body);
  if (/^-\d/.test(asText(saldo) ?? '')) return cents(0n);
  const balanceCents = asAmount(saldo);
  if (balanceCents === null) return null;
  const blockedCents = asAmount(asRecord(bloqueios).total) ?? 0n;
  return cents(balanceCents > blockedCents ? balanceCents - blockedCents : 0n);
}

/**
 * The payouts in a notice to the webhook of the paying key: `{ pix: [ … ] }`, where a PIX that was sent has
 * `gnExtras.idEnvio`. PIX received come to the same address, with a txid: they are not ours here. Null: no such notice.
 */
export function readPayoutNotice(body: unknown): PayoutHint[] | null {
  const record = asRecord(body);
  if (typeof record.pix !== 'object' || record.pix === null) return null;
  const notices = asList(record.pix);
  if (notices.length > MAX_NOTICES) return null;
  return notices.flatMap((each) => hintOf(asRecord(each)) ?? []);
}

function hintOf(notice: Record<string, unknown>): PayoutHint | null {
  const sendingId = idIn(asRecord(notice.gnExtras).idEnvio ?? notice.idEnvio, SENDING_ID);
  if (sendingId !== null) {
    const reference = referenceOf(sendingId);
    return reference === null ? null : { reference };
  }
  const endToEndId = idIn(notice.endToEndId, END_TO_END_ID);
  return endToEndId === null || notice.txid !== undefined ? null : { bankReference: endToEndId };
}
