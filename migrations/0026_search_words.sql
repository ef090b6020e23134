set local lock_timeout = '5s';

-- What charges, customers and payment links are found by (decision 0043): lexemes that begin with their account and
-- kind, so that an entry of the index leads to rows of one account. Beside the rows and not in them: a payment writes
-- its charge anew, with an entry in each of its indexes.
create table search_words (
  account_id uuid not null,
  kind text not null check (kind in ('charge', 'customer', 'payment_link')),
  object_id uuid not null,
  words tsvector not null,
  primary key (account_id, kind, object_id)
);
create index search_words_found on search_words using gin (words);

create type search_words_row as (
  account_id uuid,
  kind text,
  object_id uuid,
  words text
);
