import { Type } from 'typebox';
import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { namedObject, nullable } from '../../http/fields.ts';
import { cents, reaisFromCents } from '../../kit/money.ts';
import { BILLING_TYPES } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { type FigureRow, readFigures } from './days.ts';

export const MAX_OVERVIEW_DAYS = 90;
/** Rates have four decimals. */
const RATE_UNIT = 10_000;

const COUNTED = { title: 'CountAndAmount' };
const counted = Type.Object({ count: Type.Integer(), amount: Type.Number() }, COUNTED);
const date = Type.String({ format: 'date' });

export const overviewShape = namedObject('Overview', {
  object: Type.Literal('overview'),
  from: date,
  to: Type.String({ format: 'date', description: 'Today in São Paulo' }),
  days: Type.Integer(),
  received: counted,
  previous: Type.Object(counted.properties, {
    ...COUNTED,
    description: 'Received in as many days before `from`',
  }),
  fees: Type.Number(),
  refused: namedObject('RefusedTries', {
    count: Type.Integer(),
    rate: nullable(
      Type.Number({ description: 'Refused card payments as a share of refused and received ones' }),
    ),
  }),
  pending: Type.Object(counted.properties, {
    ...COUNTED,
    description: 'PENDING and OVERDUE now, without those of payment links',
  }),
  pending_of_links: Type.Object(counted.properties, {
    ...COUNTED,
    description: 'PENDING and OVERDUE now, made by visitors of payment links',
  }),
  by_day: Type.Array(
    namedObject('OverviewDay', {
      date,
      received_count: Type.Integer(),
      received_amount: Type.Number(),
      fees: Type.Number(),
      created_count: Type.Integer(),
      refused_count: Type.Integer(),
    }),
  ),
  by_method: Type.Array(
    namedObject('OverviewMethod', {
      billing_type: Type.String(),
      received_count: Type.Integer(),
      received_amount: Type.Number(),
    }),
  ),
});

/** A received charge always has a method, so UNDEFINED is left out. */
const METHODS = BILLING_TYPES.filter((type) => type !== 'UNDEFINED');

/** The figures of the last `days` days, today included. */
export async function overview(deps: ChargeDeps, accountId: string, days: number) {
  const to = civilDateOf(deps.clock.now());
  const from = addDays(to, 1 - days);
  const rows = await readFigures(deps, accountId, addDays(from, -days), to);
  const now = rows.filter(({ day }) => day !== null && day >= from);
  const before = rows.filter(({ day }) => day !== null && day < from);
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  return {
    object: 'overview' as const,
    from,
    to,
    days,
    received: received(now),
    previous: received(before),
    fees: amount(now, 'fee_cents'),
    refused: refused(now),
    pending: { count: count(rows, 'waiting_count'), amount: amount(rows, 'waiting_cents') },
    pending_of_links: { count: count(rows, 'visitors_count'), amount: amount(rows, 'visitors_cents') },
    by_day: dates.map((day) => dayOf(day, now)),
    by_method: METHODS.map((method) => methodOf(method, now)),
  };
}

type Figure = Exclude<keyof FigureRow, 'day' | 'billing_type'>;

function sumOf(rows: readonly FigureRow[], figure: Figure): bigint {
  return rows.reduce((sum, row) => sum + row[figure], 0n);
}

const count = (rows: readonly FigureRow[], figure: Figure) => Number(sumOf(rows, figure));
const amount = (rows: readonly FigureRow[], figure: Figure) => reaisFromCents(cents(sumOf(rows, figure)));

function received(rows: readonly FigureRow[]) {
  return { count: count(rows, 'received_count'), amount: amount(rows, 'received_cents') };
}

/** Only cards are refused, so the rate counts card payments only. */
function refused(rows: readonly FigureRow[]) {
  const refusals = count(rows, 'refused_count');
  const byCard = rows.filter((row) => row.billing_type === 'CREDIT_CARD');
  const tries = refusals + count(byCard, 'received_count');
  return {
    count: refusals,
    rate: tries === 0 ? null : Math.round((refusals * RATE_UNIT) / tries) / RATE_UNIT,
  };
}

function dayOf(day: CivilDate, rows: readonly FigureRow[]) {
  const own = rows.filter((row) => row.day === day);
  return {
    date: day,
    received_count: count(own, 'received_count'),
    received_amount: amount(own, 'received_cents'),
    fees: amount(own, 'fee_cents'),
    created_count: count(own, 'created_count'),
    refused_count: count(own, 'refused_count'),
  };
}

function methodOf(billingType: string, rows: readonly FigureRow[]) {
  const { count: received_count, amount: received_amount } = received(
    rows.filter((row) => row.billing_type === billingType),
  );
  return { billing_type: billingType, received_count, received_amount };
}
