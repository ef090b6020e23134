set local lock_timeout = '5s';

-- Providers in another house. Who issued the charge's PIX code, and who received its payment; null: the sandbox, which
-- was the only one. Refunds that the provider has not confirmed yet are held: neither the seller's nor the payer's.
alter table charges
  add column pix_provider text,
  add column payment_provider text,
  add column refunding_cents bigint not null default 0;

alter table refunds add column failure text;

alter table stray_receipts
  add column provider text,
  add column return_tries integer not null default 0;

-- Who decides it, where the payer's bank took the money back at a provider; null: operators do.
alter table disputes add column provider text;

-- Approved, and paid by somebody's hand where no provider pays: since when it waits, and the receipt of the payment.
alter table withdrawals
  add column to_pay_since timestamptz,
  add column payment_reference text;

create index if not exists withdrawals_payment on withdrawals (payment_reference) where payment_reference is not null;

-- The account's own order of PIX providers; null: the installation's.
alter table accounts add column pix_providers text[];

-- What a provider may have been asked to make, on record before it hears of it. A row whose code did not become its
-- charge's is removed at the provider, and then here.
create table pix_intents (
  account_id uuid not null,
  txid text not null,
  charge_id uuid not null,
  provider text not null,
  is_due_charge boolean not null,
  touched_at timestamptz not null default now(),
  abandoned boolean not null default false,
  primary key (account_id, txid)
);
create index pix_intents_charge on pix_intents (account_id, charge_id);
create index pix_intents_age on pix_intents (provider, touched_at);

-- How far each provider's receipts were compared with ours. One row a provider; whoever holds the lease compares.
create table pix_comparisons (
  provider text primary key,
  compared_until timestamptz not null,
  day_compared_at timestamptz not null,
  refunds_compared_at timestamptz not null,
  leased_until timestamptz
);
