import type { Db } from '../db/pool.ts';
import { BUCKETS } from './chart.ts';

export type Difference = {
  check: string;
  account_id: string;
  subject: string;
  expected: string;
  actual: string;
};

const bucketSums = BUCKETS.map(
  (bucket) => `
    select '${bucket} balance equals its postings' as check, b.account_id, '${bucket}' as subject,
      coalesce(sum(p.amount_cents) filter (where p.to_bucket = '${bucket}'), 0)
        - coalesce(sum(p.amount_cents) filter (where p.from_bucket = '${bucket}'), 0) as expected,
      b.${bucket}_cents as actual
    from ledger_balances b
    left join ledger_postings p on p.account_id = b.account_id
    group by b.account_id`,
);

const heldFor = (bucket: string, rows: string) => `
    select '${bucket} balance equals what it is held for' as check, b.account_id, '${bucket}' as subject,
      coalesce((${rows}), 0) as expected, b.${bucket}_cents as actual
    from ledger_balances b`;

const sumOfCharge = (category: string, sign: string) => `
    (select coalesce(sum(p.amount_cents), 0)
     from ledger_postings p
     where p.account_id = c.account_id and p.charge_id = c.id and p.category = '${category}' and p.fact like '${sign}')`;

/** Each check yields (check, account_id, subject, expected, actual); a row is kept only where the two differ. */
const checks: string[] = [
  ...bucketSums,
  `select 'sequence numbers have no gap' as check, b.account_id, 'last_sequence' as subject,
      (select count(*) from ledger_postings p where p.account_id = b.account_id) as expected, b.last_sequence as actual
    from ledger_balances b`,
  `select 'line counts equal the lines' as check, b.account_id, 'credits and debits' as subject,
      (select count(p.type) from ledger_postings p where p.account_id = b.account_id) as expected,
      b.credit_count + b.debit_count as actual
    from ledger_balances b`,
  `select 'transfers between accounts add up to zero' as check, min(p.account_id::text)::uuid, p.fact as subject,
      0 as expected,
      coalesce(sum(p.amount_cents) filter (where p.to_bucket = 'transfers'), 0)
        - coalesce(sum(p.amount_cents) filter (where p.from_bucket = 'transfers'), 0) as actual
    from ledger_postings p
    where 'transfers' in (p.from_bucket, p.to_bucket)
    group by p.fact`,
  `select 'running balance follows the postings' as check, account_id, sequence::text as subject, running as expected,
      available_after_cents as actual
    from (
      select account_id, sequence, available_after_cents,
        sum(case when to_bucket = 'available' then amount_cents
                 when from_bucket = 'available' then -amount_cents
                 else 0 end) over (partition by account_id order by sequence) as running
      from ledger_postings
    ) as lines`,
  `select 'every posting belongs to an entry' as check, p.account_id, p.fact as subject, 1 as expected,
      (select count(*) from ledger_entries e where e.account_id = p.account_id and e.fact = p.fact) as actual
    from ledger_postings p`,
  heldFor('reserved', 'select sum(c.reserve_held_cents) from charges c where c.account_id = b.account_id'),
  heldFor(
    'receivable',
    `select sum(r.net_cents - r.claimed_cents - r.anticipated_cents) from receivables r
     where r.account_id = b.account_id and r.settled_at is null`,
  ),
  `select 'installments of a charge add up to what was paid' as check, c.account_id, c.id::text as subject,
      c.paid_cents as expected, rows.gross as actual
    from charges c
    join (select seller_id, charge_id, sum(gross_cents) as gross from receivables group by seller_id, charge_id) as rows
      on rows.seller_id = c.account_id and rows.charge_id = c.id`,
  `select 'what the acquirer pays for a charge is what was sold' as check, rows.seller_id as account_id,
      rows.charge_id::text as subject, rows.sold as expected, rows.paid as actual
    from (
      select seller_id, charge_id, sum(gross_cents) as sold, sum(provider_gross_cents) as paid,
        count(*) filter (where account_id = seller_id and provider_gross_cents is null) as unknown
      from receivables
      group by seller_id, charge_id
    ) as rows
    where rows.unknown = 0`,
  `select 'the reserve of a charge is that of its installments' as check, c.account_id, c.id::text as subject,
      rows.held as expected, c.reserve_held_cents as actual
    from charges c
    join (select seller_id, charge_id, sum(reserve_held_cents) as held from receivables group by seller_id, charge_id)
      as rows on rows.seller_id = c.account_id and rows.charge_id = c.id`,
  `select 'installments of a charge are in the books' as check, r.account_id, r.charge_id::text as subject,
      sum(case when r.settled_at is null then r.net_cents - r.claimed_cents - r.anticipated_cents else 0 end) as expected,
      (select coalesce(sum(case p.to_bucket when 'receivable' then p.amount_cents else -p.amount_cents end), 0)
       from ledger_postings p
       where p.account_id = r.account_id and p.charge_id = r.charge_id
         and 'receivable' in (p.from_bucket, p.to_bucket)) as actual
    from receivables r
    group by r.account_id, r.charge_id`,
  heldFor(
    'withdrawals',
    `select sum(w.amount_cents) from withdrawals w where w.account_id = b.account_id and w.status = 'pending'`,
  ),
  heldFor(
    'disputes',
    `select sum(d.amount_cents) from disputes d where d.account_id = b.account_id and d.status = 'open'`,
  ),
  heldFor(
    'refunds',
    `select sum(amount_cents)
     from (
       select amount_cents from refunds r where r.account_id = b.account_id and r.status = 'pending'
       union all
       select amount_cents from stray_receipts s where s.account_id = b.account_id and s.status = 'returning'
     ) as held`,
  ),
  `select 'a charge is credited what was paid' as check, c.account_id, c.id::text as subject,
      case when c.status in ('RECEIVED', 'REFUNDED') then c.paid_cents else 0 end as expected,
      ${sumOfCharge('sale', '%')} as actual
    from charges c`,
  `select 'a charge is debited its fee' as check, c.account_id, c.id::text as subject,
      case when c.status in ('RECEIVED', 'REFUNDED') then c.platform_fee_cents else 0 end as expected,
      ${sumOfCharge('fee', '%')} as actual
    from charges c`,
  `select 'refunds of a charge add up' as check, c.account_id, c.id::text as subject,
      coalesce((select sum(r.amount_cents) from refunds r
        where r.account_id = c.account_id and r.charge_id = c.id and r.status = 'succeeded'), 0) as expected,
      c.refunded_cents as actual
    from charges c`,
  `select 'refunds under way of a charge add up' as check, c.account_id, c.id::text as subject,
      coalesce((select sum(r.amount_cents) from refunds r
        where r.account_id = c.account_id and r.charge_id = c.id and r.status = 'pending'), 0) as expected,
      c.refunding_cents as actual
    from charges c`,
  `select 'returns of a withdrawal are booked' as check, w.account_id, w.id::text as subject,
      coalesce((select sum(r.amount_cents) from withdrawal_returns r
        where r.account_id = w.account_id and r.withdrawal_id = w.id), 0) as expected,
      w.returned_cents as actual
    from withdrawals w`,
  `select 'returns of a withdrawal are credited' as check, w.account_id, w.id::text as subject,
      w.returned_cents as expected,
      (select coalesce(sum(p.amount_cents), 0) from ledger_postings p
        where p.account_id = w.account_id and p.withdrawal_id = w.id and p.from_bucket = 'external') as actual
    from withdrawals w`,
  `select 'charge counts equal the charges' as check, coalesce(k.account_id, c.account_id),
      coalesce(k.billing_type, c.billing_type) || ' ' || coalesce(k.status, c.status) as subject,
      coalesce(c.count, 0) as expected, coalesce(k.count, 0) as actual
    from (
      select account_id, billing_type, status, sum(count) as count from charge_totals
      group by account_id, billing_type, status
    ) as k
    full join (
      select account_id, billing_type, status, count(*) as count from charges group by account_id, billing_type, status
    ) as c using (account_id, billing_type, status)`,
];

const auditSql = `
  select check_rows."check", check_rows.account_id, check_rows.subject, check_rows.expected::text, check_rows.actual::text
  from (${checks.map((check) => `(${check})`).join('\nunion all\n')}) as check_rows ("check", account_id, subject, expected, actual)
  where check_rows.expected is distinct from check_rows.actual
  limit 1000`;

/** Every difference between stored balances and the postings they are derived from. Empty: the ledger is consistent. */
export async function auditLedger(db: Db): Promise<Difference[]> {
  return db.patient.query<Difference>(auditSql);
}
