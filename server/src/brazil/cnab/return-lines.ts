import { CnabError } from './error.ts';
import { RECORD_LENGTH } from './layout.ts';

/** A line with its number in the file; blanks that the bank cut off at the end are put back. */
export type NumberedLine = { readonly number: number; readonly text: string };

const MAX_BYTES = 64 * 1024 * 1024;
const LINE_END = /\r\n|\n|\r/;
/** It and every control character before it. */
const SPACE = 0x20;
const BYTE_ORDER_MARK = '\ufeff';
// A control character inside a record moves everything behind it or hides what is there.
const CONTROL = /\p{Cc}/u;

export function linesOf(bytes: Uint8Array): NumberedLine[] {
  if (bytes.length > MAX_BYTES) throw new CnabError(`the file has more than ${MAX_BYTES} bytes`);
  const text = withoutEnd(decoded(bytes));
  if (text === '') throw new CnabError('the file is empty');
  return text
    .split(LINE_END)
    .map((line, at) => ({ number: at + 1, text: line }))
    .filter((line) => line.text.trim() !== '')
    .map(fullLine);
}

/** Programs of the last century end a file with Ctrl-Z, some add NUL up to a block. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) <= SPACE || text[end - 1] === '\u007f')) end -= 1;
  return text.slice(0, end);
}

/** Latin-1, as FEBRABAN says. A file saved again as UTF-8 is read too: other text is hardly ever valid as such. */
function decoded(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function fullLine({ number, text }: NumberedLine): NumberedLine {
  const control = text.search(CONTROL);
  if (control >= 0) {
    throw new CnabError('has a control character', { line: number, from: control + 1, to: control + 1 });
  }
  if (text.slice(RECORD_LENGTH).trim() !== '') {
    throw new CnabError(`has ${text.length} characters instead of ${RECORD_LENGTH}`, { line: number });
  }
  return { number, text: text.slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH) };
}
