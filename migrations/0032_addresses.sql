set local lock_timeout = '5s';

-- Where a seller is, on boletos and receipts, and how payers reach it. Addresses are JSON as text, in the form of
-- server/src/brazil/address.ts.
alter table accounts
  add column address text,
  add column contact_email text,
  add column contact_phone text,
  add column contact_whatsapp text check (contact_whatsapp ~ '^55[1-9][0-9]{9,10}$');

-- Sealed like the telephone.
alter table customers add column address text;
