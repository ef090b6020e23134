import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChargeDeps } from '../../charges/deps.ts';
import { addDeviceCookie, deviceIdOf } from '../../http/device-cookie.ts';

const COOKIE = { name: 'guiche_device', purpose: 'payer device', path: '/pay', sameSite: 'Lax' } as const;

/** The id of the payer's device, or null: it has none yet, or one that we did not sign. */
export function deviceOf({ vault }: ChargeDeps, request: FastifyRequest): string | null {
  return deviceIdOf(vault, request, COOKIE);
}

/**
 * A device is known by a random number that it gets with its first card form, so that strangers behind one address are
 * distinguished. It says nothing of the payer, and is sent to payment pages only.
 */
export function nameDevice(deps: ChargeDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (deviceOf(deps, request) !== null) return;
  addDeviceCookie(deps, reply, COOKIE, deps.ids.next());
}
