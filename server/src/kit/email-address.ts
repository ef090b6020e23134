/** What SMTP carries (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

// Letters of every script, and the signs that need no quotes: no spaces, brackets, controls or invisible marks.
const ATOM =
  '[^\\s@.<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]+';
// Accented domains are typed as they are; the mail server gets them in punycode.
const LETTER = 'A-Za-z\\u00c0-\\u167f\\u1780-\\u1fff\\u2c00-\\u2fef\\u3041-\\ud7ff\\uf900-\\ufdcf';
const LABEL = `[${LETTER}0-9](?:[${LETTER}0-9-]{0,61}[${LETTER}0-9])?`;
const TOP_LABEL = `[${LETTER}][${LETTER}0-9-]{0,61}[${LETTER}0-9]`;
const LOCAL_PART = `${ATOM}(?:\\.${ATOM})*`;

/**
 * The one rule for e-mail addresses, in the API, on the pages and in their scripts. It refuses what no mail server takes.
 * Doors that only compare an address (sign-in, recovery, search) take any text, for addresses from before this rule.
 */
export const EMAIL_PATTERN = `^${LOCAL_PART}@(?:${LABEL}\\.)+${TOP_LABEL}$`;

const email = new RegExp(EMAIL_PATTERN, 'u');
const sender = new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)*${LABEL}$`, 'u');

export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && email.test(text);
}

/** Also of a host without a dot, such as localhost: mails may be sent inside a network. */
export function isSenderAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && sender.test(text);
}
