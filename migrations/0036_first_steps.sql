set local lock_timeout = '5s';

-- When a person put the list of first steps away, in this account; null: it stays until every step is done.
alter table users add column first_steps_hidden_at timestamptz;
