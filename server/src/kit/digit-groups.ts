/** Digits that stand together, as ASCII, and where they stand in the text. */
export type DigitGroup = { digits: string; start: number; end: number };

/** Groups with nothing but separators between them. `gaps[i]` stands between group i and group i + 1. */
export type DigitRun = { groups: DigitGroup[]; gaps: string[] };

/** More than this between two groups, beside what is invisible, and they are not one number. */
const MAX_GAP_LENGTH = 10;

const ASCII_ZERO = 0x30;
const ASCII_NINE = 0x39;
const LAST_ASCII = 0x7f;
/** This bit makes an ASCII letter lower case. */
const LOWER_CASE = 0x20;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;
const WORD = /[\p{L}\p{N}]/u;
const DECIMAL_DIGIT = /\p{Nd}/u;
/** Marks and invisible characters (zero width, soft hyphen, keycap) divide nothing that a person sees. */
const INVISIBLE = /[\p{M}\p{Cf}]/gu;
/** What people write between the digits of one number. */
const COMMON_GAP = /^[\s\p{Z}\p{Cc}\p{Pd}./\\_·•()]*$/u;

/** Only for a quick no: could the text hold this many digits? */
export function mayHoldDigits(text: string, count: number): boolean {
  if (text.length < count) return false;
  let found = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code >= ASCII_ZERO && code <= ASCII_NINE) || code > LAST_ASCII) found += 1;
    if (found === count) return true;
  }
  return false;
}

/** Every run of digits of a text, in whatever script they are written. */
export function digitRunsOf(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let run: DigitRun = { groups: [], gaps: [] };
  let gap = '';
  const finish = () => {
    if (run.groups.length > 0) runs.push(run);
    run = { groups: [], gaps: [] };
    gap = '';
  };
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const digit = digitOf(character);
    const last = run.groups.at(-1);
    if (digit !== null) {
      if (last && gap === '') {
        last.digits += digit;
        last.end = end;
      } else {
        if (last) run.gaps.push(gap);
        run.groups.push({ digits: digit, start, end });
        gap = '';
      }
    } else if (isInvisible(character)) {
      if (last && gap === '') last.end = end;
    } else if (isWord(character)) finish();
    else if (last) {
      gap += character;
      if (gap.length > MAX_GAP_LENGTH) finish();
    }
    start = end;
  }
  finish();
  return runs;
}

export function isCommonGap(gap: string): boolean {
  return COMMON_GAP.test(gap);
}

function isWord(character: string): boolean {
  const code = character.charCodeAt(0) | LOWER_CASE;
  return character.charCodeAt(0) > LAST_ASCII ? WORD.test(character) : code >= LETTER_A && code <= LETTER_Z;
}

function isInvisible(character: string): boolean {
  return character.charCodeAt(0) > LAST_ASCII && character.replace(INVISIBLE, '') === '';
}

/** The ASCII digit that a character stands for: 4, ４, ④, ⁴, ٤, ४ are all 4. */
function digitOf(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  if (code <= LAST_ASCII) return code >= ASCII_ZERO && code <= ASCII_NINE ? character : null;
  const plain = character.normalize('NFKC');
  if (plain.length === 1 && plain >= '0' && plain <= '9') return plain;
  if (!DECIMAL_DIGIT.test(character)) return null;
  // Unicode gives every script its ten digits in a row, from zero.
  let zero = code;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
