import type { FastifyRequest } from 'fastify';
import { changesSomething, comesFromOwnPage, sessionCookieOf } from '../../http/cookies.ts';
import type { Deps } from '../../http/deps.ts';
import type { Principal } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { type ErrorCode, GatewayError } from '../../kit/errors.ts';
import { VIEWER_OPERATIONS } from '../../kit/permissions.ts';
import { isWithinAny } from '../../kit/public-address.ts';
import type { Access } from './access.ts';
import { operationRefusal } from './permission.ts';
import type { CredentialUses } from './uses.ts';

const BEARER = /^bearer +(\S+)$/i;

export type Authenticate = (request: FastifyRequest) => Promise<GatewayError | null>;

/**
 * Finds the principal of a request. Returns the refusal instead of throwing it, so that the attempt is counted against its address
 * before it is answered.
 */
export function authentication(
  { publicUrl, config }: Pick<Deps, 'publicUrl' | 'config'>,
  access: Access,
  uses: CredentialUses,
): Authenticate {
  const operatorsNeedFactor = config.GUICHE_RAILS === 'live';
  return async (request) => {
    const wanted = request.routeOptions.config.access;
    if (!wanted || wanted === 'public') return null;
    const jwtOnly = wanted === 'jwt';
    const credential = credentialOf(request);
    if (credential === null) return refusal(jwtOnly ? 'JWT_REQUIRED' : 'API_KEY_MISSING');
    // Checked before any lookup: a page of another site must not learn whether a user is signed in.
    if (request.byCookie && changesSomething(request) && !comesFromOwnPage(request, publicUrl)) {
      return refusal('ORIGIN_REFUSED');
    }
    const principal = await access(credential);
    if (!principal || (request.byCookie && principal.via !== 'jwt')) {
      return refusal(jwtOnly ? invalidJwt(request, credential) : 'API_KEY_INVALID');
    }
    if (jwtOnly && principal.via !== 'jwt') return refusal('JWT_REQUIRED');
    const ended = endRefusal(principal, jwtOnly);
    if (ended) return ended;
    if (request.byCookie && isAnotherSession(request, principal)) return refusal('SESSION_CHANGED');
    const acting = actingIn(request, principal);
    const person = principal.view?.viewer ?? principal;
    request.principal = acting;
    if (person.via === 'api_key') uses.note(person.accountId, person.credentialId);
    else uses.noteSession(person);
    if (operatorsNeedFactor && lacksFactor(person) && !request.routeOptions.config.beforeSecondFactor) {
      return refusal('TWO_FACTOR_SETUP_REQUIRED');
    }
    return addressRefusal(request, acting) ?? permission(request, acting);
  };
}

/** Who looks at a seller's dashboard leaves it as the operator, and does all else as the view. */
function actingIn({ routeOptions }: FastifyRequest, principal: Principal): Principal {
  const isOwn = VIEWER_OPERATIONS.includes(routeOptions.config.operation ?? '');
  return principal.view && isOwn ? principal.view.viewer : principal;
}

function lacksFactor({ role, hasSecondFactor }: Principal): boolean {
  return role === 'operator' && !hasSecondFactor;
}

function endRefusal({ expiresAtMs, via }: Principal, jwtOnly: boolean): GatewayError | null {
  if (expiresAtMs === null || expiresAtMs > systemMs()) return null;
  if (via === 'api_key') return refusal('API_KEY_EXPIRED');
  return refusal(jwtOnly ? 'JWT_INVALID' : 'API_KEY_INVALID');
}

/** Behind a trusted proxy the address is that of its X-Forwarded-For. */
function addressRefusal({ ip }: FastifyRequest, { networks }: Principal): GatewayError | null {
  if (networks === null || isWithinAny(ip, networks)) return null;
  return new GatewayError('IP_NOT_ALLOWED', undefined, { address: ip });
}

/** The cookie is used only when no other credential was sent: it never replaces a wrong one. */
function credentialOf(request: FastifyRequest): string | null {
  const { 'x-api-key': key, authorization, cookie } = request.headers;
  if (typeof key === 'string' && key !== '') return key;
  if (key === undefined && authorization === undefined) {
    const token = sessionCookieOf(cookie);
    request.byCookie = token !== null;
    return token;
  }
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * A page sends the id of its session. After a sign-in in another tab the cookie belongs to the new session: without this
 * check the page would show one account and change another.
 */
function isAnotherSession({ headers }: FastifyRequest, { credentialId }: Principal): boolean {
  const shown = headers['x-guiche-session'];
  return shown !== undefined && shown !== credentialId;
}

/** An API key on a JWT endpoint is answered with JWT_REQUIRED, also when the key is unknown. */
function invalidJwt({ byCookie }: FastifyRequest, credential: string): ErrorCode {
  return credential.startsWith('guiche_') && !byCookie ? 'JWT_REQUIRED' : 'JWT_INVALID';
}

function permission(request: FastifyRequest, principal: Principal): GatewayError | null {
  const forbidden = operationRefusal(request, principal);
  if (forbidden) return forbidden;
  if (
    principal.accountStatus !== 'active' &&
    changesSomething(request) &&
    !request.routeOptions.config.inactiveToo
  ) {
    return refusal('ACCOUNT_NOT_ACTIVE');
  }
  return null;
}

function refusal(code: ErrorCode): GatewayError {
  return new GatewayError(code);
}
