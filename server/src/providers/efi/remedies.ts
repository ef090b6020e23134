import type { Outcome } from '../http/outcome.ts';
import type { TokenFailureKind } from '../http/token.ts';
import type { EfiConfig } from './config.ts';

export type Host = 'charges' | 'pix';

/** Failures that a retry does not fix: the host was reached, and a setting is not what it takes. */
const CERTAIN: readonly TokenFailureKind[] = ['server certificate', 'client certificate', 'credentials'];

export function isCertainlyWrong(failure: TokenFailureKind): boolean {
  return CERTAIN.includes(failure);
}

/** A sentence that says which setting to change. */
export function remedyFor(config: EfiConfig, failure: TokenFailureKind, at: Host): string {
  const { variable } = config;
  const address = at === 'charges' ? 'CHARGES_URL' : 'PIX_URL';
  const url = at === 'charges' ? config.chargesUrl : (config.sending?.pixUrl ?? '');
  const host = URL.canParse(url) ? new URL(url).host : url;
  switch (failure) {
    case 'name':
      return `${host} is a name that is not known: if that lasts, correct ${variable(address)}, or this machine's DNS.`;
    case 'refused connection':
      return `${host} refuses connections: if that lasts, correct ${variable(address)}.`;
    case 'server certificate':
      return `${variable('CA')} must name the authority of ${host}, whose certificate is not trusted; or correct ${variable(address)}.`;
    case 'client certificate':
      return `${variable('CERTIFICATE')} names a certificate that ${host} refuses: use the one made for this application in ${config.environment}.`;
    case 'credentials':
      return `${variable('CLIENT_ID')} or ${variable('CLIENT_SECRET')} is not what ${host} knows for ${config.environment}.`;
    case 'connection':
      return at === 'pix'
        ? `${host} closed the connection without an answer, as it does when it refuses the certificate that ${variable('CERTIFICATE')} names.`
        : `${host} closed the connection without an answer; if that lasts, check ${variable(address)}.`;
    default:
      return `${host} did not serve this request; if that lasts, check ${variable(address)} and Efí's status page.`;
  }
}

const NOT_PERMITTED = [401, 403];

/** The same for a call that was made with a token, and that needs this permission of the application. */
export function remedyForCall(config: EfiConfig, outcome: Outcome, at: Host, scope: string): string {
  if (outcome.kind === 'unsent') return remedyFor(config, outcome.failure, at);
  const status = outcome.kind === 'answered' ? outcome.status : 0;
  if (NOT_PERMITTED.includes(status)) return remedyForScope(scope);
  if (at === 'pix' && status >= 400 && status < 500 && status !== 429) {
    return `${config.variable('KEY')} must be a PIX key of this account, and ${config.variable('PIX_URL')} the right address, if it is set.`;
  }
  return remedyFor(config, 'service', at);
}

export function remedyForScope(scope: string): string {
  return `The application lacks "${scope}": turn it on for it in the account at Efí, under API.`;
}
