set local lock_timeout = '5s';

-- What payers see of a seller besides name and colour.
alter table accounts
  add column logo_file_id uuid,
  add column checkout_message text,
  add column receipt_message text;

-- The picture of a product that we serve ourselves; image_url is an address elsewhere.
alter table products add column image_file_id uuid;
