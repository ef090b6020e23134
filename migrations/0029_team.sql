set local lock_timeout = '5s';

-- A row of users is a member of the account's team (decision 0045). Password, second factor and sessions are those of the
-- row in the home account; `home_account_id` is null in that row itself. A person has the same id in every account.
-- `removed_at`: no longer a member; the row stays, because the audit log refers to it.
alter table users
  add column name text,
  add column team_role text default 'owner' not null check (team_role in ('owner', 'finance', 'support', 'developer', 'read_only')),
  add column home_account_id uuid,
  add column removed_at timestamptz;
create index if not exists users_of_person on users (id);

-- The account that a session acts in; null: the one it is stored under, which is the user's home.
alter table sessions add column acting_account_id uuid;

-- Null: everything that a key may do; from every address; without an end. `expires_at` is in real time.
alter table api_keys
  add column scopes text[],
  add column allowed_networks text[],
  add column expires_at timestamptz,
  add column created_by uuid;
create trigger api_keys_limits_changed after update of scopes, allowed_networks, expires_at on api_keys
  for each row execute function note_changed_account();

-- Invitations into a team. A link is bound to `sent_at`: a new one ends those before it.
create table invitations (
  account_id uuid not null references accounts (id),
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'finance', 'support', 'developer', 'read_only')),
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  invited_by uuid not null,
  accepted_by uuid,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
create unique index invitations_pending on invitations (account_id, email) where status = 'pending';
