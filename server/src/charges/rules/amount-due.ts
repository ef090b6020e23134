import { addDays, type CivilDate, civilDateOf, effectiveDueDate } from '../../brazil/calendar.ts';
import { amountDue } from '../../brazil/late-payment.ts';
import { type Cents, cents } from '../../kit/money.ts';
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

/** What a PIX code of the charge carries, also that of its boleto: paying by Pix is worth the discount in either way. */
export function pixCents({ valueCents, purchase }: Pick<Charge, 'valueCents' | 'purchase'>): Cents {
  return lessPixDiscount(valueCents, purchase?.pixDiscountBasisPoints ?? 0);
}

function boletoAmountDue(charge: Charge, valueCents: Cents, at: Date): Cents {
  const { boleto } = charge;
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
