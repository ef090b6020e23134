import { addDays, type CivilDate, startOfCivilDate } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Page } from '../../http/lists.ts';
import { isId } from '../../kit/ids.ts';
import type { Cents } from '../../kit/money.ts';
import type { Receivable, ReceivableStatus } from './receivable.ts';
import { RECEIVABLE_SELECT } from './store.ts';

export type ReceivableFilter = {
  chargeId?: string;
  status?: ReceivableStatus;
  from?: CivilDate;
  to?: CivilDate;
};

// Plan: receivables_by_day from the cursor on, or the primary key of one charge.
const inOrder = (ofCharge: string) => `
   select ${RECEIVABLE_SELECT}
   from receivables r
   where r.account_id = $1
     and ($2::text is null or r.status = $2)
     and r.expected_at >= $3
     and r.expected_at < $4
     and (r.expected_at, r.charge_id, r.installment) > ($5, $6, $7)
     ${ofCharge}
   order by r.expected_at, r.charge_id, r.installment
   limit $8
   offset $9`;
const listed = statement('receivables.list', inOrder(''));
const listedOfCharge = statement('receivables.list_of_charge', inOrder('and r.charge_id = $10'));

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2999-12-31';
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Soonest first, one more than the page has. */
export async function listReceivables(
  db: Db,
  accountId: string,
  { chargeId, status, from = FIRST_DAY, to = LAST_DAY }: ReceivableFilter,
  page: Page,
): Promise<Receivable[]> {
  if (chargeId !== undefined && !isId(chargeId)) return [];
  const { at, id, installment } = page.after === null ? BEGINNING : placeIn(page.after);
  const bounds = [startOfCivilDate(from), startOfCivilDate(addDays(to, 1))];
  const values = [accountId, status ?? null, ...bounds, at, id, installment, page.limit + 1, page.offset];
  if (chargeId === undefined) return db.query<Receivable>(listed, values);
  return db.query<Receivable>(listedOfCharge, [...values, chargeId]);
}

const BEGINNING = { at: new Date(0), id: NO_ID, installment: 0 };
const PLACE = /^(?<ms>\d{1,15})\.(?<id>[0-9a-f-]{36})\.(?<installment>\d{1,2})$/;

export function placeOf({ expectedAt, chargeId, installment }: Receivable): string {
  return `${expectedAt.getTime()}.${chargeId}.${installment}`;
}

export function isPlace(text: string): boolean {
  const id = PLACE.exec(text)?.groups?.id;
  return id !== undefined && isId(id);
}

function placeIn(text: string): { at: Date; id: string; installment: number } {
  const { ms, id = NO_ID, installment } = PLACE.exec(text)?.groups ?? {};
  return { at: new Date(Number(ms ?? 0)), id, installment: Number(installment ?? 0) };
}

// Plan: receivables_by_day within the days that are asked for.
const byDay = statement(
  'receivables.by_day',
  `select (expected_at at time zone 'America/Sao_Paulo')::date as day, count(*) as count,
     sum(net_cents - claimed_cents - anticipated_cents)::bigint as cents
   from receivables
   where account_id = $1
     and expected_at >= $2
     and expected_at < $3
     and status = 'expected'
   group by 1
   order by 1`,
);

export type ExpectedDay = { day: CivilDate; count: bigint; cents: Cents };

/** What is still to come, by day. */
export function expectedByDay(
  db: Db,
  accountId: string,
  { from, to }: { from: CivilDate; to: CivilDate },
): Promise<ExpectedDay[]> {
  return db.query<ExpectedDay>(byDay, [accountId, startOfCivilDate(from), startOfCivilDate(addDays(to, 1))]);
}
