import {
  addDays,
  type CivilDate,
  civilDateOf,
  effectiveDueDate,
  isBankingDay,
} from '../../brazil/calendar.ts';
import { amountDue, type BoletoTerms, mayPspAsk } from '../../brazil/late-payment.ts';
import { type Cents, cents } from '../../kit/money.ts';
import { hasCodeOfBank } from '../boletos/at-bank.ts';
import type { Charge } from '../charge.ts';
import { totalFor } from './fees.ts';
import { lessPixDiscount } from './purchase-total.ts';

type DueFor = { paidAt: Date; method: string; installments?: number };

/** The amount due on the day of payment. Boleto terms change it, interest that the payer of a card pays, and Pix. */
export function expectedCents(charge: Charge, { paidAt, method, installments = 1 }: DueFor): Cents {
  if (method === 'CREDIT_CARD') return totalFor(charge, installments) ?? charge.valueCents;
  const valueCents = method === 'PIX' ? pixCents(charge) : charge.valueCents;
  return charge.boleto ? boletoAmountDue(charge, valueCents, paidAt) : valueCents;
}

type PricedByPix = Pick<Charge, 'valueCents' | 'purchase' | 'boleto' | 'pixTxid'>;

/** What a PIX code of the charge carries, also that of its boleto: paying by Pix is worth the discount in either way. */
export function pixCents({ valueCents, purchase, ...charge }: PricedByPix): Cents {
  // The code of the boleto's own bank costs what the boleto costs: they are one object there.
  if (hasCodeOfBank(charge)) return valueCents;
  return lessPixDiscount(valueCents, purchase?.pixDiscountBasisPoints ?? 0);
}

/**
 * Whether a PSP may have asked for this when the PIX code of a boleto was paid, by its own clock. The status says nothing
 * of it: a payment in time may be reported when the charge is overdue.
 */
export function mayBeAskedAtPsp(charge: Charge, amountCents: Cents, at: Date): boolean {
  const paidOn = civilDateOf(at);
  return termsOn(charge, pixCents(charge), at).some((terms) => mayPspAsk(terms, paidOn, amountCents));
}

/**
 * Whether a bank may have asked for this for the boleto, or for its PIX code, which has no price of its own. A bank dates
 * a payment of the evening or of a weekend on the next banking day: what was right on a day since the last one is right.
 */
export function mayBankHaveAsked(charge: Charge, amountCents: Cents, at: Date): boolean {
  const days = sinceLastBankingDay(civilDateOf(at));
  return termsOn(charge, charge.valueCents, at).some((terms) =>
    days.some((day) => mayPspAsk(terms, day, amountCents)),
  );
}

function sinceLastBankingDay(day: CivilDate): CivilDate[] {
  const days = [day];
  let earlier = addDays(day, -1);
  while (!isBankingDay(earlier)) {
    days.push(earlier);
    earlier = addDays(earlier, -1);
  }
  return [...days, earlier];
}

function boletoAmountDue(charge: Charge, valueCents: Cents, at: Date): Cents {
  return amountDue(termsOf(charge, valueCents, at), paymentDay(charge, civilDateOf(at))).totalCents;
}

/** By its due date, one that the bank was asked for and may have taken, and those that it had until lately. */
function termsOn(charge: Charge, valueCents: Cents, at: Date): BoletoTerms[] {
  const terms = termsOf(charge, valueCents, at);
  const { dueDateChange, earlierDueDates = [] } = charge.boleto ?? {};
  const lately = earlierDueDates.filter(({ until }) => civilDateOf(at) <= until);
  const others = [...(dueDateChange ? [dueDateChange] : []), ...lately];
  return [terms, ...others.map(({ dueDate }) => ({ ...terms, dueDate }))];
}

function termsOf({ boleto }: Charge, valueCents: Cents, at: Date): BoletoTerms {
  const discount = boleto?.discount;
  return {
    valueCents,
    dueDate: boleto?.dueDate ?? civilDateOf(at),
    fineBasisPoints: boleto?.fineBasisPoints,
    interestMonthlyBasisPoints: boleto?.interestMonthlyBasisPoints,
    discount: discount
      ? {
          until: discount.until,
          percentBasisPoints: discount.basisPoints,
          amountCents: discount.amountCents === undefined ? undefined : cents(BigInt(discount.amountCents)),
        }
      : undefined,
  };
}

/** An overdue boleto is late, even if the sandbox made it overdue before its due date. */
function paymentDay({ status, boleto }: Charge, today: CivilDate): CivilDate {
  if (status !== 'OVERDUE' || !boleto) return today;
  const firstLateDay = addDays(effectiveDueDate(boleto.dueDate), 1);
  return today < firstLateDay ? firstLateDay : today;
}
