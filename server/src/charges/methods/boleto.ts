import { addBankingDays, addDays, effectiveDueDate, startOfCivilDate } from '../../kit/calendar.ts';
import { assert, fail } from '../../kit/errors.ts';
import type { BoletoTerms } from '../charge.ts';
import type { Method } from './method.ts';
import { payerOf, pixCode } from './pix.ts';

/**
 * A bank reports a payment one banking day after it, and a due date on a holiday slides: only when both have passed is
 * an unpaid boleto really overdue.
 */
function overdueAt({ dueDate }: BoletoTerms): Date {
  return startOfCivilDate(addDays(addBankingDays(effectiveDueDate(dueDate), 1), 1));
}

export function writeOffAt(terms: BoletoTerms): Date {
  return startOfCivilDate(addDays(effectiveDueDate(terms.dueDate), terms.cancelAfterDays + 1));
}

/** Hybrid: the same charge carries a PIX code, good for as long as the boleto is. First paid wins. */
export const boleto: Method = async (deps, { charge, merchantName }) => {
  const terms = charge.boleto;
  const payer = payerOf(charge);
  assert(terms && payer, 'a boleto has terms and a payer');
  const answer = await deps.provider.registerBoleto({
    reference: charge.id,
    ourNumber: terms.ourNumber,
    amountCents: charge.valueCents,
    dueDate: terms.dueDate,
    merchantName,
    payer,
  });
  if (!answer.ok) fail('PROVIDER_UNAVAILABLE');
  const code = await pixCode(deps, charge, merchantName, writeOffAt(terms));
  const { barcode, digitableLine, ourNumber } = answer;
  return { ...code, boleto: { ...terms, barcode, digitableLine, ourNumber }, dueAt: overdueAt(terms) };
};
