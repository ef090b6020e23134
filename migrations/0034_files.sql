set local lock_timeout = '5s';

-- What sellers upload: logos, pictures of products, documents.
create table files (
  account_id uuid not null,
  id uuid not null,
  purpose text not null,
  content_type text not null,
  name text,
  size integer not null check (size > 0),
  width integer,
  height integer,
  -- Of the content as it was before it was sealed.
  sha256 bytea not null,
  -- Null: in the object store, or on its way there.
  data bytea,
  is_stored boolean not null,
  -- When it may be removed. Null: something refers to it.
  keep_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
-- Pictures are compressed already.
alter table files alter column data set storage external;
create index files_to_remove on files (keep_until) where keep_until is not null;
