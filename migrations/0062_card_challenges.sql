set local lock_timeout = '5s';

-- What the payer of a challenge does next at the bank: an address, or a form and its fields. Null: on a page of ours, or no
-- challenge is open.
alter table card_attempts add column challenge json;
