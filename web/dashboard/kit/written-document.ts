const CPF_LENGTH = 11;
const SIGNS = { PF: '###.###.###-##', PJ: '##.###.###/####-##' } as const;

/** A CPF or CNPJ with punctuation; other lengths stay as they are. */
export function writeDocument(document: string, personType: 'PF' | 'PJ'): string {
  const signs = SIGNS[personType];
  const letters = [...document];
  if (letters.length !== signs.replace(/[^#]/g, '').length) return document;
  return signs.replace(/#/g, () => letters.shift() ?? '');
}

/** Distinguished by length. A masked one has its points already. */
export function shownDocument(document: string): string {
  if (document.includes('*')) return document;
  return writeDocument(document, document.length === CPF_LENGTH ? 'PF' : 'PJ');
}
