set local lock_timeout = '5s';

-- Where a transaction stands among all that ever wrote to this data: its number plus a base. A number is only the
-- server's own; in another server, or in a copy of an earlier day, it may begin below what is stored. db/positions.ts
-- then raises the base, which stands in the function itself: it costs nothing to read, and every dump carries it along.
create function position_of(number xid8) returns xid8 language sql stable parallel safe as
  $$ select (number::text::bigint + 0)::text::xid8 $$;
alter table events alter column xact_id set default position_of(pg_current_xact_id());
alter table changed_accounts alter column xact_id set default position_of(pg_current_xact_id());

-- The run of the server that the base is right for. Unknown where this data came out of a dump of an older version into a
-- server that has not counted so far: its base is raised as soon as this migration is done.
insert into installation (name, value)
select 'run of the database server', extract(epoch from pg_postmaster_start_time())::text
from (select pg_snapshot_xmax(pg_current_snapshot()) as next) as server
where not exists (select from charge_count_marks where counted_below > next)
  and not exists (select from charge_figure_marks where counted_below > next)
  and not exists (
    select
    from accounts a
    cross join lateral (
      select xact_id
      from events
      where account_id = a.id
      order by xact_id desc
      limit 1
    ) as last
    where last.xact_id >= next
  );
