import { brandOf, FOURS } from './brands.ts';

/** Extracts the relevant characters of any input, and formats them. */
export type Mask = {
  /** Accepts or drops each character independently, so that a prefix of the input gives a prefix of the result. */
  readonly read: (text: string) => string;
  readonly write: (characters: string) => string;
};

export type Typed = { readonly text: string; readonly caret: number };

const MAX_NUMBER_LENGTH = 19;
const MAX_CVV_LENGTH = 4;
const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** The formatted text, with the caret behind the same character as before. */
export function masked({ read, write }: Mask, before: string, typed: Typed, forward = false): Typed {
  const all = read(typed.text);
  let left = read(typed.text.slice(0, typed.caret));
  let right = all.slice(left.length);
  // Only a separator was deleted: delete the character next to it instead.
  if (typed.text.length < before.length && read(before) === all) {
    if (forward) right = right.slice(1);
    else left = left.slice(0, -1);
  }
  const text = write(left + right);
  let caret = 0;
  while (read(text.slice(0, caret)).length < left.length) caret++;
  return { text, caret };
}

export const numberMask: Mask = {
  read: (text) => digitsOf(text).slice(0, MAX_NUMBER_LENGTH),
  write: (digits) => inGroups(digits, brandOf(digits)?.groups ?? FOURS, '    '),
};

export const cvvMask: Mask = {
  read: (text) => digitsOf(text).slice(0, MAX_CVV_LENGTH),
  write: (digits) => digits,
};

/** A CPF until a letter or a twelfth digit makes it a CNPJ. */
export const documentMask: Mask = {
  read: (text) =>
    text
      .replace(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .slice(0, CNPJ_LENGTH),
  write(characters) {
    const isCpf = characters.length <= CPF_LENGTH && !/\D/.test(characters);
    return isCpf ? inGroups(characters, [3, 3, 3, 2], '..-') : inGroups(characters, [2, 3, 3, 4, 2], '../-');
  },
};

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** No separator after the last character: it would be in the way of typing. */
function inGroups(characters: string, sizes: readonly number[], separators: string): string {
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    if (start < characters.length) groups.push(characters.slice(start, start + size));
    start += size;
  }
  return groups.map((group, index) => (index === 0 ? group : separators[index - 1] + group)).join('');
}
