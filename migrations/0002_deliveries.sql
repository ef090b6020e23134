-- One row for each notification of an event: its place in the queue while it waits, its line in the log for ever.
-- `event` is the name it is sent under. `queue` is what is slow together: a webhook, or the host of a charge's postback.
-- `due_at` runs on the gateway's clock and is set until nothing more is to be sent; `leased_until` runs in real time and
-- is set while a worker holds the row. It stands in no index, and pages are left with room, so that a claim is an update in
-- place.
create table deliveries (
  account_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  event text not null,
  charge_id uuid,
  webhook_id uuid,
  queue text not null,
  url text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  tries_in_round integer not null default 0,
  due_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 70);
create index deliveries_due on deliveries (account_id, queue, due_at, id) where due_at is not null;
create index deliveries_charge on deliveries (account_id, charge_id, id) where charge_id is not null;
create index deliveries_webhook on deliveries (account_id, webhook_id, id) where webhook_id is not null;
create index deliveries_set_aside on deliveries (account_id, status, id) where status in ('failed', 'paused', 'cancelled');
create index deliveries_failed_at on deliveries (finished_at) where status = 'failed';

create table delivery_attempts (
  account_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  latency_ms integer not null,
  answer_status integer,
  failure text,
  answer text not null,
  primary key (account_id, delivery_id, number)
);

alter table webhooks
  add column retry_policy text not null default 'standard' check (retry_policy in ('standard', 'extended')),
  add column previous_secret_boxes bytea[] not null default '{}',
  add column previous_secrets_until timestamptz[] not null default '{}';
