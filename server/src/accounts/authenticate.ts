import type { FastifyRequest } from 'fastify';
import type { Principal } from '../http/principal.ts';
import { systemMs } from '../kit/clock.ts';
import { type ErrorCode, GatewayError } from '../kit/errors.ts';
import type { Access } from './access.ts';
import type { KeyUses } from './keys.ts';

const BEARER = /^bearer +(\S+)$/i;

/**
 * Finds who is asking. Returns the refusal instead of throwing it, so that the attempt is counted against its address
 * before it is answered.
 */
export async function authenticate(
  access: Access,
  uses: KeyUses,
  request: FastifyRequest,
): Promise<GatewayError | null> {
  const wanted = request.routeOptions.config.access;
  if (!wanted || wanted === 'public') return null;
  const jwtOnly = wanted === 'jwt';
  const credential = credentialOf(request);
  if (!credential) return refusal(jwtOnly ? 'JWT_REQUIRED' : 'API_KEY_MISSING');
  const principal = await access(credential);
  if (!principal || hasEnded(principal)) return refusal(jwtOnly ? invalidJwt(credential) : 'API_KEY_INVALID');
  if (jwtOnly && principal.via !== 'jwt') return refusal('JWT_REQUIRED');
  request.principal = principal;
  if (principal.via === 'api_key') uses.note(principal.accountId, principal.credentialId);
  return permission(request, principal, wanted);
}

function hasEnded({ expiresAtMs }: Principal): boolean {
  return expiresAtMs !== null && expiresAtMs <= systemMs();
}

function credentialOf(request: FastifyRequest): string | null {
  const header = request.headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** What looks like a key on a JWT endpoint gets told that a JWT is needed, also when the key is unknown. */
function invalidJwt(credential: string): ErrorCode {
  return credential.startsWith('guiche_') ? 'JWT_REQUIRED' : 'JWT_INVALID';
}

function permission(request: FastifyRequest, principal: Principal, wanted: string): GatewayError | null {
  if (wanted === 'operator' && principal.role !== 'operator') return refusal('FORBIDDEN');
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (writes && principal.accountStatus !== 'active' && !request.routeOptions.config.inactiveToo) {
    return refusal('ACCOUNT_NOT_ACTIVE');
  }
  return null;
}

function refusal(code: ErrorCode): GatewayError {
  return new GatewayError(code);
}
