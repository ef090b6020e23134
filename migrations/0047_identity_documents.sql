set local lock_timeout = '5s';

-- What a seller sent to show who it is. What was sent never changes: another sending is another row. `documents`: kind,
-- file, type and size as they were. `reasons`: why it was refused, for each document.
create table identity_submissions (
  account_id uuid not null,
  id uuid not null,
  -- The order in which the account sent them. Ids are given before a request waits for the lock of its account.
  number integer not null,
  status text not null check (status in ('submitted', 'in_review', 'approved', 'refused', 'replaced')),
  person_type text not null,
  identity_type text not null,
  documents json not null,
  reasons json,
  submitted_by uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (account_id, id)
);
-- An account has one that waits at a time.
create unique index identity_submissions_open on identity_submissions (account_id)
  where status in ('submitted', 'in_review');
create unique index identity_submissions_number on identity_submissions (account_id, number);
create index identity_submissions_status on identity_submissions (status, id);

-- What an operator proposed, and what became of it. Another operator confirms it or sends it back.
create table identity_reviews (
  account_id uuid not null,
  submission_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  operator_account_id uuid not null,
  decision text not null check (decision in ('approve', 'refuse')),
  reasons json not null,
  note text,
  created_at timestamptz not null,
  ended_as text check (ended_as in ('confirmed', 'sent_back', 'lapsed')),
  ended_by uuid,
  ended_by_account uuid,
  end_note text,
  ended_at timestamptz,
  primary key (account_id, submission_id, id)
);
create unique index identity_reviews_open on identity_reviews (account_id, submission_id) where ended_as is null;
