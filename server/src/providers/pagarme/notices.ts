import { GatewayError } from '../../kit/errors.ts';
import type { CardHint } from '../card.ts';
import { asList, asRecord, asText } from '../http/tolerant.ts';
import type { ProviderNotice } from '../provider.ts';
import { readOne } from './cards.ts';
import { calling, type Pagarme } from './client.ts';
import { isSignedBy, readSignature, type SigningKeys } from './signing-keys.ts';

const HEADER = 'x-webhook-asymmetric-signature';

/** Null: not signed by the acquirer. Throws when its keys cannot be read now: the notice comes again. */
export async function readNotice(
  pagarme: Pagarme,
  keys: SigningKeys,
  { headers, rawBody, body }: ProviderNotice,
): Promise<CardHint[] | null> {
  const signed = readSignature(headers[HEADER]);
  if (!signed) return null;
  const key = await keys.get(signed.keyId);
  if (key === undefined)
    throw new GatewayError('PROVIDER_UNAVAILABLE', 'The keys of the acquirer cannot be read');
  if (!key || !isSignedBy(key, rawBody, signed.signature)) return null;
  return hintsIn(pagarme, body);
}

/** Of the types that there are, those of charges and orders are about payments; the rest says nothing here. */
async function hintsIn(pagarme: Pagarme, body: unknown): Promise<CardHint[]> {
  const { type, data } = asRecord(body);
  const [kind, event] = (asText(type) ?? '').split('.');
  if (kind !== 'charge' && kind !== 'order') return [];
  const about = event === 'chargedback' ? 'dispute' : 'payment';
  const subject = asRecord(data);
  const reference = kind === 'order' ? asText(subject.code) : asText(asRecord(subject.order).code);
  if (reference) return [{ reference, about }];
  const charge = asText(kind === 'order' ? asRecord(asList(subject.charges)[0]).id : subject.id);
  return charge ? hintOf(pagarme, charge, about) : [];
}

/** Some notices name the charge alone; it is known here by our reference. */
async function hintOf(pagarme: Pagarme, charge: string, about: CardHint['about']): Promise<CardHint[]> {
  const read = await readOne(calling(pagarme), charge);
  if (!read.ok) throw new GatewayError('PROVIDER_UNAVAILABLE', 'The acquirer cannot be asked now');
  const reference = read.charge?.reference ?? null;
  return [reference === null ? { providerReference: charge, about } : { reference, about }];
}
