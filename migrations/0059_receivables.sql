set local lock_timeout = '5s';

-- When a seller gets what was paid by card: at once, with each installment, or on the next banking day. Rate per month of
-- what is paid out before its day, null where that is not offered.
alter table accounts
  add column card_settlement text not null default 'instant' check (card_settlement in ('instant', 'installments', 'd1')),
  add column anticipation_basis_points integer check (anticipation_basis_points between 0 and 10000);
alter table fee_plans
  add column card_settlement text not null default 'instant' check (card_settlement in ('instant', 'installments', 'd1')),
  add column anticipation_basis_points integer check (anticipation_basis_points between 0 and 10000);

-- Of payments by card, what the acquirer still owes.
alter table ledger_balances
  add column receivable_cents bigint not null default 0 check (receivable_cents >= 0);
-- The previous version is ready for this: what it moves adds up to zero without the new column.
alter table ledger_balances drop constraint ledger_balances_check;
-- The previous version is ready for this: it leaves the new column at zero.
alter table ledger_balances add constraint ledger_balances_check check (
  available_cents + receivable_cents + reserved_cents + refunds_cents + withdrawals_cents + disputes_cents
  + fees_cents + transfers_cents + external_cents = 0
);

-- How changes of balances travel, with receivables. `may_net`: what is not available may be covered by them.
create type balance_move_row as (
  account_id uuid,
  available bigint,
  receivable bigint,
  reserved bigint,
  refunds bigint,
  withdrawals bigint,
  disputes bigint,
  fees bigint,
  transfers bigint,
  external bigint,
  postings bigint,
  credits bigint,
  debits bigint,
  must_cover boolean,
  may_net boolean
);

-- One installment of one payment by card in the books of one account: the seller's, or a recipient's of the split.
-- `net_cents` = `gross_cents` less the platform's fee, `claimed_cents`: taken from it by refunds and disputes before it
-- was settled, `anticipated_cents`: paid out before its day.
create table receivables (
  account_id uuid not null,
  charge_id uuid not null,
  installment integer not null check (installment > 0),
  -- The account of the charge.
  seller_id uuid not null,
  installments integer not null,
  gross_cents bigint not null check (gross_cents >= 0),
  fee_cents bigint not null check (fee_cents between 0 and gross_cents),
  net_cents bigint not null check (net_cents = gross_cents - fee_cents),
  -- Held when it is settled, and what is held now.
  reserve_cents bigint not null default 0,
  reserve_held_cents bigint not null default 0 check (reserve_held_cents between 0 and reserve_cents),
  release_at timestamptz,
  claimed_cents bigint not null default 0,
  anticipated_cents bigint not null default 0,
  provider text,
  payment_reference text,
  -- As the acquirer tells it, null before. Of the whole installment, in the seller's row.
  provider_fee_cents bigint,
  provider_gross_cents bigint,
  settlement_reference text,
  -- The beginning of its day in São Paulo.
  expected_at timestamptz not null,
  status text not null check (status in ('expected', 'anticipated', 'settled', 'cancelled')),
  settled_at timestamptz,
  -- Who says that it is there: the acquirer, or only the calendar, where no acquirer can be asked.
  confirmed_by text not null check (confirmed_by in ('acquirer', 'calendar')),
  -- In the seller's row: when something of the installment changes next without anybody telling.
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, charge_id, installment),
  check (claimed_cents >= 0 and anticipated_cents >= 0 and claimed_cents + anticipated_cents <= net_cents)
);
create index receivables_of_payment on receivables (provider, payment_reference)
  where confirmed_by = 'acquirer' and account_id = seller_id;
create index receivables_due on receivables (due_at) where due_at is not null;
create index receivables_by_day on receivables (account_id, expected_at, charge_id, installment);
create index receivables_held on receivables (account_id, release_at) where reserve_held_cents > 0;

create type receivable_row as (
  account_id uuid,
  charge_id uuid,
  installment integer,
  seller_id uuid,
  installments integer,
  gross_cents bigint,
  fee_cents bigint,
  net_cents bigint,
  reserve_cents bigint,
  reserve_held_cents bigint,
  release_at timestamptz,
  claimed_cents bigint,
  anticipated_cents bigint,
  provider text,
  payment_reference text,
  provider_fee_cents bigint,
  provider_gross_cents bigint,
  settlement_reference text,
  expected_at timestamptz,
  status text,
  settled_at timestamptz,
  confirmed_by text,
  due_at timestamptz,
  created_at timestamptz
);

-- Which days of each acquirer's payments were read. The holder of the lease reads.
create table settlement_readings (
  provider text primary key,
  compared_at timestamptz not null,
  days_compared_at timestamptz not null,
  leased_until timestamptz
);
