export const HIDDEN = '…';

/** Matches API keys, webhook secrets and JWTs. */
const CREDENTIALS = /guiche_[0-9A-Za-z]{20,}|whsec_[\w+/=%-]{8,}|eyJ[\w-]{8,}\.[\w.-]+/g;

/** For texts of users that are stored and shown: a user may paste a key into one by mistake. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, HIDDEN);
}
