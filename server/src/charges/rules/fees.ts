import {
  type Cents,
  cents,
  equalParts,
  MAX_AMOUNT_CENTS,
  shareHalfUp,
  shareRoundedUp,
  ZERO,
} from '../../kit/money.ts';
import type { Charge, FeePlan } from '../charge.ts';

export const MAX_INSTALLMENTS = 12;
export const MIN_INSTALLMENT_CENTS = cents(500n);
const TWO_TIMES_BASIS_POINTS = 249;
const EACH_INSTALLMENT_BASIS_POINTS = 166;
const WHOLE_BASIS_POINTS = 10_000;

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
export function feeOf(
  plan: Pick<FeePlan, 'feeBasisPoints' | 'feeFixedCents'>,
  amountCents: Cents,
  installments: number,
): Fee {
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
  const paidByPayer = charge.interestByPayer;
  const { totalCents } = feeOf(charge, charge.valueCents, paidByPayer ? 1 : installmentsOf(charge));
  return { platformFeeCents: totalCents, netValueCents: cents(charge.valueCents - totalCents) };
}

/** What a price in installments depends on. */
export type InstallmentTerms = Pick<
  Charge,
  'valueCents' | 'feeBasisPoints' | 'feeFixedCents' | 'interestByPayer'
>;

/**
 * What the payer pays in all. Interest paid by the payer is the least that leaves the seller what one payment would
 * bring; as the fee is rounded up, it may leave a cent more. Null: the fee takes every cent that is added.
 */
export function totalFor(terms: InstallmentTerms, installments: number): Cents | null {
  const { valueCents, feeBasisPoints, feeFixedCents, interestByPayer } = terms;
  if (!interestByPayer || installments <= 1) return valueCents;
  const left = (totalCents: bigint, count: number) =>
    totalCents - feeOf({ feeBasisPoints, feeFixedCents }, cents(totalCents), count).totalCents;
  const wanted = left(valueCents, 1);
  const keptBasisPoints = BigInt(WHOLE_BASIS_POINTS - feeBasisPoints - surchargeBasisPoints(installments));
  if (keptBasisPoints <= 0n) return null;
  let total = ((wanted + feeFixedCents) * BigInt(WHOLE_BASIS_POINTS)) / keptBasisPoints;
  while (left(total, installments) < wanted) total += 1n;
  return total > MAX_AMOUNT_CENTS ? null : cents(total);
}

/** How many installments the payer may choose: at least one, at least 5.00 each, and each with a total. */
export function maxInstallmentsFor(terms: InstallmentTerms, maxInstallments: number): number {
  const affordable = Number(terms.valueCents / MIN_INSTALLMENT_CENTS);
  let max = Math.max(1, Math.min(maxInstallments, affordable));
  while (max > 1 && totalFor(terms, max) === null) max -= 1;
  return max;
}

export function installmentParts(amountCents: Cents, installments: number): Cents[] {
  return equalParts(amountCents, installments);
}
