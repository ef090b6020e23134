import type { FastifyRequest } from 'fastify';
import { invalidField } from '../kit/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose verified domain the request was sent to; null: to any other host. */
    domainAccountId: string | null;
  }
}

/** A seller's own domain shows what is that seller's alone. */
export function isShownAt({ domainAccountId }: FastifyRequest, accountId: string): boolean {
  return domainAccountId === null || domainAccountId === accountId;
}

/** A name or an address, with or without a port. User-info, blanks or a path in it are meant to mislead. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * One Host, as RFC 9112 demands: of two, a proxy in front may have believed the other one. HTTP/1.0 had no such header,
 * and simple probes still speak it.
 */
export function requireHost({ headers: { host }, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): void {
  if (host === undefined) {
    if (raw.httpVersion === '1.1') throw invalidField('Host', 'is required');
    return;
  }
  if (hasSeveralHosts(raw)) throw invalidField('Host', 'must be given once');
  if (host !== '' && !HOST.test(host))
    throw invalidField('Host', 'must be a host name or address, with or without a port');
}

/** Of repeated Host headers Node shows the first alone; the raw list has all. */
export function hasSeveralHosts({ rawHeaders }: FastifyRequest['raw']): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
