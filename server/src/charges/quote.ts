import { type Static, Type } from 'typebox';
import { requireBoletoValue } from '../catalog/boleto-value.ts';
import { installmentInterest } from '../catalog/installment-interest.ts';
import { mergeSplits, requireBelowValue } from '../catalog/merge-split.ts';
import { findSellableProduct } from '../catalog/products.ts';
import { readSplit, requireGoodRecipients, splitBody } from '../catalog/split-rules.ts';
import { namedEnum, namedObject, nullable, readAmount } from '../http/fields.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, cents, reaisFromCents, sum } from '../kit/money.ts';
import { BILLING_TYPES, type FeePlan } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { readInstallments, readInterest } from './read-request.ts';
import {
  feeOf,
  type InstallmentTerms,
  installmentParts,
  MAX_INSTALLMENTS,
  MIN_INSTALLMENT_CENTS,
  maxInstallmentsFor,
  reserveOf,
  totalFor,
} from './rules/fees.ts';
import { splitParts } from './rules/split.ts';
import { warningsOf, warningsShape } from './warnings.ts';

export const quoteBody = namedObject('CreateQuote', {
  value: Type.Number(),
  billing_type: namedEnum('BillingType', BILLING_TYPES),
  installments: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  split: Type.Optional(nullable(splitBody)),
  product_id: Type.Optional(nullable(Type.String({ maxLength: 36 }))),
  installment_interest: Type.Optional(nullable(installmentInterest)),
});

const installmentShape = namedObject('InstallmentOption', {
  installments: Type.Integer(),
  first_amount: Type.Number(),
  other_amount: Type.Number(),
  total: Type.Number({ description: 'What the payer pays in all' }),
  platform_fee: Type.Number(),
  reserve_amount: Type.Number(),
  net_value: Type.Number(),
});

export const quoteShape = namedObject('Quote', {
  object: Type.Literal('quote'),
  billing_type: Type.String(),
  value: Type.Number(),
  payer_total: Type.Number({ description: 'What the payer pays: value and interest' }),
  platform_fee: Type.Number(),
  net_value: Type.Number({ description: 'net_value of the charge before payment' }),
  when_paid: namedObject('QuoteWhenPaid', {
    platform_fee: Type.Number(),
    reserve_amount: Type.Number(),
    net_value: Type.Number({ description: 'net_value of the charge after payment' }),
    split_total: Type.Number(),
    owner_receives: Type.Number({ description: "net_value less the recipients' parts" }),
  }),
  split: Type.Array(namedObject('QuoteShare', { recipient_id: Type.String(), amount: Type.Number() })),
  installment_options: Type.Array(installmentShape),
  warnings: warningsShape,
});

/** The cost of a charge, computed by the functions that will settle it. */
export async function quote(deps: ChargeDeps, accountId: string, body: Static<typeof quoteBody>) {
  const valueCents = readAmount('value', body.value);
  const plan: FeePlan = await deps.accountFacts(accountId);
  const installments = readInstallments(body) ?? 1;
  if (body.billing_type === 'BOLETO') requireBoletoValue(valueCents);
  requireAffordable(valueCents, installments);
  const terms = { ...plan, valueCents, interestByPayer: readInterest(body) };
  const totalCents = totalFor(terms, installments);
  if (totalCents === null)
    throw invalidField('installments', 'has no total at which the payer covers the fee');
  const parts = await quotedSplit(deps, accountId, valueCents, body);
  const paid = outcome(plan, totalCents, installments);
  const unpaidFeeCents = terms.interestByPayer ? outcome(plan, valueCents, 1).feeCents : paid.feeCents;
  const splitTotal = sum(parts.map((part) => part.amountCents));
  const mayPayInParts = body.billing_type === 'CREDIT_CARD' || body.billing_type === 'UNDEFINED';
  return {
    object: 'quote' as const,
    billing_type: body.billing_type,
    value: reaisFromCents(valueCents),
    payer_total: reaisFromCents(totalCents),
    platform_fee: reaisFromCents(unpaidFeeCents),
    net_value: reaisFromCents(cents(valueCents - unpaidFeeCents)),
    when_paid: {
      platform_fee: reaisFromCents(paid.feeCents),
      reserve_amount: reaisFromCents(paid.reserveCents),
      net_value: reaisFromCents(paid.netCents),
      split_total: reaisFromCents(splitTotal),
      owner_receives: reaisFromCents(cents(paid.netCents - splitTotal)),
    },
    split: parts.map((part) => ({
      recipient_id: part.recipientId,
      amount: reaisFromCents(part.amountCents),
    })),
    installment_options: mayPayInParts ? options(terms) : [],
    warnings: warningsOf(totalCents, paid.feeCents),
  };
}

function requireAffordable(valueCents: Cents, installments: number): void {
  if (installments > 1 && valueCents / BigInt(installments) < MIN_INSTALLMENT_CENTS) {
    throw invalidField('installments', 'each installment must be at least 5.00');
  }
}

async function quotedSplit(
  deps: ChargeDeps,
  accountId: string,
  valueCents: Cents,
  body: Static<typeof quoteBody>,
) {
  const id = body.product_id;
  const product = id && isId(id) ? await findSellableProduct(deps.db, accountId, id) : null;
  if (id && !product) throw invalidField('product_id', 'is not an active product of this account');
  const split = mergeSplits(product?.split ?? [], readSplit(body.split ?? []));
  if (split.length > 0) await requireGoodRecipients(deps.db, accountId, split);
  requireBelowValue(valueCents, split);
  return splitParts(valueCents, split);
}

function outcome(plan: FeePlan, valueCents: Cents, installments: number) {
  const feeCents = feeOf(plan, valueCents, installments).totalCents;
  const reserveCents = reserveOf(plan, valueCents, feeCents);
  return { feeCents, reserveCents, netCents: cents(valueCents - feeCents - reserveCents) };
}

function options(terms: FeePlan & InstallmentTerms) {
  const max = maxInstallmentsFor(terms, MAX_INSTALLMENTS);
  return Array.from({ length: max }, (_, index) => {
    const installments = index + 1;
    const totalCents = totalFor(terms, installments) ?? terms.valueCents;
    const [first = totalCents, other = first] = installmentParts(totalCents, installments);
    const { feeCents, reserveCents, netCents } = outcome(terms, totalCents, installments);
    return {
      installments,
      first_amount: reaisFromCents(first),
      other_amount: reaisFromCents(other),
      total: reaisFromCents(totalCents),
      platform_fee: reaisFromCents(feeCents),
      reserve_amount: reaisFromCents(reserveCents),
      net_value: reaisFromCents(netCents),
    };
  });
}
