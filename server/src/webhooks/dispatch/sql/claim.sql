-- Takes a lease of $6 seconds on what is due of each wanted queue ($1 account, $2 queue, $3 due since, $4 how many) until
-- $5, and returns it with its event and its webhook. No row is leased twice.
--
-- Plan: for each wanted queue a scan of deliveries_due that begins at the first due entry, not at the beginning of the
-- queue, where one dead entry lies for each delivery since the last vacuum; then nested loops over primary keys.
-- The update writes no indexed column, so it adds no index entries.
--
-- The commit does not wait for the disk, which halves the time of a small claim. A claim lost in a power cut leaves the
-- delivery due. The record of an attempt does wait, and cannot reach the disk before its claim.
with commit_without_waiting as (
  select set_config('synchronous_commit', 'off', true)
), picked as (
  select due.account_id, due.id
  from commit_without_waiting
  cross join unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::integer[]) as wanted (account_id, queue, since, max_count)
  cross join lateral (
    select d.account_id, d.id
    from deliveries d
    where d.account_id = wanted.account_id /*routed and d.account_id = $7 */
      and d.queue = wanted.queue
      and d.due_at between wanted.since and $5
      and (d.leased_until is null or d.leased_until < now())
    order by d.due_at, d.id
    limit wanted.max_count
    for update skip locked
  ) as due
  -- 16 queues of at most 16. Without a constant the planner expects a tenth of every queue and reads the whole table.
  limit 256
), claimed as (
  update deliveries d
  -- Short, so that another worker takes over soon after a kill; it is renewed while the exchange runs.
  set leased_until = now() + make_interval(secs => $6)
  from picked
  where d.account_id = picked.account_id /*routed and d.account_id = $7 */
    and d.id = picked.id
  returning d.account_id, d.id, d.event_id, d.event, d.webhook_id, d.queue, d.url, d.attempts, d.tries_in_round, d.due_at
)
-- Left joins: a claimed delivery is returned even if its event were missing, so that it fails in the log.
select
  c.account_id,
  c.id,
  c.event_id,
  c.event,
  c.webhook_id,
  c.queue,
  c.url,
  c.attempts,
  c.tries_in_round,
  c.due_at,
  e.type,
  e.audience,
  e.sequence,
  e.previous_status,
  e.data,
  e.created_at as event_created_at,
  w.url as webhook_url,
  w.active,
  w.retry_policy,
  encode(w.secret_box, 'hex') as secret_box,
  nullif(w.previous_secret_boxes, '{}') as previous_secret_boxes,
  nullif(w.previous_secrets_until, '{}') as previous_secrets_until
from claimed c
left join events e on e.account_id = c.account_id and e.id = c.event_id /*routed and e.account_id = $7 */
left join webhooks w on w.account_id = c.account_id and w.id = c.webhook_id /*routed and w.account_id = $7 */
