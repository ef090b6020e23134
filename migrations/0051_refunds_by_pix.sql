-- Money that goes back to a payer who paid by barcode: no bank takes a boleto back, so the payer is asked for a PIX key. One
-- row a refund, or a payment that could not be taken, by its id. `pix_key` is sealed, `key_number` counts the keys that
-- were given: each is another payout, because a bank keeps the outcome of each.
create table payer_refunds (
  account_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  kind text not null check (kind in ('refund', 'return')),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('waiting', 'sending', 'done', 'expired')),
  pix_key text,
  key_number integer not null,
  -- The payout provider that was asked; null: operators pay by hand.
  provider text,
  -- Our reference of the payout to the last key.
  payout_reference uuid,
  -- Why the last key was not taken.
  failure text,
  -- Proof of a payment by hand.
  reference text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index payer_refunds_payout on payer_refunds (payout_reference) where payout_reference is not null;
create index payer_refunds_open on payer_refunds (created_at, id) where status in ('waiting', 'sending');
