import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/record.ts';
import { assert } from '../kit/errors.ts';

const MAX_USER_AGENT_LENGTH = 300;

/** The actor of an authenticated request, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  const { principal } = request;
  assert(principal, 'an authenticated route has a principal');
  const { accountId, userId, credentialId, via } = principal;
  return {
    kind: via === 'api_key' ? 'api_key' : 'user',
    accountId,
    userId,
    credentialId,
    ...originOf(request),
  };
}

type Origin = { address: string | null; userAgent: string | null; requestId: string };

/** Where a request comes from. Behind a trusted proxy: the address in its X-Forwarded-For. */
export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  // A closed connection has no address, although the type says it has.
  const address: string | undefined = request.ip;
  return { address: address ?? null, userAgent, requestId: request.id };
}
