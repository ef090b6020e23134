set local lock_timeout = '5s';

-- Mails, written with the operation that sends them (decision 0035). The address is sealed. `facts` is what the text is
-- made of: a link's token is no part of it, it is signed when the mail is rendered. `instead_*` names the mail that is
-- sent in the place of this one, which only its own account sees (decision 0036). That mail has no job of its own.
create table mails (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  language text not null check (language in ('pt', 'en')),
  address_sealed text not null,
  subject text not null,
  facts json not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  ended_at timestamptz,
  instead_account_id uuid,
  instead_id uuid,
  primary key (account_id, id)
);
create index mails_failed on mails (id) where state = 'failed';

-- Mails that anyone can cause by typing an address, by that address and by network. The fingerprints are keyed hashes.
create table mail_tries (
  kind text not null check (kind in ('email', 'address')),
  fingerprint text not null,
  tries_ms bigint[] not null,
  last_at timestamptz not null,
  primary key (kind, fingerprint)
);
create index mail_tries_last_at on mail_tries (last_at);

-- When the user showed that the address is theirs. Null: not yet.
alter table users add column email_verified_at timestamptz;

-- Users whose address is the sign-in name of another user (`user_emails`). `password_hint` is two bytes of a keyed hash,
-- to choose among them at sign-in: the password itself is checked like any other.
create table unclaimed_emails (
  email text not null,
  account_id uuid not null,
  user_id uuid not null,
  password_hint text,
  created_at timestamptz not null,
  primary key (email, account_id, user_id)
);
create index unclaimed_emails_of_user on unclaimed_emails (account_id, user_id);
