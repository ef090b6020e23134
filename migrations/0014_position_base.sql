set local lock_timeout = '5s';

-- The base of positions (decision 0012, db/positions.ts), and the run of the database server that it is right for.
create table position_base (
  only_row boolean primary key default true check (only_row),
  base bigint not null,
  server_run text not null
);
insert into position_base (base, server_run) values (0, '');

-- The version before keeps the base in the body of position_of and the run in installation, and writes the run last.
-- What one of its processes writes there is moved into the table within the same transaction. Function and trigger can
-- be dropped as soon as that version no longer runs.
create function move_position_base() returns trigger language plpgsql as $$
begin
  update position_base set base = position_of('0')::text::bigint, server_run = new.value;
  create or replace function position_of(number xid8) returns xid8 language sql stable parallel safe as
    'select (number::text::bigint + base)::text::xid8 from position_base';
  return null;
end $$;
create trigger installation_position_base after insert or update on installation
  for each row when (new.name = 'run of the database server') execute function move_position_base();

insert into installation (name, value) values ('run of the database server', 'unknown')
on conflict (name) do update set value = installation.value;
