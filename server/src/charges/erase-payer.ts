import { ERASED_NAME } from '../catalog/erase-customer.ts';
import { saveWords } from '../catalog/search-words.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { clearLexemes } from '../kit/search-words.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';
import type { Status } from './charge.ts';

/** Erased in one transaction, with their events. */
export const MAX_ERASED_CHARGES = 1_000;

export type PayerKey = { accountId: string; customerId: string };
/** `recipients`: accounts with events of their own about the charge. */
export type PayersCharge = {
  accountId: string;
  id: string;
  status: Status;
  recipients: string[];
  description: string | null;
  externalReference: string | null;
};

const lockUnerased = statement(
  'charges.lock_of_payer',
  `select c.account_id as "accountId", c.id, c.status, c.description, c.external_reference as "externalReference",
     coalesce((select json_agg(item ->> 'recipient_id') from json_array_elements(c.split) as item), '[]') as recipients
   from charges c
   where c.account_id = $1
     and c.customer_id = $2
     and c.customer ->> 'name' is distinct from '${ERASED_NAME}'
   order by c.id
   limit $3
   for no key update of c`,
);

/**
 * Charges of these customers whose payer is not erased yet; one more than are erased at once tells that there are more.
 * They are locked in the order that every other operation keeps: `payers` are in the order of accounts.
 */
export async function lockUnerasedCharges(tx: Tx, payers: readonly PayerKey[]): Promise<PayersCharge[]> {
  const locked: PayersCharge[] = [];
  for (const { accountId, customerId } of payers) {
    const left = MAX_ERASED_CHARGES + 1 - locked.length;
    if (left > 0) locked.push(...(await tx.query<PayersCharge>(lockUnerased, [accountId, customerId, left])));
  }
  return locked;
}

const countOpen = statement(
  'charges.count_open_of_payer',
  `select count(*) as count
   from unnest($1::uuid[], $2::uuid[]) as payer (account_id, customer_id)
   join charges c on c.account_id = payer.account_id and c.customer_id = payer.customer_id
   where c.status in ('PENDING', 'OVERDUE')`,
);

/** Charges that can still be paid need their payer. */
export async function countOpenCharges(tx: Tx, payers: readonly PayerKey[]): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(countOpen, [
    payers.map(({ accountId }) => accountId),
    payers.map(({ customerId }) => customerId),
  ]);
  return Number(row?.count ?? 0);
}

const ERASED_CUSTOMER = JSON.stringify({ name: ERASED_NAME, email: null, cpf_cnpj: null, phone: null });

export const erasePayer: RowWriter<{ accountId: string; id: string }> = {
  statement: statement(
    'charges.erase_payer',
    `update charges c
     set customer = '${ERASED_CUSTOMER}',
         purchase = (c.purchase::jsonb - 'answers')::json
     from unnest($1::uuid[], $2::uuid[]) as gone (account_id, id)
     where c.account_id = gone.account_id
       and c.id = gone.id
     returning c.id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ id }) => id)],
  writes: 'all',
};

/** What the charge is still searched by. */
export function wordsWithoutPayer({ accountId, id, description, externalReference }: PayersCharge): RowWrite {
  const words = clearLexemes(accountId, 'charge', [ERASED_NAME, description, externalReference]);
  return rowWrite(saveWords, { accountId, kind: 'charge', id, words });
}

/** What was said of the payer in the events of a charge, in the feed of its owner or of a recipient. */
export const erasePayerOfEvents: RowWriter<{ accountId: string; chargeId: string }> = {
  statement: statement(
    'events.erase_payer',
    `update events e
     set data = (jsonb_set(e.data::jsonb, '{customer}', '{"name": "${ERASED_NAME}", "email": null}')
           #- '{purchase,answers}')::json
     from unnest($1::uuid[], $2::uuid[]) as gone (account_id, charge_id)
     where e.account_id = gone.account_id
       and e.charge_id = gone.charge_id
       and json_typeof(e.data -> 'customer') = 'object'
     returning e.id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ chargeId }) => chargeId)],
  writes: 'any',
};
