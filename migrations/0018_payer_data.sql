set local lock_timeout = '5s';

-- E-mail, document and telephone of payers are stored sealed (decision 0029). A sealed customer has blind indexes in
-- `email` and `cpf_cnpj`, by which it is found and is unique as before, and the texts themselves here.
alter table customers
  add column email_sealed text,
  add column document_sealed text;

-- A person is looked for by document over all accounts, for export and erasure.
create index if not exists customers_person on customers (cpf_cnpj) where cpf_cnpj is not null;

-- The version before cannot open what is sealed: where one may be at work, or may have to be gone back to, sealing
-- begins a day later.
insert into installation (name, value)
select 'payer data sealed from',
  to_char((now() + case when exists (select from accounts) then interval '1 day' else interval '0' end) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
on conflict (name) do nothing;
