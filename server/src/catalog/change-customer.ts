import { type Actor, systemActor } from '../audit/record.ts';
import { readDocument } from '../brazil/read-document.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
import {
  COLUMNS,
  type CustomerFields,
  type CustomerRow,
  type CustomerToWrite,
  type KeptContact,
  keptContact,
  lockCustomerWith,
  openCustomer,
  type StoredCustomer,
  searchableCustomer,
} from './customers.ts';
import { saveWords } from './search-words.ts';

/** Absent fields are unchanged; null removes. */
export type CustomerChange = Partial<CustomerFields>;

const lockById = statement(
  'customers.lock',
  `select ${COLUMNS}
   from customers
   where account_id = $1
     and id = $2
   for update`,
);

async function lockCustomer(
  deps: Pick<Deps, 'vault'>,
  tx: Tx,
  accountId: string,
  id: string,
): Promise<CustomerRow | null> {
  if (!isId(id)) return null;
  const [row] = await tx.query<StoredCustomer>(lockById, [accountId, id]);
  return row ? openCustomer(deps, row) : null;
}

const replaceCustomer: RowWriter<CustomerToWrite> = {
  statement: statement(
    'customers.replace',
    `update customers c
     set name = n.name,
         email = n.email,
         email_sealed = n.email_sealed,
         cpf_cnpj = n.cpf_cnpj,
         document_sealed = n.document_sealed,
         phone = n.phone,
         address = n.address
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[])
       as n (account_id, id, name, email, email_sealed, cpf_cnpj, document_sealed, phone, address)
     where c.account_id = n.account_id
       and c.id = n.id
     returning c.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ customer }) => customer.id),
    rows.map(({ customer }) => customer.name),
    rows.map(({ kept }) => kept.email),
    rows.map(({ kept }) => kept.emailSealed),
    rows.map(({ kept }) => kept.cpfCnpj),
    rows.map(({ kept }) => kept.documentSealed),
    rows.map(({ kept }) => kept.phone),
    rows.map(({ kept }) => kept.address),
  ],
  writes: 'all',
};

type CustomerState = {
  before: CustomerRow | null;
  /** The customer that has the wanted document. */
  other: CustomerRow | null;
};

/** Past charges keep what was known of their payer. */
export async function changeCustomer(
  deps: Deps,
  accountId: string,
  id: string,
  { cpfCnpj: document, ...change }: CustomerChange,
  by: Actor = systemActor(accountId),
): Promise<CustomerRow> {
  const cpfCnpj = document
    ? readDocument('cpf_cnpj', document, deps.config.GUICHE_RAILS === 'live')
    : document;
  const isSealing = await deps.payerSeal.isOn();
  const command: ChangeCustomer = {
    ...{ accountId, change: { ...change, ...(cpfCnpj === undefined ? {} : { cpfCnpj }) }, by },
    keep: (customer) => keptContact(deps, customer, isSealing ? deps.payerSeal.seal(customer) : customer),
    wordsOf: (customer) => searchableCustomer(deps, accountId, customer),
  };
  return deps.writer.commit<CustomerState, CustomerRow>({
    load: async (tx) => ({
      before: await lockCustomer(deps, tx, accountId, id),
      other: cpfCnpj ? await lockCustomerWith(deps, tx, accountId, cpfCnpj) : null,
    }),
    decide: (state) => decideChangeCustomer(state, command),
  });
}

type ChangeCustomer = {
  accountId: string;
  change: CustomerChange;
  by: Actor;
  /** How the contact is stored. */
  keep(customer: CustomerRow): KeptContact;
  wordsOf(customer: CustomerRow): readonly string[];
};

function decideChangeCustomer(
  { before, other }: CustomerState,
  { accountId, change, by, keep, wordsOf }: ChangeCustomer,
): Decision<CustomerRow> {
  if (!before) return notFound('Customer');
  if (other && other.id !== before.id) return invalidField('cpf_cnpj', 'belongs to another customer');
  const customer: CustomerRow = {
    ...before,
    name: change.name ?? before.name,
    email: change.email === undefined ? before.email : change.email,
    cpf_cnpj: change.cpfCnpj === undefined ? before.cpf_cnpj : change.cpfCnpj,
    phone: change.phone === undefined ? before.phone : change.phone,
    address: change.address === undefined ? before.address : change.address,
  };
  const fields = (['name', 'email', 'cpf_cnpj', 'phone', 'address'] as const).filter(
    (field) => before[field] !== customer[field],
  );
  if (fields.length === 0) return done(before);
  const { id } = before;
  return done(customer, {
    rows: [
      rowWrite(replaceCustomer, { accountId, customer, kept: keep(customer) }),
      rowWrite(saveWords, { accountId, kind: 'customer', id, words: wordsOf(customer) }),
    ],
    // The names of the fields alone: a log is kept longer than the data of a person may be.
    audit: [
      {
        ...{ actor: by, accountId, action: 'customer.changed', target: { kind: 'customer', id } },
        details: { fields },
      },
    ],
  });
}
