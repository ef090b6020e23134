/** Text that the built-in fonts of a PDF can write, and that stays inside its box. */

const MAX_READ_LENGTH = 2_000;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
const NOT_WRITTEN = /[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…]/gu;
const UNKNOWN = '?';

/** The built-in fonts have Latin letters only. Other letters lose their accents or are replaced by one mark. */
export function printable(text: string): string {
  return text
    .slice(0, MAX_READ_LENGTH)
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(NOT_WRITTEN, nearestLatin)
    .replace(/\?{2,}/g, UNKNOWN)
    .replace(/ {2,}/g, ' ')
    .trim();
}

function nearestLatin(character: string): string {
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (bare === '') return '';
  return /^[\u0020-\u007e]+$/.test(bare) ? bare : UNKNOWN;
}

/** How wide a text is in the font at hand. */
export type Ruler = (text: string) => number;

export function fitted(text: string, width: number, ruler: Ruler): string {
  if (ruler(text) <= width) return text;
  const kept = maxPrefix(text, (prefix) => ruler(`${prefix.trimEnd()}…`) <= width);
  return `${kept.trimEnd()}…`;
}

/** Broken at spaces, and inside a word only if it is longer than a line. The last line shows that text was cut. */
export function wrapped(text: string, width: number, maxLines: number, ruler: Ruler): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < maxLines - 1 && ruler(rest) > width) {
    const prefix = maxPrefix(rest, (candidate) => ruler(candidate.trimEnd()) <= width);
    const space = rest[prefix.length] === ' ' ? prefix.length : prefix.lastIndexOf(' ');
    const line = space > 0 ? rest.slice(0, space) : prefix || rest.slice(0, 1);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' ? lines : [...lines, fitted(rest, width, ruler)];
}

function maxPrefix(text: string, fits: (prefix: string) => boolean): string {
  let [fitting, tooLong] = [0, text.length + 1];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(text.slice(0, middle))) fitting = middle;
    else tooLong = middle;
  }
  return text.slice(0, fitting);
}
