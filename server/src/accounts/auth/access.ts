import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import { type Db, statement } from '../../db/pool.ts';
import type { Deps } from '../../http/deps.ts';
import type { Principal } from '../../http/principal.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { type Permission, ROLES, SCOPES, type TeamRole, VIEW_PERMISSIONS } from '../../kit/permissions.ts';
import { readNetworks } from '../../kit/public-address.ts';
import type { Vault } from '../../kit/secrets.ts';
import { isApiKey } from './api-key.ts';
import { MAX_SESSION_MS, RENEWED_AFTER_MS } from './sessions.ts';

/** Finds the principal of a credential; null when it is wrong, revoked or ended. */
export type Access = (credential: string) => Promise<Principal | null>;

type PrincipalRow = {
  account_id: string;
  status: Principal['accountStatus'];
  credential_id: string;
  rate_general: number | null;
  rate_charges: number | null;
  rate_webhooks: number | null;
};

type KeyRow = PrincipalRow & {
  scopes: Permission[] | null;
  allowed_networks: string[] | null;
  expires_at: Date | null;
};

type SessionRow = PrincipalRow & {
  home_account_id: string;
  role: Principal['role'];
  team_role: TeamRole;
  user_id: string;
  created_at: Date;
  by_cookie: boolean;
  has_second_factor: boolean;
  must_change_password: boolean;
  view_id: string | null;
  view_expires_at: Date | null;
  viewed_account_id: string | null;
  viewed_status: Principal['accountStatus'] | null;
};

const ACCOUNT_COLUMNS = 'a.status, a.rate_general, a.rate_charges, a.rate_webhooks';

const findByKey = statement(
  'access.by_key',
  `select k.account_id, k.id as credential_id, k.scopes, k.allowed_networks, k.expires_at, ${ACCOUNT_COLUMNS}
   from api_key_lookups l
   join api_keys k on k.account_id = l.account_id and k.id = l.api_key_id
   join accounts a on a.id = k.account_id
   where l.key_hash = $1
     and k.status = 'active'`,
);

const findBySession = statement(
  'access.by_session',
  `select m.account_id, s.account_id as home_account_id, m.role, m.team_role, s.user_id, s.id as credential_id,
     s.created_at, s.by_cookie, f.enabled_at is not null as has_second_factor, u.must_change_password,
     v.id as view_id, v.expires_at as view_expires_at, v.viewed_account_id, seller.status as viewed_status,
     ${ACCOUNT_COLUMNS}
   from sessions s
   join users u on u.account_id = s.account_id and u.id = s.user_id
   join users m on m.account_id = coalesce(s.acting_account_id, s.account_id) and m.id = s.user_id
   left join second_factors f on f.account_id = s.account_id and f.user_id = s.user_id
   left join account_views v on v.account_id = s.account_id and v.session_id = s.id and v.ended_at is null
   left join accounts seller on seller.id = v.viewed_account_id
   join accounts a on a.id = m.account_id
   where s.account_id = $1
     and s.id = $2
     and s.ended_at is null
     and m.removed_at is null`,
);

/** Who a credential belongs to, and the view that its session has begun. */
type Found = { own: Principal; view: Principal | null };

export function createAccess({ db, vault, trusted }: Deps): Access {
  const find = trusted.reader({
    load: (credential) => load(db, vault, credential),
    accountsOf: (found: Found | null) =>
      found && [found.own.accountId, found.own.homeAccountId, ...(found.view ? [found.view.accountId] : [])],
  });
  return async (credential) => {
    const found = await find(credential);
    if (!found) return null;
    const { own, view } = found;
    // By each process's own clock: a view that is kept in memory ends in time too.
    return view?.view && view.view.endsMs > systemMs() ? view : own;
  };
}

async function load(db: Db, vault: Vault, credential: string): Promise<Found | null> {
  if (isApiKey(credential)) {
    const [row] = await db.query<KeyRow>(findByKey, [hashKey(credential)]);
    return row ? { own: { ...principalFrom(row), ...keyFacts(row) }, view: null } : null;
  }
  const claims = await readToken(vault, credential);
  if (!claims) return null;
  const [row] = await db.query<SessionRow>(findBySession, [claims.homeAccountId, claims.sessionId]);
  if (!row) return null;
  const own = { ...principalFrom(row), ...sessionFacts(row, claims) };
  return { own, view: viewOf(own, row) };
}

const VIEWED: ReadonlySet<Permission> = new Set(VIEW_PERMISSIONS);

/** Only of an operator whose account is active, whatever the row says. */
function viewOf(own: Principal, row: SessionRow): Principal | null {
  const { view_id: id, view_expires_at: end, viewed_account_id: accountId, viewed_status: status } = row;
  if (!id || !end || !accountId || !status) return null;
  if (own.role !== 'operator' || own.accountStatus !== 'active') return null;
  return {
    ...own,
    ...{ accountId, accountStatus: status, credentialId: id },
    ...{ role: 'seller', teamRole: 'read_only', permissions: VIEWED, renewal: null },
    view: { viewer: own, endsMs: end.getTime() },
  };
}

const EVERY_SCOPE: ReadonlySet<Permission> = new Set(SCOPES);

/** Without limits of its own a key may do everything that keys may. */
function keyFacts({ account_id: accountId, scopes, allowed_networks: networks, expires_at: end }: KeyRow) {
  return {
    via: 'api_key' as const,
    homeAccountId: accountId,
    role: 'seller' as const,
    teamRole: null,
    permissions: scopes ? new Set(scopes) : EVERY_SCOPE,
    networks: networks && readNetworks(networks.join(',')),
    userId: null,
    expiresAtMs: end?.getTime() ?? null,
    renewal: null,
    hasSecondFactor: false,
    mustChangePassword: false,
    view: null,
  };
}

const PERMISSIONS_OF = Object.fromEntries(
  Object.entries(ROLES).map(([role, permissions]) => [role, new Set(permissions)]),
);

function sessionFacts(row: SessionRow, { issuedAtMs, expiresAtMs }: Claims) {
  const endsMs = row.created_at.getTime() + MAX_SESSION_MS;
  return {
    via: 'jwt' as const,
    homeAccountId: row.home_account_id,
    role: row.role,
    teamRole: row.team_role,
    permissions:
      PERMISSIONS_OF[row.role === 'operator' ? 'operator' : row.team_role] ?? new Set<Permission>(),
    networks: null,
    userId: row.user_id,
    expiresAtMs,
    renewal: row.by_cookie ? { dueMs: issuedAtMs + RENEWED_AFTER_MS, endsMs } : null,
    hasSecondFactor: row.has_second_factor,
    mustChangePassword: row.must_change_password,
    view: null,
  };
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

type Claims = { homeAccountId: string; sessionId: string; issuedAtMs: number; expiresAtMs: number };

async function readToken(vault: Vault, token: string): Promise<Claims | null> {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return null;
  try {
    const { payload } = await jwtVerify(token, vault.key('jwt'), { algorithms: ['HS256'] });
    const { account_id: accountId, home = accountId, sid: sessionId, iat, exp } = payload;
    if (typeof home !== 'string' || typeof sessionId !== 'string') return null;
    if (iat === undefined || exp === undefined) return null;
    return { homeAccountId: home, sessionId, issuedAtMs: iat * SECOND_MS, expiresAtMs: exp * SECOND_MS };
  } catch {
    return null;
  }
}

/** One token, one spelling: base64url without padding, blanks or bits that decode to nothing. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function principalFrom(row: PrincipalRow) {
  return {
    accountId: row.account_id,
    accountStatus: row.status,
    credentialId: row.credential_id,
    rates: { general: row.rate_general, charges: row.rate_charges, webhooks: row.rate_webhooks },
  };
}
