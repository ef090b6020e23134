-- What a seller's overview, statement and reserve show, added up a day, so that none of them grows with the number of
-- charges. A day is one of São Paulo, by the gateway's clock. Each figure is what was folded up to a mark plus what came
-- after it, read under one snapshot; the marks are apart from `charge_count_marks`, so that a program that does not know
-- these tables cannot move them.

-- In the order in which a payment takes these tables: whoever writes meanwhile waits, and nobody deadlocks.
create index customers_name on customers (account_id, (lower(name) collate "C"), id);
create index charges_number on charges (account_id, number) where billing_type = 'CREDIT_CARD' or payer_chooses;
create index events_charge on events (account_id, charge_id, sequence) where charge_id is not null;
-- Takes the place of ledger_postings_type: it finds the lines of a type, of a category and of a time.
create index ledger_postings_lines on ledger_postings (account_id, category, type, occurred_at, sequence)
  where type is not null;
drop index ledger_postings_type;

create table charge_days (
  account_id uuid not null,
  day date not null,
  billing_type text not null,
  created_count bigint not null,
  received_count bigint not null,
  received_cents bigint not null,
  fee_cents bigint not null,
  refused_count bigint not null,
  primary key (account_id, day, billing_type)
);
create table charge_values (
  account_id uuid not null,
  status text not null,
  count bigint not null,
  value_cents bigint not null,
  primary key (account_id, status)
);
create table charge_figure_marks (
  account_id uuid primary key,
  counted_below xid8 not null default '0'
);

-- Postings are numbered under the lock of their account's balance row, so the numbers follow the commits without a gap:
-- the number itself is the mark.
create table statement_days (
  account_id uuid not null,
  day date not null,
  category text not null,
  type text not null check (type in ('credit', 'debit')),
  count bigint not null,
  amount_cents bigint not null,
  primary key (account_id, day, category, type)
);
create table reserve_days (
  account_id uuid not null,
  day date not null,
  charges_count bigint not null,
  amount_cents bigint not null,
  primary key (account_id, day)
);
create index reserve_days_held on reserve_days (account_id, day) where charges_count > 0;
create table statement_marks (
  account_id uuid primary key,
  folded_through bigint not null default 0
);

-- By trigger, so that accounts which an older program opens have their marks too.
create function begin_figures() returns trigger language plpgsql as $$
begin
  insert into charge_figure_marks (account_id) values (new.id);
  insert into statement_marks (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_begin_figures after insert on accounts
  for each row execute function begin_figures();

-- One statement, one snapshot: what lies below its oldest running transaction is final and counted, the rest comes after
-- the mark.
with horizon as materialized (
  select pg_snapshot_xmin(pg_current_snapshot()) as xmin
), changes as materialized (
  select e.account_id, (e.created_at at time zone 'America/Sao_Paulo')::date as day, e.billing_type, e.type, e.status,
    e.previous_status, c.value_cents, c.paid_cents, c.platform_fee_cents
  from horizon
  join events e on e.xact_id < horizon.xmin
  join charges c on c.account_id = e.account_id and c.id = e.charge_id
  where e.audience = 'owner'
), days as (
  insert into charge_days (account_id, day, billing_type, created_count, received_count, received_cents, fee_cents,
    refused_count)
  select account_id, day, billing_type,
    count(*) filter (where previous_status is null),
    count(*) filter (where type = 'charge.paid'),
    coalesce(sum(paid_cents) filter (where type = 'charge.paid'), 0),
    coalesce(sum(platform_fee_cents) filter (where type = 'charge.paid'), 0),
    count(*) filter (where type = 'charge.refused')
  from changes
  group by account_id, day, billing_type
), sums as (
  insert into charge_values (account_id, status, count, value_cents)
  select changes.account_id, change.status, sum(change.count), sum(change.count * changes.value_cents)
  from changes
  cross join lateral (values (changes.status, 1), (changes.previous_status, -1)) as change (status, count)
  where change.status is not null
  group by changes.account_id, change.status
)
insert into charge_figure_marks (account_id, counted_below)
select accounts.id, horizon.xmin
from accounts, horizon;

with days as (
  insert into statement_days (account_id, day, category, type, count, amount_cents)
  select account_id, (occurred_at at time zone 'America/Sao_Paulo')::date, category, type, count(*), sum(amount_cents)
  from ledger_postings
  where type is not null
  group by 1, 2, 3, 4
), held as (
  insert into reserve_days (account_id, day, charges_count, amount_cents)
  select account_id, ((paid_at + make_interval(hours => 24 * reserve_days)) at time zone 'America/Sao_Paulo')::date,
    count(*), sum(reserve_held_cents)
  from charges
  where reserve_held_cents > 0
  group by 1, 2
)
insert into statement_marks (account_id, folded_through)
select a.id, coalesce(b.last_sequence, 0)
from accounts a
left join ledger_balances b on b.account_id = a.id;
