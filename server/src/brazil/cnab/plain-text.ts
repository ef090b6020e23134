/** Letters that Unicode does not take apart into a plain letter and a mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Đ: 'D',
  Ł: 'L',
};
const MARKS = /\p{M}/gu;
const WHOLE_LETTER = /[ßÆŒØĐŁ]/g;
/** Anything else may be a separator or a command to a bank's program: it becomes a space. */
const NOT_PLAIN = /[^A-Z0-9.,/&()-]+/g;

/** Free text as every bank takes it: upper case, no accents, no control characters, single spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .replace(WHOLE_LETTER, (letter) => WHOLE_LETTERS[letter] ?? ' ')
    .replace(NOT_PLAIN, ' ')
    .trim();
}
