import { readInstant } from '../../http/fields.ts';
import type { Principal } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import { SCOPES, type Scope } from '../../kit/permissions.ts';
import { readNetworks } from '../../kit/public-address.ts';

/** What a key is limited to; null: no limit. The end is in real time, like that of every credential. */
export type KeyLimits = {
  scopes: readonly Scope[] | null;
  networks: readonly string[] | null;
  expiresAt: Date | null;
};

export const NO_LIMITS: KeyLimits = { scopes: null, networks: null, expiresAt: null };

/** As a body has them; absent: unchanged, null: no limit. */
export type GivenLimits = {
  scopes?: Scope[] | null | undefined;
  allowed_ips?: string[] | null | undefined;
  expires_at?: string | null | undefined;
};

export function readLimits(given: GivenLimits): Partial<KeyLimits> {
  const { scopes, allowed_ips: networks, expires_at: end } = given;
  return {
    ...(scopes === undefined ? {} : { scopes: scopes && sortedScopes(scopes) }),
    ...(networks === undefined ? {} : { networks: networks && [...new Set(networks.map(readIps))] }),
    ...(end === undefined ? {} : { expiresAt: end === null ? null : readEnd(end) }),
  };
}

function sortedScopes(given: readonly Scope[]): Scope[] {
  return SCOPES.filter((scope) => given.includes(scope));
}

const ADDRESS = /^[0-9a-f.:/]+$/;

function readIps(text: string): string {
  const written = text.trim().toLowerCase();
  try {
    if (ADDRESS.test(written) && readNetworks(written).length === 1) return written;
  } catch {
    // Answered below, with the name of the field.
  }
  throw invalidField(
    'allowed_ips',
    `"${text}" is neither an IP address nor a network such as 203.0.113.0/24`,
  );
}

function readEnd(text: string): Date {
  const end = readInstant('expires_at', text);
  if (end.getTime() <= systemMs()) throw invalidField('expires_at', 'must be in the future');
  return end;
}

/** A person gives a key at most what the person may do: a key without a list of scopes may do everything that keys may. */
export function scopesRefusal(
  { permissions }: Pick<Principal, 'permissions'>,
  scopes: readonly Scope[] | null,
): GatewayError | null {
  const missing = (scopes ?? SCOPES).find((scope) => !permissions.has(scope));
  if (missing === undefined) return null;
  const message = scopes
    ? `A key may do at most what you may: you lack the permission ${missing}`
    : 'A key without scopes may do everything: name the scopes, at most what you may do';
  return new GatewayError('FORBIDDEN', message, { permission: missing });
}
