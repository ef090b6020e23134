import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { civilDateOf } from '../../brazil/calendar.ts';
import { BRANDS } from '../../brazil/cards.ts';
import { readDocument } from '../../brazil/read-document.ts';
import { exactObject, filledText, namedEnum, nullable } from '../../http/fields.ts';
import { invalidField } from '../../kit/errors.ts';
import type { CardNumber, CardProvider, CardSource, CardToken } from '../../providers/card.ts';
import type { ChargeDeps } from '../deps.ts';
import { type Consent, findCard } from '../stored-cards/store.ts';
import { type CardPayment, cardProblem, NOT_TAKEN } from './pay.ts';

const text = (maxLength: number, description?: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, ...(description && { description }) })));

const cardBody = exactObject('CardInput', {
  token: text(255, "What the acquirer's script made of the card in the payer's browser; good for one use"),
  brand: Type.Optional(nullable(namedEnum('CardBrand', BRANDS, { description: 'Required with a token' }))),
  last_four: Type.Optional(
    nullable(Type.String({ pattern: '^[0-9]{4}$', description: 'Required with a token' })),
  ),
  holder: filledText(100),
  document: text(20, "The holder's CPF or CNPJ"),
  number: text(30, 'In the sandbox only: no live gateway takes one'),
  exp_month: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  exp_year: Type.Optional(nullable(Type.Integer({ minimum: 2000, maximum: 2099 }))),
  cvv: text(4, 'In the sandbox only'),
});

const authenticationBody = exactObject('CardAuthentication', {
  version: Type.String({ minLength: 1, maxLength: 10 }),
  eci: Type.String({ pattern: '^[0-9]{1,2}$' }),
  cavv: text(100),
  xid: text(100),
  directory_server_id: text(100),
  acquirer_reference: text(255, "The acquirer's own number of this authentication"),
});

const consentBody = exactObject('CardConsent', {
  text: Type.Unsafe<string>({ ...filledText(2_000), description: 'What the payer was shown and agreed to' }),
  version: text(50, 'Yours, of this text'),
  merchant_initiated: Type.Optional(
    Type.Boolean({ description: 'The payer agreed to be charged without being there' }),
  ),
});

const INITIATORS = ['payer', 'merchant'] as const;

/** How a card pays: fields of the bodies that make or pay a charge. */
export const cardFields = {
  card: Type.Optional(nullable(cardBody)),
  card_id: text(36, 'A stored card of the customer of the charge'),
  initiated_by: Type.Optional(
    nullable(
      namedEnum('CardInitiator', INITIATORS, {
        description: 'merchant: without the payer, who has agreed to it; with card_id only. Default: payer',
      }),
    ),
  ),
  save_card: Type.Optional(
    nullable(Type.Boolean({ description: 'Stores the card once the payment went well; needs consent' })),
  ),
  consent: Type.Optional(nullable(consentBody)),
  authentication: Type.Optional(
    nullable(
      Type.Unsafe<Static<typeof authenticationBody>>({
        ...authenticationBody,
        description: "What the acquirer's 3DS script gave in the payer's browser",
      }),
    ),
  ),
  payer_ip: text(45, "The payer's address, for the acquirer's antifraud"),
  device_session: text(255, "Of the acquirer's device fingerprint in the payer's browser"),
};

export const payChargeBody = exactObject('PayCharge', {
  ...cardFields,
  installments: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
});

const fieldsShape = Type.Object(cardFields);
type CardFields = Static<typeof fieldsShape>;

/** The way to pay of a request, without what says which payment it is. */
export type CardWay = Omit<CardPayment, 'attemptId' | 'installments' | 'origin' | 'workBits' | 'keeping'> & {
  /** Null: the card is not stored. */
  consent: Consent | null;
  /** Whose stored card it is. */
  customerId: string | null;
};

const CARD_FIELDS = [
  'initiated_by',
  'save_card',
  'consent',
  'authentication',
  'payer_ip',
  'device_session',
] as const;

/** Null: the request names no card. */
export async function readCardWay(
  deps: ChargeDeps,
  accountId: string,
  body: CardFields,
): Promise<CardWay | null> {
  const { card, card_id: cardId, authentication, payer_ip: ip, device_session: session } = body;
  if (card && cardId) throw invalidField('card_id', 'must not come together with card');
  if (card && body.initiated_by === 'merchant')
    throw invalidField('initiated_by', 'merchant is for a stored card: send card_id');
  if (ip && isIP(ip) === 0) throw invalidField('payer_ip', 'must be an IP address');
  if (!card && !cardId) {
    const orphan = CARD_FIELDS.find((field) => body[field]);
    if (orphan) throw invalidField(orphan, 'belongs to a card: send card or card_id too');
    return null;
  }
  const consent = readConsent(deps, body);
  const source = card
    ? { card: readCard(deps, card), customerId: null }
    : await readStored(deps, accountId, body);
  return {
    ...source,
    consent,
    authentication: authentication ? readAuthentication(authentication) : null,
    device: { ip: ip ?? null, deviceSession: session ?? null },
  };
}

function readConsent({ rails, clock }: ChargeDeps, body: CardFields): Consent | null {
  const { save_card: isSaved, consent, card_id: cardId, payer_ip: ip } = body;
  if (!isSaved) {
    if (consent) throw invalidField('consent', 'belongs to a card that is stored: send save_card');
    return null;
  }
  if (cardId) throw invalidField('save_card', 'it is stored already');
  if (!consent) throw invalidField('consent', 'is required: what did the payer agree to?');
  if (!rails.card[0]?.vault) throw invalidField('save_card', NOT_TAKEN.stored);
  const { text, version, merchant_initiated: merchantMayCharge = false } = consent;
  return { text, version: version ?? null, by: 'seller', ip: ip ?? null, at: clock.now(), merchantMayCharge };
}

type StoredWay = Pick<CardWay, 'card' | 'customerId'> & {
  provider: string;
  initiatedBy: 'payer' | 'merchant';
};

async function readStored(deps: ChargeDeps, accountId: string, body: CardFields): Promise<StoredWay> {
  const kept = await findCard(deps.db, accountId, body.card_id ?? '');
  if (kept?.status !== 'stored' || kept.providerCardId === null)
    throw invalidField('card_id', 'is no stored card of this account');
  const initiatedBy = body.initiated_by ?? 'payer';
  if (initiatedBy === 'merchant' && !kept.consent.merchantMayCharge)
    throw invalidField('initiated_by', 'the payer has not agreed to be charged without being there');
  const { provider, providerCardId: id, brand, lastFour, customerId } = kept;
  return { card: { kind: 'stored', id, brand, lastFour }, provider, initiatedBy, customerId };
}

function readCard(deps: ChargeDeps, card: Static<typeof cardBody>): CardSource {
  const [provider] = deps.rails.card;
  if (!provider) throw invalidField('card', 'cards are not offered by this gateway yet');
  if (card.token && card.number) throw invalidField('card.number', 'must not come together with card.token');
  if (!card.token) return readNumber(deps, provider, card);
  if (card.cvv) requireTaken(provider, 'number', 'card.cvv');
  return readToken(provider, card);
}

/** The field that is not taken is named, with what to send instead. */
function requireTaken({ takes }: CardProvider, kind: CardSource['kind'], field: string): void {
  if (!takes.includes(kind)) throw invalidField(field, NOT_TAKEN[kind]);
}

function readToken(provider: CardProvider, card: Static<typeof cardBody>): CardToken {
  requireTaken(provider, 'token', 'card.token');
  const { token, holder, brand, last_four: lastFour } = card;
  return {
    kind: 'token',
    token: required('card.token', token),
    holder,
    brand: required('card.brand', brand),
    lastFour: required('card.last_four', lastFour),
  };
}

const API_FIELDS = { number: 'card.number', expiry: 'card.exp_month', cvv: 'card.cvv' } as const;

function readNumber(
  { clock, config }: ChargeDeps,
  provider: CardProvider,
  card: Static<typeof cardBody>,
): CardNumber {
  requireTaken(provider, 'number', card.number ? 'card.number' : card.cvv ? 'card.cvv' : 'card.token');
  const { document } = card;
  const read: CardNumber = {
    kind: 'number',
    number: required('card.number', card.number).replace(/[\s.-]/g, ''),
    holder: card.holder,
    document: document ? readDocument('card.document', document, config.GUICHE_RAILS === 'live') : null,
    month: required('card.exp_month', card.exp_month),
    year: required('card.exp_year', card.exp_year),
    cvv: required('card.cvv', card.cvv),
  };
  const problem = cardProblem(read, civilDateOf(clock.now()));
  if (problem) throw invalidField(API_FIELDS[problem.field], problem.message);
  return read;
}

function required<T>(field: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw invalidField(field, 'is required');
  return value;
}

/** A card is stored for a customer, and pays for that customer only. */
export function keepingOf(
  { consent, customerId: owner }: CardWay,
  customerId: string | null,
): CardPayment['keeping'] {
  if (owner !== null && owner !== customerId)
    throw invalidField('card_id', 'is a card of another customer than that of the charge');
  if (!consent) return null;
  if (customerId === null) throw invalidField('save_card', 'needs a charge with a customer');
  return { consent, customerId };
}

function readAuthentication(sent: Static<typeof authenticationBody>): CardPayment['authentication'] {
  return {
    version: sent.version,
    eci: sent.eci,
    cavv: sent.cavv ?? null,
    xid: sent.xid ?? null,
    directoryServerId: sent.directory_server_id ?? null,
    acquirerReference: sent.acquirer_reference ?? null,
  };
}
