const PUNCTUATION = /[.\-/ ]/g;
const WELL_FORMED = /^(?:[0-9]{11}|[0-9A-Za-z]{12}[0-9]{2})$/;
const CPF = /^[0-9]{11}$/;
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const ONE_REPEATED_CHARACTER = /^(.)\1*$/;

const HIGHEST_WEIGHT_CPF = 11;
const HIGHEST_WEIGHT_CNPJ = 9;

/**
 * The stored form of a CPF or CNPJ, or null when the text has the shape of neither.
 * The shape is tested before upper-casing because `ß`, `ı` and `ſ` become ASCII letters when upper-cased.
 */
export function normalizeDocument(text: string): string | null {
  const bare = text.replace(PUNCTUATION, '');
  return WELL_FORMED.test(bare) ? bare.toUpperCase() : null;
}

export function isValidCpf(document: string): boolean {
  return CPF.test(document) && endsInItsCheckDigits(document, HIGHEST_WEIGHT_CPF);
}

export function isValidCnpj(document: string): boolean {
  return CNPJ.test(document) && endsInItsCheckDigits(document, HIGHEST_WEIGHT_CNPJ);
}

export function hasValidCheckDigits(document: string): boolean {
  return isValidCpf(document) || isValidCnpj(document);
}

export function personTypeOf(document: string): 'PF' | 'PJ' {
  return CPF.test(document) ? 'PF' : 'PJ';
}

/** For logs: enough to distinguish two documents, not enough to identify a person. */
export function maskDocument(document: string): string {
  return document.length < 11 ? '****' : document.replace(/[0-9A-Za-z](?=.{4})/g, '*');
}

function endsInItsCheckDigits(document: string, highestWeight: number): boolean {
  if (ONE_REPEATED_CHARACTER.test(document)) return false;
  const body = document.slice(0, -2);
  const first = checkDigit(body, highestWeight);
  return document === body + first + checkDigit(body + first, highestWeight);
}

/** Modulo 11 with weights 2, 3, … from the right; a letter is worth its ASCII code less 48, so A is 17. */
function checkDigit(body: string, highestWeight: number): string {
  let total = 0;
  let weight = 2;
  for (let index = body.length - 1; index >= 0; index--) {
    total += (body.charCodeAt(index) - 48) * weight;
    weight = weight === highestWeight ? 2 : weight + 1;
  }
  const remainder = total % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
