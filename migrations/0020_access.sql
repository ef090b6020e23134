set local lock_timeout = '5s';

-- Failed tries to sign in or to prove oneself again, as keyed hashes of what they are counted by. Not of an account: an
-- e-mail that no user has is counted like any other. A try is counted before it is examined. The version before counts in
-- login_tries, and keeps to its own.
create table sign_in_tries (
  kind text not null check (kind in ('device', 'pair', 'address', 'email', 'code', 'session')),
  fingerprint text not null,
  tried_at timestamptz[] not null,
  last_at timestamptz not null,
  primary key (kind, fingerprint)
);
create index sign_in_tries_last_at on sign_in_tries (last_at);

-- When the user of a session last gave the password or a code, by the gateway's clock. Null: opened by the version before,
-- at created_at.
alter table sessions add column proved_at timestamptz;
