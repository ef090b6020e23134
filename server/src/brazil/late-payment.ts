import { type Cents, cents, shareTruncated, smaller, ZERO } from '../kit/money.ts';
import { type CivilDate, daysBetween, effectiveDueDate } from './calendar.ts';

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

const DAYS_PER_MONTH = 30n;
const WHOLE_IN_BASIS_POINTS = 10_000n;

/** What the payer owes on a given day. Each component is truncated to the cent, as the Central Bank prescribes. */
export function amountDue(terms: BoletoTerms, payDate: CivilDate): AmountDue {
  const { valueCents, fineBasisPoints = 0, interestMonthlyBasisPoints = 0 } = terms;
  const daysLate = daysLateOn(terms.dueDate, payDate);
  const fineCents = daysLate > 0 ? shareTruncated(valueCents, fineBasisPoints) : ZERO;
  const interestCents = cents(
    (valueCents * BigInt(interestMonthlyBasisPoints) * BigInt(daysLate)) /
      (WHOLE_IN_BASIS_POINTS * DAYS_PER_MONTH),
  );
  const discountCents = earnedDiscount(terms, payDate);
  const totalCents = cents(valueCents + fineCents + interestCents - discountCents);
  return { fineCents, interestCents, discountCents, totalCents };
}

function daysLateOn(dueDate: CivilDate, payDate: CivilDate): number {
  if (payDate <= effectiveDueDate(dueDate)) return 0;
  // The law excuses only payment on the next banking day; API Pix (manual, equation 9) counts from the printed date.
  return daysBetween(dueDate, payDate);
}

function earnedDiscount({ valueCents, discount }: BoletoTerms, payDate: CivilDate): Cents {
  if (!discount || payDate > discount.until) return ZERO;
  const { percentBasisPoints = 0, amountCents = ZERO } = discount;
  return smaller(valueCents, cents(shareTruncated(valueCents, percentBasisPoints) + amountCents));
}
