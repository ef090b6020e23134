-- Boletos at banks that take and give files (decision 0064). A covenant's file carries the boletos of many accounts, so its
-- books are the bank's: keyed by the name of the bank in the settings. Small beside the charges; they stay in one place.

-- One row for each bank, locked by what makes or books a file of it.
create table bank_covenants (
  bank text not null primary key,
  -- Of the last file that was made: they count without a gap.
  file_number integer not null default 0,
  -- The last cut-off that was seen, with a file or with nothing to send.
  cut_off_at timestamptz
);

create table bank_titles (
  bank text not null,
  -- Of the charge.
  reference text not null,
  -- At the bank, without its check digit.
  our_number text not null,
  -- As the charge had it when it was registered.
  charge_number text not null,
  -- The 25 digits of the barcode that are the bank's.
  free_field text not null,
  state text not null check (state in ('registering', 'open', 'paid', 'cancelled', 'refused')),
  reason text,
  amount_cents bigint not null check (amount_cents > 0),
  issued_on date not null,
  due_date date not null,
  -- Terms and payer, until nothing is to be asked of the bank any more.
  sealed bytea,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (bank, reference)
);
create unique index bank_titles_number on bank_titles (bank, our_number);

create table bank_instructions (
  bank text not null,
  id uuid not null,
  reference text not null,
  kind text not null check (kind in ('register', 'write_off', 'change_due_date')),
  due_date date,
  state text not null check (state in ('waiting', 'in_file', 'done', 'refused', 'dropped')),
  reason text,
  file_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (bank, id)
);
create unique index bank_instructions_waiting on bank_instructions (bank, reference, kind) where state = 'waiting';
create index bank_instructions_reference on bank_instructions (bank, reference);

create table bank_files (
  bank text not null,
  id uuid not null,
  direction text not null check (direction in ('remittance', 'return')),
  -- Of a return: the bank's own number; null: its header could not be read.
  number integer,
  name text not null,
  state text not null check (state in ('made', 'sent', 'checked', 'booked', 'failed')),
  problem text,
  -- The bytes of the file, sealed: payers are named in it.
  content bytea not null,
  sha256 bytea not null,
  size integer not null,
  titles_count integer not null,
  total_cents bigint not null,
  paid_count integer not null default 0,
  paid_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  -- Lines that a person has to look at.
  open_count integer not null default 0,
  -- Who made or sent it; null: the gateway itself.
  user_id uuid,
  created_at timestamptz not null,
  -- Handed to the bank, or booked.
  ended_at timestamptz,
  -- A worker is writing it into the folder.
  claimed_until timestamptz,
  primary key (bank, id)
);
create unique index bank_files_number on bank_files (bank, number) where direction = 'remittance';
-- What could not be read may be sent again.
create unique index bank_files_content on bank_files (bank, sha256) where direction = 'return' and state <> 'failed';
create index bank_files_id on bank_files (id);

-- What a booked return said of each title.
create table bank_file_lines (
  bank text not null,
  file_id uuid not null,
  line integer not null,
  our_number text not null,
  reference text,
  movement text not null,
  event text not null,
  outcome text not null,
  problem text,
  reasons json not null,
  amount_cents bigint not null,
  paid_cents bigint not null,
  credited_cents bigint not null,
  fee_cents bigint not null,
  occurred_on date,
  credited_on date,
  -- The same movement in another file has the same; null: nothing was booked by this line.
  fact text,
  primary key (bank, file_id, line)
);
create unique index bank_file_lines_fact on bank_file_lines (bank, fact) where fact is not null;

create table bank_payments (
  bank text not null,
  payment_reference text not null,
  -- Null: no title of ours.
  reference text,
  our_number text not null,
  amount_cents bigint not null check (amount_cents > 0),
  credited_cents bigint not null,
  fee_cents bigint not null,
  paid_on date not null,
  credited_on date,
  paid_at timestamptz not null,
  file_id uuid not null,
  primary key (bank, payment_reference)
);
create index bank_payments_reference on bank_payments (bank, reference);
create index bank_payments_day on bank_payments (bank, paid_on, payment_reference);
