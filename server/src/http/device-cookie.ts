import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../kit/ids.ts';
import type { Vault } from '../kit/secrets.ts';
import { cookieOf } from './cookies.ts';
import type { Deps } from './deps.ts';

const YEAR_SECONDS = 365 * 24 * 3_600;

/** A random id in a signed, http-only cookie. `boundTo`: the id counts only together with this text. */
export type DeviceCookie = {
  name: string;
  purpose: string;
  path: string;
  sameSite: 'Lax' | 'Strict';
  boundTo?: string;
};

/** The id of the device, or null: it has none yet, or one that we did not sign. */
export function deviceIdOf(vault: Vault, { headers }: FastifyRequest, cookie: DeviceCookie): string | null {
  const [id = '', given = ''] = (cookieOf(headers.cookie, cookie.name) ?? '').split('.');
  if (!isId(id)) return null;
  const expected = Buffer.from(signature(vault, cookie, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}

/** Added to the cookies that the answer already sets. */
export function addDeviceCookie(
  { vault, publicUrl }: Pick<Deps, 'vault' | 'publicUrl'>,
  reply: FastifyReply,
  cookie: DeviceCookie,
  id: string,
): void {
  const { name, path, sameSite } = cookie;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const value = `${id}.${signature(vault, cookie, id)}`;
  reply.header(
    'Set-Cookie',
    `${name}=${value}; HttpOnly; SameSite=${sameSite}; Path=${path}; Max-Age=${YEAR_SECONDS}${secure}`,
  );
}

function signature(vault: Vault, { purpose, boundTo }: DeviceCookie, id: string): string {
  return vault.fingerprint(purpose, boundTo === undefined ? id : `${id} ${boundTo}`);
}
