import { randomUUID } from 'node:crypto';
import { type House, Problem, refusal, type StoredCard } from './house.ts';

/** Silent Order Post, stored cards and 3DS: what is beside the payments. */

const LIFE_SECONDS = 599;
const PAGE_KEY_MS = 20 * 60_000;

function requireBasic({ settings }: House, authorization: string | undefined): void {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(authorization ?? '') ?? [];
  const { clientId, clientSecret } = settings;
  if (Buffer.from(encoded, 'base64').toString() !== `${clientId}:${clientSecret}`)
    throw new Problem(401, { error: 'invalid_client' });
}

export function grantToken(house: House, authorization: string | undefined, body: unknown): object {
  requireBasic(house, authorization);
  if (body !== 'grant_type=client_credentials') throw new Problem(400, { error: 'unsupported_grant_type' });
  const access_token = `oauth-${randomUUID()}`;
  house.tokens.add(access_token);
  return { access_token, token_type: 'bearer', expires_in: LIFE_SECONDS };
}

export function pageKey(house: House, authorization: string | undefined, merchantId: unknown): object {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '';
  if (!house.tokens.has(token)) throw new Problem(401, { error: 'invalid_token' });
  if (merchantId !== house.settings.merchantId) throw refusal(115, 'The provided MerchantId was not found');
  const AccessToken = Buffer.from(randomUUID()).toString('base64');
  house.pageKeys.add(AccessToken);
  const now = house.now();
  const until = new Date(now.getTime() + PAGE_KEY_MS);
  const [Issued, ExpiresIn] = [now, until].map((each) => each.toISOString().slice(0, 19));
  return { MerchantId: merchantId, AccessToken, Issued, ExpiresIn };
}

/** What the script of the page does with a typed card: the key is good for one. */
export function typeCard(house: House, key: string, card: StoredCard, tokenize: boolean): string {
  if (!house.pageKeys.delete(key)) throw new Error('the key of the page is unknown or used');
  const token = randomUUID();
  (tokenize ? house.stored : house.typed).set(token, card);
  return token;
}

export function mpiToken(house: House, authorization: string | undefined, body: unknown): object {
  requireBasic(house, authorization);
  const { EstablishmentCode, MerchantName, MCC } = (body ?? {}) as Record<string, unknown>;
  if (!/^\d{10}$/.test(String(EstablishmentCode)) || !MerchantName || !/^\d{4}$/.test(String(MCC)))
    throw new Problem(400, { error: 'invalid_request' });
  return { access_token: `mpi-${randomUUID()}`, token_type: 'bearer', expires_in: 86_400 };
}

/** The call that takes a number: the gateway has none. */
export function storeByNumber(house: House, body: unknown): object {
  const { CardNumber, Holder, ExpirationDate, Brand } = (body ?? {}) as Record<string, unknown>;
  if (!/^\d{13,19}$/.test(String(CardNumber))) throw refusal(213, 'Credit Card Number is invalid');
  const CardToken = randomUUID();
  house.stored.set(CardToken, {
    ...{ number: String(CardNumber), holder: String(Holder) },
    ...{ expiration: String(ExpirationDate), brand: String(Brand) },
  });
  return { CardToken };
}

export function storedCard({ stored }: House, token: string): object {
  const card = stored.get(token);
  if (!card) throw new Problem(404, '');
  const { number, holder, expiration, brand } = card;
  const CardNumber = `${number.slice(0, 6)}******${number.slice(-4)}`;
  return { CardNumber, Holder: holder, ExpirationDate: expiration, Brand: brand };
}

/** The sandbox accepts every card that begins with 5. */
export function zeroAuth({ stored }: House, body: unknown): object {
  const { CardToken, CardNumber, Brand } = (body ?? {}) as Record<string, unknown>;
  const number = CardNumber === undefined ? stored.get(String(CardToken))?.number : String(CardNumber);
  if (number === undefined) throw refusal(130, 'Could not get Credit Card');
  if (!['Visa', 'Master', 'Elo'].includes(String(Brand))) return { Code: 57, Message: 'Bandeira inválida' };
  const Valid = number.startsWith('5');
  return {
    Valid,
    ReturnCode: Valid ? '00' : '57',
    ReturnMessage: '',
    IssuerTransactionId: '580027442382078',
  };
}
