import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../kit/errors.ts';

/** Whoever was let in with a password that somebody else chose may do nothing before it is changed. */
export function requireOwnPassword({ principal, routeOptions }: FastifyRequest): void {
  if (!principal?.mustChangePassword || routeOptions.config.beforeSecondFactor) return;
  throw new GatewayError('PASSWORD_CHANGE_REQUIRED');
}
