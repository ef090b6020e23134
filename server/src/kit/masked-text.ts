import { type DigitRun, digitRunsOf, isCommonGap, mayHoldDigits } from './digit-groups.ts';
import { HIDDEN } from './without-credentials.ts';

/** The length of a CPF, the shortest number to mask. */
const MIN_DIGITS = 11;
/** The length of the longest card number. A longer row of digits is a bar code or an end-to-end id. */
const MAX_DIGITS = 19;

// Every repetition has a bound, so that no text takes long.
const E_MAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** A CNPJ with letters; one of digits alone is found as digits are. */
const LETTERED_CNPJ =
  /(?<![0-9A-Za-z])[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2}(?![0-9A-Za-z])/g;
/** Besides its check digits at least one: words have none. */
const MIN_CNPJ_DIGITS = 3;
const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])/gi;
const IPV4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/**
 * For logs: without card numbers, CPFs, CNPJs, telephones and e-mail addresses, however they are written. Ids, bar codes
 * and IP addresses stay, because a log without them explains nothing.
 */
export function maskedText(text: string): string {
  const mayName = text.includes('@') || text.includes('%40');
  if (!mayName && !mayHoldDigits(text, 2)) return text;
  return betweenIds(text, (part) =>
    withoutNumbers(part.replace(E_MAIL, maskedEmail)).replace(LETTERED_CNPJ, maskedCnpj),
  );
}

/** The same for text that may be percent-encoded: if the decoded text needs a mask, all of it is hidden. */
export function maskedAddress(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return maskedText(text);
  const decoded = decodedText(text);
  return maskedText(decoded) === decoded ? maskedText(text) : HIDDEN;
}

/** Percent signs that encode nothing stay. */
export function decodedText(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

function maskedCnpj(text: string): string {
  return text.replace(/\D/g, '').length < MIN_CNPJ_DIGITS ? text : HIDDEN;
}

function maskedEmail(address: string): string {
  return `${HIDDEN}${address.slice(address.search(/@|%40/))}`;
}

function betweenIds(text: string, mask: (part: string) => string): string {
  let shown = '';
  let from = 0;
  for (const { 0: id, index } of text.matchAll(ID)) {
    shown += mask(text.slice(from, index)) + id;
    from = index + id.length;
  }
  return shown + mask(text.slice(from));
}

function withoutNumbers(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of digitRunsOf(text).flatMap((run) => longNumbersOf(run, text))) {
    shown += text.slice(from, start) + HIDDEN;
    from = end;
  }
  return shown + text.slice(from);
}

type Span = { start: number; end: number };

/** Groups with common separators between them, or with the same other separator throughout. */
function longNumbersOf({ groups, gaps }: DigitRun, text: string): Span[] {
  const spans: Span[] = [];
  let first = 0;
  for (let index = 0; index < groups.length; index += 1) {
    const gap = gaps[index];
    const belongs = gap !== undefined && (isCommonGap(gap) || gap === gaps[first]);
    if (belongs) continue;
    const joined = groups.slice(first, index + 1);
    const span = { start: joined[0]?.start ?? 0, end: joined.at(-1)?.end ?? 0 };
    const digits = joined.reduce((sum, group) => sum + group.digits.length, 0);
    const isOnePiece = joined.length === 1 && digits > MAX_DIGITS;
    if (digits >= MIN_DIGITS && !isOnePiece && !IPV4.test(text.slice(span.start, span.end))) spans.push(span);
    first = index + 1;
  }
  return spans;
}
