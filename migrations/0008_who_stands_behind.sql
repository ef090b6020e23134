set local lock_timeout = '5s';

-- Which operator added this one (its account); null: the installation did. Whoever set somebody's first password may
-- stand behind both, so approvals are counted by whom they go back to. A first password works for changing it alone.
alter table users
  add column added_by uuid,
  add column must_change_password boolean not null default false;
update users u
  set added_by = l.actor_account_id
  from audit_log l
  where l.action = 'operator.added'
    and l.actor_kind = 'user'
    and l.account_id = u.account_id;

-- The log is read by who acted; a removed operator's e-mail stands in its row alone.
create index if not exists users_email on users (email);
create index if not exists audit_log_user on audit_log (user_id, id) where user_id is not null;
