set local lock_timeout = '5s';

-- Terms with a name that operators give to accounts. The terms in force stay on the account, as the version before
-- reads them: a change of a plan writes them there. Small, and the same for every node.
create table fee_plans (
  id uuid primary key,
  name text not null,
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_fixed_cents bigint not null check (fee_fixed_cents >= 0),
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  reserve_days integer not null check (reserve_days between 0 and 3650),
  created_at timestamptz not null
);
create unique index fee_plans_name on fee_plans (lower(name));

-- Own fees: the account stays with its plan, and changes of the plan pass it by.
alter table accounts
  add column fee_plan_id uuid,
  add column has_own_fees boolean not null default false;
create index if not exists accounts_fee_plan on accounts (fee_plan_id) where fee_plan_id is not null;
