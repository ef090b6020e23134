set local lock_timeout = '5s';

-- The position of a transaction of the node that runs this. On a distributed database each node has a version of its
-- own, with its own base (server/src/db/distributed/positions.ts); the setting keeps this one from being copied there.
set local citus.enable_ddl_propagation = off;
create function node_position(number xid8) returns xid8 language sql stable parallel safe as
  'select (number::text::bigint + base)::text::xid8 from position_base';
