import { SECOND_MS } from '../../kit/clock.ts';
import { notOk, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer, ReceivedPeriod, ReceivedPix } from '../provider.ts';
import { calling, type Psp } from './charges.ts';
import { readPage, type Unreadable } from './translate.ts';

export type ReportUnreadable = (unreadable: readonly Unreadable[]) => void;

const PAGE_SIZE = 100;

/** One page of what the PSP received in a period, of one charge or of all. */
export async function receivedPix(
  psp: Psp,
  { from, until, page, onlyRefunded, txid }: ReceivedPeriod & { txid?: string },
  report: ReportUnreadable = () => undefined,
): Promise<Answer<{ payments: ReceivedPix[]; nextPage: number | null }>> {
  const outcome = await calling(psp)({
    operation: 'receivedPix',
    method: 'GET',
    resource: 'pix',
    path: [],
    query: {
      inicio: wholeSecond(Math.floor(from.getTime() / SECOND_MS)),
      fim: wholeSecond(Math.ceil(until.getTime() / SECOND_MS)),
      ...(txid === undefined ? {} : { txid }),
      ...(onlyRefunded ? { devolucaoPresente: 'true' } : {}),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
    },
  });
  const received =
    verdictOn(outcome) === 'done' && outcome.kind === 'answered'
      ? readPage(outcome.body, page, PAGE_SIZE)
      : null;
  if (received) {
    report(received.unreadable);
    return { ok: true, payments: received.payments, nextPage: received.nextPage };
  }
  return verdictOn(outcome) === 'done' ? unavailable('an answer that cannot be read') : notOk(outcome);
}

/** RFC 3339 without fractions, which some PSPs cannot read. */
function wholeSecond(seconds: number): string {
  return new Date(seconds * SECOND_MS).toISOString().replace('.000Z', 'Z');
}
