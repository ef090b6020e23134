import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../http/deps.ts';
import { addDeviceCookie, type DeviceCookie, deviceIdOf } from '../../http/device-cookie.ts';
import type { Vault } from '../../kit/secrets.ts';

const PURPOSE = 'sign-in device';
const NAME_PURPOSE = 'sign-in device name';
const NAME_LENGTH = 16;

/** One cookie per e-mail: a browser that signed in as one person is unknown to another. The name shows nothing. */
function cookieFor(vault: Vault, email: string): DeviceCookie {
  const boundTo = email.toLowerCase();
  const name = `guiche_known_${vault.fingerprint(NAME_PURPOSE, boundTo).slice(0, NAME_LENGTH)}`;
  return { name, purpose: PURPOSE, path: '/api/v1/auth', sameSite: 'Strict', boundTo };
}

/** The id of a device on which this e-mail has signed in before, or null. It proves nothing: it only has tries of its own. */
export function knownDeviceOf({ vault }: Pick<Deps, 'vault'>, request: FastifyRequest, email: string) {
  return deviceIdOf(vault, request, cookieFor(vault, email));
}

/** After a sign-in by cookie. A known device keeps its id, and with it what was counted. */
export function rememberDevice(
  deps: Pick<Deps, 'vault' | 'ids' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const id = knownDeviceOf(deps, request, email) ?? deps.ids.next();
  addDeviceCookie(deps, reply, cookieFor(deps.vault, email), id);
}
