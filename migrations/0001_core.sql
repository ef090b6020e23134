-- Every tenant table leads its primary key and unique constraints with account_id, so that the whole schema can be
-- distributed by account. What must be found without knowing the account has a small lookup table of its own.
-- The busiest tables carry no foreign key to accounts: its share locks on one row would make a busy seller queue.

create table accounts (
  id uuid primary key,
  name text not null,
  email text not null,
  document text not null,
  person_type text not null check (person_type in ('PF', 'PJ')),
  phone text,
  status text not null check (status in ('active', 'pending', 'blocked')),
  status_reason text,
  identity_verified boolean not null default false,
  payment_provider text not null,
  payout_pix_key text,
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  reserve_days integer not null check (reserve_days between 0 and 3650),
  rate_general integer,
  rate_charges integer,
  rate_webhooks integer,
  created_at timestamptz not null
);
-- Operators look for accounts by status and by the beginning of a name, e-mail or document.
create index accounts_status on accounts (status, id);
create index accounts_name on accounts (lower(name) text_pattern_ops);
create index accounts_email on accounts (email text_pattern_ops);
create index accounts_document on accounts (document text_pattern_ops);

create table users (
  account_id uuid not null references accounts (id),
  id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('seller', 'operator')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index users_operators on users (role) where role = 'operator';

create table user_emails (
  email text primary key,
  account_id uuid not null,
  user_id uuid not null
);

create table sessions (
  account_id uuid not null references accounts (id),
  id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table api_keys (
  account_id uuid not null references accounts (id),
  id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  status text not null check (status in ('active', 'revoked')),
  last_used_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id)
);

create table api_key_lookups (
  key_hash bytea primary key,
  account_id uuid not null,
  api_key_id uuid not null
);

-- How many rows an account has in a list. Spread over slots so that concurrent inserts do not queue on one row.
create table list_counts (
  account_id uuid not null,
  list text not null,
  slot smallint not null,
  count bigint not null,
  primary key (account_id, list, slot)
);

create table customers (
  account_id uuid not null references accounts (id),
  id uuid not null,
  name text not null,
  email text,
  cpf_cnpj text,
  phone text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index customers_document on customers (account_id, cpf_cnpj) where cpf_cnpj is not null;
create index customers_email on customers (account_id, lower(email), id) where email is not null;

create table products (
  account_id uuid not null references accounts (id),
  id uuid not null,
  name text not null,
  description text,
  price_cents bigint not null check (price_cents > 0),
  image_url text,
  stock bigint check (stock >= 0),
  active boolean not null default true,
  deleted_at timestamptz,
  split json not null default '[]',
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index products_listed on products (account_id, id) where deleted_at is null;
create index products_active on products (account_id, active, id) where deleted_at is null;

create table payment_links (
  account_id uuid not null references accounts (id),
  id uuid not null,
  token text not null,
  name text not null,
  description text,
  value_cents bigint check (value_cents > 0),
  billing_types text[] not null,
  max_installments integer not null check (max_installments between 1 and 12),
  product_id uuid,
  split json not null default '[]',
  success_url text,
  postback_url text,
  expires_at timestamptz,
  max_payments bigint check (max_payments > 0),
  payments_count bigint not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index payment_links_active on payment_links (account_id, active, id);

create table charges (
  account_id uuid not null,
  id uuid not null,
  number bigint not null,
  billing_type text not null check (billing_type in ('PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED')),
  payer_chooses boolean not null,
  status text not null check (status in ('PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE')),
  value_cents bigint not null check (value_cents > 0),
  fee_basis_points integer not null,
  fee_fixed_cents bigint not null,
  reserve_basis_points integer not null,
  reserve_days integer not null,
  platform_fee_cents bigint not null,
  net_value_cents bigint not null,
  reserve_cents bigint not null default 0 check (reserve_cents >= 0),
  reserve_held_cents bigint not null default 0 check (reserve_held_cents between 0 and reserve_cents),
  paid_cents bigint check (paid_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  disputed_cents bigint not null default 0 check (disputed_cents >= 0),
  returned_count integer not null default 0,
  installments integer check (installments between 1 and 12),
  max_installments integer not null check (max_installments between 1 and 12),
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
  token text not null,
  pix_txid text,
  pix_copy_paste text,
  pix_expires_at timestamptz,
  pix_qr_png bytea,
  boleto json,
  card json,
  payment_reference text,
  paid_at timestamptz,
  due_at timestamptz,
  event_sequence integer not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  check (refunded_cents + disputed_cents <= coalesce(paid_cents, 0))
);
create sequence charge_number_seq;
create sequence boleto_number_seq maxvalue 99999999 cycle;
create index charges_listed on charges (account_id, status, billing_type, id);
create index charges_external_reference on charges (account_id, external_reference, id) where external_reference is not null;
create index charges_customer on charges (account_id, customer_id, id) where customer_id is not null;
create index charges_due on charges (due_at) where due_at is not null;

create table public_tokens (
  token text primary key,
  account_id uuid not null,
  kind text not null check (kind in ('charge', 'payment_link')),
  object_id uuid not null
);

create table provider_references (
  reference text primary key,
  account_id uuid not null,
  charge_id uuid not null
);

-- One try of one card on one charge. A charge has at most one try whose outcome is not known.
create table card_attempts (
  account_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  brand text not null,
  last_four text not null,
  installments integer not null check (installments between 1 and 12),
  status text not null check (status in ('running', 'challenge', 'approved', 'refused')),
  reason text,
  provider_reference text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index card_attempts_open on card_attempts (account_id, charge_id) where status in ('running', 'challenge');
create index card_attempts_charge on card_attempts (account_id, charge_id, id);

-- Money that arrived and must go back: paid after cancellation, paid twice, wrong amount.
create table stray_receipts (
  account_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('returning', 'returned')),
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, reference)
);
create index stray_receipts_charge on stray_receipts (account_id, charge_id);

create table refunds (
  account_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  reverse_split boolean not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index refunds_charge on refunds (account_id, charge_id, id);

create table disputes (
  account_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  kind text not null check (kind in ('chargeback', 'med')),
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  reason text,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id)
);
create index disputes_charge on disputes (account_id, charge_id);
create index disputes_everywhere on disputes (status, id);

create table withdrawals (
  account_id uuid not null references accounts (id),
  id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  pix_key text not null,
  reason text,
  -- Set before the provider is asked to pay: from then on only its answer decides.
  payout_started_at timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id)
);
create index withdrawals_status on withdrawals (account_id, status, id);
create index withdrawals_everywhere on withdrawals (status, id);

-- The ledger. Each account's books close in themselves; money between accounts passes through `transfers`, which adds
-- up to zero over both sides. Platform totals are sums over accounts, so no row is shared by all sellers.
create table ledger_balances (
  account_id uuid primary key references accounts (id),
  available_cents bigint not null default 0,
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  refunds_cents bigint not null default 0 check (refunds_cents >= 0),
  withdrawals_cents bigint not null default 0 check (withdrawals_cents >= 0),
  disputes_cents bigint not null default 0 check (disputes_cents >= 0),
  fees_cents bigint not null default 0 check (fees_cents >= 0),
  transfers_cents bigint not null default 0,
  external_cents bigint not null default 0,
  last_sequence bigint not null default 0,
  credit_count bigint not null default 0,
  debit_count bigint not null default 0,
  check (
    available_cents + reserved_cents + refunds_cents + withdrawals_cents + disputes_cents
    + fees_cents + transfers_cents + external_cents = 0
  )
) with (fillfactor = 50);

create table ledger_entries (
  account_id uuid not null,
  fact text not null,
  charge_id uuid,
  withdrawal_id uuid,
  occurred_at timestamptz not null,
  primary key (account_id, fact)
);

create table ledger_postings (
  account_id uuid not null,
  sequence bigint not null,
  fact text not null,
  from_bucket text not null,
  to_bucket text not null check (to_bucket <> from_bucket),
  amount_cents bigint not null check (amount_cents > 0),
  category text not null,
  type text check (type in ('credit', 'debit')),
  available_after_cents bigint not null,
  charge_id uuid,
  withdrawal_id uuid,
  occurred_at timestamptz not null,
  primary key (account_id, sequence)
);
create index ledger_postings_type on ledger_postings (account_id, type, sequence) where type is not null;
create index ledger_postings_charge on ledger_postings (account_id, charge_id, sequence) where charge_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_postings_append_only before update or delete on ledger_postings
  for each statement execute function refuse_change();

-- Fails a statement whose guarded update did not find every row as it was read: the caller reads again.
create function require_all(rows_found bigint, rows_wanted bigint) returns boolean language plpgsql as $$
begin
  if rows_found <> rows_wanted then
    raise exception 'only % of % rows were as they had been read', rows_found, rows_wanted using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

-- One row a change, written in the change's own transaction. xact_id orders them safely for readers: a reader that
-- stays below the snapshot's oldest running transaction never overtakes one that has yet to commit.
create table events (
  account_id uuid not null,
  id uuid not null,
  xact_id xid8 not null default pg_current_xact_id(),
  type text not null,
  charge_id uuid,
  withdrawal_id uuid,
  dispute_id uuid,
  sequence integer not null,
  audience text not null check (audience in ('owner', 'split_recipient')),
  billing_type text,
  previous_billing_type text,
  status text,
  previous_status text,
  data json not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index events_feed on events (account_id, xact_id, id);

-- Charges counted by method and status up to a transaction; what came later is counted from the events themselves.
create table charge_counts (
  account_id uuid not null,
  billing_type text not null,
  status text not null,
  count bigint not null,
  primary key (account_id, billing_type, status)
);
create table charge_count_marks (
  account_id uuid primary key,
  counted_below xid8 not null default '0'
);

create table jobs (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  payload json not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index jobs_run_at on jobs (run_at);

create table webhooks (
  account_id uuid not null references accounts (id),
  id uuid not null,
  url text not null,
  events text[] not null,
  secret_box bytea not null,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table idempotency_keys (
  account_id uuid not null,
  key text not null,
  request_hash bytea not null,
  object_id uuid not null,
  state text not null check (state in ('running', 'done')),
  lease_until timestamptz not null,
  answer_status integer,
  answer_box bytea,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Which accounts changed in a way that processes keep in memory: state, plan, limits, roles, sessions, keys. Triggers
-- write it, so that no change can forget to; readers follow it by transaction, as they follow events.
create table changed_accounts (
  account_id uuid not null,
  xact_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index changed_accounts_feed on changed_accounts (xact_id);
create function note_changed_account() returns trigger language plpgsql as $$
begin
  insert into changed_accounts (account_id)
  values (case when tg_table_name = 'accounts' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'account_id')::uuid end);
  return null;
end $$;
create trigger accounts_changed after update on accounts
  for each row execute function note_changed_account();
create trigger users_changed after update on users
  for each row execute function note_changed_account();
create trigger sessions_changed after update of ended_at on sessions
  for each row execute function note_changed_account();
create trigger api_keys_changed after update of status on api_keys
  for each row execute function note_changed_account();

-- Small facts about this installation: the fingerprint of its master key, the sandbox clock's offset.
create table installation (
  name text primary key,
  value text not null
);

-- The sandbox provider's own memory, as a real provider would keep it: one row a keyed request.
create table sandbox_provider_calls (
  reference text primary key,
  kind text not null,
  answer json not null
);

-- Exact totals at any moment: what was counted, plus the changes since, under one snapshot.
create view charge_totals as
  select account_id, billing_type, status, count
  from charge_counts
  union all
  select e.account_id, change.billing_type, change.status, change.count
  from charge_count_marks m
  join events e on e.account_id = m.account_id and e.xact_id >= m.counted_below
  cross join lateral (
    values (e.billing_type, e.status, 1), (e.previous_billing_type, e.previous_status, -1)
  ) as change (billing_type, status, count)
  where e.audience = 'owner'
    and e.charge_id is not null
    and change.status is not null;
