import { type Db, statement } from '../db/pool.ts';
import type { Cents } from '../kit/money.ts';
import type { Period } from './source.ts';
import type { Booked, ObjectKind } from './verdicts.ts';

/** What our records have, by provider. Each is read by an index on provider and time, or by references. */

type Row = {
  reference: string;
  amountCents: Cents;
  returnedCents: Cents | null;
  at: Date;
  accountId: string;
  objectId: string;
  /** Absent: a charge. */
  objectKind?: ObjectKind;
  rowId?: string;
};

const PAGE_SIZE = 500;
const IS_OF_BOLETO = `coalesce(c.boleto -> 'bank' ->> 'provider' = $1, false)`;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Refunds that were made, and what the payer's bank took back. */
const PAYMENT_COLUMNS = `c.payment_reference as reference, c.paid_cents as "amountCents", c.paid_at as at,
     c.account_id as "accountId", c.id as "objectId",
     (c.refunded_cents + coalesce((
       select sum(d.amount_cents)
       from disputes d
       where d.account_id = c.account_id
         and d.charge_id = c.id
         and d.status = 'lost'
         and d.provider is not null
     ), 0))::bigint as "returnedCents"`;

const paymentsByReference = statement(
  'reconciliation.payments',
  `select ${PAYMENT_COLUMNS}
   from charges c
   where c.payment_reference = any($1::text[])
     and c.payment_reference is not null
     and c.payment_provider = $2`,
);

// The row of a stray keeps only what is still to be returned: the ledger has what arrived and what went back.
const STRAY_COLUMNS = `s.reference, coalesce((
       select sum(p.amount_cents)
       from ledger_postings p
       where p.account_id = s.account_id
         and p.charge_id = s.charge_id
         and p.fact = 'stray:' || s.id
         and p.from_bucket = 'external'
     ), 0)::bigint as "amountCents",
     coalesce(s.paid_at, s.created_at) as at, s.account_id as "accountId", s.charge_id as "objectId",
     coalesce((
       select sum(p.amount_cents)
       from ledger_postings p
       where p.account_id = s.account_id
         and p.charge_id = s.charge_id
         and p.fact like 'stray:' || s.id || ':%'
         and p.to_bucket = 'external'
     ), 0)::bigint as "returnedCents"`;

const straysByReference = statement(
  'reconciliation.strays',
  `select ${STRAY_COLUMNS}
   from stray_receipts s
   where s.reference = any($1::text[])
     and s.provider = $2`,
);

/** Payments that settled a charge, and those that are on their way back to their payer. */
export async function bookedPayments(
  db: Db,
  provider: string,
  references: readonly string[],
): Promise<Map<string, Booked>> {
  const [settled, strays] = await Promise.all([
    db.query<Row>(paymentsByReference, [references, provider]),
    db.query<Row>(straysByReference, [references, provider]),
  ]);
  return byReference([...strays, ...settled]);
}

// A boleto of a bank is compared with the bank's list of boletos, also when its PIX code was paid. What came back to its
// payer is compared as well; where a boleto's PIX code or another code of the charge may have been paid, it is not.
const paymentsOfPeriod = (kind: 'pix' | 'boletos') =>
  statement(
    `reconciliation.${kind}_of_period`,
    `select *
   from (
     (
       select ${PAYMENT_COLUMNS}, c.id as "rowId"
       from charges c
       where c.payment_provider = $1
         and c.payment_provider <> 'sandbox'
         and c.paid_at >= $2
         and c.paid_at < $3
         and (c.paid_at, c.id) > ($4, $5)
         and ${kind === 'boletos' ? IS_OF_BOLETO : `c.billing_type = 'PIX' and not ${IS_OF_BOLETO}`}
       order by c.paid_at, c.id
       limit ${PAGE_SIZE}
     )
     union all
     (
       select ${STRAY_COLUMNS}, s.id as "rowId"
       from stray_receipts s
       join charges c on c.account_id = s.account_id and c.id = s.charge_id
       where s.provider = $1
         and s.provider <> 'sandbox'
         and s.paid_at >= $2
         and s.paid_at < $3
         and (s.paid_at, s.id) > ($4, $5)
         and ${kind === 'boletos' ? "s.method = 'BOLETO'" : `s.method = 'PIX' and not ${IS_OF_BOLETO}`}
       order by s.paid_at, s.id
       limit ${PAGE_SIZE}
     )
   ) as received
   order by at, "rowId"
   limit ${PAGE_SIZE}`,
  );
const pixOfPeriod = paymentsOfPeriod('pix');
const boletosOfPeriod = paymentsOfPeriod('boletos');

/** A page of what was paid by PIX at a provider. */
export function bookedPix(db: Db, provider: string, period: Period, after: Booked | null): Promise<Booked[]> {
  return pageOf(db, pixOfPeriod, [provider], period, after);
}

/** A page of the boletos that were paid at a bank, by barcode or by their PIX code. */
export function bookedBoletos(
  db: Db,
  provider: string,
  period: Period,
  after: Booked | null,
): Promise<Booked[]> {
  return pageOf(db, boletosOfPeriod, [provider], period, after);
}

const PAYOUT_COLUMNS = `w.id::text as reference, w.amount_cents as "amountCents", w.decided_at as at,
     w.account_id as "accountId", w.id as "objectId", 'withdrawal' as "objectKind", w.returned_cents as "returnedCents"`;

// Of a refund that an earlier version finished, only the time of its asking is known.
const PAYER_REFUND_COLUMNS = `r.payout_reference::text as reference, r.amount_cents as "amountCents",
     coalesce(r.done_at, r.created_at) as at, r.account_id as "accountId", r.charge_id as "objectId",
     'charge' as "objectKind", null::bigint as "returnedCents"`;

const payoutsByReference = statement(
  'reconciliation.payouts',
  `select ${PAYOUT_COLUMNS}, w.status = 'approved' as "isPaid"
   from withdrawals w
   where w.id = any($1::uuid[])
     and w.payout_started_at is not null
     and w.provider = $2
   union all
   select ${PAYER_REFUND_COLUMNS}, r.status = 'done'
   from payer_refunds r
   where r.payout_reference = any($1::uuid[])
     and r.provider = $2`,
);

type PayoutRow = Row & { isPaid: boolean };

/** Withdrawals and refunds of boletos that were sent to a provider, by our references; those that are paid are booked. */
export async function sentByReference(
  db: Db,
  provider: string,
  ids: readonly string[],
): Promise<Map<string, { booking: Booked; isPaid: boolean }>> {
  const rows = await db.query<PayoutRow>(payoutsByReference, [ids, provider]);
  return new Map(rows.map((row) => [row.reference, { booking: bookedFrom(row), isPaid: row.isPaid }]));
}

const returnsOfWithdrawal = statement(
  'reconciliation.returns',
  `select r.id as reference, r.amount_cents as "amountCents", r.returned_at as at, r.account_id as "accountId",
     r.withdrawal_id as "objectId", null::bigint as "returnedCents"
   from withdrawal_returns r
   where r.account_id = $1
     and r.withdrawal_id = $2`,
);

/** What came back of a withdrawal, by the bank's ids. */
export async function bookedReturns(
  db: Db,
  { accountId, objectId }: Booked['owner'],
): Promise<Map<string, Booked>> {
  return byReference(await db.query<Row>(returnsOfWithdrawal, [accountId, objectId]));
}

const payoutsOfPeriod = statement(
  'reconciliation.payouts_of_period',
  `select *
   from (
     (
       select ${PAYOUT_COLUMNS}, w.id as "rowId"
       from withdrawals w
       where w.status = 'approved'
         and w.payout_started_at is not null
         and w.provider = $1
         and w.decided_at >= $2
         and w.decided_at < $3
         and (w.decided_at, w.id) > ($4, $5)
       order by w.decided_at, w.id
       limit ${PAGE_SIZE}
     )
     union all
     (
       select ${PAYER_REFUND_COLUMNS}, r.payout_reference as "rowId"
       from payer_refunds r
       where r.status = 'done'
         and r.provider = $1
         and r.done_at >= $2
         and r.done_at < $3
         and (r.done_at, r.payout_reference) > ($4, $5)
       order by r.done_at, r.payout_reference
       limit ${PAGE_SIZE}
     )
   ) as paid
   order by at, "rowId"
   limit ${PAGE_SIZE}`,
);

/** A page of what a provider paid out: withdrawals, and refunds to payers by PIX. */
export function bookedPayouts(
  db: Db,
  provider: string,
  period: Period,
  after: Booked | null,
): Promise<Booked[]> {
  return pageOf(db, payoutsOfPeriod, [provider], period, after);
}

async function pageOf(
  db: Db,
  sql: typeof payoutsOfPeriod,
  first: readonly unknown[],
  { from, until }: Period,
  after: Booked | null,
): Promise<Booked[]> {
  const position = [after?.at ?? new Date(0), after?.rowId ?? NO_ID];
  const rows = await db.query<Row>(sql, [...first, from, until, ...position]);
  return rows.map(bookedFrom);
}

function byReference(rows: readonly Row[]): Map<string, Booked> {
  return new Map(rows.map((row) => [row.reference, bookedFrom(row)]));
}

function bookedFrom({ accountId, objectId, objectKind = 'charge', ...row }: Row): Booked {
  const { reference, amountCents, returnedCents, at, rowId } = row;
  return { reference, amountCents, returnedCents, at, rowId, owner: { accountId, objectId, objectKind } };
}
