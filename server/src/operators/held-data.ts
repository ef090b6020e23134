import type { SentDocument } from '../accounts/identity/submission.ts';
import type { OwnedCustomer } from '../catalog/erase-customer.ts';
import type { ChargeCustomer } from '../charges/charge.ts';
import { openPurchase, type Purchase } from '../charges/purchase.ts';
import { statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Cents } from '../kit/money.ts';
import { openContact } from '../kit/sealed-text.ts';
import type { Reader } from '../write/answer.ts';

/** Charges of one answer; the rest is asked for by its cursor. */
const MAX_HELD_CHARGES = 500;

export type HeldCharge = {
  accountId: string;
  id: string;
  billingType: string;
  status: string;
  valueCents: Cents;
  description: string | null;
  externalReference: string | null;
  metadata: Record<string, string> | null;
  customer: ChargeCustomer | null;
  purchase: Purchase | null;
  paidAt: Date | null;
  createdAt: Date;
  eventCount: number;
  cards: { brand: string; last_four: string; status: string; created_at: string }[];
};

export type HeldAccount = {
  id: string;
  name: string;
  email: string;
  document: string;
  phone: string | null;
  /** As text. */
  address: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  contact_whatsapp: string | null;
  status: string;
  created_at: Date;
  /** What was sent to show who they are; an operator opens the documents themselves. */
  identity: { id: string; status: string; documents: SentDocument[]; created_at: string }[];
};

export type HeldData = {
  document: string;
  customers: OwnedCustomer[];
  charges: HeldCharge[];
  hasMore: boolean;
  /** Sellers with this document. */
  accounts: HeldAccount[];
};

export type HeldPosition = { accountId: string; id: string };

const accountsOfPerson = statement(
  'operators.accounts_of_person',
  `select id, name, email, document, phone, address, contact_email, contact_phone, contact_whatsapp, status, created_at,
     (
       select coalesce(json_agg(json_build_object('id', s.id, 'status', s.status, 'documents', s.documents,
         'created_at', s.created_at) order by s.id), '[]')
       from identity_submissions s
       where s.account_id = accounts.id
     ) as identity
   from accounts
   where document = $1
   order by id`,
);

const chargesOfPerson = statement(
  'operators.charges_of_person',
  `select c.account_id as "accountId", c.id, c.billing_type as "billingType", c.status, c.value_cents as "valueCents",
     c.description, c.external_reference as "externalReference", c.metadata, c.customer, c.purchase, c.paid_at as "paidAt",
     c.created_at as "createdAt",
     (select count(*)::integer from events e where e.account_id = c.account_id and e.charge_id = c.id) as "eventCount",
     coalesce((
       select json_agg(json_build_object('brand', a.brand, 'last_four', a.last_four, 'status', a.status,
         'created_at', a.created_at) order by a.id)
       from card_attempts a
       where a.account_id = c.account_id
         and a.charge_id = c.id
     ), '[]') as cards
   from unnest($1::uuid[], $2::uuid[]) as payer (account_id, customer_id)
   join charges c on c.account_id = payer.account_id and c.customer_id = payer.customer_id
   where $3::uuid is null
      or (c.account_id, c.id) > ($3::uuid, $4::uuid)
   order by c.account_id, c.id
   limit ${MAX_HELD_CHARGES + 1}`,
);

export async function readHeld(
  { vault }: Pick<Deps, 'vault'>,
  reader: Reader,
  document: string,
  customers: OwnedCustomer[],
  after: HeldPosition | null,
): Promise<HeldData> {
  const accounts = await reader.query<HeldAccount>(accountsOfPerson, [document]);
  const rows = await reader.query<HeldCharge>(chargesOfPerson, [
    customers.map(({ accountId }) => accountId),
    customers.map(({ id }) => id),
    after?.accountId ?? null,
    after?.id ?? null,
  ]);
  const charges = rows.slice(0, MAX_HELD_CHARGES).map((charge) => ({
    ...charge,
    customer: charge.customer && openContact(vault, charge.customer),
    purchase: openPurchase(vault, charge.purchase),
  }));
  return { document, customers, charges, hasMore: rows.length > MAX_HELD_CHARGES, accounts };
}
