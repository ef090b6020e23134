import { sealCustomers } from '../catalog/seal-customers.ts';
import { queryByAccount } from '../db/distributed/routed.ts';
import { statement } from '../db/pool.ts';
import { type Walk, walkOn } from '../db/walk.ts';
import { type EventData, isOfCharge } from '../events/payload.ts';
import type { Deps } from '../http/deps.ts';
import { isSealed, sealContact, sealText } from '../kit/sealed-text.ts';
import type { ChargeCustomer } from './charge.ts';

const AT_ONCE = 500;

const nextCharges = statement(
  'charges.next_to_seal',
  `select account_id, id, customer
   from charges
   where (account_id, id) > ($1, $2)
   order by account_id, id
   limit ${AT_ONCE}`,
);

// A charge that changed meanwhile was written sealed.
const sealCharges = statement(
  'charges.seal',
  `update charges c
   set customer = n.customer
   from unnest($1::uuid[], $2::uuid[], $3::json[], $4::text[]) as n (account_id, id, customer, contact)
   where c.account_id = n.account_id /*routed and c.account_id = $5 */
     and c.id = n.id
     and coalesce(c.customer ->> 'email', '') || ' ' || coalesce(c.customer ->> 'cpf_cnpj', '') || ' '
       || coalesce(c.customer ->> 'phone', '') || ' ' || coalesce(c.customer ->> 'address', '') = n.contact`,
);

const nextEvents = statement(
  'events.next_to_seal',
  `select account_id, id, data
   from events
   where (account_id, id) > ($1, $2)
   order by account_id, id
   limit ${AT_ONCE}`,
);

// The fields keep their order: messages that are sent again must have the same bytes.
const sealEvents = statement(
  'events.seal',
  `update events e
   set data = n.data
   from unnest($1::uuid[], $2::uuid[], $3::json[]) as n (account_id, id, data)
   where e.account_id = n.account_id /*routed and e.account_id = $4 */
     and e.id = n.id`,
);

type Key = { account_id: string; id: string };

/** Seals what was stored in clear before sealing began: customers, then charges, then events. */
export async function sealOldPayers(deps: Pick<Deps, 'db' | 'vault' | 'payerSeal'>): Promise<number> {
  if (await deps.payerSeal.isOn()) {
    await walkOn(deps.db, [sealCustomers(deps), sealPayersOfCharges(deps), sealPayersOfEvents(deps)]);
  }
  return 0;
}

function sealPayersOfCharges({ db, vault }: Pick<Deps, 'db' | 'vault'>): Walk {
  return {
    name: 'payer data sealed in charges',
    step: async ({ accountId, id }) => {
      const rows = await db.query<Key & { customer: ChargeCustomer | null }>(nextCharges, [accountId, id]);
      const clear = rows.flatMap(({ customer, ...key }) =>
        customer && isClear(customer) ? { ...key, customer } : [],
      );
      if (clear.length > 0) {
        await queryByAccount(db, sealCharges, clear, {
          accountOf: ({ account_id }) => account_id,
          values: (own) => [
            own.map((row) => row.account_id),
            own.map((row) => row.id),
            own.map(({ customer }) => JSON.stringify(sealContact(vault, customer))),
            own.map(({ customer: { email, cpf_cnpj, phone, address } }) =>
              [email, cpf_cnpj, phone, address].join(' '),
            ),
          ],
        });
      }
      return lastOf(rows);
    },
  };
}

function isClear({ email, cpf_cnpj, phone, address = null }: ChargeCustomer): boolean {
  const known = [email, cpf_cnpj, phone, address].filter((text) => text !== null);
  return known.length > 0 && !known.every(isSealed);
}

function sealPayersOfEvents({ db, vault }: Pick<Deps, 'db' | 'vault'>): Walk {
  return {
    name: 'payer data sealed in events',
    step: async ({ accountId, id }) => {
      const rows = await db.query<Key & { data: EventData }>(nextEvents, [accountId, id]);
      const clear = rows.flatMap(({ data, ...key }) => {
        const email = isOfCharge(data) ? data.customer?.email : null;
        return isOfCharge(data) && email && !isSealed(email) ? { ...key, data, email } : [];
      });
      if (clear.length > 0) {
        await queryByAccount(db, sealEvents, clear, {
          accountOf: ({ account_id }) => account_id,
          values: (own) => [
            own.map((row) => row.account_id),
            own.map((row) => row.id),
            own.map(({ data, email }) =>
              JSON.stringify({ ...data, customer: { ...data.customer, email: sealText(vault, email) } }),
            ),
          ],
        });
      }
      return lastOf(rows);
    },
  };
}

function lastOf(rows: readonly Key[]) {
  const last = rows.length < AT_ONCE ? null : rows.at(-1);
  return last ? { accountId: last.account_id, id: last.id } : null;
}
