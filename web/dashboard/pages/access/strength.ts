import { FAVOURITE_PASSWORDS, plainLetters } from '../../../../server/src/kit/favourite-passwords.ts';

export const MIN_PASSWORD = 8;
export type Strength = 'short' | 'weak' | 'fair' | 'good';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
const KEYS = ['password', 'qwerty', 'asdfgh', '123456', 'abcdef', '654321'];
const COMMON = new RegExp(
  [...FAVOURITE_PASSWORDS, ...KEYS].sort((a, b) => b.length - a.length).join('|'),
  'g',
);

/** A rough hint: the server decides. Words that everyone uses count as one character; few different letters are weak. */
export function strengthOf(password: string): Strength {
  const letters = [...password];
  if (letters.length < MIN_PASSWORD) return 'short';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const different = new Set(letters).size;
  const beyondCommon = plainLetters(password).replace(/\s/g, '').replace(COMMON, '.').length;
  if (beyondCommon < MIN_PASSWORD || different < 5) return 'weak';
  if (letters.length >= 14 || (letters.length >= 10 && kinds >= 3)) return 'good';
  return kinds >= 2 ? 'fair' : 'weak';
}
