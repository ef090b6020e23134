import type { AccountRow } from '../shapes.ts';

export const DOCUMENT_KINDS = [
  'identity_front',
  'identity_back',
  'selfie',
  'company_document',
  'address_proof',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** RG also stands for the new identity card (CIN); RNM is that of foreigners who live in Brazil. */
export const IDENTITY_TYPES = ['rg', 'cnh', 'passport', 'rnm'] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

export type Asked = {
  readonly kind: DocumentKind;
  readonly isRequired: boolean;
  /** A photograph and no PDF. */
  readonly isPicture: boolean;
  /** Identity documents that have no such side. */
  readonly notFor: readonly IdentityType[];
};

const required = { isRequired: true, isPicture: false, notFor: [] } as const;
const FRONT: Asked = { ...required, kind: 'identity_front' };
const BACK: Asked = { ...required, kind: 'identity_back', notFor: ['passport'] };
const ADDRESS: Asked = { ...required, kind: 'address_proof', isRequired: false };

/** What is asked of a person, and of a company: there the identity document is that of the partner who answers for it. */
export const ASKED: Readonly<Record<AccountRow['person_type'], readonly Asked[]>> = {
  PF: [FRONT, BACK, { ...required, kind: 'selfie', isPicture: true }, ADDRESS],
  PJ: [{ ...required, kind: 'company_document' }, FRONT, BACK, ADDRESS],
};

/** Both sides of a digital document are one PDF. */
const SIDES: readonly DocumentKind[] = ['identity_front', 'identity_back'];
export const isSide = (kind: DocumentKind) => SIDES.includes(kind);

export const REFUSAL_CODES = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'mismatch',
  'suspected_fraud',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
export type Refusal = { readonly kind: DocumentKind; readonly code: RefusalCode };

/** What the seller sees. Who forges documents does not learn how it was noticed. */
export const SHOWN_CODES = [
  'unreadable',
  'cut_off',
  'expired',
  'wrong_document',
  'mismatch',
  'not_accepted',
] as const;
export type ShownCode = (typeof SHOWN_CODES)[number];

export function shownCode(code: RefusalCode): ShownCode {
  return code === 'suspected_fraud' ? 'not_accepted' : code;
}
