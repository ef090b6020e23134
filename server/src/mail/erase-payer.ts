import { statement } from '../db/pool.ts';

type Erased = { accountId: string; chargeId: string; name: string };

/** What mails about a charge say of its payer, and where they went. `name` stands in the place of the payer's. */
export const erasePayerOfMails = {
  statement: statement(
    'mails.erase_payer',
    `update mails m
     set address_sealed = case when m.address_index is null then m.address_sealed else '' end,
         address_index = null,
         facts = case
           when json_typeof(m.facts -> 'payer') = 'string'
             then jsonb_set(m.facts::jsonb, '{payer}', to_jsonb(gone.name))::json
           else m.facts
         end
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as gone (account_id, charge_id, name)
     where m.account_id = gone.account_id
       and m.charge_id = gone.charge_id
     returning m.id`,
  ),
  values: (rows: readonly Erased[]) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ chargeId }) => chargeId),
    rows.map(({ name }) => name),
  ],
  writes: 'any' as const,
};
