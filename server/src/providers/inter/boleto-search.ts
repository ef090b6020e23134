import { addDays, type CivilDate, civilDateOf, daysBetween } from '../../brazil/calendar.ts';
import { notOk, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { type InterBoleto, readBoleto, readPage } from './boleto-answers.ts';
import type { Calling } from './client.ts';

export type BoletoOperation =
  | 'registerBoleto'
  | 'findBoleto'
  | 'listBoletos'
  | 'cancelBoleto'
  | 'changeBoleto'
  | 'findChange'
  | 'paidBoletos'
  | 'boletoWebhook'
  | 'registerBoletoWebhook';

export const COBRANCAS = ['cobranca', 'v3', 'cobrancas'] as const;
/** `now`: of the gateway's clock; `today`: the bank's, which no sandbox moves. */
export type BoletoSearch = {
  readonly call: Calling<BoletoOperation>;
  readonly now: Date;
  readonly today: Date;
};

export const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/** A list over a longer period is asked for in two parts: about the creation, and about today. */
const MAX_DAYS = 60;

export async function findByCode(
  { call, now }: BoletoSearch,
  code: string,
): Promise<Answer<{ found: InterBoleto | null }>> {
  const outcome = await call({
    ...{ operation: 'findBoleto', feature: 'boletos', method: 'GET', path: [...COBRANCAS, code] },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, found: null };
  if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(notOk(outcome).reason);
  const found = readBoleto(outcome.body, now);
  return found ? { ok: true, found } : unavailable('an answer that cannot be read');
}

/** Null: none has this number. More than one only if the bank took one twice. */
export async function findByNumber(
  search: BoletoSearch,
  yourNumber: string,
  createdAt: Date,
): Promise<Answer<{ found: InterBoleto[] | null }>> {
  const all: InterBoleto[] = [];
  for (const [from, until] of issuePeriods(createdAt, search.today)) {
    const listed = await listByNumber(search, yourNumber, { from, until });
    if (!listed.ok) return listed;
    all.push(...listed.found);
  }
  const byCode = new Map(all.map((each) => [each.boleto?.bankReference ?? each, each]));
  return { ok: true, found: byCode.size === 0 ? null : [...byCode.values()] };
}

/** The days on which it can have been issued. The gateway's clock, which a sandbox may move, says when it was created. */
export function issuePeriods(createdAt: Date, today: Date): [CivilDate, CivilDate][] {
  const days = [civilDateOf(createdAt), civilDateOf(today)].sort();
  const [first = '', last = ''] = days.map((day, index) => addDays(day, index === 0 ? -1 : 1));
  if (daysBetween(first, last) <= MAX_DAYS) return [[first, last]];
  return [
    [first, addDays(first, MAX_DAYS)],
    [addDays(last, -MAX_DAYS), last],
  ];
}

async function listByNumber(
  { call, now }: BoletoSearch,
  yourNumber: string,
  { from, until }: { from: CivilDate; until: CivilDate },
): Promise<Answer<{ found: InterBoleto[] }>> {
  const found: InterBoleto[] = [];
  for (let page: number | null = 0; page !== null; ) {
    const outcome = await call({
      ...{ operation: 'listBoletos', feature: 'boletos', method: 'GET', path: COBRANCAS },
      query: {
        ...{ dataInicial: from, dataFinal: until, filtrarDataPor: 'EMISSAO', seuNumero: yourNumber },
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAGE_SIZE),
      },
    });
    const verdict = verdictOn(outcome);
    // Some lists of Inter answer 404 when they are empty.
    if (verdict === 'absent') break;
    if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(notOk(outcome).reason);
    const read = readPage(outcome.body, page, PAGE_SIZE, now);
    if (!read || read.unreadable > 0) return unavailable('an answer that cannot be read');
    found.push(...read.boletos.filter((each) => each.yourNumber === yourNumber));
    page = read.nextPage;
    if (page !== null && page >= MAX_PAGES) return unavailable('the bank lists too many boletos');
  }
  return { ok: true, found };
}
