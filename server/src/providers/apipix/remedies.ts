import type { Outcome } from '../http/outcome.ts';
import type { TokenFailureKind } from '../http/token.ts';
import { type PspConfig, settingName } from './config.ts';

/** Which URL was called. */
type Address = 'TOKEN_URL' | 'API_URL';

/**
 * Failures that a retry does not fix: the PSP was reached, and a setting is not what it takes. A name that is not known
 * or a refused connection may be the bank's bad day, or that of a DNS.
 */
const CERTAIN: readonly TokenFailureKind[] = ['server certificate', 'client certificate', 'credentials'];

export function isCertainlyWrong(failure: TokenFailureKind): boolean {
  return CERTAIN.includes(failure);
}

/** A sentence that says which setting to change. */
export function remedyFor(config: PspConfig, failure: TokenFailureKind, address: Address): string {
  const setting = (name: string) => settingName(config.name, name);
  const host = new URL(address === 'TOKEN_URL' ? config.tokenUrl : config.apiUrl).host;
  switch (failure) {
    case 'name':
      return `${setting(address)} leads to ${host}, a name that is not known: if that lasts, correct it, or this machine's DNS.`;
    case 'refused connection':
      return `${setting(address)} leads to ${host}, which refuses connections: if that lasts, correct the address or the port.`;
    case 'server certificate':
      return `${setting('CA')} must name the authority of ${host}, whose certificate is not trusted; or correct ${setting(address)}.`;
    case 'client certificate':
      return `${setting('CERTIFICATE')} names a certificate that ${host} refuses: use the one issued for this application and environment.`;
    case 'credentials':
      return `${setting('CLIENT_ID')} or ${setting('CLIENT_SECRET')} is not what ${host} knows, or ${setting('SCOPES')} asks for what it does not give.`;
    case 'connection':
      return `${host} closed the connection without an answer; some do so when they refuse the certificate that ${setting('CERTIFICATE')} names.`;
    default:
      return `${host} did not serve this request; if that lasts, check ${setting(address)} and the bank's status page.`;
  }
}

const NOT_PERMITTED = [401, 403];
const TOO_MANY = 429;

/** The same for a call that was made with a token, and that needs this scope. */
export function remedyForCall(config: PspConfig, outcome: Outcome, scope: string): string {
  const setting = (name: string) => settingName(config.name, name);
  if (outcome.kind === 'unsent') return remedyFor(config, outcome.failure, 'API_URL');
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (NOT_PERMITTED.includes(status)) {
    return remedyForScope(config, scope);
  }
  if (status >= 400 && status < 500 && status !== TOO_MANY) {
    return `${setting('KEY')} must be a PIX key of this account, and ${setting('API_URL')} the right address, if it is set.`;
  }
  return remedyFor(config, 'service', 'API_URL');
}

export function remedyForScope(config: PspConfig, scope: string): string {
  const setting = settingName(config.name, 'SCOPES');
  return `The scope ${scope} is missing: have the application at ${config.profile.title} given it, and name it in ${setting} if that is set.`;
}
