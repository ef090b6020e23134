set local lock_timeout = '5s';

-- Operators find charges and customers of all accounts by what people name them by. Where the account led an index, it now
-- comes second: statements of one account give both, and use it as before.
create index if not exists charges_reference on charges (external_reference, account_id, id)
  where external_reference is not null;
drop index charges_external_reference;
create index if not exists charges_by_number on charges (number, account_id)
  where billing_type = 'CREDIT_CARD' or payer_chooses;
drop index charges_number;
create index if not exists customers_by_email on customers (lower(email), account_id, id) where email is not null;
drop index customers_email;

-- Rows of tokens are never changed, so this index costs a new charge one entry and a payment none.
create index if not exists public_tokens_object on public_tokens (object_id);
create index if not exists customers_id on customers (id);
-- The end-to-end id of a PIX, the authorization of a card.
create index if not exists charges_payment on charges (payment_reference) where payment_reference is not null;
create index if not exists stray_receipts_reference on stray_receipts (reference);
