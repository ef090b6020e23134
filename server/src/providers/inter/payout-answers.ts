import { civilDateOf, isCivilDate, startOfCivilDate } from '../../brazil/calendar.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { type Cents, cents } from '../../kit/money.ts';
import { readAmount } from '../http/json.ts';
import { withoutPersons } from '../http/problem.ts';
import { asInstant, asList, asRecord, asText, asWhole } from '../http/tolerant.ts';
import type { PayoutAtBank, PayoutHint, SentPayout } from '../payout.ts';
import { readCode } from './boleto-answers.ts';
import { referenceIn } from './payout-requests.ts';

export type Meaning = { readonly state: PayoutAtBank['state']; readonly needsAttention?: true };

const pending: Meaning = { state: 'pending' };
const failed: Meaning = { state: 'failed' };
const succeeded: Meaning = { state: 'succeeded' };

/** Every status that Inter documents. Only what ends a payout ends it here; one that was paid in part is for people. */
const STATUSES: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    CRIADO: pending,
    AGUARDANDO_APROVACAO: { state: 'awaiting_approval' },
    APROVADO: pending,
    AGENDADO: pending,
    ENVIADO: pending,
    DEBITADO: pending,
    TRANSACAO_CRIADA: pending,
    TRANSACAO_APROVADA: pending,
    PIX_ENVIADO: pending,
    PARCIALMENTE_DEBITADO: { state: 'pending', needsAttention: true },
    PARCIALMENTE_PAGO: { state: 'pending', needsAttention: true },
    PAGO: succeeded,
    PIX_PAGO: succeeded,
    REPROVADO: failed,
    EXPIRADO: failed,
    CANCELADO: failed,
    CANCELADO_SEM_SALDO: failed,
    AGENDAMENTO_CANCELADO: failed,
    FALHA: failed,
    NAO_DEBITADO: failed,
  }),
);

/** Of POST /pix, while the payout itself cannot be read. */
const ANSWERS: ReadonlyMap<string, Meaning> = new Map([
  ['PROCESSADO', pending],
  ['AGENDADO', pending],
  ['APROVACAO', { state: 'awaiting_approval' }],
]);

const MAX_REASON_LENGTH = 140;
const MAX_NOTICES = 5_000;
const END_TO_END_ID = /^[a-zA-Z0-9]{1,64}$/;

/** What Inter says about one payout. `problem`: an operator must look at it. */
export type InterPayout = {
  readonly payout: PayoutAtBank & { bankReference: string };
  readonly amountCents: Cents | null;
  /** The document of the receiver; a CPF has hidden digits. Null: not said. */
  readonly receiver: string | null;
  readonly problem: string | null;
};

/** Null when it is not an answer of POST /pix. */
export function readSent(body: unknown): InterPayout | null {
  const { tipoRetorno, codigoSolicitacao, endToEndId } = asRecord(body);
  const code = readCode(codigoSolicitacao);
  if (code === null) return null;
  const kind = asText(tipoRetorno) ?? '';
  const meaning = ANSWERS.get(kind) ?? pending;
  return {
    payout: {
      ...{ state: meaning.state, reason: null, bankReference: code },
      ...{ endToEndId: readEndToEndId(endToEndId), returns: [] },
    },
    ...{ amountCents: null, receiver: null },
    problem: ANSWERS.has(kind) ? null : `an answer that is not known: ${shown(kind)}`,
  };
}

/** Null when it is not an answer of GET /pix/{code}. An unknown status is pending: only known ones end a payout. */
export function readPayout(body: unknown, code: string): InterPayout | null {
  const { transacaoPix } = asRecord(body);
  const record = asRecord(transacaoPix);
  const status = asText(record.status);
  if (status === undefined) return null;
  const meaning = STATUSES.get(status);
  const state = meaning?.state ?? 'pending';
  return {
    payout: {
      ...{ state, reason: state === 'failed' ? reasonIn(record, status) : null, bankReference: code },
      ...{ endToEndId: readEndToEndId(record.endToEnd), returns: [] },
    },
    amountCents: readAmount(record.valor),
    receiver: asText(asRecord(record.recebedor).cpfCnpj) ?? null,
    problem: problemOf(meaning, status),
  };
}

function problemOf(meaning: Meaning | undefined, status: string): string | null {
  if (!meaning) return `a status that is not known: ${shown(status)}`;
  return meaning.needsAttention ? `the status ${status}` : null;
}

/** The bank's words, without what may name a person. */
function reasonIn({ erros }: Record<string, unknown>, status: string): string {
  const words = asList(erros).map((each) => {
    const { codigoErro, descricaoErro, codigoErroComplementar } = asRecord(each);
    return [codigoErro, codigoErroComplementar, descricaoErro].map(asText).filter(Boolean).join(' ');
  });
  return shown(withoutPersons([status, ...words].filter((each) => each !== '').join('; '), []));
}

function shown(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON_LENGTH)
    .trim();
}

function readEndToEndId(value: unknown): string | null {
  const id = asText(value) ?? '';
  return END_TO_END_ID.test(id) ? id : null;
}

/** Null when it is not a balance. An overdrawn account has none to give. */
export function readBalance(body: unknown): Cents | null {
  const text = asText(asRecord(body).disponivel) ?? '';
  if (text.startsWith('-')) return readAmount(text.slice(1)) === null ? null : cents(0n);
  return readAmount(text);
}

/** One row of the statement that is about a payout: money that went out, or came back. */
export type StatementRow = {
  readonly kind: 'sent' | 'returned';
  readonly id: string;
  readonly code: string | null;
  readonly reference: string | null;
  readonly endToEndId: string | null;
  readonly amountCents: Cents;
  readonly at: Date;
  readonly reason: string | null;
};
export type StatementPage = { rows: StatementRow[]; unreadable: number; nextPage: number | null };

/** Null when it is not a page of GET /extrato/completo. Rows about other things are left out. */
export function readStatement(body: unknown, page: number, pageSize: number): StatementPage | null {
  const record = asRecord(body);
  if (!Array.isArray(record.transacoes)) return null;
  const about = record.transacoes.map(asRecord).flatMap((row) => {
    const kind = kindOf(row);
    return kind ? [{ kind, row }] : [];
  });
  const rows = about.flatMap(({ kind, row }) => readRow(kind, row) ?? []);
  const count = record.transacoes.length;
  const pages = asWhole(record.totalPaginas);
  const hasMore = count > 0 && (pages === undefined ? count >= pageSize : page + 1 < pages);
  return { rows, unreadable: about.length - rows.length, nextPage: hasMore ? page + 1 : null };
}

/** A credit is a return only if it names a payout: other credits are payments of payers. */
function kindOf({
  tipoTransacao,
  tipoOperacao,
  detalhes,
}: Record<string, unknown>): StatementRow['kind'] | null {
  if (tipoOperacao === 'D') return tipoTransacao === 'PIX' ? 'sent' : null;
  const namesPayout = readCode(asRecord(detalhes).codigoSolicitacao) !== null;
  if (tipoOperacao !== 'C') return null;
  return tipoTransacao === 'ESTORNO' || (tipoTransacao === 'PIX' && namesPayout) ? 'returned' : null;
}

function readRow(kind: StatementRow['kind'], row: Record<string, unknown>): StatementRow | null {
  const details = asRecord(row.detalhes);
  const endToEndId = readEndToEndId(details.endToEndId);
  const amountCents = readAmount(row.valor);
  const code = readCode(details.codigoSolicitacao);
  const at = momentIn(endToEndId) ?? dayIn(row.dataTransacao) ?? dayIn(row.dataInclusao);
  const id = asText(row.idTransacao) || endToEndId || code;
  if (amountCents === null || amountCents === 0n || !at || !id) return null;
  // A return without the code of its payout cannot be attributed.
  if (kind === 'returned' && code === null) return null;
  const reference = referenceIn(asText(details.descricaoPix) ?? '');
  const reason =
    kind === 'returned' ? shown(asText(row.descricao) ?? asText(row.titulo) ?? '') || null : null;
  return { kind, id, code, reference, endToEndId, amountCents, at, reason };
}

/** E, the bank's eight characters, and the minute in UTC. */
function momentIn(endToEndId: string | null): Date | null {
  const [, year, month, day, hour, minute] =
    /^[ED][0-9A-Z]{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(endToEndId ?? '') ?? [];
  return year === undefined ? null : asInstant(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

const NOON_HOURS = 12;

function dayIn(value: unknown): Date | null {
  const day = asText(value)?.trim().slice(0, 10) ?? '';
  if (!isCivilDate(day)) return null;
  return new Date(startOfCivilDate(day).getTime() + NOON_HOURS * HOUR_MS);
}

export function sentOf(row: StatementRow): SentPayout {
  return {
    ...{ state: 'succeeded', reason: null, bankReference: row.code, endToEndId: row.endToEndId, returns: [] },
    ...{ reference: row.reference, amountCents: row.amountCents, sentAt: row.at },
  };
}

/** Days as São Paulo counts them, for the query of the statement. */
export function daysOf({ from, until }: { from: Date; until: Date }): { from: string; until: string } {
  return { from: civilDateOf(from), until: civilDateOf(until) };
}

/** A list of payouts that changed, or one. Null: not a notice of Inter. */
export function readPayoutNotice(body: unknown): PayoutHint[] | null {
  const each = asList(body);
  if (each.length === 0 || each.length > MAX_NOTICES) return null;
  const codes = each.map((notice) => readCode(asRecord(notice).codigoSolicitacao));
  const known = codes.filter((code) => code !== null);
  return known.length === 0 ? null : known.map((bankReference) => ({ bankReference }));
}
