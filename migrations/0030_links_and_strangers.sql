set local lock_timeout = '5s';

-- What a payer may enter on a link without a value.
alter table payment_links
  add column min_value_cents bigint not null default 100 check (min_value_cents > 0),
  add column max_value_cents bigint not null default 1000000 check (max_value_cents > 0);

-- Charges that visitors of links have made and not paid: shown apart from what is to be received. They end within a
-- day, or by the terms of their boleto, so there are few of them at any time.
create index if not exists charges_open_of_links on charges (account_id) include (value_cents)
  where payment_link_id is not null and status in ('PENDING', 'OVERDUE');
