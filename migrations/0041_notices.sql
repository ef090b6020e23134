set local lock_timeout = '5s';

-- What happened in an account that a person should know: the notifications of the dashboard. `id` is in real time, so
-- that a moved clock changes neither order nor what is read. `user_id`: for this person alone; null: for everyone with
-- the permission of its kind. `source` is set where the same thing may be noted twice.
create table notices (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  user_id uuid,
  data json not null,
  source text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index if not exists notices_source on notices (account_id, source);
create index if not exists notices_old on notices (created_at);

-- Up to where a member has read them.
alter table users add column notices_read_id uuid;
