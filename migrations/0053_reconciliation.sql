set local lock_timeout = '5s';

-- What providers list, compared with our own records: a row per provider, kind and civil day in São Paulo. The
-- installation's, not an account's.
create table reconciliation_days (
  id uuid primary key,
  provider text not null,
  kind text not null check (kind in ('pix', 'boleto', 'payout')),
  day date not null,
  -- incomplete: the provider did not list all of the day; `reason` says why.
  state text not null default 'pending' check (state in ('pending', 'incomplete', 'complete')),
  reason text,
  -- By verdict: how many, and the cents listed and booked, as texts. Of the last comparison that was complete.
  totals json,
  runs integer not null default 0,
  compared_at timestamptz,
  -- Null: not compared again by itself.
  next_at timestamptz,
  leased_until timestamptz,
  unique (provider, kind, day)
);
create index reconciliation_days_due on reconciliation_days (next_at) where next_at is not null;

-- What does not match. `reference`: the provider's or our reference of the payment or payout.
create table reconciliation_differences (
  id uuid primary key,
  day_id uuid not null,
  provider text not null,
  kind text not null,
  verdict text not null check (verdict in ('missing_here', 'missing_there', 'amount_differs', 'unknown')),
  reference text not null,
  listed_cents bigint,
  booked_cents bigint,
  listed_returned_cents bigint,
  booked_returned_cents bigint,
  -- The charge or withdrawal and its account; null: none is known.
  owner_account_id uuid,
  object_id uuid,
  occurred_at timestamptz not null,
  state text not null check (state in ('open', 'resolved')),
  -- comparison: a later one found that it matches.
  resolved_by text check (resolved_by in ('operator', 'comparison')),
  resolver_account_id uuid,
  resolver_id uuid,
  note text,
  resolved_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The comparison of the day that saw it last.
  last_run integer not null,
  unique (day_id, reference)
);
create index reconciliation_differences_open on reconciliation_differences (provider, kind, verdict) where state = 'open';
create index reconciliation_differences_of_day on reconciliation_differences (day_id, state, id);

-- What was received through a provider in a period. The sandbox has no list to be compared with.
create index if not exists charges_received_at on charges (payment_provider, paid_at, id)
  where payment_provider <> 'sandbox';
-- What a provider paid out in a period, and a payout by its reference.
create index if not exists withdrawals_paid_out_at on withdrawals (decided_at, id)
  where status = 'approved' and payout_started_at is not null;
create index if not exists withdrawals_paid_out on withdrawals (id) where payout_started_at is not null;
