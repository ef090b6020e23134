export const MIN_PASSWORD = 8;
export type Strength = 'short' | 'weak' | 'fair' | 'good';

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
const COMMON = /senha|password|guiche|guichê|qwerty|asdfgh|123456|abcdef|654321/i;

/** A rough hint: length first, then variety; common prefixes and few different letters are weak. */
export function strengthOf(password: string): Strength {
  const letters = [...password];
  if (letters.length < MIN_PASSWORD) return 'short';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const different = new Set(letters).size;
  if (COMMON.test(password) || different < 5) return 'weak';
  if (letters.length >= 14 || (letters.length >= 10 && kinds >= 3)) return 'good';
  return kinds >= 2 ? 'fair' : 'weak';
}
