set local lock_timeout = '5s';

-- A seller's own domain for the payer's pages: one claim per account. Any account may claim a host; only one at a time has
-- it verified. `token` is the secret part of the DNS record, `check_at` when the record is looked up again.
create table domains (
  account_id uuid primary key,
  host text not null,
  token text not null,
  verified_at timestamptz,
  failing_since timestamptz,
  switched_off_at timestamptz,
  checked_at timestamptz,
  finding text,
  found json,
  check_at timestamptz not null,
  created_at timestamptz not null
);
create unique index if not exists domains_verified on domains (host) where verified_at is not null;
create index if not exists domains_due on domains (check_at) where verified_at is not null;

-- Which host is whose is kept in memory by every process, as are the facts of an account. The zero id stands for the list
-- of all domains, so that a host that had no seller is looked up again too.
create function note_changed_domain() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (account_id)
  values (coalesce(to_jsonb(new) ->> 'account_id', to_jsonb(old) ->> 'account_id')::uuid),
    ('00000000-0000-0000-0000-000000000000');
  return null;
end $$;
create trigger domains_changed after insert or delete or update of host, verified_at on domains
  for each row execute function note_changed_domain();
