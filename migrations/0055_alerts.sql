set local lock_timeout = '5s';

-- What does not fit the books, or is a danger to money, and needs an operator (decision 0068). The installation's, not an
-- account's. `source`: the fact, so that it is raised once, however often a bank says it.
create table alerts (
  id uuid primary key,
  kind text not null,
  source text not null unique,
  -- Whose withdrawal or charge it is about.
  owner_account_id uuid,
  withdrawal_id uuid,
  charge_id uuid,
  provider text,
  amount_cents bigint,
  -- What the bank said, in its own words.
  detail text,
  state text not null default 'open' check (state in ('open', 'resolved')),
  -- gateway: it is over by itself.
  resolved_by text check (resolved_by in ('operator', 'gateway')),
  resolver_account_id uuid,
  resolver_id uuid,
  note text,
  resolved_at timestamptz,
  raised_at timestamptz not null,
  -- Since when it is over by itself, though an operator may have resolved it before.
  over_at timestamptz,
  -- When operators were notified of it and, of coverage, of its end, in real time.
  notified_at timestamptz,
  end_notified_at timestamptz
);
create index alerts_open on alerts (id) where state = 'open';
create index alerts_to_notify on alerts (id) where notified_at is null;
create index alerts_ends_to_notify on alerts (id) where kind = 'coverage_low' and over_at is not null and end_notified_at is null;
-- One shortage at a time.
create unique index alerts_coverage on alerts (kind) where kind = 'coverage_low' and over_at is null;

-- Whom the bank says it paid, masked, and whether that is another than the owner of the account.
alter table withdrawals
  add column receiver_document text,
  add column receiver_is_other boolean not null default false;

-- The payer was reminded of the page before it ends.
alter table payer_refunds add column reminded_at timestamptz;
