import { type Cents, cents, equalParts, shareHalfUp, shareRoundedUp, ZERO } from '../../kit/money.ts';
import type { Charge, FeePlan } from '../charge.ts';

export const MAX_INSTALLMENTS = 12;
export const MIN_INSTALLMENT_CENTS = cents(500n);
const TWO_TIMES_BASIS_POINTS = 249;
const EACH_INSTALLMENT_BASIS_POINTS = 166;

/** 1x nothing, 2x 2.49%, and from 3x on 1.66% for each installment. */
export function surchargeBasisPoints(installments: number): number {
  if (installments <= 1) return 0;
  return installments === 2 ? TWO_TIMES_BASIS_POINTS : installments * EACH_INSTALLMENT_BASIS_POINTS;
}

export type Fee = {
  percentageCents: Cents;
  fixedCents: Cents;
  surchargeCents: Cents;
  totalCents: Cents;
};

/** Percentages are rounded up to the cent: the only rounding that gives all three printed examples. */
export function feeOf(plan: FeePlan, amountCents: Cents, installments: number): Fee {
  const percentageCents = shareRoundedUp(amountCents, plan.feeBasisPoints);
  const surchargeCents = shareRoundedUp(amountCents, surchargeBasisPoints(installments));
  const totalCents = cents(percentageCents + plan.feeFixedCents + surchargeCents);
  return { percentageCents, fixedCents: plan.feeFixedCents, surchargeCents, totalCents };
}

/** A share of the amount after the fee, a half cent rounded up; zero when the fee takes all. */
export function reserveOf(plan: FeePlan, amountCents: Cents, feeCents: Cents): Cents {
  const afterFee = cents(amountCents - feeCents);
  return afterFee > 0n ? shareHalfUp(afterFee, plan.reserveBasisPoints) : ZERO;
}

/** Only cards have installments, even if the seller fixed a number of them. */
export function installmentsOf({ billingType, installments }: Charge): number {
  return billingType === 'CREDIT_CARD' ? (installments ?? 1) : 1;
}

/** What an unpaid charge will cost and bring by its method. */
export function priceOf(charge: Charge): Pick<Charge, 'platformFeeCents' | 'netValueCents'> {
  const { totalCents } = feeOf(charge, charge.valueCents, installmentsOf(charge));
  return { platformFeeCents: totalCents, netValueCents: cents(charge.valueCents - totalCents) };
}

/** How many installments the payer may choose: at least one, and at least 5.00 each. */
export function maxInstallmentsFor(amountCents: Cents, maxInstallments: number): number {
  const affordable = Number(amountCents / MIN_INSTALLMENT_CENTS);
  return Math.max(1, Math.min(maxInstallments, affordable));
}

export function installmentParts(amountCents: Cents, installments: number): Cents[] {
  return equalParts(amountCents, installments);
}
