set local lock_timeout = '5s';

-- The smallest UUIDv7 of an instant (kit/ids.ts, firstIdOf).
create function first_id_of(instant timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

create function instant_of_id(id uuid) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
$$;

-- Events, deliveries, attempts and the audit log become tables of partitions by the time in their ids. What there is so
-- far becomes the first partition of each. It must be known to end somewhere: a week after everything in it. Looked for
-- before anything is locked.
do $$
declare
  relation text;
  last_id uuid;
  edge uuid;
begin
  select first_id_of(now() + interval '7 days' + make_interval(secs => coalesce(max(value::numeric), 0)::double precision / 1000))
  into edge
  from installation
  where installation.name = 'sandbox clock offset';
  foreach relation in array array['events', 'deliveries', 'audit_log'] loop
    execute format('select id from %I order by id desc limit 1', relation) into last_id;
    if last_id is not null then
      edge := greatest(edge::text, first_id_of(instant_of_id(last_id) + interval '7 days')::text)::uuid;
    end if;
  end loop;
  insert into installation (name, value) values ('first partitions end at', edge::text);
end $$;

-- How far an account's events were removed because of their age (decision 0037): a reader of the feed whose cursor is
-- before this place has missed some.
create table feed_starts (
  account_id uuid primary key,
  removed_through xid8 not null,
  removed_id uuid not null
);

-- Ended sessions are found by when they would have expired.
create index if not exists sessions_expires on sessions (expires_at);

-- Rows that live for a day or a week: their space is used again soon enough for the tables to stay as large as they are.
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table request_log set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);
alter table changed_accounts set (autovacuum_vacuum_scale_factor = 0.02);

-- The version before cannot read a shortened answer: where one may be at work, or may have to be gone back to, answers
-- are shortened from a day later on.
insert into installation (name, value)
select 'answers shortened from',
  to_char((now() + case when exists (select from accounts) then interval '1 day' else interval '0' end) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
on conflict (name) do nothing;

-- For new rows alone until the next migration has read the tables, which blocks neither reads nor writes.
-- The previous version is ready for this: its clock does not come to the end of the constraint within a deploy.
do $$
declare
  relation text;
  edge uuid := (select value from installation where installation.name = 'first partitions end at')::uuid;
begin
  foreach relation in array array['deliveries', 'delivery_attempts', 'events', 'audit_log'] loop
    execute format('alter table %I add constraint %I check (%I < %L) not valid', relation, relation || '_first_range',
      case relation when 'delivery_attempts' then 'delivery_id' else 'id' end, edge);
  end loop;
end $$;
