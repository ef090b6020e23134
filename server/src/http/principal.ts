import type { FastifyRequest } from 'fastify';
import { assert } from '../kit/errors.ts';
import type { Permission, TeamRole } from '../kit/permissions.ts';
import type { Network } from '../kit/public-address.ts';

/** The authenticated caller of a request. */
export type Principal = {
  /** The account that the request acts in. */
  accountId: string;
  /** Where the user's password, second factor and sessions are; the same unless the user is a member of several teams. */
  homeAccountId: string;
  accountStatus: 'active' | 'pending' | 'blocked';
  role: 'seller' | 'operator';
  /** Null for a key. */
  teamRole: TeamRole | null;
  permissions: ReadonlySet<Permission>;
  /** The networks that a key may be used from; null: all. */
  networks: readonly Network[] | null;
  via: 'api_key' | 'jwt';
  /** When a JWT or a key ends; null: never. Real time. */
  expiresAtMs: number | null;
  /** A browser's session is renewed from `dueMs` on and ends at `endsMs` in any case. Other credentials: null. */
  renewal: { dueMs: number; endsMs: number } | null;
  hasSecondFactor: boolean;
  /** An operator set the password: until the user changes it, only the routes of one's own access are allowed. */
  mustChangePassword: boolean;
  userId: string | null;
  /** The API key's or the session's id; of a view, its own. */
  credentialId: string;
  /** Of an operator who looks at this account's dashboard, and may only read (decision 0056): until when, and who. */
  view: { viewer: Principal; endsMs: number } | null;
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
    /** The route's line of the table of permissions. */
    operation?: string;
    needs?: Permission | 'public';
    rate?: RateClass;
    /** Content types of a body that is not JSON. */
    takes?: readonly string[];
    /** Answered however much is in progress: health and metrics, and streams that stay open. */
    isUncounted?: boolean;
    /** A page that may have a card form. */
    showsCardForm?: boolean;
    /** Its body may have a card, whose number is refused unless the acquirer takes it. */
    takesCard?: boolean;
    /** Allowed for accounts that are pending or blocked (sign-out, quotes). */
    inactiveToo?: boolean;
    /** Allowed for operators who have yet to set up the factor or the password they need (session, sign-out, set-up). */
    beforeSecondFactor?: boolean;
  }
}

export function principalOf({ principal }: FastifyRequest): Principal {
  assert(principal, 'an authenticated route has a principal');
  return principal;
}

/** Whose limits a request counts against: a view uses up nothing of the seller's. */
export function chargedAccountOf({ view, accountId }: Principal): string {
  return view?.viewer.accountId ?? accountId;
}

export function accountOf(request: FastifyRequest): string {
  return principalOf(request).accountId;
}
