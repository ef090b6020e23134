-- New charges, the tokens and provider references that find them without their account, their first events with the
-- deliveries of each, the words they are searched by, and the answers kept under idempotency keys: one statement, atomic
-- by itself. A charge whose id exists is left alone and not returned.
-- $1 charges, $2 their first events, $3 answers under idempotency keys, $4 words.
-- Plan: inserts from unnest, one probe of each primary key; webhooks by account.
with inserted as (
  insert into charges as c (account_id, id, number, billing_type, payer_chooses, status, value_cents, fee_basis_points,
    fee_fixed_cents, reserve_basis_points, reserve_days, platform_fee_cents, net_value_cents, reserve_cents,
    reserve_held_cents, paid_cents, refunded_cents, disputed_cents, refunding_cents, returned_count, oversold, installments,
    max_installments, interest_by_payer, description, external_reference, postback_url, success_url, metadata, customer_id, customer,
    product_id, payment_link_id, split, token, pix_provider, pix_txid, pix_copy_paste, pix_expires_at, pix_qr_png,
    boleto, card, payment_provider, payment_reference, paid_at, due_at, event_sequence, created_at,
    cancel_cause, purchase, captures_later)
  select *
  from unnest($1::capturable_charge_row[])
  on conflict (account_id, id) do nothing
  returning c.account_id, c.id, c.token, c.pix_txid, c.boleto, c.created_at, c.billing_type, c.status
), tokens as (
  insert into public_tokens (token, account_id, kind, object_id)
  select token, account_id, 'charge', id
  from inserted
), provider_keys as (
  insert into provider_references (reference, account_id, charge_id)
  select reference, account_id, id
  from inserted
  cross join lateral (values (pix_txid), (boleto ->> 'ourNumber')) as keys (reference)
  where reference is not null
), searchable as (
  insert into search_words (account_id, kind, object_id, words)
  select i.account_id, w.kind, i.id, array_to_tsvector(string_to_array(w.words, ' '))
  from unnest($4::search_words_row[]) as w
  join inserted i on i.account_id = w.account_id and i.id = w.object_id
  on conflict (account_id, kind, object_id) do nothing
), answered as (
  update idempotency_keys k
  set state = 'done',
      answer_status = a.status,
      answer_box = a.box
  from unnest($3::answer_row[]) as a
  join inserted i on i.account_id = a.account_id and i.id = a.object_id
  where k.account_id = a.account_id
    and k.key = a.key
    and k.object_id = a.object_id
    and k.state = 'running'
  returning 1
), recorded as (
  insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, status, data, created_at, xact_id)
  select i.account_id, e.id, 'charge.pending', i.id, 1, 'owner', i.billing_type, i.status, e.data, i.created_at,
    (select (pg_current_xact_id()::text::bigint + base)::text::xid8 from position_base)
  from inserted i
  join unnest($2::first_event_row[]) as e on e.charge_id = i.id
  returning account_id, id, type, charge_id, audience, data, created_at
), queued as (
  insert into deliveries (account_id, id, event_id, event, charge_id, webhook_id, queue, url, due_at, created_at)
  select r.account_id, (left(r.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, r.id, target.event,
    r.charge_id, target.webhook_id, target.queue, target.url, r.created_at, r.created_at
  from recorded r
  cross join lateral (
    select n.name, w.id, w.id::text, w.url
    from webhooks w
    join event_notices n on n.type = r.type and n.audience = r.audience and n.received_by && w.events
    where w.account_id = r.account_id
    union all
    select r.type, null, substring(r.data ->> 'postback_url' from '^[^:]+://[^/?#]+'), r.data ->> 'postback_url'
    where r.data ->> 'postback_url' is not null
  ) as target (event, webhook_id, queue, url)
  returning 1
), checked as materialized (
  -- An answer whose key belongs to another run by now fails the whole statement.
  select require_all(
    (select count(*) from answered),
    (select count(*) from unnest($3::answer_row[]) as a join inserted i on i.account_id = a.account_id and i.id = a.object_id)
  ) as is_answered
)
select id, exists (select from queued) as has_deliveries
from inserted
cross join checked
where is_answered
