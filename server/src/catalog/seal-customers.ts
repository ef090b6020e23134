import { queryByAccount } from '../db/distributed/routed.ts';
import { statement } from '../db/pool.ts';
import type { Walk } from '../db/walk.ts';
import type { Deps } from '../http/deps.ts';
import { isSealed, sealContact } from '../kit/sealed-text.ts';
import { keptContact, openCustomer, type StoredCustomer } from './customers.ts';

const AT_ONCE = 500;

const nextCustomers = statement(
  'customers.next_to_seal',
  `select account_id, id, name, email, cpf_cnpj, phone, created_at, email_sealed, document_sealed, address
   from customers
   where (account_id, id) > ($1, $2)
   order by account_id, id
   limit ${AT_ONCE}`,
);

// A row that changed meanwhile was written sealed. A document that another row has in sealed form already, because two
// processes did not agree on the time for a moment, is sealed without an index: it must not be found twice.
const sealRows = statement(
  'customers.seal',
  `update customers c
   set email = n.email,
       email_sealed = n.email_sealed,
       cpf_cnpj = case
         when exists (
           select 1
           from customers o
           where o.account_id = n.account_id /*routed and o.account_id = $13 */
             and o.cpf_cnpj = n.cpf_cnpj
             and o.id <> n.id
         ) then null
         else n.cpf_cnpj
       end,
       document_sealed = n.document_sealed,
       phone = n.phone,
       address = n.address
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
     $10::text[], $11::text[], $12::text[]) as n (account_id, id, email, email_sealed, cpf_cnpj, document_sealed, phone,
     address, email_before, cpf_cnpj_before, phone_before, address_before)
   where c.account_id = n.account_id /*routed and c.account_id = $13 */
     and c.id = n.id
     and c.email is not distinct from n.email_before
     and c.cpf_cnpj is not distinct from n.cpf_cnpj_before
     and c.phone is not distinct from n.phone_before
     and c.address is not distinct from n.address_before`,
);

type Row = StoredCustomer & { account_id: string };

/** Seals customers that were stored in clear. */
export function sealCustomers(deps: Pick<Deps, 'db' | 'vault'>): Walk {
  return {
    name: 'payer data sealed in customers',
    step: async ({ accountId, id }) => {
      const rows = await deps.db.query<Row>(nextCustomers, [accountId, id]);
      const clear = rows.filter(isClear);
      if (clear.length > 0) {
        await queryByAccount(deps.db, sealRows, clear, {
          accountOf: ({ account_id }) => account_id,
          values: (own) => valuesOf(deps, own),
        });
      }
      const last = rows.length < AT_ONCE ? null : rows.at(-1);
      return last ? { accountId: last.account_id, id: last.id } : null;
    },
  };
}

function isClear({ email, email_sealed, cpf_cnpj, document_sealed, phone, address }: Row): boolean {
  return (
    (email !== null && email_sealed === null) ||
    (cpf_cnpj !== null && document_sealed === null) ||
    (phone !== null && !isSealed(phone)) ||
    (address !== null && !isSealed(address))
  );
}

function valuesOf(deps: Pick<Deps, 'vault'>, rows: readonly Row[]): unknown[] {
  const kept = rows.map((row) => {
    const contact = openCustomer(deps, row);
    return keptContact(deps, contact, sealContact(deps.vault, contact));
  });
  return [
    rows.map((row) => row.account_id),
    rows.map((row) => row.id),
    kept.map(({ email }) => email),
    kept.map(({ emailSealed }) => emailSealed),
    kept.map(({ cpfCnpj }) => cpfCnpj),
    kept.map(({ documentSealed }) => documentSealed),
    kept.map(({ phone }) => phone),
    kept.map(({ address }) => address),
    rows.map((row) => row.email),
    rows.map((row) => row.cpf_cnpj),
    rows.map((row) => row.phone),
    rows.map((row) => row.address),
  ];
}
