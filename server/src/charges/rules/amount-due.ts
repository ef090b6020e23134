import { addDays, type CivilDate, civilDateOf, effectiveDueDate } from '../../brazil/calendar.ts';
import { amountDue } from '../../brazil/late-payment.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type { Charge } from '../charge.ts';

/** The amount due on the day of payment. Only boleto terms change it. */
export function expectedCents(charge: Charge, payment: { paidAt: Date; method: string }): Cents {
  if (!charge.boleto || payment.method === 'CREDIT_CARD') return charge.valueCents;
  return boletoAmountDue(charge, payment.paidAt);
}

function boletoAmountDue(charge: Charge, at: Date): Cents {
  const { boleto, valueCents } = charge;
  const discount = boleto?.discount;
  const terms = {
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
  return amountDue(terms, paymentDay(charge, civilDateOf(at))).totalCents;
}

/** An overdue boleto is late, even if the sandbox made it overdue before its due date. */
function paymentDay({ status, boleto }: Charge, today: CivilDate): CivilDate {
  if (status !== 'OVERDUE' || !boleto) return today;
  const firstLateDay = addDays(effectiveDueDate(boleto.dueDate), 1);
  return today < firstLateDay ? firstLateDay : today;
}
