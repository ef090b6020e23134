import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'guiche_session';

/**
 * The session token in a Cookie header, or null when there is none. The gateway sets one cookie of this name, so a second
 * one was planted by another site: then the result is a text that is never a valid credential.
 */
export function sessionCookieOf(header: string | undefined): string | null {
  if (!header?.includes(NAME)) return null;
  const [first, ...others] = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`));
  if (first === undefined) return null;
  return others.length > 0 ? '' : first.slice(NAME.length + 1);
}

/** Replaces a cookie that this answer already sets: an answer sets it once. */
export function setSessionCookie(
  reply: FastifyReply,
  publicUrl: string,
  token: string,
  seconds: number,
): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.removeHeader('Set-Cookie');
  reply.header(
    'Set-Cookie',
    `${NAME}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${secure}`,
  );
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  setSessionCookie(reply, publicUrl, '', 0);
}

/**
 * Whether a page of this gateway sent the request: from its public address, or from the host of the request. If the
 * public address is https, a page loaded over http is not trusted.
 */
export function comesFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return false;
  const own = new URL(publicUrl);
  if (origin === own.origin || origin === `https://${host}`) return true;
  return own.protocol === 'http:' && origin === `http://${host}`;
}

export function changesSomething({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A cookie without secrets: theme or language. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim());
  return pairs?.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
