set local lock_timeout = '5s';

-- When the acquirer was last asked for it, where acquirers know refunds by their sum alone. Without it a lost answer,
-- forgotten in a crash, could give the same money back twice.
alter table refunds add column asked_at timestamptz;
