import type { Contact } from './sealed-text.ts';

/** A contact as people see it who may not read it: enough to compare it with what a caller says. */
export function maskedContact<C extends Contact>(contact: C): C {
  const { email, cpf_cnpj, phone } = contact;
  return {
    ...contact,
    email: email && maskedMailAddress(email),
    cpf_cnpj: cpf_cnpj && maskedDocument(cpf_cnpj),
    phone: phone && maskedPhone(phone),
    ...(contact.address ? { address: null } : {}),
  };
}

/** `maria@example.com` → `m…@example.com`. */
export function maskedMailAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}

/** As banks mask it: `***.456.789-**`, `**.345.678/0001-**`. */
export function maskedDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`;
  if (document.length !== 14) return '***';
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/${document.slice(8, 12)}-**`;
}

const SHOWN_DIGITS = 4;

export function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length <= SHOWN_DIGITS * 2 - 1 ? '•••' : `•••${digits.slice(-SHOWN_DIGITS)}`;
}
