import { cents } from '../../kit/money.ts';
import type { DueTerms } from '../../providers/provider.ts';
import type { BoletoTerms } from '../charge.ts';

/** The terms of a boleto as a provider takes them. Its discount also applies to its PIX code. */
export function dueTermsOf(terms: BoletoTerms): DueTerms {
  const {
    dueDate,
    cancelAfterDays: payableDaysAfterDue,
    fineBasisPoints,
    interestMonthlyBasisPoints,
  } = terms;
  return {
    dueDate,
    payableDaysAfterDue,
    fineBasisPoints,
    interestMonthlyBasisPoints,
    discount: discountOf(terms),
  };
}

function discountOf({ discount }: BoletoTerms): DueTerms['discount'] {
  if (!discount) return null;
  const { until, basisPoints, amountCents } = discount;
  if (amountCents !== undefined) return { until, amountCents: cents(BigInt(amountCents)) };
  return { until, basisPoints: basisPoints ?? 0 };
}
