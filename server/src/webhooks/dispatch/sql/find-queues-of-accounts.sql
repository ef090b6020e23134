-- The same as find-queues.sql within some accounts ($1), at most $3, due at $2.
--
-- Plan: one probe of deliveries_due for each of their queues, and none for those of other accounts.
with recursive queues as (
  select first.account_id, first.queue, first.due_at
  from unnest($1::uuid[]) as wanted (account_id)
  cross join lateral (
    select account_id, queue, due_at
    from deliveries
    where due_at is not null
      and account_id = wanted.account_id /*routed and account_id = $4 */
      and queue > ''
      and (leased_until is null or leased_until < now())
    order by queue, due_at
    limit 1
  ) as first
  union all
  select next.account_id, next.queue, next.due_at
  from queues q
  cross join lateral (
    select account_id, queue, due_at
    from deliveries
    where due_at is not null
      and account_id = q.account_id /*routed and account_id = $4 */
      and queue > q.queue
      and (leased_until is null or leased_until < now())
    order by queue, due_at
    limit 1
  ) as next
)
select account_id, queue, due_at, due_at <= $2 as is_due
from queues
limit $3
