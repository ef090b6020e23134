import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../kit/errors.ts';

/** A user whose password an operator chose must change it before anything else. */
export function requireOwnPassword({ principal, routeOptions }: FastifyRequest): void {
  if (!principal?.mustChangePassword || routeOptions.config.beforeSecondFactor) return;
  throw new GatewayError('PASSWORD_CHANGE_REQUIRED');
}
