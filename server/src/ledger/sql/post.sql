-- Moves the balance of accounts and writes beside it what moved it.
-- $1 balance changes, $2 entries per account, $3 postings.
-- An account that must cover what it gives is not overdrawn, and one that is overdrawn gives nothing more, unless what
-- acquirers owe it may cover it: such an account is not returned. Sequence and running balance come from the balance row, which is locked by the update; a posting
-- says how many postings of its account come after it, and how much they add to `available`.
-- Plan: balances by primary key; inserts from unnest.
with applied as (
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
  from unnest($1::balance_move_row[]) as d
  where b.account_id = d.account_id
    and (
      not d.must_cover
      or coalesce(d.available, 0) >= 0
      or b.available_cents + d.available
        + case when d.may_net then b.receivable_cents + coalesce(d.receivable, 0) else 0 end >= 0
    )
  returning b.account_id, b.available_cents, b.last_sequence
), entries_of_accounts as (
  select e.*, a.available_cents, a.last_sequence
  from unnest($2::ledger_entry_row[]) as e
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
  from unnest($3::ledger_posting_row[]) as p
  join entries_of_accounts e on e.number = p.entry
)
select account_id
from applied
