import { addDays, type CivilDate, civilDateOf, daysBetween, isCivilDate } from '../brazil/calendar.ts';
import { BILLING_TYPES, type BillingType } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Db, statement } from '../db/pool.ts';
import { invalidField } from '../kit/errors.ts';
import { namesOf } from './search.ts';

const USUAL_DAYS = 30;
const MAX_DAYS = 366;
/** Sellers in each of the two lists. */
const MAX_SELLERS = 10;

export type Period = { from: CivilDate; to: CivilDate; days: number };

/** Both days are included; without them the last thirty days, today in São Paulo included. */
export function readPeriod(
  { from: first, to: last }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period {
  const to = readDay('to', last ?? civilDateOf(now));
  const from = readDay('from', first ?? addDays(to, 1 - USUAL_DAYS));
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw invalidField('to', 'must not be before from');
  if (days > MAX_DAYS) throw invalidField('from', `must be at most ${MAX_DAYS} days before to`);
  return { from, to, days };
}

function readDay(field: string, text: string): CivilDate {
  if (!isCivilDate(text)) throw invalidField(field, 'must be a date, YYYY-MM-DD');
  return text as CivilDate;
}

/** The day sums that were folded (decision 0026), of all accounts: at most half a minute behind, and never of one charge. */
const ofCharges = statement(
  'trends.charges',
  `select day, billing_type, sum(created_count)::bigint as created_count, sum(received_count)::bigint as received_count,
     sum(received_cents)::bigint as received_cents, sum(fee_cents)::bigint as fee_cents
   from charge_days
   where day between $1 and $2
   group by day, billing_type`,
);

/** A claim is one debit of its whole amount; what came back (a failed refund, a dispute won) is a credit. */
const ofClaims = statement(
  'trends.claims',
  `select day, category, type, sum(count)::bigint as count, sum(amount_cents)::bigint as amount_cents
   from statement_days
   where day between $1 and $2
     and category in ('refund', 'chargeback')
   group by day, category, type`,
);

const activeByDay = statement(
  'trends.active_by_day',
  `select day, count(distinct account_id) as sellers
   from charge_days
   where day between $1 and $2
     and received_count > 0
   group by day`,
);

const activeInAll = statement(
  'trends.active',
  `select day >= $2 as is_current, count(distinct account_id) as sellers
   from charge_days
   where day between $1 and $3
     and received_count > 0
   group by 1`,
);

const newByDay = statement(
  'trends.new_sellers',
  `select (a.created_at at time zone 'America/Sao_Paulo')::date as day, count(*) as sellers
   from accounts a
   where a.created_at >= $1::date::timestamp at time zone 'America/Sao_Paulo'
     and a.created_at < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'
     and not exists (select 1 from users u where u.account_id = a.id and u.role = 'operator')
   group by 1`,
);

const bySeller = (order: string) => `
   select account_id, coalesce(sum(received_cents) filter (where day >= $2), 0)::bigint as received_cents,
     coalesce(sum(received_cents) filter (where day < $2), 0)::bigint as previous_cents
   from charge_days
   where day between $1 and $3
   group by account_id
   having sum(received_cents) > 0
   order by ${order} desc, account_id
   limit ${MAX_SELLERS}`;
const largest = statement(
  'trends.largest',
  bySeller('coalesce(sum(received_cents) filter (where day >= $2), 0)'),
);
const mostChanged = statement(
  'trends.most_changed',
  bySeller('abs(sum(case when day >= $2 then received_cents else -received_cents end))'),
);

/** Each with the days that it takes: two, or three. */
export const TREND_STATEMENTS = [
  ofCharges,
  ofClaims,
  activeByDay,
  newByDay,
  activeInAll,
  largest,
  mostChanged,
];

export type ChargeDay = {
  day: CivilDate;
  billing_type: BillingType;
  created_count: bigint;
  received_count: bigint;
  received_cents: bigint;
  fee_cents: bigint;
};
export type ClaimDay = {
  day: CivilDate;
  category: 'refund' | 'chargeback';
  type: 'debit' | 'credit';
  count: bigint;
  amount_cents: bigint;
};
export type SellersOfDay = { day: CivilDate; sellers: bigint };
type SellerRow = { account_id: string; received_cents: bigint; previous_cents: bigint };
export type TrendSeller = SellerRow & { name: string };

export type Trends = {
  period: Period;
  before: Period;
  charges: readonly ChargeDay[];
  claims: readonly ClaimDay[];
  active: readonly SellersOfDay[];
  added: readonly SellersOfDay[];
  activeNow: bigint;
  activeBefore: bigint;
  largest: readonly TrendSeller[];
  mostChanged: readonly TrendSeller[];
};

/** A received charge always has a method. */
export const TREND_METHODS = BILLING_TYPES.filter((type) => type !== 'UNDEFINED');

export async function readTrends({ db }: Pick<ChargeDeps, 'db'>, period: Period): Promise<Trends> {
  const { from, to, days } = period;
  const first = addDays(from, -days);
  const before = { from: first, to: addDays(from, -1), days };
  const [charges, claims, active, added, counted, large, changed] = await Promise.all([
    db.query<ChargeDay>(ofCharges, [first, to]),
    db.query<ClaimDay>(ofClaims, [first, to]),
    db.query<SellersOfDay>(activeByDay, [from, to]),
    db.query<SellersOfDay>(newByDay, [first, to]),
    db.query<{ is_current: boolean; sellers: bigint }>(activeInAll, [first, from, to]),
    db.query<SellerRow>(largest, [first, from, to]),
    db.query<SellerRow>(mostChanged, [first, from, to]),
  ]);
  const sellersIn = (isCurrent: boolean) =>
    counted.find(({ is_current: each }) => each === isCurrent)?.sellers ?? 0n;
  return {
    ...{ period, before, charges, claims, active, added },
    activeNow: sellersIn(true),
    activeBefore: sellersIn(false),
    largest: await named(db, large),
    mostChanged: await named(db, changed),
  };
}

async function named(db: Db, rows: readonly SellerRow[]): Promise<TrendSeller[]> {
  const names = await namesOf(
    db,
    rows.map(({ account_id: id }) => id),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.account_id) ?? '' }));
}
