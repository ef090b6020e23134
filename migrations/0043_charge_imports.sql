-- Charges that a seller imports from a file (decision 0050). `sealed_rows` holds what the file said until the charges are
-- made or the import expires; the rows hold outcomes only.
create table charge_imports (
  account_id uuid not null,
  id uuid not null,
  file_name text not null,
  status text not null check (status in ('checked', 'running', 'done', 'expired')),
  rows_count integer not null,
  refused_count integer not null,
  made_count integer not null default 0,
  failed_count integer not null default 0,
  ready_cents bigint not null,
  -- The rows up to this line have their outcome.
  made_through integer not null default 0,
  -- The ids of the charges are derived from it, and its instant is when they were created.
  base_id uuid,
  sealed_rows bytea,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);
create table charge_import_rows (
  account_id uuid not null,
  import_id uuid not null,
  line integer not null,
  status text not null check (status in ('ready', 'refused', 'made', 'failed')),
  value_cents bigint,
  errors json,
  charge_id uuid,
  primary key (account_id, import_id, line)
);
