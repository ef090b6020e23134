import type { Deps } from '../http/deps.ts';
import { openContact } from '../kit/sealed-text.ts';
import { searchLexemes } from '../kit/search-words.ts';
import type { Charge } from './charge.ts';

type Searched = Pick<Charge, 'accountId' | 'description' | 'externalReference' | 'customer'>;

/** What a charge is searched by; its payer may be as stored. */
export function searchableCharge(
  { vault }: Pick<Deps, 'vault'>,
  { accountId, description, externalReference, customer }: Searched,
): string[] {
  const payer = customer && openContact(vault, customer);
  return searchLexemes(vault, accountId, 'charge', {
    texts: [payer?.name ?? null, description, externalReference],
    email: payer?.email ?? null,
    document: payer?.cpf_cnpj ?? null,
  });
}
