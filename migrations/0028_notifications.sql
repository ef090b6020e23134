set local lock_timeout = '5s';

-- What an account's mails are about besides access (decision 0044). `charge_id`: for the log of a charge. `source` is the
-- fact that a mail is about: one mail for each. `address_index` is a keyed hash of a payer's address, to count and to
-- remove by. A mail that is `suppressed` was not sent on purpose: `last_error` says why.
alter table mails add column charge_id uuid;
alter table mails add column source text;
alter table mails add column address_index text;
-- The previous version is ready for this: it writes the states that it knows, and reads any.
alter table mails drop constraint mails_state_check;
create unique index if not exists mails_source on mails (account_id, source) where source is not null;
create index if not exists mails_charge on mails (account_id, charge_id, id) where charge_id is not null;
create index if not exists mails_address on mails (account_id, address_index, created_at)
  where address_index is not null;

-- One row for each account, also for those that never chose anything: `switches` are what differs from the defaults.
-- `read_below` and `read_id` say how far the account's events have become mails. Null: every mail is switched off, and
-- no event is read. `hour_*`: payments of an hour that were too many for a mail each.
create table mail_settings (
  account_id uuid primary key,
  switches json not null default '{}',
  sender_name text,
  reply_to text,
  read_below xid8 default '0',
  read_id uuid not null default '00000000-0000-0000-0000-000000000000',
  hour_ends_at timestamptz,
  hour_count integer not null default 0,
  hour_gross_cents bigint not null default 0,
  hour_net_cents bigint not null default 0,
  changed_at timestamptz
);
create index mail_settings_hour on mail_settings (hour_ends_at) where hour_ends_at is not null;

-- Boletos whose payers are reminded, and when each is looked at next.
create table reminders (
  account_id uuid not null,
  charge_id uuid not null,
  next_at timestamptz not null,
  primary key (account_id, charge_id)
);
create index reminders_next on reminders (next_at);

-- Payers who want no reminders of a seller, by a keyed hash of their address.
create table mail_refusals (
  account_id uuid not null,
  address_index text not null,
  created_at timestamptz not null,
  primary key (account_id, address_index)
);
