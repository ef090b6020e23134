set local lock_timeout = '5s';

-- An account's own order of boleto providers; null: the installation's.
alter table accounts add column boleto_providers text[];

insert into event_notices (type, audience, name, cause, received_by) values
  ('charge.boleto_registered', 'owner', 'charge.boleto_registered', null, '{charge.boleto_registered}');

-- How the payment came. Null: a row of an earlier version, whose provider returns it. No bank returns the payment of a
-- boleto.
alter table stray_receipts add column method text;

-- What banks reported as paid of boletos, with what they kept for it. Null fee: not told.
create table boleto_payments (
  account_id uuid not null,
  payment_reference text not null,
  charge_id uuid not null,
  provider text not null,
  method text not null check (method in ('PIX', 'BOLETO')),
  amount_cents bigint not null,
  bank_fee_cents bigint,
  paid_at timestamptz not null,
  primary key (account_id, payment_reference)
);
create index boleto_payments_provider on boleto_payments (provider, paid_at);

-- Which days of each boleto provider's payments were compared with ours. The holder of the lease compares.
create table boleto_comparisons (
  provider text primary key,
  compared_at timestamptz not null,
  days_compared_at timestamptz not null,
  leased_until timestamptz
);

-- The memory of the sandbox's bank, as a bank would keep it: one row a boleto, by our reference.
create table sandbox_boletos (
  reference text primary key,
  request json not null,
  due_date date not null,
  state text not null check (state in ('accepted', 'refused', 'cancelled')),
  payments json not null,
  registers_at timestamptz not null
);
create index sandbox_boletos_due on sandbox_boletos (due_date);
