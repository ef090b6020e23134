import type { Address } from '../../brazil/address.ts';
import type { CardPayer, CardRequest, CardSource, PayerField, Refusal } from '../card.ts';
import type { PagarmeConfig } from './config.ts';

/** A stored card belongs to a customer there: the id that we keep names both. */
const STORED = /^(cus_[A-Za-z0-9]{1,60}):(card_[A-Za-z0-9]{1,60})$/;

export function storedId(customer: string, card: string): string {
  return `${customer}:${card}`;
}

/** Null: not an id of this acquirer. */
export function storedParts(id: string): { customer: string; card: string } | null {
  const [, customer, card] = STORED.exec(id) ?? [];
  return customer && card ? { customer, card } : null;
}

export type OrderRequest = { ok: true; body: object } | { ok: false; refusal: Refusal };

/** An order of one payment. Refused: what it must say is not known, and it was not sent. */
export function orderRequest(config: PagarmeConfig, request: CardRequest): OrderRequest {
  const { reference, source, payer, installmentsBy } = request;
  if (installmentsBy === 'issuer') return wrong('installments');
  const stored = source.kind === 'stored' ? storedParts(source.id) : null;
  if (source.kind === 'number' || (source.kind === 'stored' && !stored)) return wrong('card');
  const missing = stored ? null : missingOf(config, payer);
  if (missing) return wrong(`payer.${missing}`);
  const amount = Number(request.amountCents);
  const description = request.merchantName.slice(0, MAX_DESCRIPTION_LENGTH);
  return {
    ok: true,
    body: {
      code: reference,
      closed: true,
      ...(config.antifraud === null ? {} : { antifraud_enabled: config.antifraud }),
      ...(payer.ip === null ? {} : { ip: payer.ip }),
      ...(payer.deviceSession === null ? {} : { session_id: payer.deviceSession }),
      items: [{ amount, description, quantity: 1, code: reference }],
      ...(stored ? { customer_id: stored.customer } : { customer: customerOf(payer) }),
      payments: [{ payment_method: 'credit_card', amount, credit_card: cardOf(config, request) }],
    },
  };
}

const MAX_DESCRIPTION_LENGTH = 256;

/** Nothing was sent: another request may be. */
function wrong(field: string): OrderRequest {
  return { ok: false, refusal: { reason: 'invalid_data', code: null, retry: 'now', field } };
}

/** As a PSP it refuses an order without the payer's address and telephone; as a gateway it only asks who it is. */
export function neededOfPayer({ model }: PagarmeConfig): readonly PayerField[] {
  return model === 'psp' ? ['document', 'email', 'phone', 'address'] : ['document', 'email'];
}

export function missingOf(config: PagarmeConfig, payer: CardPayer): PayerField | null {
  const has: Record<PayerField, boolean> = {
    document: documentTypeOf(payer.document) !== null,
    email: payer.email !== null,
    phone: phoneOf(payer.phone) !== null,
    address: payer.address !== null,
  };
  return neededOfPayer(config).find((field) => !has[field]) ?? null;
}

export function customerOf(payer: CardPayer): object {
  const { name, email, document, phone, address } = payer;
  const kind = documentTypeOf(document);
  const mobile = phoneOf(phone);
  return {
    ...{ name: name.slice(0, MAX_NAME_LENGTH), email },
    ...(kind && { type: kind === 'CPF' ? 'individual' : 'company', document, document_type: kind }),
    ...(mobile && { phones: { mobile_phone: mobile } }),
    ...(address && { address: addressOf(address) }),
  };
}

const MAX_NAME_LENGTH = 64;

function documentTypeOf(document: string | null): 'CPF' | 'CNPJ' | null {
  if (/^\d{11}$/.test(document ?? '')) return 'CPF';
  return /^[0-9A-Z]{12}\d{2}$/.test(document ?? '') ? 'CNPJ' : null;
}

/** Null: not a Brazilian number with its area. */
function phoneOf(phone: string | null): object | null {
  const [, area, number] =
    /^(?:\+?55)?([1-9]{2})(\d{8,9})$/.exec(phone?.replace(/[\s().-]/g, '') ?? '') ?? [];
  return area && number ? { country_code: '55', area_code: area, number } : null;
}

/** `line_1` is number, street and district, in this order. */
function addressOf({ postal_code, street, number, complement, district, city, state }: Address): object {
  return {
    line_1: [number, street, district].map(withoutCommas).join(', '),
    ...(complement ? { line_2: complement } : {}),
    ...{ zip_code: postal_code, city, state, country: 'BR' },
  };
}

const withoutCommas = (text: string) => text.replace(/,/g, ' ').replace(/ +/g, ' ').trim();

function cardOf(config: PagarmeConfig, request: CardRequest): object {
  const { captures, installments, merchantName, source, payer, initiatedBy } = request;
  const descriptor = descriptorOf(config, merchantName);
  return {
    operation_type: captures === 'later' ? 'auth_only' : 'auth_and_capture',
    installments,
    ...(descriptor === '' ? {} : { statement_descriptor: descriptor }),
    ...meansOf(source, payer.address),
    ...authenticationOf(request),
    ...(initiatedBy === 'merchant' ? { recurrency_cycle: 'subsequent' } : {}),
  };
}

function meansOf(source: CardSource, address: Address | null): object {
  if (source.kind === 'stored') return { card_id: storedParts(source.id)?.card };
  if (source.kind === 'number') return {};
  const billing = address ? { card: { billing_address: addressOf(address) } } : {};
  return { card_token: source.token, ...billing };
}

/** With the acquirer's own number the values are already there; any other 3DS is sent in full. */
function authenticationOf({ authentication }: CardRequest): object {
  if (!authentication) return {};
  const { version, eci, cavv, xid, directoryServerId, acquirerReference } = authentication;
  const own = acquirerReference !== null;
  const transaction = acquirerReference ?? xid;
  return {
    authentication: {
      type: 'threed_secure',
      threed_secure: {
        mpi: own ? 'pagarme' : 'third_party',
        ...(cavv === null || own ? {} : { cavv }),
        ...(own ? {} : { eci }),
        ...(transaction === null ? {} : { transaction_id: transaction }),
        ...(directoryServerId === null || own ? {} : { ds_transaction_id: directoryServerId }),
        ...(own ? {} : { version }),
      },
    },
  };
}

const DESCRIPTOR_LENGTHS = { psp: 13, gateway: 22 };

/** What the payer reads on the bill: letters and digits of ASCII. */
export function descriptorOf({ model }: Pick<PagarmeConfig, 'model'>, name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[^A-Za-z0-9]+/g, ' ');
  return ascii.trim().slice(0, DESCRIPTOR_LENGTHS[model]).trim();
}

/** Of persons, in an order: not shown when an error quotes it. */
export function personsIn({ payer, source }: Pick<CardRequest, 'payer' | 'source'>): string[] {
  const { name, document, email, phone, address } = payer;
  const shown = [name, document, email, phone, address?.street, address?.postal_code];
  const token = source.kind === 'token' ? [source.token, source.holder] : [];
  return [...shown, ...token].filter((word): word is string => typeof word === 'string' && word !== '');
}
