import { type Cents, cents, ratioHalfUp, ratioTruncated, smaller, ZERO } from '../kit/money.ts';
import {
  addBankingDays,
  type BankingCalendar,
  type CivilDate,
  daysBetween,
  effectiveDueDate,
} from './calendar.ts';

export type BoletoTerms = {
  valueCents: Cents;
  dueDate: CivilDate;
  fineBasisPoints?: number | undefined;
  interestMonthlyBasisPoints?: number | undefined;
  discount?: EarlyDiscount | undefined;
};

type EarlyDiscount = {
  percentBasisPoints?: number | undefined;
  amountCents?: Cents | undefined;
  /** The last day that earns it. */
  until: CivilDate;
};

type AmountDue = { fineCents: Cents; interestCents: Cents; discountCents: Cents; totalCents: Cents };

type Ratio = typeof ratioTruncated;
type Manner = { calendar?: BankingCalendar; ratio?: Ratio };

const DAYS_PER_MONTH = 30n;
const WHOLE_IN_BASIS_POINTS = 10_000n;

/** What the payer owes on a given day. Each component is truncated to the cent, as the Central Bank prescribes. */
export function amountDue(
  terms: BoletoTerms,
  payDate: CivilDate,
  { calendar, ratio = ratioTruncated }: Manner = {},
): AmountDue {
  const { valueCents, fineBasisPoints = 0, interestMonthlyBasisPoints = 0 } = terms;
  const daysLate = daysLateOn(terms.dueDate, payDate, calendar);
  const fineCents = daysLate > 0 ? ratio(valueCents, BigInt(fineBasisPoints), WHOLE_IN_BASIS_POINTS) : ZERO;
  const interestCents = ratio(
    valueCents,
    BigInt(interestMonthlyBasisPoints) * BigInt(daysLate),
    WHOLE_IN_BASIS_POINTS * DAYS_PER_MONTH,
  );
  const discountCents = earnedDiscount(terms, payDate, ratio);
  const totalCents = cents(valueCents + fineCents + interestCents - discountCents);
  return { fineCents, interestCents, discountCents, totalCents };
}

/** Pix does not stop on 31 December. */
const PIX_CALENDAR: BankingCalendar = { yearEndCloses: false };

/**
 * Whether a PSP that keeps to these terms may ask for this amount on that day. It calculates itself, so two differences
 * are not the payer's fault: a component that is rounded instead of truncated, and a due date on a holiday of the payer's
 * town, which only the PSP knows of: then the plain value is right on the next banking day, too.
 */
export function mayPspAsk(terms: BoletoTerms, payDate: CivilDate, amountCents: Cents): boolean {
  const totalBy = (ratio: Ratio) => amountDue(terms, payDate, { calendar: PIX_CALENDAR, ratio }).totalCents;
  const [truncated, rounded] = [totalBy(ratioTruncated), totalBy(ratioHalfUp)];
  // Rounding raises a fine and interest, and a discount, which lowers the total.
  const [least, most] = truncated < rounded ? [truncated, rounded] : [rounded, truncated];
  if (amountCents >= least && amountCents <= most) return true;
  const isExcused = payDate > terms.dueDate && payDate <= addBankingDays(effectiveDueDate(terms.dueDate), 1);
  return isExcused && amountCents === terms.valueCents;
}

function daysLateOn(dueDate: CivilDate, payDate: CivilDate, calendar?: BankingCalendar): number {
  if (payDate <= effectiveDueDate(dueDate, calendar)) return 0;
  // The law excuses only payment on the next banking day; API Pix (manual, equation 9) counts from the printed date.
  return daysBetween(dueDate, payDate);
}

function earnedDiscount({ valueCents, discount }: BoletoTerms, payDate: CivilDate, ratio: Ratio): Cents {
  if (!discount || payDate > discount.until) return ZERO;
  const { percentBasisPoints = 0, amountCents = ZERO } = discount;
  const percentCents = ratio(valueCents, BigInt(percentBasisPoints), WHOLE_IN_BASIS_POINTS);
  return smaller(valueCents, cents(percentCents + amountCents));
}
