import { barcodeFromLine } from '../../brazil/boleto-code.ts';
import { type CivilDate, isCivilDate, startOfCivilDate } from '../../brazil/calendar.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import type { Cents } from '../../kit/money.ts';
import type { BoletoAtBank, BoletoHint, BoletoMeans, BoletoPayment } from '../boleto.ts';
import { readAmount } from '../http/json.ts';
import { asInstant, asList, asRecord, asText, asWhole } from '../http/tolerant.ts';

/** What Inter says about one boleto. `problem`: what cannot be read or must be looked at; nothing is done because of it. */
export type InterBoleto = {
  readonly yourNumber: string | null;
  readonly amountCents: Cents;
  readonly dueDate: CivilDate | null;
  /** Null: a situation that is not known. */
  readonly boleto: (BoletoAtBank & { bankReference: string }) | null;
  readonly problem: string | null;
};

const BY_HAND = 'marked as received at the bank, with no payment through it';

type Meaning = { readonly state: BoletoAtBank['state']; readonly reason: string | null };

/** Every `situacao` that Inter documents. Overdue and protested ones can be paid, until the bank cancels them. */
const SITUATIONS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    EM_PROCESSAMENTO: { state: 'registering', reason: null },
    A_RECEBER: { state: 'open', reason: null },
    ATRASADO: { state: 'open', reason: null },
    PROTESTO: { state: 'open', reason: null },
    RECEBIDO: { state: 'paid', reason: null },
    MARCADO_RECEBIDO: { state: 'cancelled', reason: BY_HAND },
    CANCELADO: { state: 'cancelled', reason: 'cancelled at the bank' },
    EXPIRADO: { state: 'cancelled', reason: 'expired at the bank' },
    FALHA_EMISSAO: { state: 'refused', reason: 'the bank could not issue it' },
  }),
);

const CODE = /^[0-9a-zA-Z-]{1,64}$/;
const TXID = /^[a-zA-Z0-9]{1,35}$/;
const MAX_COPY_PASTE_LENGTH = 512;
const MAX_REASON_LENGTH = 140;
const MAX_NOTICES = 5_000;

/** Null when it is not a boleto: an answer of GET /cobrancas/{code}, or a row of GET /cobrancas. */
export function readBoleto(body: unknown, now: Date): InterBoleto | null {
  const { cobranca, boleto, pix } = asRecord(body);
  const record = asRecord(cobranca);
  const code = readCode(record.codigoSolicitacao);
  const amountCents = readAmount(record.valorNominal);
  if (code === null || amountCents === null) return null;
  const dueDate = dateIn(record.dataVencimento);
  const facts = { yourNumber: asText(record.seuNumero) ?? null, amountCents, dueDate };
  const situation = asText(record.situacao) ?? '';
  const meaning = SITUATIONS.get(situation);
  if (!meaning)
    return { ...facts, boleto: null, problem: `a situation that is not known: ${shown(situation)}` };
  const means = readMeans(boleto, pix);
  const payment = meaning.state === 'paid' ? readPayment(record, code, means, now) : null;
  const reason = meaning.state === 'cancelled' ? cancelReason(record, meaning.reason) : meaning.reason;
  return {
    ...facts,
    boleto: {
      ...{ state: meaning.state, reason, bankReference: code, means },
      payments: payment ? [payment] : [],
    },
    problem: problemOf(meaning, means, payment),
  };
}

function problemOf(
  { state, reason }: Meaning,
  means: BoletoMeans | null,
  payment: BoletoPayment | null,
): string | null {
  if (state === 'open' && !means) return 'no barcode and line that agree';
  if (state === 'paid' && !payment) return 'a payment whose amount or day cannot be read';
  return reason === BY_HAND ? reason : null;
}

function cancelReason(
  { motivoCancelamento }: Record<string, unknown>,
  otherwise: string | null,
): string | null {
  const given = shown(asText(motivoCancelamento) ?? '');
  return given === '' ? otherwise : `${otherwise}: ${given}`;
}

function shown(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON_LENGTH)
    .trim();
}

/** Null unless barcode and line are valid and the same boleto's. */
function readMeans(boleto: unknown, pix: unknown): BoletoMeans | null {
  const record = asRecord(boleto);
  const barcode = asText(record.codigoBarras) ?? '';
  const digitableLine = (asText(record.linhaDigitavel) ?? '').replace(/[. ]/g, '');
  if (barcode === '' || barcodeFromLine(digitableLine) !== barcode) return null;
  return { barcode, digitableLine, ourNumber: asText(record.nossoNumero) ?? '', pix: readPix(pix) };
}

/** Null for an account without a PIX key, and when the code could not be made. */
function readPix(pix: unknown): BoletoMeans['pix'] {
  const record = asRecord(pix);
  const txid = asText(record.txid) ?? '';
  const copyPaste = (asText(record.pixCopiaECola) ?? '').trim();
  const isCode = TXID.test(txid) && copyPaste !== '' && copyPaste.length <= MAX_COPY_PASTE_LENGTH;
  return isCode ? { txid, copyPaste } : null;
}

/** A boleto of Inter is paid once, by barcode or by its PIX code: its own code is the name of the payment. */
function readPayment(
  record: Record<string, unknown>,
  code: string,
  means: BoletoMeans | null,
  now: Date,
): BoletoPayment | null {
  const amountCents = readAmount(record.valorTotalRecebido);
  const paidAt = readDay(record.dataSituacao, now);
  if (amountCents === null || amountCents === 0n || !paidAt) return null;
  return {
    ...{ paymentReference: code, reference: null, bankReference: code },
    ourNumber: means?.ourNumber || null,
    by: record.origemRecebimento === 'PIX' ? 'pix' : 'boleto',
    ...{ amountCents, bankFeeCents: null, paidAt },
  };
}

const NOON_HOURS = 12;

/** Inter tells only the day: its noon in São Paulo, but never a moment to come. */
function readDay(value: unknown, now: Date): Date | null {
  const instant = asInstant(value);
  const day = instant ? null : dateIn(value);
  if (!instant && !day) return null;
  const at = instant ?? new Date(startOfCivilDate(day as CivilDate).getTime() + NOON_HOURS * HOUR_MS);
  return at > now ? now : at;
}

function dateIn(value: unknown): CivilDate | null {
  const text = asText(value)?.trim().slice(0, 10) ?? '';
  return isCivilDate(text) ? text : null;
}

/** Inter's own id: `codigoSolicitacao`. */
export function readCode(value: unknown): string | null {
  const code = asText(value) ?? '';
  return CODE.test(code) ? code : null;
}

export type BoletoPage = { boletos: InterBoleto[]; unreadable: number; nextPage: number | null };

/** Null when it is not a page. */
export function readPage(body: unknown, page: number, pageSize: number, now: Date): BoletoPage | null {
  const record = asRecord(body);
  if (!Array.isArray(record.cobrancas)) return null;
  const boletos = record.cobrancas.flatMap((each) => readBoleto(each, now) ?? []);
  const count = record.cobrancas.length;
  const pages = asWhole(record.totalPaginas);
  const hasMore = count > 0 && (pages === undefined ? count >= pageSize : page + 1 < pages);
  return { boletos, unreadable: count - boletos.length, nextPage: hasMore ? page + 1 : null };
}

/** Of PATCH /cobrancas/{code} and GET /cobrancas/{code}/edicao/{id}. */
export type Change = { status: 'pending' | 'done' | 'failed'; id: string | null; message: string };

const CHANGES: ReadonlyMap<string, Change['status']> = new Map([
  ['PROCESSANDO', 'pending'],
  ['SUCESSO', 'done'],
  ['FALHA', 'failed'],
]);

export function readChange(body: unknown): Change | null {
  const { status, codigoEdicao, mensagem } = asRecord(body);
  const known = CHANGES.get(asText(status) ?? '');
  return known ? { status: known, id: readCode(codigoEdicao), message: shown(asText(mensagem) ?? '') } : null;
}

/** A list of boletos that changed, or one. Null: not a notice of Inter. */
export function readBoletoNotice(body: unknown): BoletoHint[] | null {
  const each = asList(body);
  if (each.length === 0 || each.length > MAX_NOTICES) return null;
  const codes = each.map((notice) => readCode(asRecord(notice).codigoSolicitacao));
  const known = codes.filter((code) => code !== null);
  return known.length === 0 ? null : known.map((bankReference) => ({ bankReference }));
}
