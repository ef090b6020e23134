import type { Address } from '../../brazil/address.ts';
import type { Brand } from '../../brazil/cards.ts';
import { isId } from '../../kit/ids.ts';
import type { Authentication, CardPayer, CardRequest, CardSource } from '../card.ts';
import type { CieloConfig } from './config.ts';

/** What is written to Cielo and Braspag. Amounts are whole cents. */

const BRANDS: Readonly<Record<Brand, string>> = {
  visa: 'Visa',
  mastercard: 'Master',
  amex: 'Amex',
  elo: 'Elo',
  hipercard: 'Hipercard',
  diners: 'Diners',
};

/** As Cielo names it; null: it is none of ours. */
export function brandAtCielo(brand: string): string | null {
  return BRANDS[brand as Brand] ?? null;
}

export function brandFromCielo(name: string | undefined): Brand | null {
  const found = Object.entries(BRANDS).find(([, own]) => own.toLowerCase() === name?.toLowerCase());
  return (found?.[0] as Brand | undefined) ?? null;
}

/** An order has letters and digits only: our UUID without its hyphens. */
export function orderOf(reference: string): string {
  return reference.replaceAll('-', '');
}

/** Null: an order that is not ours. */
export function referenceOf(order: string): string | null {
  const [, a, b, c, d, e] = /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/.exec(order.toLowerCase()) ?? [];
  const reference = `${a}-${b}-${c}-${d}-${e}`;
  return isId(reference) ? reference : null;
}

const MAX_DESCRIPTOR_LENGTH = 13;
const MAX_HOLDER_LENGTH = 25;
const MAX_NAME_LENGTH = 255;

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** On the payer's bill: letters and digits. */
export function softDescriptor(name: string): string {
  return withoutMarks(name)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, MAX_DESCRIPTOR_LENGTH);
}

/** As on the card: letters and single spaces. */
export function holderName(name: string): string {
  return withoutMarks(name)
    .replace(/[^A-Za-z ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_HOLDER_LENGTH)
    .trim();
}

/** Null: a brand or a way to give the card that Cielo does not take. */
export function saleBody(request: CardRequest, config: CieloConfig): object | null {
  const { reference, amountCents, installments, installmentsBy, captures, authentication } = request;
  const card = cardOf(request.source);
  if (!card) return null;
  const { acquirer } = config;
  return {
    MerchantOrderId: orderOf(reference),
    Customer: customerOf(request.payer),
    Payment: {
      ...(acquirer ? { Provider: acquirer.provider, ...credentialsOf(acquirer) } : {}),
      Type: 'CreditCard',
      Amount: Number(amountCents),
      Currency: 'BRL',
      Country: 'BRA',
      Installments: installments,
      Interest: installmentsBy === 'issuer' ? 'ByIssuer' : 'ByMerchant',
      Capture: captures === 'at once',
      Authenticate: authentication !== null,
      SoftDescriptor: config.softDescriptor ?? softDescriptor(request.merchantName),
      CreditCard: card,
      ...(authentication ? { ExternalAuthentication: authenticationOf(authentication) } : {}),
      ...initiatorOf(request),
    },
  };
}

function credentialsOf({ credentials }: NonNullable<CieloConfig['acquirer']>) {
  if (!credentials) return {};
  const given = Object.entries(credentials).flatMap(([name, secret]) =>
    secret ? [[name, secret.reveal()]] : [],
  );
  return { Credentials: Object.fromEntries(given) };
}

function cardOf(source: CardSource): object | null {
  if (source.kind === 'number') return null;
  const Brand = brandAtCielo(source.brand);
  if (Brand === null) return null;
  if (source.kind === 'stored') {
    return { CardToken: source.id, Brand, CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' } };
  }
  const holder = holderName(source.holder);
  return { PaymentToken: source.token, ...(holder === '' ? {} : { Holder: holder }), Brand };
}

/** Mastercard wants to know who begins a payment with a stored card. */
function initiatorOf({ source, initiatedBy }: CardRequest): object {
  if (source.kind !== 'stored' || source.brand !== 'mastercard') return {};
  const Category = initiatedBy === 'payer' ? 'C1' : 'M1';
  return { InitiatedTransactionIndicator: { Category, Subcategory: 'CredentialsOnFile' } };
}

function authenticationOf({ version, eci, cavv, xid, directoryServerId, acquirerReference }: Authentication) {
  const ReferenceId = acquirerReference ?? directoryServerId;
  return {
    ...(cavv === null ? {} : { Cavv: cavv }),
    ...(xid === null ? {} : { Xid: xid }),
    ...{ Eci: eci, Version: version },
    ...(ReferenceId === null ? {} : { ReferenceId }),
  };
}

const CPF_LENGTH = 11;

function customerOf({ name, document, email, address }: CardPayer): object {
  return {
    Name: name.slice(0, MAX_NAME_LENGTH),
    ...(document === null
      ? {}
      : { Identity: document, IdentityType: document.length === CPF_LENGTH ? 'CPF' : 'CNPJ' }),
    ...(email === null ? {} : { Email: email }),
    ...(address === null ? {} : { Address: addressOf(address) }),
  };
}

function addressOf({ street, number, complement, postal_code, district, city, state }: Address): object {
  return {
    ...{ Street: street, Number: number, ...(complement === null ? {} : { Complement: complement }) },
    ...{ ZipCode: postal_code, District: district, City: city, State: state, Country: 'BRA' },
  };
}

/** What must not be shown when an error quotes the request. */
export function hiddenIn({ source, payer, authentication }: CardRequest): string[] {
  const card =
    source.kind === 'token' ? [source.token, source.holder] : source.kind === 'stored' ? [source.id] : [];
  const known = [payer.name, payer.document, payer.email, payer.phone, payer.address?.street];
  return [...card, ...known, authentication?.cavv].filter((each) => typeof each === 'string');
}
