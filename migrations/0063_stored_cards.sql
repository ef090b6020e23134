-- Cards that payers agreed to have kept. The card itself is at the acquirer. Here is its name for it, and what was
-- agreed to. Storing: with a payment that has not ended yet. Removing: the acquirer has not forgotten it yet.
create table stored_cards (
  account_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null,
  -- The acquirer's own id. Null: it was not stored there yet.
  provider_card_id text,
  brand text not null,
  last_four text not null,
  exp_month integer,
  exp_year integer,
  status text not null check (status in ('storing', 'stored', 'removing', 'removed')),
  -- The payment that it was stored with.
  charge_id uuid not null,
  attempt_id uuid not null,
  -- What the payer agreed to: the words that were shown, on whose page, from where
  consent_text text not null,
  consent_version text,
  consent_by text not null check (consent_by in ('payer', 'seller')),
  consent_ip text,
  consented_at timestamptz not null,
  -- Whether the seller may charge it without the payer.
  merchant_may_charge boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, id)
);
create index stored_cards_of_customer on stored_cards (account_id, customer_id, id);

insert into event_notices (type, audience, name, cause, received_by) values
  ('charge.card_stored', 'owner', 'charge.card_stored', null, '{charge.card_stored}');
