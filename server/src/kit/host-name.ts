import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** A name in the DNS has at most 253 characters; ours below it (`_guiche.`) must fit too. */
const MAX_HOST_LENGTH = 240;
/** As people write names, in any script. Everything else is meant for another part of an address. */
const WRITTEN = /^[\p{L}\p{N}\p{M}.-]+$/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const TOP_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

export type HostFault = 'unreadable' | 'too_long' | 'own';

/** The name in lower case and, where it is not ASCII, in punycode; or why it cannot be a seller's domain. */
export function readHostName(text: string, ownHost: string): { host: string } | { fault: HostFault } {
  if (!WRITTEN.test(text) || text.startsWith('.') || text.includes('..')) return { fault: 'unreadable' };
  const host = domainToASCII(text.replace(/\.$/, ''));
  if (host.length > MAX_HOST_LENGTH) return { fault: 'too_long' };
  if (!isHostName(host)) return { fault: 'unreadable' };
  if (host === ownHost || host.endsWith(`.${ownHost}`)) return { fault: 'own' };
  return { host };
}

/** A name of the public DNS: no address, and more than one label. */
function isHostName(host: string): boolean {
  const labels = host.split('.');
  if (labels.length < 2 || isIP(host) !== 0) return false;
  return labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '');
}

/** The name in a Host header that may be a seller's domain; null: our own, an address, or no name of the public DNS. */
export function foreignHostOf(header: string | undefined, ownHost: string): string | null {
  if (!header) return null;
  const name = header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (name === ownHost || name.length > MAX_HOST_LENGTH || !isHostName(name)) return null;
  return name;
}

/** The host of the gateway itself, without a port. */
export function hostOfUrl(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
}

/** Where payers reach a seller's pages: at its own domain, with the scheme and port of the gateway, or at the gateway. */
export function pagesUrlOf(publicUrl: string, domain: string | null): string {
  if (domain === null) return publicUrl;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${domain}${port && `:${port}`}`;
}
