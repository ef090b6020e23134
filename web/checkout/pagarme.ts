import type { CardPart, Entered, EnteredCard, EntrySettings } from './card-entry.ts';

const PARTS: readonly (readonly [name: RegExp, part: CardPart])[] = [
  [/number/, 'number'],
  [/holder/, 'holder'],
  [/exp/, 'expiry'],
  [/cvv/, 'cvv'],
];

/** Pagar.me makes a token of a card with the public key: https://docs.pagar.me/reference/criar-token-cartao-1 */
export async function sendToPagarme(settings: EntrySettings, card: EnteredCard): Promise<Entered> {
  const answer = await fetch(settings.tokensUrl || '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    body: JSON.stringify({
      type: 'card',
      card: {
        number: card.number,
        holder_name: card.holder,
        ...(card.document ? { holder_document: card.document } : {}),
        exp_month: Number(card.month),
        exp_year: Number(card.year),
        cvv: card.cvv,
      },
    }),
  });
  if (answer.status >= 500 || answer.status === 401 || answer.status === 429) {
    throw new Error('Pagar.me does not answer');
  }
  const body = (await answer.json()) as { id?: unknown; errors?: unknown };
  if (answer.ok && typeof body.id === 'string') return { token: body.id };
  const named = Object.keys((body.errors as object | null) || {}).join(' ');
  return { wrong: PARTS.filter(([name]) => name.test(named)).map(([, part]) => part) };
}
