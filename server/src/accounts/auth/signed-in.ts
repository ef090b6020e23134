import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import { principalOf } from '../../http/principal.ts';
import { assert } from '../../kit/errors.ts';
import type { User } from './sessions.ts';
import { LoginLocked } from './tries.ts';

/** Routes about one's own access: also for accounts that are not active, and for operators without a second factor. */
export const signedInOnly = { access: 'jwt', inactiveToo: true, beforeSecondFactor: true } as const;

/**
 * The signed-in user, on routes about one's own access: password, second factor and sessions are in the home account, in
 * whichever account the user acts.
 */
export function userOf(request: FastifyRequest): User {
  const actor = { ...actorOf(request), accountId: principalOf(request).homeAccountId };
  const { userId, credentialId } = actor;
  assert(userId && credentialId, 'a JWT belongs to a user and a session');
  return { ...actor, userId, credentialId };
}

/** Where tries are counted: a refusal because of a lock says when to try again. */
export async function withRetryAfter<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoginLocked) reply.header('Retry-After', error.retryAfterSeconds);
    throw error;
  }
}
