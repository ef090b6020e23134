-- Plain payments: the charges that were read without a lock, their events with the deliveries of each, the balances and
-- the postings, in one statement. All of it is done, or it fails with a serialization failure because a charge has
-- changed since it was read.
-- $1 charges, $2 balance changes, $3 entries per account, $4 postings, $5 number of charges, $6 accounts.
-- Plan: each charge by its primary key, one after the other (the lateral select is fenced by "offset 0": left to
-- choose, the planner of a small table reads all of it); balances by primary key in the order of ids.
with saved as (
  update charges c
  set billing_type = n.billing_type,
      status = n.status,
      platform_fee_cents = n.platform_fee_cents,
      net_value_cents = n.net_value_cents,
      reserve_cents = n.reserve_cents,
      reserve_held_cents = n.reserve_held_cents,
      paid_cents = n.paid_cents,
      installments = n.installments,
      card = n.card,
      payment_provider = n.payment_provider,
      payment_reference = n.payment_reference,
      paid_at = n.paid_at,
      due_at = n.due_at,
      event_sequence = n.event_sequence
  from unnest($1::settled_charge_row[]) as n
  cross join lateral (
    select k.ctid as place, k.status, k.event_sequence
    from charges k
    where k.account_id = n.account_id
      and k.id = n.id
    offset 0
  ) as found
  where c.ctid = found.place
    and found.status = n.status_before
    and found.event_sequence = n.sequence_before
  returning c.account_id, c.id, c.billing_type, c.status, c.event_sequence, n.status_before, n.billing_type_before,
    n.event_id, n.event_type, n.event_data, n.event_created_at
), recorded as (
  insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, previous_billing_type, status,
    previous_status, data, created_at, xact_id)
  select account_id, event_id, event_type, id, event_sequence, 'owner', billing_type, billing_type_before, status,
    status_before, event_data, event_created_at,
    (select (pg_current_xact_id()::text::bigint + base)::text::xid8 from position_base)
  from saved
  returning account_id, id, type, charge_id, audience, data, created_at
), queued as (
  insert into deliveries (account_id, id, event_id, event, charge_id, webhook_id, queue, url, due_at, created_at)
  select r.account_id, (left(r.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, r.id, target.event,
    r.charge_id, target.webhook_id, target.queue, target.url, r.created_at, r.created_at
  from recorded r
  cross join lateral (
    select n.name, w.id, w.id::text, w.url
    from webhooks w
    join event_notices n on n.type = r.type and n.audience = r.audience and n.received_by && w.events
    where w.account_id = r.account_id
    union all
    select r.type, null, substring(r.data ->> 'postback_url' from '^[^:]+://[^/?#]+'), r.data ->> 'postback_url'
    where r.data ->> 'postback_url' is not null
  ) as target (event, webhook_id, queue, url)
  returning 1
), locked as materialized (
  select account_id
  from ledger_balances
  where account_id = any($6::uuid[])
    and (select require_all((select count(*) from saved), $5))
  order by account_id
  for no key update
), applied as (
  update ledger_balances b
  set available_cents = b.available_cents + coalesce(d.available, 0),
      receivable_cents = b.receivable_cents + coalesce(d.receivable, 0),
      reserved_cents = b.reserved_cents + coalesce(d.reserved, 0),
      refunds_cents = b.refunds_cents + coalesce(d.refunds, 0),
      withdrawals_cents = b.withdrawals_cents + coalesce(d.withdrawals, 0),
      disputes_cents = b.disputes_cents + coalesce(d.disputes, 0),
      fees_cents = b.fees_cents + coalesce(d.fees, 0),
      transfers_cents = b.transfers_cents + coalesce(d.transfers, 0),
      external_cents = b.external_cents + coalesce(d.external, 0),
      last_sequence = b.last_sequence + d.postings,
      credit_count = b.credit_count + d.credits,
      debit_count = b.debit_count + d.debits
  from unnest($2::balance_move_row[]) as d
  where b.account_id = d.account_id
    and b.account_id in (select account_id from locked)
  returning b.account_id, b.available_cents, b.last_sequence
), entries_of_accounts as (
  select e.*, a.available_cents, a.last_sequence
  from unnest($3::ledger_entry_row[]) as e
  join applied a using (account_id)
), entries as (
  insert into ledger_entries (account_id, fact, charge_id, withdrawal_id, occurred_at)
  select account_id, fact, charge_id, withdrawal_id, occurred_at
  from entries_of_accounts
), postings as (
  insert into ledger_postings (account_id, sequence, available_after_cents, fact, from_bucket, to_bucket, amount_cents,
    category, type, charge_id, withdrawal_id, occurred_at)
  select e.account_id, e.last_sequence - p.postings_later, e.available_cents - p.available_later, e.fact,
    p.from_bucket, p.to_bucket, p.amount_cents, p.category, p.type, e.charge_id, e.withdrawal_id, e.occurred_at
  from unnest($4::ledger_posting_row[]) as p
  join entries_of_accounts e on e.number = p.entry
)
select require_all((select count(*) from applied), cardinality($6::uuid[])),
  exists (select from queued) as has_deliveries
