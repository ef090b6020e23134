-- The queues after ($1 account, $2 queue) that have a delivery without a lease, at most $4, each with the due_at of the
-- first one and whether that is due at $3.
--
-- Plan: steps from queue to queue through deliveries_due. It costs one index probe for each queue, however long the
-- queue is, and one for each leased delivery.
with recursive queues as (
  (
    select account_id, queue, due_at
    from deliveries
    where due_at is not null
      and (account_id, queue) > ($1, $2)
      and (leased_until is null or leased_until < now())
    order by account_id, queue, due_at
    limit 1
  )
  union all
  select next.account_id, next.queue, next.due_at
  from queues q
  cross join lateral (
    select account_id, queue, due_at
    from deliveries
    where due_at is not null
      and (account_id, queue) > (q.account_id, q.queue)
      and (leased_until is null or leased_until < now())
    order by account_id, queue, due_at
    limit 1
  ) as next
)
select account_id, queue, due_at, due_at <= $3 as is_due
from queues
limit $4
