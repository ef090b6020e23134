import { writeDocument } from '../settings/written-document.ts';

const CPF_LENGTH = 11;

/** A customer's document as people write it; which of the two it is, its length tells. */
export function shownDocument(document: string): string {
  return writeDocument(document, document.length === CPF_LENGTH ? 'PF' : 'PJ');
}
