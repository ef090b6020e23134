import { Type } from 'typebox';
import { addDays, type CivilDate } from '../brazil/calendar.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { namedObject, nullable } from '../http/fields.ts';
import { cents, reaisFromCents } from '../kit/money.ts';
import {
  type ClaimDay,
  type Period,
  readPeriod,
  readTrends,
  TREND_METHODS,
  type TrendSeller,
  type Trends,
} from './trends.ts';

/** Rates have four decimals. */
const RATE_UNIT = 10_000n;

const date = Type.String({ format: 'date' });
const rate = (description: string) => nullable(Type.Number({ description }));

const figuresShape = namedObject('TrendFigures', {
  received_count: Type.Integer(),
  received_amount: Type.Number(),
  created_count: Type.Integer(),
  conversion: rate('Payments received as a share of charges created; null: none was created'),
  fees: Type.Number({ description: "The gateway's fees on what was received" }),
  refunds_count: Type.Integer({ description: 'Without those that failed' }),
  refunds_amount: Type.Number(),
  refund_rate: rate('Refunded as a share of the amount received'),
  disputes_count: Type.Integer({ description: 'Opened, whatever became of them' }),
  disputes_amount: Type.Number(),
  dispute_rate: rate('Disputes opened as a share of payments received'),
  new_sellers: Type.Integer({ description: 'Accounts registered' }),
  active_sellers: Type.Integer({ description: 'Accounts that received a payment' }),
});

const sellerShape = namedObject('TrendSeller', {
  account_id: Type.String(),
  account_name: Type.String(),
  received_amount: Type.Number(),
  previous_amount: Type.Number(),
});

const trendsShape = namedObject('Trends', {
  object: Type.Literal('trends'),
  from: date,
  to: date,
  previous_from: date,
  previous_to: date,
  current: figuresShape,
  previous: figuresShape,
  by_day: Type.Array(
    namedObject('TrendDay', {
      date,
      received_count: Type.Integer(),
      received_amount: Type.Number(),
      created_count: Type.Integer(),
      fees: Type.Number(),
      refunds_amount: Type.Number(),
      disputes_amount: Type.Number(),
      new_sellers: Type.Integer(),
      active_sellers: Type.Integer(),
    }),
  ),
  by_method: Type.Array(
    namedObject('TrendMethod', {
      billing_type: Type.String(),
      received_count: Type.Integer(),
      received_amount: Type.Number(),
      previous_amount: Type.Number(),
      share: rate('Of the amount received'),
    }),
  ),
  largest: Type.Array(sellerShape, { description: 'The ten sellers that received most' }),
  most_changed: Type.Array(sellerShape, {
    description: 'The ten sellers whose volume changed most, up or down, in reais',
  }),
});

export function trendRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/trends', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'Get figures of all sellers by day, and against as many days before',
      description:
        'From sums by day in São Paulo that are at most half a minute behind. The share of disputes and conversion compare what happened in the period, not the same charges.',
      querystring: Type.Object({
        from: Type.Optional(
          Type.String({ maxLength: 10, description: 'First day, YYYY-MM-DD; default: 29 days before to' }),
        ),
        to: Type.Optional(Type.String({ maxLength: 10, description: 'Last day, included; default: today' })),
      }),
      response: { 200: trendsShape, ...errorAnswers },
    },
    handler: async ({ query }) => presentTrends(await readTrends(deps, readPeriod(query, deps.clock.now()))),
  });
}

function presentTrends(trends: Trends) {
  const { period, before } = trends;
  const dates = Array.from({ length: period.days }, (_, index) => addDays(period.from, index));
  return {
    object: 'trends' as const,
    from: period.from,
    to: period.to,
    previous_from: before.from,
    previous_to: before.to,
    current: figuresOf(trends, period, trends.activeNow),
    previous: figuresOf(trends, before, trends.activeBefore),
    by_day: dates.map((day) => dayOf(trends, day)),
    by_method: TREND_METHODS.map((method) => methodOf(trends, method)),
    largest: trends.largest.map(presentSeller),
    most_changed: trends.mostChanged.map(presentSeller),
  };
}

const reais = (sum: bigint) => reaisFromCents(cents(sum));
const within = ({ from, to }: Pick<Period, 'from' | 'to'>) => {
  return ({ day }: { day: CivilDate }) => day >= from && day <= to;
};

function sumOf<K extends string>(rows: readonly Record<K, bigint>[], field: K): bigint {
  return rows.reduce((sum, row) => sum + row[field], 0n);
}

function rateOf(part: bigint, whole: bigint): number | null {
  return whole === 0n ? null : Number((part * RATE_UNIT + whole / 2n) / whole) / Number(RATE_UNIT);
}

/** Refunds less those that failed; disputes as they were opened. */
function claimed(claims: readonly ClaimDay[], field: 'count' | 'amount_cents') {
  const of = (category: ClaimDay['category'], type: ClaimDay['type']) =>
    sumOf(
      claims.filter((row) => row.category === category && row.type === type),
      field,
    );
  return { refunds: of('refund', 'debit') - of('refund', 'credit'), disputes: of('chargeback', 'debit') };
}

function figuresOf({ charges, claims, added }: Trends, period: Period, active: bigint) {
  const own = charges.filter(within(period));
  const ownClaims = claims.filter(within(period));
  const received = sumOf(own, 'received_count');
  const amount = sumOf(own, 'received_cents');
  const created = sumOf(own, 'created_count');
  const counts = claimed(ownClaims, 'count');
  const amounts = claimed(ownClaims, 'amount_cents');
  return {
    received_count: Number(received),
    received_amount: reais(amount),
    created_count: Number(created),
    conversion: rateOf(received, created),
    fees: reais(sumOf(own, 'fee_cents')),
    refunds_count: Number(counts.refunds),
    refunds_amount: reais(amounts.refunds),
    refund_rate: rateOf(amounts.refunds, amount),
    disputes_count: Number(counts.disputes),
    disputes_amount: reais(amounts.disputes),
    dispute_rate: rateOf(counts.disputes, received),
    new_sellers: Number(sumOf(added.filter(within(period)), 'sellers')),
    active_sellers: Number(active),
  };
}

function dayOf(trends: Trends, date: CivilDate) {
  const ofDay = within({ from: date, to: date });
  const own = trends.charges.filter(ofDay);
  const amounts = claimed(trends.claims.filter(ofDay), 'amount_cents');
  return {
    date,
    received_count: Number(sumOf(own, 'received_count')),
    received_amount: reais(sumOf(own, 'received_cents')),
    created_count: Number(sumOf(own, 'created_count')),
    fees: reais(sumOf(own, 'fee_cents')),
    refunds_amount: reais(amounts.refunds),
    disputes_amount: reais(amounts.disputes),
    new_sellers: Number(sumOf(trends.added.filter(ofDay), 'sellers')),
    active_sellers: Number(sumOf(trends.active.filter(ofDay), 'sellers')),
  };
}

function methodOf({ charges, period, before }: Trends, method: string) {
  const ofMethod = charges.filter(({ billing_type: type }) => type === method);
  const own = ofMethod.filter(within(period));
  const amount = sumOf(own, 'received_cents');
  return {
    billing_type: method,
    received_count: Number(sumOf(own, 'received_count')),
    received_amount: reais(amount),
    previous_amount: reais(sumOf(ofMethod.filter(within(before)), 'received_cents')),
    share: rateOf(amount, sumOf(charges.filter(within(period)), 'received_cents')),
  };
}

function presentSeller({ account_id, name, received_cents, previous_cents }: TrendSeller) {
  return {
    account_id,
    account_name: name,
    received_amount: reais(received_cents),
    previous_amount: reais(previous_cents),
  };
}
