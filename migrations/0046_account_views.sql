set local lock_timeout = '5s';

-- An operator looks at a seller's dashboard (decision 0056). `account_id` is the operator's, beside the session that
-- looks: a view is in force while that session lives, until `expires_at`. `ended_at` is written with the line in the log.
create table account_views (
  account_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  viewed_account_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
create unique index if not exists account_views_open on account_views (account_id, session_id) where ended_at is null;
create index if not exists account_views_of_user on account_views (account_id, user_id, created_at);
create index if not exists account_views_old on account_views (expires_at);

-- The trends of all sellers are read by day (decision 0015).
create index if not exists charge_days_by_day on charge_days (day);
create index if not exists statement_days_claims on statement_days (day) where category in ('refund', 'chargeback');

-- Processes keep in memory who a session acts as.
create trigger account_views_changed after insert or update on account_views
  for each row execute function note_changed_account();
