import { Type } from 'typebox';
import { namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { cents, percentFromBasisPoints, reaisFromCents } from '../../kit/money.ts';
import {
  BOLETO_STATUSES,
  type Boleto,
  type BoletoTerms,
  type Charge,
  DUE_DATE_CHANGE_STATUSES,
} from '../charge.ts';
import { mayMove } from '../transition.ts';

export const percentBody = namedObject('Percent', { percent: Type.Number() });
export const discountBody = namedObject('Discount', {
  percent: Type.Optional(Type.Number()),
  amount: Type.Optional(Type.Number()),
  until: Type.String({ maxLength: 10 }),
});

export const boletoShape = namedObject('ChargeBoleto', {
  status: namedEnum('BoletoStatus', BOLETO_STATUSES, {
    description:
      'registering: the bank has been asked, and it cannot be paid yet; registered: it can be paid; refused: the bank refused or cancelled it',
  }),
  reason: Type.Optional(Type.String({ description: 'Of a refused one: why, in the words of the bank' })),
  barcode: nullable(Type.String({ description: 'null until the boleto is registered' })),
  digitable_line: nullable(Type.String({ description: 'null until the boleto is registered' })),
  due_date: Type.String(),
  due_date_change: Type.Optional(
    namedObject('DueDateChange', {
      status: namedEnum('DueDateChangeStatus', DUE_DATE_CHANGE_STATUSES, {
        description: 'pending: the bank has been asked; refused: the bank has refused, and due_date stays',
      }),
      due_date: Type.String({ description: 'What was asked for' }),
      reason: Type.Optional(Type.String({ description: 'Of a refused one: why, in the words of the bank' })),
    }),
  ),
  our_number: Type.String(),
  url: Type.String(),
  pdf_url: Type.String(),
  fine: nullable(percentBody),
  interest: nullable(percentBody),
  discount: nullable(discountBody),
  cancel_after_days: Type.Integer({ description: 'Days after due_date at which it is written off' }),
});

export function presentBoleto({ boleto, billingType, token, status }: Charge, pagesUrl: string) {
  if (!boleto || billingType !== 'BOLETO') return undefined;
  return {
    status: boleto.bank?.state ?? ('registered' as const),
    reason: boleto.bank?.reason ?? undefined,
    barcode: boleto.barcode || null,
    digitable_line: boleto.digitableLine || null,
    due_date: boleto.dueDate,
    due_date_change: mayMove(status, 'RECEIVED') ? presentChange(boleto) : undefined,
    our_number: boleto.ourNumber,
    url: `${pagesUrl}/boleto/${token}`,
    pdf_url: `${pagesUrl}/boleto/${token}.pdf`,
    fine: presentPercent(boleto.fineBasisPoints),
    interest: presentPercent(boleto.interestMonthlyBasisPoints),
    discount: boleto.discount && presentDiscount(boleto.discount),
    cancel_after_days: boleto.cancelAfterDays,
  };
}

/** Of no interest once the charge is paid or has ended. */
function presentChange({ dueDateChange: change }: Boleto) {
  if (!change) return undefined;
  return { status: change.state, due_date: change.dueDate, reason: change.reason ?? undefined };
}

/** Null when it is zero. */
function presentPercent(basisPoints: number) {
  return basisPoints === 0 ? null : { percent: percentFromBasisPoints(basisPoints) };
}

function presentDiscount({ basisPoints, amountCents, until }: NonNullable<BoletoTerms['discount']>) {
  return {
    ...(basisPoints === undefined ? {} : { percent: percentFromBasisPoints(basisPoints) }),
    ...(amountCents === undefined ? {} : { amount: reaisFromCents(cents(BigInt(amountCents))) }),
    until,
  };
}
