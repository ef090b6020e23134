-- Records completed attempts ($1, many at once): the delivery moves on, and the attempt is added to its log.
--
-- Only while the delivery has the number of attempts it was claimed with: of two workers that held it, the first to
-- record decides. A round of tries may have been restarted (redelivery) while its last try was in progress: that try
-- then finds no try counted in the round, and the new round begins at its due_at.
--
-- Plan: nested loops from the attempts over the primary key of deliveries.
with attempts as (
  select a.*, a.status = 'failed' and a.due_at is not null as was_last_of_round
  from unnest($1::delivery_attempt_row[]) as a
), recorded as (
  update deliveries d
  set
    status = case when a.was_last_of_round and d.tries_in_round = 0 then 'pending' else a.status end,
    due_at = case when a.status = 'failed' and d.tries_in_round > 0 then null else a.due_at end,
    finished_at = case when a.was_last_of_round and d.tries_in_round = 0 then null else a.finished_at end,
    tries_in_round = case when a.was_last_of_round and d.tries_in_round = 0 then 0 else d.tries_in_round + 1 end,
    attempts = d.attempts + 1,
    url = a.url,
    leased_until = null
  from attempts a
  where d.account_id = a.account_id /*routed and d.account_id = $2 */
    and d.id = a.id
    and d.attempts = a.attempts_before
    and d.status = 'pending'
  returning d.account_id, d.id, d.attempts
)
insert into delivery_attempts
  (account_id, delivery_id, number, url, started_at, latency_ms, answer_status, failure, answer)
select r.account_id, r.id, r.attempts, a.url, a.started_at, a.latency_ms, a.answer_status, a.failure, a.answer
from recorded r
join attempts a on a.account_id = r.account_id and a.id = r.id
