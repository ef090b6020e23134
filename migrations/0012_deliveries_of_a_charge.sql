set local lock_timeout = '5s';

-- A charge's deliveries are found by its events: the id of each begins as its event's does. The index was written to with
-- every delivery and again with every record of an attempt, for a question that is seldom asked.
-- The previous version is ready for this: it finds the same deliveries by the primary key, more slowly.
drop index if exists deliveries_charge;
