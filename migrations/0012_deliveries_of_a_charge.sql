set local lock_timeout = '5s';

-- A charge's deliveries are found by its events: the id of each begins as its event's does. The index was written to with
-- every delivery and again with every record of an attempt, for a question that is seldom asked. Events of disputes are
-- none of the charge's own; their deliveries are few.
create index if not exists deliveries_dispute on deliveries (account_id, charge_id, id)
  where event in ('dispute.opened', 'dispute.closed');
-- The previous version is ready for this: it finds the same deliveries by the primary key, more slowly.
drop index if exists deliveries_charge;
