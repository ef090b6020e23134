import {
  addDays,
  type CivilDate,
  civilDateOf,
  daysBetween,
  effectiveDueDate,
  isBankingDay,
  isCivilDate,
  lastPayableDate,
} from '../../server/src/brazil/calendar.ts';
import { type ChargeKind, violation } from './charge.ts';
import type { ChargeRequest, ChargeValue, Discount, Rate, ValueParts, Violation } from './wire.ts';

const DEFAULT_VALID_DAYS = 30;
/** Basis points of a whole: rates come with two decimals of a percent. */
const WHOLE = 10_000n;
/** Pix does not stop on 31 December. */
const CALENDAR = { yearEndCloses: false };

/** A charge with a due date. */
export const COBV: ChargeKind = {
  name: 'cobv',
  missing: 'CobVNaoEncontrada',
  invalid: 'CobVOperacaoInvalida',
  badQuery: 'CobVConsultaInvalida',
  complete: (request) => ({
    ...request,
    calendario: {
      ...request.calendario,
      validadeAposVencimento: request.calendario.validadeAposVencimento ?? DEFAULT_VALID_DAYS,
    },
  }),
  check(terms, createdAt) {
    const { dataDeVencimento = '', validadeAposVencimento = 0 } = terms.calendario ?? {};
    if (!isCivilDate(dataDeVencimento))
      return [violation('cobv.calendario.dataDeVencimento', 'não respeita o schema')];
    const found: Violation[] = [];
    if (dataDeVencimento < civilDateOf(createdAt))
      found.push(violation('cobv.calendario.dataDeVencimento', 'é anterior à data de criação'));
    if (validadeAposVencimento < 0)
      found.push(violation('cobv.calendario.validadeAposVencimento', 'é menor do que zero'));
    if (!terms.devedor) found.push(violation('cobv.devedor', 'não respeita o schema'));
    return [...found, ...reductionFaults(terms.valor, dataDeVencimento)];
  },
};

function reductionFaults({ original, abatimento, desconto }: ChargeValue, due: CivilDate): Violation[] {
  const found: Violation[] = [];
  const whole = centsOf(original);
  if (abatimento && centsOf(abatimento.valorPerc) >= (abatimento.modalidade === 2 ? WHOLE : whole))
    found.push(violation('cobv.valor.abatimento', 'é maior ou igual ao valor original'));
  if (!desconto) return found;
  const { modalidade, valorPerc, descontoDataFixa = [] } = desconto;
  const isByDate = modalidade <= 2;
  if (isByDate === (valorPerc !== undefined) || isByDate !== descontoDataFixa.length > 0)
    found.push(violation('cobv.valor.desconto', 'não corresponde à modalidade'));
  const most = modalidade === 2 ? WHOLE : whole;
  if (descontoDataFixa.some((each) => each.data > due || centsOf(each.valorPerc) >= most))
    found.push(violation('cobv.valor.desconto', 'passa do vencimento ou do valor original'));
  return found;
}

export type AmountDue = { total: string; parts: ValueParts };

/** What is to be paid on a day. Each component is truncated to the cent; percents are of original less abatimento. */
export function amountDueOn({ calendario, valor }: ChargeRequest, day: CivilDate): AmountDue {
  const due = calendario.dataDeVencimento ?? day;
  const original = centsOf(valor.original);
  const abatimento = fixedOrShare(valor.abatimento, original);
  const base = original - abatimento;
  const isLate = day > effectiveDueDate(due, CALENDAR);
  const multa = isLate ? fixedOrShare(valor.multa, base) : 0n;
  const juros = isLate ? interest(valor.juros, base, due, day) : 0n;
  const desconto = discount(valor.desconto, base, due, day);
  const parts: ValueParts = { original: { valor: valor.original } };
  for (const [name, amount] of Object.entries({ multa, juros, desconto, abatimento }))
    if (amount > 0n) parts[name as keyof ValueParts] = { valor: textOf(amount) };
  return { total: textOf(base - desconto + juros + multa), parts };
}

export function lastDayOf({ calendario }: ChargeRequest): CivilDate {
  return lastPayableDate(calendario.dataDeVencimento ?? '', calendario.validadeAposVencimento ?? 0);
}

function fixedOrShare(rate: Rate | undefined, base: bigint): bigint {
  if (!rate) return 0n;
  const amount = centsOf(rate.valorPerc);
  return rate.modalidade === 1 ? amount : (base * amount) / WHOLE;
}

/** Modes 1 to 4 by calendar days, 5 to 8 by banking days: an amount a day, then percents of a day, month, year. */
function interest(rate: Rate | undefined, base: bigint, due: CivilDate, day: CivilDate): bigint {
  if (!rate) return 0n;
  const byBankingDays = rate.modalidade > 4;
  const days = BigInt(byBankingDays ? bankingDays(due, day) : daysBetween(due, day));
  const amount = centsOf(rate.valorPerc);
  const mode = byBankingDays ? rate.modalidade - 4 : rate.modalidade;
  if (mode === 1) return amount * days;
  const daysOf = byBankingDays ? [1n, 21n, 252n] : [1n, 30n, 360n];
  return (base * amount * days) / (WHOLE * (daysOf[mode - 2] ?? 1n));
}

function discount(terms: Discount | undefined, base: bigint, due: CivilDate, day: CivilDate): bigint {
  if (!terms) return 0n;
  const { modalidade, valorPerc = '0.00', descontoDataFixa = [] } = terms;
  if (modalidade <= 2) {
    const earned = descontoDataFixa
      .filter(({ data }) => day <= data)
      .sort((a, b) => (a.data < b.data ? -1 : 1))[0];
    return earned ? fixedOrShare({ modalidade, valorPerc: earned.valorPerc }, base) : 0n;
  }
  if (day >= due) return 0n;
  const byBankingDays = modalidade === 4 || modalidade === 6;
  const days = BigInt(byBankingDays ? bankingDays(day, due) : daysBetween(day, due));
  const amount = centsOf(valorPerc);
  return modalidade <= 4 ? amount * days : (base * amount * days) / WHOLE;
}

/** Banking days after the first date, the last one included. */
function bankingDays(from: CivilDate, to: CivilDate): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isBankingDay(day, CALENDAR)) count += 1;
  return count;
}

export function centsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

export function textOf(amount: bigint): string {
  const digits = amount.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
