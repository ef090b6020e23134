-- Withdrawals that a seller has asked for in advance. `version` grows with each change: a job of an earlier version does
-- nothing. `last_*`: how the last slot ended.
create table withdrawal_schedules (
  account_id uuid primary key,
  version integer not null,
  frequency text not null check (frequency in ('off', 'daily', 'weekly', 'above')),
  weekday integer check (weekday between 0 and 6),
  above_cents bigint check (above_cents > 0),
  keep_cents bigint not null check (keep_cents >= 0),
  next_at timestamptz,
  last_day date,
  last_outcome text,
  last_withdrawal_id uuid,
  changed_at timestamptz not null
);

-- One at most for a civil day of São Paulo.
create table scheduled_withdrawals (
  account_id uuid not null,
  day date not null,
  withdrawal_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, day)
);
