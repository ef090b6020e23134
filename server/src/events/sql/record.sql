-- Records events and, with each, one delivery for every webhook of its account that listens and one for the postback of
-- its charge. Plan: insert from unnest; for each event an index scan of webhooks by account and of the notices by type.
with recorded as (
  insert into events (account_id, id, type, charge_id, withdrawal_id, dispute_id, sequence, audience, billing_type,
    previous_billing_type, status, previous_status, data, created_at, xact_id)
  select e.*, (select (pg_current_xact_id()::text::bigint + base)::text::xid8 from position_base)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::integer[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::json[], $14::timestamptz[]) as e
  returning account_id, id, type, charge_id, audience, data, created_at
), queued as (
  insert into deliveries (account_id, id, event_id, event, charge_id, webhook_id, queue, url, due_at, created_at)
  -- targets: events/emit-routed.ts reads from here to the end mark, so that the rule stands once.
  -- The delivery's id starts as its event's does, so that the log sorts by time. An event of a dispute names its charge
  -- in its data only.
  select r.account_id, (left(r.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid as id, r.id as event_id,
    target.event, coalesce(r.charge_id, (r.data ->> 'charge_id')::uuid) as charge_id, target.webhook_id, target.queue,
    target.url, r.created_at as due_at, r.created_at
  from recorded r
  cross join lateral (
    select n.name, w.id, w.id::text, w.url
    from webhooks w
    join event_notices n on n.type = r.type
      and n.audience = r.audience
      and n.received_by && w.events
      and (n.cause is null or n.cause = r.data ->> 'cause')
    where w.account_id = r.account_id /*routed and w.account_id = $1*/
    union all
    select r.type, null, substring(r.data ->> 'postback_url' from '^[^:]+://[^/?#]+'), r.data ->> 'postback_url'
    where r.data ->> 'postback_url' is not null
      and r.audience = 'owner'
      and r.type in ('charge.pending', 'charge.paid', 'charge.refunded', 'charge.cancelled', 'charge.refused',
        'charge.overdue')
  ) as target (event, webhook_id, queue, url)
  -- end of targets
  returning 1
)
select exists (select from queued) as has_deliveries
