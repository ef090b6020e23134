set local lock_timeout = '5s';

-- What files of banks hold of payers is not kept for ever (decision 0069).

-- Its bytes were removed because of their age: `content` is empty then. Name, hash and figures stay.
alter table bank_files
  add column content_removed_at timestamptz;
create index if not exists bank_files_content_age on bank_files (created_at) where content_removed_at is null;
create index if not exists bank_titles_refused on bank_titles (changed_at) where state = 'refused' and sealed is not null;

-- By the charge alone: which boletos and files of any bank name this payer.
create index if not exists bank_titles_reference on bank_titles (reference);
create index if not exists bank_file_lines_reference on bank_file_lines (bank, reference) where reference is not null;

-- Refunds to payers by PIX are held against the list of their bank on the day on which they were made.
alter table payer_refunds
  add column done_at timestamptz;
create index if not exists payer_refunds_done on payer_refunds (done_at, payout_reference) where status = 'done';

-- Whether a difference is of a charge or of a withdrawal; null: found by an earlier version.
alter table reconciliation_differences
  add column object_kind text;

-- A payment that goes back is held against its provider's list on the day on which it was paid.
alter table stray_receipts
  add column paid_at timestamptz;
create index if not exists stray_receipts_paid on stray_receipts (provider, paid_at, id) where provider <> 'sandbox';
