set local lock_timeout = '5s';

-- Until when the seller may answer; null in rows of an older version, which go by the usual number of days. The answer
-- is given once; `answer_documents`: id, name, type and size of its files. `accepted_at`: the seller gave the money up.
alter table disputes
  add column answer_by timestamptz,
  add column answer text,
  add column answer_documents json,
  add column answered_at timestamptz,
  add column answered_by uuid,
  add column accepted_at timestamptz;
