import type { CardVault, StoreCard, StoredCard } from '../card.ts';
import { asRecord, asText, asWhole } from '../http/tolerant.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { calling, type Pagarme } from './client.ts';
import { customerOf, missingOf, personsIn, storedId, storedParts } from './order-requests.ts';

/** Whether an issuer accepts a card shows only a purchase there: its check of a new card is one. */
export function vaultOf(pagarme: Pagarme): CardVault {
  return {
    storeCard: (request) => storeCard(pagarme, request),
    removeCard: (id) => removeCard(pagarme, id),
    verifyCard: null,
  };
}

/** A card belongs to a customer, whom Pagar.me recognises by the e-mail address. */
async function storeCard(
  pagarme: Pagarme,
  { reference, source, payer }: StoreCard,
): Promise<Answer<{ card: StoredCard }>> {
  if (source.kind !== 'token') return refused('a card is stored by its token');
  const missing = missingOf(pagarme.config, payer);
  if (missing) return refused(`payer.${missing} is needed to store a card`);
  const call = calling(pagarme);
  const hidden = personsIn({ payer, source });
  const made = await call({
    ...{ operation: 'storeCard', method: 'POST', path: ['customers'], hidden },
    ...{ body: customerOf(payer), key: `${reference}-customer` },
  });
  if (verdictOn(made) !== 'done' || made.kind !== 'answered') return notOk(made, hidden);
  const customer = asText(asRecord(made.body).id);
  if (!customer) return unavailable('an answer that cannot be read');
  const stored = await call({
    ...{ operation: 'storeCard', method: 'POST', path: ['customers', customer, 'cards'], hidden },
    ...{ body: { token: source.token }, key: reference },
  });
  if (verdictOn(stored) !== 'done' || stored.kind !== 'answered') return notOk(stored, hidden);
  const card = readStored(stored.body, customer);
  return card ? { ok: true, card } : unavailable('an answer that cannot be read');
}

function readStored(body: unknown, customer: string): StoredCard | null {
  const card = asRecord(body);
  const id = storedId(customer, asText(card.id) ?? '');
  const lastFour = asText(card.last_four_digits);
  const [month, year] = [asWhole(card.exp_month), asWhole(card.exp_year)];
  if (!storedParts(id) || !lastFour || !month || !year) return null;
  return { id, brand: (asText(card.brand) ?? '').toLowerCase(), lastFour, month, year };
}

async function removeCard(pagarme: Pagarme, id: string): Promise<Answer<unknown>> {
  const parts = storedParts(id);
  if (!parts) return refused('not a card of this acquirer');
  const outcome = await calling(pagarme)({
    ...{ operation: 'removeCard', method: 'DELETE' },
    ...{ path: ['customers', parts.customer, 'cards', parts.card], key: `${parts.card}-remove` },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'done' || verdict === 'absent') return { ok: true };
  return verdict === 'refused' ? refused(reasonOf(outcome)) : unavailable(reasonOf(outcome));
}
