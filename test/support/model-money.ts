/**
 * The model's own arithmetic and calendar, written from the contract and brazil.md and sharing nothing with the
 * gateway's: where both agree, two readings of the same rule agree.
 */

/** 1x, 2x, … 12x in basis points: the printed figures, and n × 1.66% between them. */
const SURCHARGES = [0n, 249n, 498n, 664n, 830n, 996n, 1162n, 1328n, 1494n, 1660n, 1826n, 1992n];
const WHOLE = 10_000n;

export type ModelPlan = {
  feeBasisPoints: number;
  feeFixedCents: number;
  reserveBasisPoints: number;
  reserveDays: number;
};

/** To one account by its number among the sellers: a fixed amount or a percentage. */
export type ModelShare = { to: number; cents?: number; basisPoints?: number };

const roundedUp = (amount: bigint, basisPoints: bigint) => {
  const exact = amount * basisPoints;
  return exact / WHOLE + (exact % WHOLE === 0n ? 0n : 1n);
};

export const halfUp = (amount: bigint, numerator: bigint, denominator: bigint) => {
  const exact = amount * numerator;
  return exact / denominator + (2n * (exact % denominator) >= denominator ? 1n : 0n);
};

export function feeOf(plan: ModelPlan, amount: bigint, installments: number): bigint {
  const percentage = roundedUp(amount, BigInt(plan.feeBasisPoints));
  const surcharge = roundedUp(amount, SURCHARGES[installments - 1] ?? 0n);
  return percentage + surcharge + BigInt(plan.feeFixedCents);
}

export function reserveOf(plan: ModelPlan, amount: bigint, fee: bigint): bigint {
  return amount > fee ? halfUp(amount - fee, BigInt(plan.reserveBasisPoints), WHOLE) : 0n;
}

/** What all recipients get together: percentages are added before they are rounded. */
export function splitTotal(value: bigint, split: readonly ModelShare[]): bigint {
  const fixed = split.reduce((sum, share) => sum + BigInt(share.cents ?? 0), 0n);
  return fixed + halfUp(value, basisPointsOf(split), WHOLE);
}

/** Each recipient's cents: everyone the cents that are whole, then one more by the largest rest, first come first. */
export function splitParts(value: bigint, split: readonly ModelShare[]): { to: number; cents: bigint }[] {
  const parts = split.map((share, at) => {
    const exact = value * BigInt(share.basisPoints ?? 0);
    const isFixed = share.cents !== undefined;
    return {
      to: share.to,
      at,
      isFixed,
      cents: isFixed ? BigInt(share.cents ?? 0) : exact / WHOLE,
      rest: exact % WHOLE,
    };
  });
  const shared = parts.filter((part) => !part.isFixed);
  let missing =
    halfUp(value, basisPointsOf(split), WHOLE) - shared.reduce((sum, part) => sum + part.cents, 0n);
  while (missing > 0n) {
    const next = shared.reduce((best, part) => (part.rest > best.rest ? part : best));
    next.cents += 1n;
    next.rest = -1n;
    missing -= 1n;
  }
  return parts.map(({ to, cents }) => ({ to, cents }));
}

function basisPointsOf(split: readonly ModelShare[]): bigint {
  return split.reduce((sum, share) => sum + BigInt(share.basisPoints ?? 0), 0n);
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** São Paulo has no daylight saving in the model's years. */
const SAO_PAULO_BEHIND = 3 * HOUR;

/** A Monday at noon in São Paulo. */
export const MODEL_START = Date.parse('2026-11-16T15:00:00Z');

const EVERY_YEAR = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25', '12-31'];
const MOVABLE = [
  ...['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27'],
  ...['2028-02-28', '2028-02-29', '2028-04-14', '2028-06-15'],
  ...['2029-02-12', '2029-02-13', '2029-03-30', '2029-05-31'],
];

const dayOf = (date: string) => Date.parse(date) / DAY;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

export function civilDate(at: number): string {
  return new Date(at - SAO_PAULO_BEHIND).toISOString().slice(0, 10);
}

export function daysAfter(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

const startOf = (date: string) => Date.parse(date) + SAO_PAULO_BEHIND;

function banksOpen(date: string): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !EVERY_YEAR.includes(date.slice(5)) && !MOVABLE.includes(date);
}

function bankingDayFrom(date: string): string {
  return banksOpen(date) ? date : bankingDayFrom(daysAfter(date, 1));
}

/** Due, slid to a banking day, one banking day for the bank's notice, and the day after that. */
export function overdueFrom(dueDate: string): number {
  const lastNotice = bankingDayFrom(daysAfter(bankingDayFrom(dueDate), 1));
  return startOf(daysAfter(lastNotice, 1));
}

export function writtenOffFrom(dueDate: string, afterDays: number): number {
  return startOf(daysAfter(bankingDayFrom(dueDate), afterDays + 1));
}

export type ModelBoleto = {
  dueDate: string;
  fineBasisPoints: number;
  interestBasisPoints: number;
  discount: { basisPoints: number; until: string } | null;
  cancelAfterDays: number;
};

/**
 * Each component truncated. Lateness counts from the printed date, and only once the slid date has passed; a boleto
 * that was made overdue before that is late by its first day.
 */
export function amountOwed(value: bigint, boleto: ModelBoleto, at: number, isOverdue: boolean): bigint {
  const { dueDate, discount } = boleto;
  const firstLateDay = daysAfter(bankingDayFrom(dueDate), 1);
  const today = isOverdue && civilDate(at) < firstLateDay ? firstLateDay : civilDate(at);
  const off = discount && today <= discount.until ? (value * BigInt(discount.basisPoints)) / WHOLE : 0n;
  if (today <= bankingDayFrom(dueDate)) return value - off;
  const daysLate = BigInt(dayOf(today) - dayOf(dueDate));
  const fine = (value * BigInt(boleto.fineBasisPoints)) / WHOLE;
  const interest = (value * BigInt(boleto.interestBasisPoints) * daysLate) / (WHOLE * 30n);
  return value + fine + interest - off;
}
