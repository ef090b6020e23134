-- How a seller appears on the pages payers see; null: the account's name, our colour.
alter table accounts
  add column page_name text,
  add column page_color text check (page_color ~ '^#[0-9a-f]{6}$');

-- Refused card payments by what they have in common: the link, the network address, the card. The fingerprints are keyed
-- hashes. Not of an account: who tries stolen cards goes from seller to seller.
create table card_declines (
  kind text not null check (kind in ('link', 'address', 'card')),
  fingerprint text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (kind, fingerprint)
);
create index card_declines_last_at on card_declines (last_at);

-- What a refusal of this attempt counts for; emptied when the attempt has ended.
alter table card_attempts add column traces text[] not null default '{}';
