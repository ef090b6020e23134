set local lock_timeout = '5s';

-- Paid by card, the money is only held until the seller captures it.
alter table charges add column captures_later boolean not null default false;

-- Held: authorised, until it is captured (then the attempt is approved) or let go (voided). `capture_cents`: what the
-- seller asked to take of it.
alter table card_attempts
  add column capture_until timestamptz,
  add column capture_cents bigint check (capture_cents > 0);
-- The previous version is ready for this: it writes the states that it knows, and looks an unknown one up at the acquirer.
alter table card_attempts drop constraint card_attempts_status_check;

insert into event_notices (type, audience, name, cause, received_by) values
  ('charge.authorized', 'owner', 'charge.authorized', null, '{charge.authorized}');

-- How new charges travel, with how they are captured. Row types never change, because the version before still sends its
-- own.
create type capturable_charge_row as (
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
  purchase json,
  captures_later boolean
);
