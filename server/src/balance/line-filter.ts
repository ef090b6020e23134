import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../brazil/calendar.ts';
import { CATEGORIES, type Category, type LineType } from '../ledger/chart.ts';

/** Filters of statement lines; absent or null: no filter. */
export type LineFilter = {
  type?: LineType | undefined;
  category?: Category | undefined;
  /** Inclusive. */
  from?: Date | null;
  /** Exclusive. */
  to?: Date | null;
};

/** Every line is within these bounds; years outside them may not have four digits. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');
const LATEST = new Date('9000-01-01T00:00:00Z');

export type Span = { from: Date; to: Date };

export function spanOf({ from, to }: LineFilter): Span {
  return { from: clamped(from ?? EARLIEST), to: clamped(to ?? LATEST) };
}

function clamped(instant: Date): Date {
  if (instant < EARLIEST) return EARLIEST;
  return instant > LATEST ? LATEST : instant;
}

/** The kinds of lines the filter matches: the index has each kind in order of time. */
export function kindsOf({ type, category }: LineFilter): { categories: Category[]; types: LineType[] } {
  const types: LineType[] = type ? [type] : ['credit', 'debit'];
  const categories = category ? [category] : [...CATEGORIES];
  const kinds = categories.flatMap((each) => types.map((line) => ({ each, line })));
  return { categories: kinds.map((kind) => kind.each), types: kinds.map((kind) => kind.line) };
}

/** The whole days within a span, which have stored sums: from `first` to before `end`, and when those begin. */
export type WholeDays = { first: CivilDate; end: CivilDate; firstAt: Date; endAt: Date };

/** For a span without a whole day, `firstAt` and `endAt` are the beginning of the span. */
export function wholeDaysOf({ from, to }: Span): WholeDays {
  const day = civilDateOf(from);
  const first = startOfCivilDate(day).getTime() === from.getTime() ? day : addDays(day, 1);
  const end = civilDateOf(to);
  if (first >= end) return { first, end: first, firstAt: from, endAt: from };
  return { first, end, firstAt: startOfCivilDate(first), endAt: startOfCivilDate(end) };
}
