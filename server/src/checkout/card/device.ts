import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChargeDeps } from '../../charges/deps.ts';
import { addDeviceCookie, deviceIdOf } from '../../http/device-cookie.ts';

const COOKIE = { name: 'guiche_device', purpose: 'payer device', sameSite: 'Lax' } as const;
/** Charges and payment links have a card form. */
const PATHS = ['/pay', '/l'];

/** The id of the payer's device, or null: it has none yet, or one that we did not sign. */
export function deviceOf({ vault }: ChargeDeps, request: FastifyRequest): string | null {
  return deviceIdOf(vault, request, { ...COOKIE, path: '/' });
}

/**
 * A device is known by a random number that it gets with its first card form, so that strangers behind one address are
 * distinguished. It says nothing of the payer, and is sent to payment pages only.
 */
export function nameDevice(deps: ChargeDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (deviceOf(deps, request) !== null) return;
  const id = deps.ids.next();
  for (const path of PATHS) addDeviceCookie(deps, reply, { ...COOKIE, path }, id);
}
