import { Type } from 'typebox';
import { readReserve } from '../../balance/statement-days.ts';
import {
  addDays,
  type CivilDate,
  civilDateOf,
  daysBetween,
  isCivilDate,
  startOfCivilDate,
} from '../../brazil/calendar.ts';
import { statement } from '../../db/pool.ts';
import { rolledUp, tailOf } from '../../db/rollup.ts';
import type { Deps } from '../../http/deps.ts';
import { namedObject } from '../../http/fields.ts';
import { invalidField } from '../../kit/errors.ts';
import { groupBy } from '../../kit/group-by.ts';
import { type Cents, cents, reaisFromCents, ZERO } from '../../kit/money.ts';
import { expectedByDay } from '../receivables/list.ts';
import { chargeDays } from './days.ts';

const MAX_DAYS = 366;
const USUAL_DAYS = 31;
/** Far from the ends of what calendars count with. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';

const date = Type.String({ format: 'date' });
const counted = (description: string) =>
  Type.Object({ count: Type.Integer(), amount: Type.Number() }, { title: 'CountAndAmount', description });

export const calendarQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 10, description: 'First day, YYYY-MM-DD; default: today' })),
  to: Type.Optional(
    Type.String({ maxLength: 10, description: 'Last day, included; default: 30 days after from' }),
  ),
});

export const calendarShape = namedObject('BalanceCalendar', {
  object: Type.Literal('balance_calendar'),
  from: date,
  to: date,
  reserved: Type.Number({ description: 'The whole reserve, also of other days' }),
  reserve: counted('Released within these days'),
  boletos: counted('Open boletos expected within these days: they may or may not be paid'),
  cards: counted('Of payments by card, to come within these days'),
  overdue: counted('Boletos past their due date that may still be paid, whenever they were due'),
  data: Type.Array(
    namedObject('CalendarDay', {
      date: Type.String({ format: 'date', description: 'A day in São Paulo' }),
      reserve: counted('Released from the reserve'),
      cards: counted('Installments of payments by card'),
      boletos: counted('Open boletos whose payment arrives by this day, the banking day after they are due'),
    }),
    { description: 'Days with at least one of them' },
  ),
});

type Sum = { count: bigint; cents: Cents };
type Row = { due_at: Date | null } & Sum;

// A payment in time is reported at the latest one banking day after the due date; `due_at` is the end of that day. Plan:
// charges_open_boletos alone, for the days that are asked for; what is overdue comes from the sums by status.
const expected = statement(
  'charges.expected',
  `${tailOf(chargeDays)}
   select due_at, count(*) as count, sum(value_cents)::bigint as cents
   from charges
   where account_id = $1
     and billing_type = 'BOLETO'
     and status = 'PENDING'
     and payment_link_id is null
     and due_at > $2
     and due_at <= $3
   group by due_at
   union all
   select null, coalesce(sum(count), 0)::bigint, coalesce(sum(value_cents), 0)::bigint
   from ${rolledUp(chargeDays, 'charge_values')} as totals
   where status = 'OVERDUE'`,
);

/** What becomes available or is expected on each day. Reserve is certain, the rest is not: they are never added up. */
export async function calendar(deps: Deps, accountId: string, query: { from?: string; to?: string }) {
  const { from, to } = daysOf(query, civilDateOf(deps.clock.now()));
  const bounds = [startOfCivilDate(from), startOfCivilDate(addDays(to, 1))];
  const [{ reservedCents, days }, rows, owed] = await Promise.all([
    readReserve(deps, accountId),
    deps.db.query<Row>(expected, [accountId, ...bounds]),
    expectedByDay(deps.db, accountId, { from, to }),
  ]);
  const released = new Map<CivilDate, Sum>(
    days
      .filter(({ day }) => day >= from && day <= to)
      .map((each) => [each.day, { count: each.charges_count, cents: each.amount_cents }]),
  );
  const overdue = rows.filter((row) => row.due_at === null);
  const boletos = new Map<CivilDate, Sum>(
    rows.flatMap((row) => (row.due_at === null ? [] : [[addDays(civilDateOf(row.due_at), -1), row]])),
  );
  const cards = groupBy(owed, (each) => each.day);
  const dates = [...new Set([...released.keys(), ...boletos.keys(), ...cards.keys()])].sort();
  return {
    object: 'balance_calendar' as const,
    from,
    to,
    reserved: reaisFromCents(reservedCents),
    reserve: presentSum([...released.values()]),
    boletos: presentSum([...boletos.values()]),
    cards: presentSum(owed),
    overdue: presentSum(overdue),
    data: dates.map((day) => ({
      date: day,
      reserve: presentSum([released.get(day)]),
      cards: presentSum(cards.get(day) ?? []),
      boletos: presentSum([boletos.get(day)]),
    })),
  };
}

function daysOf(query: { from?: string; to?: string }, today: CivilDate): { from: CivilDate; to: CivilDate } {
  const from = readDay('from', query.from) ?? today;
  const to = readDay('to', query.to) ?? addDays(from, USUAL_DAYS - 1);
  if (to < from) throw invalidField('to', 'must not be before from');
  if (daysBetween(from, to) >= MAX_DAYS) throw invalidField('to', `must be within ${MAX_DAYS} days of from`);
  return { from, to };
}

function readDay(field: string, text: string | undefined): CivilDate | null {
  if (text === undefined) return null;
  if (!isCivilDate(text)) throw invalidField(field, 'must be a date, YYYY-MM-DD');
  if (text < FIRST_DAY || text > LAST_DAY)
    throw invalidField(field, `must be a date from ${FIRST_DAY} to ${LAST_DAY}`);
  return text;
}

function presentSum(sums: readonly (Sum | undefined)[]) {
  const count = sums.reduce((sum, each) => sum + (each?.count ?? 0n), 0n);
  const total = sums.reduce((sum, each) => cents(sum + (each?.cents ?? 0n)), ZERO);
  return { count: Number(count), amount: reaisFromCents(total) };
}
