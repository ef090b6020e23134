set local lock_timeout = '5s';

-- The acquirer that was asked, null in rows from before: the sandbox. Of a refusal, the code as it came, and whether the
-- same card may be tried again.
alter table card_attempts
  add column provider text,
  add column code text,
  add column retry text check (retry in ('now', 'later', 'never'));
