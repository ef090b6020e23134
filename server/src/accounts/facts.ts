import { type Db, statement } from '../db/pool.ts';
import type { TrustedCache } from '../db/trusted-cache.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import type { Deps } from '../http/deps.ts';
import { fail } from '../kit/errors.ts';

const select = statement(
  'accounts.facts',
  `select id, name, document, coalesce(page_name, name) as "pageName", page_color as "pageColor",
     address, contact_email as "contactEmail", contact_phone as "contactPhone", contact_whatsapp as "contactWhatsapp",
     logo_file_id as "logoFileId", checkout_message as "checkoutMessage", receipt_message as "receiptMessage", status,
     fee_basis_points as "feeBasisPoints", fee_fixed_cents as "feeFixedCents", reserve_basis_points as "reserveBasisPoints", reserve_days as "reserveDays",
     card_settlement as "cardSettlement", anticipation_basis_points as "anticipationBasisPoints",
     pix_providers as "pixProviders", boleto_providers as "boletoProviders", d.host as domain
   from accounts a
   left join domains d on d.account_id = a.id and d.verified_at is not null
   where a.id = $1`,
);

/** Cached like credentials: a change of plan answers when it is in force on every node. */
export function accountFactsReader(db: Db, trusted: TrustedCache): Deps['accountFacts'] {
  const read = trusted.reader({
    load: async (id) => (await db.query<AccountFacts>(select, [id]))[0],
    accountsOf: (facts) => (facts ? [facts.id] : null),
  });
  return async (id) => {
    const facts = await read(id);
    if (!facts) throw new Error(`account ${id} does not exist`);
    return facts;
  };
}

/** A blocked seller gets no new charges, by API or from payers. Payments that arrive are still recorded. */
export async function requireSelling(deps: Deps, accountId: string): Promise<void> {
  const { status } = await deps.accountFacts(accountId);
  if (status !== 'active') fail('CHARGE_NOT_PAYABLE', 'The seller cannot take payments at the moment');
}
