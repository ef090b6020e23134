import type { CardSource, CardVault, Refusal, StoreCard, StoredCard } from '../card.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { readErrors, readGuid, readStored, readVerified } from './answers.ts';
import { brandAtCielo, brandFromCielo } from './requests.ts';
import { refusalOf } from './return-codes.ts';
import { callingSales, type Sales } from './sales.ts';

/**
 * Cielo's call that stores a card takes its number, which must not come here: the page's script stores it instead
 * (`enableTokenize`), and gives us the token of what is stored.
 */
export function cardVault(sales: Sales): CardVault {
  return {
    storeCard: (request) => storeCard(sales, request),
    // There is no call that removes one: without the merchant's key its token is of no use.
    removeCard: async () => ({ ok: true }),
    verifyCard: (source) => verifyCard(sales, source),
  };
}

async function storeCard(sales: Sales, { source }: StoreCard): Promise<Answer<{ card: StoredCard }>> {
  if (source.kind !== 'token') return refused('card numbers are not taken');
  const id = readGuid(source.token);
  if (id === null) return refused('the token is not one of a stored card');
  const call = callingSales(sales);
  const outcome = await call({ operation: 'findStored', method: 'GET', path: ['card', id], hidden: [id] });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const found = readStored(outcome.body);
  if (!found) return unavailable('an answer that cannot be read');
  const { lastFour, month, year } = found;
  return { ok: true, card: { id, brand: found.brand ?? source.brand, lastFour, month, year } };
}

/** The brands that can be asked about a card without an amount. */
const VERIFIABLE = ['Visa', 'Master', 'Elo'];

async function verifyCard(sales: Sales, source: CardSource): Promise<Answer<{ refusal: Refusal | null }>> {
  if (source.kind === 'number') return refused('card numbers are not taken');
  const Brand = brandAtCielo(source.brand) ?? '';
  if (!VERIFIABLE.includes(Brand)) return refused(`${source.brand} can not be asked about a card`);
  const id = source.kind === 'stored' ? source.id : source.token;
  const call = callingSales(sales);
  const outcome = await call({
    ...{ operation: 'verify', method: 'POST', path: ['zeroauth'] },
    ...{ body: { CardToken: id, SaveCard: false, Brand }, hidden: [id] },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') {
    const errors = outcome.kind === 'answered' ? readErrors(outcome.body) : [];
    return errors.length > 0 ? refused(`not taken: API ${errors.join(', ')}`) : notOk(outcome);
  }
  const verified = readVerified(outcome.body);
  if (!verified) return unavailable(reasonOf(outcome));
  if (verified.valid) return { ok: true, refusal: null };
  const { code } = verified;
  const refusal = refusalOf({ brand: brandFromCielo(Brand), code, advice: null }, sales.clock.now());
  return { ok: true, refusal };
}
