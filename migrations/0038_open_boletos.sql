set local lock_timeout = '5s';

-- Boletos that may still be paid in time, by the day they fall due: what a seller's calendar expects. Those that visitors
-- of payment links made are left out, as in the overview.
create index if not exists charges_open_boletos on charges (account_id, due_at) include (value_cents)
  where billing_type = 'BOLETO' and status = 'PENDING' and payment_link_id is null;
