set local lock_timeout = '5s';

-- Old mails are removed by their time (decision 0037).
create index if not exists mails_created on mails (created_at) where state <> 'queued';
