export const HIDDEN = '…';

/** What an API key, a webhook's secret or a JWT looks like, wherever it stands. */
const CREDENTIALS = /guiche_[0-9A-Za-z]{20,}|whsec_[\w+/=%-]{8,}|eyJ[\w-]{8,}\.[\w.-]+/g;

/** For texts that others write and that are kept to be shown: somebody will paste a key where it does not belong. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, HIDDEN);
}
