import { readDocument } from '../brazil/read-document.ts';
import type { Deps } from '../http/deps.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import {
  CUSTOMER_LIST,
  type CustomerFields,
  type CustomerRow,
  findCustomer,
  insertCustomer,
  type KeptContact,
  keptContact,
  lockCustomerWith,
  searchableCustomer,
  updateCustomer,
} from './customers.ts';
import { saveWords } from './search-words.ts';

/** The same document is the same customer: a known one is updated. */
export async function saveCustomer(
  deps: Deps,
  accountId: string,
  id: string,
  { name, email = null, phone = null, address = null, cpfCnpj: document }: CustomerFields,
  answer?: Answer<CustomerRow>,
): Promise<CustomerRow> {
  const cpfCnpj = document ? readDocument('cpf_cnpj', document, deps.config.GUICHE_RAILS === 'live') : null;
  const contact = { email, cpf_cnpj: cpfCnpj, phone, address };
  const kept = keptContact(deps, contact, await deps.payerSeal.keep(contact));
  const command: SaveCustomer = { accountId, id, name, email, phone, address, cpfCnpj, kept };
  const wordsOf = (customer: CustomerRow) => searchableCustomer(deps, accountId, customer);
  const now = deps.clock.now();
  return deps.writer.commit<SavedCustomers, CustomerRow>(
    {
      load: async (tx) => ({
        known: cpfCnpj ? await lockCustomerWith(deps, tx, accountId, cpfCnpj) : null,
        earlier: await findCustomer(deps, tx, accountId, id),
      }),
      decide: (state) => decideSaveCustomer(state, command, now, wordsOf),
    },
    answer,
  );
}

export type SaveCustomer = {
  accountId: string;
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  /** In its stored form. */
  cpfCnpj: string | null;
  /** All but the name as it is written. */
  kept: KeptContact;
};

export type SavedCustomers = {
  /** The customer that already has the document. */
  known: CustomerRow | null;
  /** The row inserted by an earlier run of the same command. */
  earlier: CustomerRow | null;
};

export function decideSaveCustomer(
  { known, earlier }: SavedCustomers,
  { accountId, id, name, email, phone, address, cpfCnpj, kept }: SaveCustomer,
  now: Date,
  wordsOf: (customer: CustomerRow) => readonly string[],
): Decision<CustomerRow> {
  const searchable = (customer: CustomerRow) =>
    rowWrite(saveWords, { accountId, kind: 'customer', id: customer.id, words: wordsOf(customer) });
  if (earlier) return done(earlier);
  if (known) {
    const customer = {
      ...known,
      name,
      email: email ?? known.email,
      phone: phone ?? known.phone,
      address: address ?? known.address,
    };
    return done(customer, {
      rows: [rowWrite(updateCustomer, { accountId, customer, kept }), searchable(customer)],
    });
  }
  const customer = { id, name, email, cpf_cnpj: cpfCnpj, phone, address, created_at: now };
  return done(customer, {
    rows: [rowWrite(insertCustomer, { accountId, customer, kept }), searchable(customer)],
    counts: [{ accountId, list: CUSTOMER_LIST, change: 1 }],
  });
}
