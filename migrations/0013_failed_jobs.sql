-- A job that used up its attempts is set aside: `failed_at` says when, and `run_at` becomes 'infinity', so that no
-- process claims it, the previous version included.
set local lock_timeout = '5s';

alter table jobs add column failed_at timestamptz;

create index if not exists jobs_failed on jobs (id) where failed_at is not null;
create index if not exists jobs_pending on jobs (id) where failed_at is null;
