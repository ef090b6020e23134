import type { FastifyRequest } from 'fastify';
import { assert } from '../kit/errors.ts';

/** The authenticated caller of a request. */
export type Principal = {
  accountId: string;
  accountStatus: 'active' | 'pending' | 'blocked';
  role: 'seller' | 'operator';
  via: 'api_key' | 'jwt';
  /** When a JWT ends; a key has no end of its own. Real time. */
  expiresAtMs: number | null;
  /** A browser's session is renewed from `dueMs` on and ends at `endsMs` in any case. Other credentials: null. */
  renewal: { dueMs: number; endsMs: number } | null;
  hasSecondFactor: boolean;
  /** An operator set the password: until the user changes it, only the routes of one's own access are allowed. */
  mustChangePassword: boolean;
  userId: string | null;
  /** The API key's or the session's id. */
  credentialId: string;
  rates: { general: number | null; charges: number | null; webhooks: number | null };
};

/** How a route is reached. Routes without it are public and uncounted (pages, health). */
export type Access = 'public' | 'key' | 'jwt' | 'operator';
export type RateClass = 'general' | 'charges' | 'webhooks';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** The credential came as the browser's cookie, neither as a key nor as a bearer token. */
    byCookie: boolean;
    /** The id a POST should give to what it creates, kept across retries with the same Idempotency-Key. */
    objectId: string;
  }
  interface FastifyContextConfig {
    access?: Access;
    rate?: RateClass;
    /** Answered however much is in progress: health and metrics, and streams that stay open. */
    isUncounted?: boolean;
    /** Allowed for accounts that are pending or blocked (sign-out, quotes). */
    inactiveToo?: boolean;
    /** Allowed for operators who have yet to set up the factor or the password they need (session, sign-out, set-up). */
    beforeSecondFactor?: boolean;
  }
}

export function accountOf(request: FastifyRequest): string {
  assert(request.principal, 'an authenticated route has a principal');
  return request.principal.accountId;
}
