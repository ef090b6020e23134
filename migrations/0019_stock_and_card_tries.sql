set local lock_timeout = '5s';

-- A product may hold a unit for each open charge. A hold lasts as long as its charge is open (PENDING or OVERDUE), so
-- that a version that does not know of holds ends them too; rows of ended charges are cleared away by the next hold.
alter table products add column hold_stock boolean not null default false;
create table stock_holds (
  account_id uuid not null,
  product_id uuid not null,
  charge_id uuid not null,
  primary key (account_id, product_id, charge_id)
);

-- Paid although no unit was left.
alter table charges add column oversold boolean not null default false;
insert into event_notices (type, audience, name, cause, received_by) values
  ('charge.oversold', 'owner', 'charge.oversold', null, '{charge.oversold}');

-- How new and changed charges travel, with oversold. Row types never change, because the version before still sends its
-- own.
create type inserted_charge_row as (
  account_id uuid,
  id uuid,
  number bigint,
  billing_type text,
  payer_chooses boolean,
  status text,
  value_cents bigint,
  fee_basis_points integer,
  fee_fixed_cents bigint,
  reserve_basis_points integer,
  reserve_days integer,
  platform_fee_cents bigint,
  net_value_cents bigint,
  reserve_cents bigint,
  reserve_held_cents bigint,
  paid_cents bigint,
  refunded_cents bigint,
  disputed_cents bigint,
  refunding_cents bigint,
  returned_count integer,
  oversold boolean,
  installments integer,
  max_installments integer,
  description text,
  external_reference text,
  postback_url text,
  success_url text,
  metadata json,
  customer_id uuid,
  customer json,
  product_id uuid,
  payment_link_id uuid,
  split json,
  token text,
  pix_provider text,
  pix_txid text,
  pix_copy_paste text,
  pix_expires_at timestamptz,
  pix_qr_png bytea,
  boleto json,
  card json,
  payment_provider text,
  payment_reference text,
  paid_at timestamptz,
  due_at timestamptz,
  event_sequence integer,
  created_at timestamptz
);
create type updated_charge_row as (
  account_id uuid,
  id uuid,
  status_before text,
  sequence_before integer,
  billing_type text,
  status text,
  platform_fee_cents bigint,
  net_value_cents bigint,
  reserve_cents bigint,
  reserve_held_cents bigint,
  paid_cents bigint,
  installments integer,
  card json,
  payment_provider text,
  payment_reference text,
  paid_at timestamptz,
  due_at timestamptz,
  event_sequence integer,
  refunded_cents bigint,
  disputed_cents bigint,
  refunding_cents bigint,
  returned_count integer,
  oversold boolean,
  customer_id uuid,
  customer json,
  pix_provider text,
  pix_txid text,
  pix_copy_paste text,
  pix_expires_at timestamptz,
  pix_qr_png bytea,
  boleto json
);

-- Tries of cards, by what they have in common with others, as keyed hashes. A try is counted before the bank is asked
-- and given back when it is approved. The version before counts declines in card_declines, and keeps to its own.
create table card_tries (
  kind text not null check (kind in ('card', 'device', 'payer', 'address')),
  fingerprint text not null,
  tries_ms bigint[] not null,
  last_at timestamptz not null,
  primary key (kind, fingerprint)
);
create index card_tries_last_at on card_tries (last_at);
alter table card_attempts add column counted_by text[] not null default '{}';

-- Links that time or payers can close: the list of active links leaves those out that are closed.
create index if not exists payment_links_bounded on payment_links (account_id)
  where active and (expires_at is not null or max_payments is not null);
