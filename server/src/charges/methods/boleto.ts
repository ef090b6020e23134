import { assert, fail } from '../../kit/errors.ts';
import { cents } from '../../kit/money.ts';
import type { PixDueTerms } from '../../providers/provider.ts';
import type { BoletoTerms } from '../charge.ts';
import { obtainPixCode } from '../pix/codes.ts';
import { overdueAt, writeOffAt } from '../rules/boleto-terms.ts';
import type { Method } from './method.ts';
import { payerOf } from './pix.ts';

/** The charge also has a PIX code, valid as long as the boleto. The first payment settles it. */
export const boleto: Method = async (deps, { charge, account }) => {
  const terms = charge.boleto;
  const payer = payerOf(deps, charge);
  assert(terms && payer, 'a boleto has terms and a payer');
  const issuer = deps.rails.boleto;
  assert(issuer, 'boletos are offered only where a provider issues them');
  const answer = await issuer.registerBoleto({
    reference: charge.id,
    ourNumber: terms.ourNumber,
    amountCents: charge.valueCents,
    dueDate: terms.dueDate,
    merchantName: account.name,
    payer,
  });
  if (!answer.ok) fail('PROVIDER_UNAVAILABLE');
  const due = pixTermsOf(terms);
  const code = await obtainPixCode(deps, { charge, account, expiresAt: writeOffAt(terms), payer, due });
  const { barcode, digitableLine, ourNumber } = answer;
  return { ...code, boleto: { ...terms, barcode, digitableLine, ourNumber }, dueAt: overdueAt(terms) };
};

/** The boleto's discount also applies to its PIX code. */
function pixTermsOf(terms: BoletoTerms): PixDueTerms {
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
    discount: pixDiscountOf(terms),
  };
}

function pixDiscountOf({ discount }: BoletoTerms): PixDueTerms['discount'] {
  if (!discount) return null;
  const { until, basisPoints, amountCents } = discount;
  if (amountCents !== undefined) return { until, amountCents: cents(BigInt(amountCents)) };
  return { until, basisPoints: basisPoints ?? 0 };
}
