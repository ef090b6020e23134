-- A payment link's page lists the charges made through it.
create index charges_payment_link on charges (account_id, payment_link_id, id) where payment_link_id is not null;
