set local lock_timeout = '5s';

-- What a payment link asks a payer for beside name and e-mail (null: nothing), and what paying it by Pix saves.
alter table payment_links
  add column asks json,
  add column pix_discount_basis_points integer not null default 0
    check (pix_discount_basis_points between 0 and 9999);

-- What a payer bought through a link: quantity, unit value, Pix discount and sealed answers. Null: one unit at
-- its value, and nothing asked.
alter table charges add column purchase json;

-- A charge of several units holds as many.
alter table stock_holds add column quantity integer not null default 1 check (quantity > 0);

-- How new charges travel, with what was bought. Row types never change, because the version before still sends its own.
create type bought_charge_row as (
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
  interest_by_payer boolean,
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
  created_at timestamptz,
  cancel_cause text,
  purchase json
);
