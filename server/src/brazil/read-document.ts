import { invalidField } from '../kit/errors.ts';
import { hasValidCheckDigits, normalizeDocument } from './documents.ts';

/** The stored form of a CPF or CNPJ from a request. Check digits matter where money is real, and on every boleto. */
export function readDocument(field: string, text: string, checkDigits: boolean): string {
  const document = normalizeDocument(text);
  if (!document) throw invalidField(field, 'must be a CPF (11 digits) or a CNPJ (14 characters)');
  if (checkDigits && !hasValidCheckDigits(document)) throw invalidField(field, 'has wrong check digits');
  return document;
}
