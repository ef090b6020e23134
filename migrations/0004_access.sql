-- Where a session was opened, when it was last used, and whether a browser holds it in a cookie: only those are
-- prolonged while they are used.
alter table sessions
  add column by_cookie boolean not null default false,
  add column address text,
  add column user_agent text,
  add column last_seen_at timestamptz;
create index sessions_of_user on sessions (account_id, user_id, id) where ended_at is null;

alter table accounts add column language text check (language in ('pt', 'en'));

-- A user's second factor. A proposal is not in force until a code of it was shown; `last_step` is the newest time step
-- whose code was taken, so that no code is taken twice. Secrets are sealed.
create table second_factors (
  account_id uuid not null references accounts (id),
  user_id uuid not null,
  proposal_box bytea,
  secret_box bytea,
  enabled_at timestamptz,
  last_step bigint not null default 0,
  primary key (account_id, user_id),
  check ((secret_box is null) = (enabled_at is null))
);
-- Whether an operator has one is kept in memory with its session.
create trigger second_factors_changed after update of enabled_at on second_factors
  for each row execute function note_changed_account();

-- For who lost the second factor. Keyed hashes; each is taken once.
create table recovery_codes (
  account_id uuid not null references accounts (id),
  user_id uuid not null,
  fingerprint text not null,
  used_at timestamptz,
  primary key (account_id, user_id, fingerprint)
);

-- Failed tries to sign in, by e-mail, network address or signed-in user. The fingerprints are keyed hashes. Not of an
-- account: an e-mail that nobody has is counted like any other. A try is counted before it is examined.
create table login_tries (
  kind text not null check (kind in ('email', 'address', 'user')),
  fingerprint text not null,
  tried_at timestamptz[] not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (kind, fingerprint)
);
create index login_tries_last_at on login_tries (last_at);
