-- Who did what, from where: written in the transaction of the action itself and never changed. `account_id` is whose log
-- the line belongs to; the actor may be of another account (an operator). Ids and times are real time, also where the
-- sandbox clock was moved.
create table audit_log (
  account_id uuid not null,
  id uuid not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('user', 'api_key', 'system')),
  actor_account_id uuid not null,
  user_id uuid,
  credential_id uuid,
  target_kind text,
  target_id text,
  details json not null,
  address text,
  user_agent text,
  request_id text,
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((target_kind is null) = (target_id is null))
);
-- Operators read the log of all accounts, whole or one action of it.
create index audit_log_everywhere on audit_log (id);
create index audit_log_action on audit_log (action, id);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Which operators approved a withdrawal. Above a configured amount one is not enough.
create table withdrawal_approvals (
  account_id uuid not null,
  withdrawal_id uuid not null,
  operator_id uuid not null,
  operator_account_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, withdrawal_id, operator_id)
);

-- An account's last calls of the API. They are numbered one after the other, so that those beyond the newest ten
-- thousand are found without counting.
create table request_log (
  account_id uuid not null,
  number bigint not null,
  request_id text not null,
  method text not null,
  path text not null,
  status integer not null,
  code text,
  duration_ms integer not null,
  via text not null check (via in ('api_key', 'jwt')),
  credential_id uuid not null,
  address text,
  user_agent text,
  created_at timestamptz not null,
  primary key (account_id, number)
);
create index request_log_created on request_log (created_at);
create table request_log_marks (
  account_id uuid primary key,
  last_number bigint not null,
  kept_above bigint not null default 0
) with (fillfactor = 70);
