import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChargeDeps } from '../../charges/deps.ts';
import { cookieOf } from '../../http/cookies.ts';
import { isId } from '../../kit/ids.ts';

const NAME = 'guiche_device';
const PURPOSE = 'payer device';
const YEAR_SECONDS = 365 * 24 * 3_600;

/** The id of the payer's device, or null: it has none yet, or one that we did not sign. */
export function deviceOf({ vault }: ChargeDeps, request: FastifyRequest): string | null {
  const [id = '', given = ''] = (cookieOf(request.headers.cookie, NAME) ?? '').split('.');
  if (!isId(id)) return null;
  const expected = Buffer.from(vault.fingerprint(PURPOSE, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}

/**
 * A device is known by a random number that it gets with its first card form, so that strangers behind one address are
 * distinguished. It says nothing of the payer, and is sent to payment pages only.
 */
export function nameDevice(deps: ChargeDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (deviceOf(deps, request) !== null) return;
  const id = deps.ids.next();
  const secure = deps.publicUrl.startsWith('https:') ? '; Secure' : '';
  const value = `${id}.${deps.vault.fingerprint(PURPOSE, id)}`;
  reply.header(
    'Set-Cookie',
    `${NAME}=${value}; HttpOnly; SameSite=Lax; Path=/pay; Max-Age=${YEAR_SECONDS}${secure}`,
  );
}
