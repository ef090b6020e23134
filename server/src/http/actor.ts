import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/record.ts';
import { assert } from '../kit/errors.ts';

const MAX_USER_AGENT_LENGTH = 300;

/** Who acts in a request that was let in, for the audit log. */
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

/** Where a request comes from. Behind a trusted proxy the address is the one it tells. */
export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  // A connection that was cut has no address any more, whatever its type says.
  const address: string | undefined = request.ip;
  return { address: address ?? null, userAgent, requestId: request.id };
}
