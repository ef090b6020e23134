import type { Vault } from './secrets.ts';

const MARK = '~1.';
/** Nonce and tag alone are 28 bytes: shorter text is not sealed, whatever its first characters are. */
const SEALED = /^~1\.[\w-]{38,}$/;
const PURPOSE = 'payer data';
const INDEX_LENGTH = 32;

/** Encrypts a text with the master key. The result is text too, so that it fits where the plain text was stored. */
export function sealText(vault: Vault, text: string): string {
  return MARK + vault.seal(PURPOSE, text).toString('base64url');
}

/** Decrypts a sealed text. A text that was stored before sealing began is returned unchanged. */
export function openText(vault: Vault, text: string): string {
  return isSealed(text) ? vault.open(PURPOSE, Buffer.from(text.slice(MARK.length), 'base64url')) : text;
}

export function isSealed(text: string): boolean {
  return SEALED.test(text);
}

/** A keyed hash to find sealed text by: equal texts have equal indexes. E-mails are compared in lower case. */
export function blindIndex(vault: Vault, kind: 'document' | 'email', text: string): string {
  const compared = kind === 'email' ? text.toLowerCase() : text;
  return `~${vault.fingerprint(`payer ${kind}`, compared).slice(0, INDEX_LENGTH)}`;
}

/** The sealed fields of a person. The name is not sealed, because lists are sorted and searched by it. */
export type Contact = {
  email: string | null;
  cpf_cnpj: string | null;
  phone: string | null;
  /** As text (`brazil/address.ts`). Payers of before have none. */
  address?: string | null | undefined;
};

export function sealContact<C extends Contact>(vault: Vault, contact: C): C {
  return overContact(contact, (text) => sealText(vault, text));
}

export function openContact<C extends Contact>(vault: Vault, contact: C): C {
  return overContact(contact, (text) => openText(vault, text));
}

function overContact<C extends Contact>(contact: C, change: (text: string) => string): C {
  const { email, cpf_cnpj, phone, address } = contact;
  return {
    ...contact,
    email: email === null ? null : change(email),
    cpf_cnpj: cpf_cnpj === null ? null : change(cpf_cnpj),
    phone: phone === null ? null : change(phone),
    ...(address ? { address: change(address) } : {}),
  };
}
