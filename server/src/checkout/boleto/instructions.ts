import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { Charge } from '../../charges/charge.ts';
import { writeOffAt } from '../../charges/rules/boleto-terms.ts';
import { dateInWords, money, percent } from '../../html/format.ts';
import { type Lang, texts } from '../../html/texts.ts';
import { cents, shareTruncated } from '../../kit/money.ts';
import { amountToday } from '../pay-page.ts';
import type { BoletoPaying } from './page.ts';

type Terms = Pick<BoletoPaying, 'boleto' | 'charge' | 'now'>;

/** By date, also before the worker has changed the status. */
export function isLate({ charge, now }: Terms): boolean {
  return charge.status === 'OVERDUE' || amountToday({ charge, now }) > charge.valueCents;
}

/** The terms as sentences of a slip, which speaks to the bank too: also that it is late, and when it must be refused. */
export function boletoInstructions(terms: Terms, lang: Lang): string[] {
  const words = texts[lang];
  return [
    ...amountTerms(terms, lang),
    ...(isLate(terms) ? [words.boletoOverdue(dateInWords(terms.boleto.dueDate, lang))] : []),
    words.boletoWriteOff(dateInWords(lastDay(terms), lang)),
  ];
}

/** The same for the payer, on a page that says itself when it is late. */
export function payerTerms(terms: Terms, lang: Lang): string[] {
  return [...amountTerms(terms, lang), texts[lang].boletoPayableUntil(dateInWords(lastDay(terms), lang))];
}

/** What early and late payment change. */
function amountTerms(terms: Terms, lang: Lang): string[] {
  const { boleto, charge } = terms;
  const { boletoFine, boletoInterest } = texts[lang];
  return [
    ...discount(terms, lang),
    ...rate(boleto.fineBasisPoints, charge, lang, boletoFine),
    ...rate(boleto.interestMonthlyBasisPoints, charge, lang, boletoInterest),
  ];
}

function lastDay({ boleto }: Terms): CivilDate {
  return addDays(civilDateOf(writeOffAt(boleto)), -1);
}

function rate(
  basisPoints: number,
  { valueCents }: Charge,
  lang: Lang,
  sentence: (rate: string, amount: string) => string,
): string[] {
  if (basisPoints === 0) return [];
  return [sentence(percent(basisPoints, lang), money(shareTruncated(valueCents, basisPoints), lang))];
}

function discount({ boleto, charge }: Terms, lang: Lang): string[] {
  if (!boleto.discount) return [];
  const { amountCents, basisPoints = 0, until } = boleto.discount;
  const worth = amountCents
    ? money(cents(BigInt(amountCents)), lang)
    : `${percent(basisPoints, lang)} (${money(shareTruncated(charge.valueCents, basisPoints), lang)})`;
  return [texts[lang].boletoDiscount(worth, dateInWords(until, lang))];
}
