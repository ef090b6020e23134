set local lock_timeout = '5s';

-- How a bank pays a withdrawal. The provider is written before it is called, and never changes. `payout_calls`: how often
-- it was asked to pay, counted before each call; `payout_called_at`: when last.
alter table withdrawals
  add column provider text,
  add column payout_state text check (payout_state in ('sending', 'awaiting_approval', 'succeeded', 'failed')),
  add column bank_reference text,
  add column end_to_end_id text,
  -- The bank is asked to pay only to a key of the owner of the account.
  add column checks_owner boolean not null default false,
  add column payout_calls integer not null default 0,
  add column payout_called_at timestamptz,
  -- What came back after it was paid.
  add column returned_cents bigint not null default 0 check (returned_cents between 0 and amount_cents);

-- Found by the bank's own id, which is all that some notices name.
create table payout_references (
  bank_reference text not null,
  provider text not null,
  account_id uuid not null,
  withdrawal_id uuid not null,
  primary key (bank_reference, provider)
);

-- Money of a withdrawal that came back. `id`: the bank's own, so that a return is booked once.
create table withdrawal_returns (
  account_id uuid not null,
  withdrawal_id uuid not null,
  id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  returned_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, withdrawal_id, id)
);

-- An account's own terms for payouts; null: those of the installation.
create table payout_terms (
  account_id uuid primary key,
  providers text[],
  to_keys text check (to_keys in ('own', 'any')),
  auto_up_to_cents bigint check (auto_up_to_cents >= 0),
  auto_per_day_cents bigint check (auto_per_day_cents >= 0),
  changed_at timestamptz not null
);

-- What was sent without a person's approval, by civil day of São Paulo. Its row is locked while the next one is decided.
create table automatic_payouts (
  account_id uuid not null,
  day date not null,
  sent_cents bigint not null check (sent_cents >= 0),
  primary key (account_id, day)
);

-- Bank balances against what sellers may withdraw, a row per civil day of São Paulo. `banks`: each provider's balance.
create table payout_coverage (
  day date primary key,
  measured_at timestamptz not null,
  available_cents bigint not null,
  withdrawals_cents bigint not null,
  sending_cents bigint not null,
  reserved_cents bigint not null,
  banks json not null,
  is_covered boolean
);

insert into event_notices (type, audience, name, cause, received_by) values
  ('withdrawal.returned', 'owner', 'withdrawal.returned', null, '{withdrawal.returned}');
