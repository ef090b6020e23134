import { type Address, addressOf } from '../brazil/address.ts';
import { picturePath } from '../files/picture-path.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import { documentInGroups } from './format.ts';

/** Whom the payer pays: the name the seller chose for its pages, and the registered one with its document. */
export type Seller = {
  name: string;
  legalName: string;
  document: string;
  address: Address | null;
  contact: SellerContact;
  /** The path of its logo. */
  logo: string | null;
  /** Its own words, as plain text. */
  checkoutMessage: string | null;
  receiptMessage: string | null;
};

/** How payers reach the seller; null: it has not said. */
export type SellerContact = { email: string | null; phone: string | null; whatsapp: string | null };

export function sellerOf({ pageName, name, document, address, ...facts }: AccountFacts): Seller {
  return {
    name: pageName,
    legalName: name,
    document,
    address: addressOf(address),
    contact: { email: facts.contactEmail, phone: facts.contactPhone, whatsapp: facts.contactWhatsapp },
    logo: facts.logoFileId && picturePath(facts.id, facts.logoFileId),
    checkoutMessage: facts.checkoutMessage,
    receiptMessage: facts.receiptMessage,
  };
}

const CPF_LENGTH = 11;

/** `Padaria São Jorge Ltda. · CNPJ 12.345.678/0001-95`: the law wants it shown to consumers. */
export function legalLine({ legalName, document }: Pick<Seller, 'legalName' | 'document'>): string {
  const kind = document.length === CPF_LENGTH ? 'CPF' : 'CNPJ';
  return `${legalName} · ${kind} ${documentInGroups(document)}`;
}

const WORD = /[\p{L}\p{N}]/u;

/** First letters of the first and the last word, where there is no logo. */
export function monogramOf(name: string): string {
  const initials = name
    .split(/\s+/)
    .map((word) => WORD.exec(word.normalize('NFC'))?.[0])
    .filter((letter) => letter !== undefined);
  const [first = '', ...others] = initials;
  return `${first}${others.at(-1) ?? ''}`.toLocaleUpperCase('pt-BR');
}
