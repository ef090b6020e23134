set local lock_timeout = '5s';

-- Reads the tables while they are read and written as ever. Where the sandbox clock was moved during the migration
-- before, a row may lie beyond the end that was chosen then: the end is chosen again, with the tables locked.
do $$
declare
  relation text;
  edge uuid;
begin
  foreach relation in array array['deliveries', 'delivery_attempts', 'events', 'audit_log'] loop
    execute format('alter table %I validate constraint %I', relation, relation || '_first_range');
  end loop;
exception when check_violation then
  lock table deliveries, delivery_attempts, events, audit_log in access exclusive mode;
  select first_id_of(instant_of_id(id) + interval '7 days')
  into edge
  from (select id from events union all select id from deliveries union all select id from audit_log) as rows
  order by id desc
  limit 1;
  update installation set value = edge::text where installation.name = 'first partitions end at';
  foreach relation in array array['deliveries', 'delivery_attempts', 'events', 'audit_log'] loop
    execute format('alter table %I drop constraint %I', relation, relation || '_first_range');
    execute format('alter table %I add constraint %I check (%I < %L)', relation, relation || '_first_range',
      case relation when 'delivery_attempts' then 'delivery_id' else 'id' end, edge);
  end loop;
end $$;

-- From here on nothing is read: the tables are locked for some milliseconds.
lock table deliveries, delivery_attempts, events, audit_log in access exclusive mode;

-- The previous version is ready for this: the name stands for the same columns, constraints and rows as before.
do $$
declare
  relation text;
  index_name text;
begin
  foreach relation in array array['deliveries', 'delivery_attempts', 'events', 'audit_log'] loop
    for index_name in select indexname from pg_indexes
      where schemaname = current_schema() and tablename = relation
      and starts_with(indexname, relation || '_') loop
      execute format('alter index %I rename to %I', index_name, relation || '_first' || substr(index_name, length(relation) + 1));
    end loop;
    execute format('alter table %I rename to %I', relation, relation || '_first');
    execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', relation,
      relation || '_first', case relation when 'delivery_attempts' then 'delivery_id' else 'id' end);
    execute format('alter table %I drop constraint %I', relation, relation || '_first_range');
  end loop;
end $$;

alter table events add primary key (account_id, id);
create index if not exists events_feed on events (account_id, xact_id, id);
create index if not exists events_charge on events (account_id, charge_id, sequence) where charge_id is not null;

alter table deliveries add primary key (account_id, id);
create index if not exists deliveries_due on deliveries (account_id, queue, due_at, id) where due_at is not null;
create index if not exists deliveries_webhook on deliveries (account_id, webhook_id, id) where webhook_id is not null;
create index if not exists deliveries_set_aside on deliveries (account_id, status, id)
  where status in ('failed', 'paused', 'cancelled');
create index if not exists deliveries_failed_at on deliveries (finished_at) where status = 'failed';
create index if not exists deliveries_dispute on deliveries (account_id, charge_id, id)
  where event in ('dispute.opened', 'dispute.closed');

alter table delivery_attempts add primary key (account_id, delivery_id, number);

alter table audit_log add primary key (account_id, id);
create index if not exists audit_log_everywhere on audit_log (id);
create index if not exists audit_log_action on audit_log (action, id);
create index if not exists audit_log_user on audit_log (user_id, id) where user_id is not null;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- The first partition is known to end where it does, so that it is not read; its indexes become parts of those above.
-- What no partition is made for goes to the default one: the times to which a sandbox clock was moved. Later partitions
-- are made ahead by a task (db/partitions.ts).
do $$
declare
  relation text;
  edge uuid := (select value from installation where installation.name = 'first partitions end at')::uuid;
begin
  foreach relation in array array['deliveries', 'delivery_attempts', 'events', 'audit_log'] loop
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', relation, relation || '_first', edge);
    execute format('alter table %I drop constraint %I', relation || '_first', relation || '_first_range');
    execute format('create table %I partition of %I default', relation || '_default', relation);
  end loop;
end $$;
alter table deliveries_default set (fillfactor = 70);
create trigger audit_log_append_only before update or delete or truncate on audit_log_default
  for each statement execute function refuse_change();

-- As before, over all partitions.
create or replace view charge_totals as
  select account_id, billing_type, status, count
  from charge_counts
  union all
  select e.account_id, change.billing_type, change.status, change.count
  from charge_count_marks m
  join events e on e.account_id = m.account_id and e.xact_id >= m.counted_below
  cross join lateral (
    values (e.billing_type, e.status, 1), (e.previous_billing_type, e.previous_status, -1)
  ) as change (billing_type, status, count)
  where e.audience = 'owner'
    and e.charge_id is not null
    and change.status is not null;
