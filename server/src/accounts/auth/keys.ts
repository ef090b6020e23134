import { type Action, type Actor, systemActor } from '../../audit/record.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Scope } from '../../kit/permissions.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import { hashKey } from './access.ts';
import { maskApiKey, newApiKey } from './api-key.ts';
import { type KeyLimits, NO_LIMITS } from './key-limits.ts';
import { saveUseTimes } from './use-times.ts';

const MAX_LIST_LENGTH = 1_000;

type KeyRow = {
  id: string;
  name: string;
  last_four: string;
  status: string;
  last_used_at: Date | null;
  created_at: Date;
  created_by: string | null;
  scopes: Scope[] | null;
  allowed_networks: string[] | null;
  expires_at: Date | null;
};

/** A key with its secret, which is shown once. */
export type CreatedKey = KeyLimits & { id: string; name: string; key: string; createdAt: Date };

export async function createKey(
  deps: Deps,
  accountId: string,
  id: string,
  wanted: { name: string } & Partial<KeyLimits>,
  by: Actor = systemActor(accountId),
  answer?: Answer<CreatedKey>,
): Promise<CreatedKey> {
  const key = newApiKey();
  const command = { ...NO_LIMITS, ...wanted, accountId, id, key, keyHash: hashKey(key), by };
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => lockKey(tx, accountId, id),
      decide: (earlier) => decideKey(earlier, command, now),
    },
    answer,
  );
}

export type NewKey = KeyLimits & {
  accountId: string;
  id: string;
  name: string;
  key: string;
  keyHash: Buffer;
  by: Actor;
};

/** An earlier key with this id comes from the same request and was never shown: it is replaced. */
export function decideKey(
  earlier: StoredKey | null,
  { by, ...made }: NewKey,
  now: Date,
): Decision<CreatedKey> {
  const { accountId, key, keyHash, ...about } = made;
  const { id, name } = about;
  const row: InsertedKey = {
    ...about,
    accountId,
    keyHash,
    lastFour: key.slice(-4),
    createdAt: now,
    createdBy: by.userId,
  };
  const result: CreatedKey = { ...about, key, createdAt: now };
  const rows = [rowWrite(insertKey, row), rowWrite(insertLookup, row)];
  if (earlier) return done(result, { rows: [rowWrite(removeKey, row), ...rows] });
  return done(result, {
    rows,
    audit: [keyAction(by, accountId, 'api_key.created', id, { name, ...shownLimits(made) })],
  });
}

/** Only the limits that there are. */
function shownLimits({ scopes, networks, expiresAt }: KeyLimits): object {
  return {
    ...(scopes && { scopes }),
    ...(networks && { allowed_ips: networks }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  };
}

export function keyAction(
  actor: Actor,
  accountId: string,
  action: string,
  id: string,
  details: object,
): Action {
  return { actor, accountId, action, target: { kind: 'api_key', id }, details };
}

/** Returns when no node accepts the key any more. Revoking a key twice is not an error. */
export async function revokeKey(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  if (!isId(id)) throw notFound('API key');
  const now = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => lockKey(tx, accountId, id),
    decide: (key) => decideRevocation(key, { accountId, id, by }, now),
  });
  await waitForCacheExpiry();
}

export function decideRevocation(
  key: StoredKey | null,
  { accountId, id, by }: { accountId: string; id: string; by: Actor },
  now: Date,
): Decision<void> {
  if (!key) return notFound('API key');
  if (key.status === 'revoked') return done(undefined);
  const details = { name: key.name, api_key: maskApiKey(key.lastFour) };
  return done(undefined, {
    rows: [rowWrite(writeRevocation, { accountId, id, at: now })],
    audit: [keyAction(by, accountId, 'api_key.revoked', id, details)],
  });
}

export type StoredKey = KeyLimits & { name: string; lastFour: string; status: 'active' | 'revoked' };

const lockById = statement(
  'keys.lock',
  `select name, last_four as "lastFour", status, scopes, allowed_networks as networks, expires_at as "expiresAt"
   from api_keys
   where account_id = $1
     and id = $2
   for update`,
);

export async function lockKey(tx: Tx, accountId: string, id: string): Promise<StoredKey | null> {
  const [row] = await tx.query<StoredKey>(lockById, [accountId, id]);
  return row ?? null;
}

type InsertedKey = KeyLimits & {
  accountId: string;
  id: string;
  name: string;
  keyHash: Buffer;
  lastFour: string;
  createdAt: Date;
  createdBy: string | null;
};

/** Lists travel as texts: rows of arrays of different lengths cannot be unnested. No scope or network has a blank. */
export function listedOf(list: readonly string[] | null): string | null {
  return list?.join(' ') ?? null;
}

const insertKey: RowWriter<InsertedKey> = {
  statement: statement(
    'keys.add',
    `insert into api_keys (account_id, id, name, key_hash, last_four, created_at, created_by, expires_at, scopes,
       allowed_networks, status)
     select n.account_id, n.id, n.name, n.key_hash, n.last_four, n.created_at, n.created_by, n.expires_at,
       string_to_array(n.scopes, ' '), string_to_array(n.networks, ' '), 'active'
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::timestamptz[], $7::uuid[],
       $8::timestamptz[], $9::text[], $10::text[])
       as n (account_id, id, name, key_hash, last_four, created_at, created_by, expires_at, scopes, networks)
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.name),
    rows.map((row) => row.keyHash),
    rows.map((row) => row.lastFour),
    rows.map((row) => row.createdAt),
    rows.map((row) => row.createdBy),
    rows.map((row) => row.expiresAt),
    rows.map((row) => listedOf(row.scopes)),
    rows.map((row) => listedOf(row.networks)),
  ],
  writes: 'all',
};

const insertLookup: RowWriter<InsertedKey> = {
  statement: statement(
    'keys.add_lookup',
    `insert into api_key_lookups (key_hash, account_id, api_key_id)
     select *
     from unnest($1::bytea[], $2::uuid[], $3::uuid[])
     returning api_key_id`,
  ),
  values: (rows) => [
    rows.map((row) => row.keyHash),
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
  ],
  writes: 'all',
};

const removeKey: RowWriter<{ accountId: string; id: string }> = {
  statement: statement(
    'keys.remove',
    `with removed as (
       delete from api_keys k
       using unnest($1::uuid[], $2::uuid[]) as n (account_id, id)
       where k.account_id = n.account_id
         and k.id = n.id
       returning k.key_hash
     )
     delete from api_key_lookups
     where key_hash in (select key_hash from removed)
     returning key_hash`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  writes: 'all',
};

const writeRevocation: RowWriter<{ accountId: string; id: string; at: Date }> = {
  statement: statement(
    'keys.revoke',
    `update api_keys k
     set status = 'revoked',
         revoked_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where k.account_id = n.account_id
       and k.id = n.id
       and k.status = 'active'
     returning k.id`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.id), rows.map((row) => row.at)],
  writes: 'all',
};

const LISTED = `select k.id, k.name, k.last_four, k.status, k.last_used_at, k.created_at, k.scopes,
    k.allowed_networks, k.expires_at, u.email as created_by
  from api_keys k
  left join users u on u.account_id = k.account_id and u.id = k.created_by`;

export async function findKey(db: Db, accountId: string, id: string) {
  const [row] = await db.query<KeyRow>(`${LISTED} where k.account_id = $1 and k.id = $2`, [accountId, id]);
  return row ? presentKey(row) : null;
}

export async function listKeys(
  db: Db,
  accountId: string,
  { limit = MAX_LIST_LENGTH, offset = 0 }: { limit?: number; offset?: number } = {},
) {
  const [rows, [counted]] = await Promise.all([
    db.query<KeyRow>(
      `${LISTED}
       where k.account_id = $1
       order by k.id desc
       limit $2
       offset $3`,
      [accountId, limit, offset],
    ),
    db.query<{ total: number }>('select count(*)::integer as total from api_keys where account_id = $1', [
      accountId,
    ]),
  ]);
  const total = counted?.total ?? 0;
  return { keys: rows.map(presentKey), total, has_more: offset + rows.length < total };
}

function presentKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    api_key: maskApiKey(row.last_four),
    status: row.status,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    scopes: row.scopes,
    allowed_ips: row.allowed_networks,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

const saveUses = saveUseTimes('api_keys', 'last_used_at');

/** Collects uses in memory and writes them in batches, not on every request. */
export function keyUses(db: Db) {
  const uses = new Map<string, { accountId: string; at: Date }>();
  return {
    note(accountId: string, keyId: string): void {
      uses.set(keyId, { accountId, at: new Date(systemMs()) });
    },
    async save(): Promise<number> {
      const batch = [...uses];
      uses.clear();
      if (batch.length === 0) return 0;
      await db.query(saveUses, [
        batch.map(([, use]) => use.accountId),
        batch.map(([id]) => id),
        batch.map(([, use]) => use.at),
      ]);
      return 0;
    },
  };
}
export type KeyUses = ReturnType<typeof keyUses>;
