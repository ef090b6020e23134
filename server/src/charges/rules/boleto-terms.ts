import {
  addBankingDays,
  addDays,
  type CivilDate,
  civilDateOf,
  effectiveDueDate,
  isCivilDate,
  startOfCivilDate,
} from '../../brazil/calendar.ts';
import { requireBoletoValue } from '../../catalog/boleto-value.ts';
import { invalidField } from '../../kit/errors.ts';
import {
  basisPointsFromPercent,
  type Cents,
  centsFromReais,
  percentFromBasisPoints,
} from '../../kit/money.ts';
import type { Boleto, BoletoTerms } from '../charge.ts';

const DEFAULT_DUE_DAYS = 3;
const DEFAULT_CANCEL_AFTER_DAYS = 30;
const MAX_DUE_DAYS = 1_825;
/** Consumer law caps a late fine at 2%; business contracts may agree on more, so the limit is generous. */
const MAX_FINE_BASIS_POINTS = 2_000;
const MAX_INTEREST_BASIS_POINTS = 3_000;
const MAX_DISCOUNT_BASIS_POINTS = 9_999;

export type BoletoBody = {
  due_date?: string | null;
  fine?: { percent: number } | null;
  interest?: { percent: number } | null;
  discount?: { percent?: number; amount?: number; until: string } | null;
  cancel_after_days?: number | null;
};

export function defaultBoletoTerms(dueDate: CivilDate): BoletoTerms {
  return {
    dueDate,
    fineBasisPoints: 0,
    interestMonthlyBasisPoints: 0,
    discount: null,
    cancelAfterDays: DEFAULT_CANCEL_AFTER_DAYS,
  };
}

export function readBoletoTerms(body: BoletoBody, valueCents: Cents, now: Date): BoletoTerms {
  const today = civilDateOf(now);
  requireBoletoValue(valueCents);
  const dueDate = readDueDate(body.due_date ?? addDays(today, DEFAULT_DUE_DAYS), today);
  return {
    ...defaultBoletoTerms(dueDate),
    fineBasisPoints: readPercent('fine.percent', body.fine?.percent, MAX_FINE_BASIS_POINTS),
    interestMonthlyBasisPoints: readPercent(
      'interest.percent',
      body.interest?.percent,
      MAX_INTEREST_BASIS_POINTS,
    ),
    discount: body.discount ? readDiscount(body.discount, valueCents, { today, dueDate }) : null,
    cancelAfterDays: body.cancel_after_days ?? DEFAULT_CANCEL_AFTER_DAYS,
  };
}

export function readDueDate(dueDate: string, today: CivilDate): CivilDate {
  if (!isCivilDate(dueDate)) throw invalidField('due_date', 'must be a date, YYYY-MM-DD');
  if (dueDate < today) throw invalidField('due_date', 'must not be in the past');
  if (dueDate > addDays(today, MAX_DUE_DAYS)) throw invalidField('due_date', 'is too far in the future');
  return dueDate;
}

function readPercent(field: string, percent: number | undefined, max: number): number {
  if (percent === undefined) return 0;
  const basisPoints = basisPointsFromPercent(percent);
  if (basisPoints === null || basisPoints < 0 || basisPoints > max) {
    throw invalidField(
      field,
      `must be between 0 and ${percentFromBasisPoints(max)} with at most two decimals`,
    );
  }
  return basisPoints;
}

function readDiscount(
  discount: NonNullable<BoletoBody['discount']>,
  valueCents: Cents,
  { today, dueDate }: { today: CivilDate; dueDate: CivilDate },
): NonNullable<BoletoTerms['discount']> {
  const { percent, amount, until } = discount;
  if ((percent === undefined) === (amount === undefined)) {
    throw invalidField('discount', 'must have percent OR amount');
  }
  if (!isCivilDate(until)) throw invalidField('discount.until', 'must be a date, YYYY-MM-DD');
  if (until < today) throw invalidField('discount.until', 'must not be in the past');
  if (until > dueDate) throw invalidField('discount.until', 'must not be after due_date');
  if (percent !== undefined) {
    return { until, basisPoints: readPercent('discount.percent', percent, MAX_DISCOUNT_BASIS_POINTS) };
  }
  const amountCents = centsFromReais(amount ?? 0);
  if (amountCents === null || amountCents <= 0n || amountCents >= valueCents) {
    throw invalidField('discount.amount', 'must be positive and less than value');
  }
  return { until, amountCents: amountCents.toString() };
}

/**
 * A bank reports a payment one banking day later, and a due date on a holiday moves to the next banking day: an unpaid
 * boleto is overdue only after both.
 */
export function overdueAt({ dueDate }: BoletoTerms): Date {
  return startOfCivilDate(addDays(addBankingDays(effectiveDueDate(dueDate), 1), 1));
}

export function writeOffAt(terms: BoletoTerms): Date {
  return startOfCivilDate(addDays(effectiveDueDate(terms.dueDate), terms.cancelAfterDays + 1));
}

/** When it is written off here: a bank reports what was paid on the last day one banking day later. */
export function endsAt(boleto: Boleto): Date {
  if (!boleto.bank) return writeOffAt(boleto);
  const lastDay = addDays(effectiveDueDate(boleto.dueDate), boleto.cancelAfterDays);
  return startOfCivilDate(addDays(addBankingDays(lastDay, 1), 1));
}
