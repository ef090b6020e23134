import { type Actor, recordAction, systemActor } from '../../audit/record.ts';
import { type Db, statement } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { outwaitCaches } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { hashKey } from './access.ts';
import { maskApiKey, newApiKey } from './api-key.ts';

const MAX_LIST_LENGTH = 1_000;

type KeyRow = {
  id: string;
  name: string;
  last_four: string;
  status: string;
  last_used_at: Date | null;
  created_at: Date;
};

export async function createKey(
  deps: Deps,
  accountId: string,
  id: string,
  name: string,
  by: Actor = systemActor(accountId),
) {
  const key = newApiKey();
  const createdAt = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    // A retry after a crash finds the first key's row: that key was never shown, so it is replaced.
    const replaced = await tx.query(
      `with old as (delete from api_keys where account_id = $1 and id = $2 returning key_hash)
       delete from api_key_lookups where key_hash in (select key_hash from old) returning key_hash`,
      [accountId, id],
    );
    await tx.query(
      `insert into api_keys (account_id, id, name, key_hash, last_four, status, created_at)
       values ($1, $2, $3, $4, $5, 'active', $6)`,
      [accountId, id, name, hashKey(key), key.slice(-4), createdAt],
    );
    await tx.query('insert into api_key_lookups (key_hash, account_id, api_key_id) values ($1, $2, $3)', [
      hashKey(key),
      accountId,
      id,
    ]);
    if (replaced.length > 0) return;
    const target = { kind: 'api_key', id };
    await recordAction(tx, { actor: by, accountId, action: 'api_key.created', target, details: { name } });
  });
  return { id, name, key, createdAt };
}

export async function listKeys(
  db: Db,
  accountId: string,
  { limit = MAX_LIST_LENGTH, offset = 0 }: { limit?: number; offset?: number } = {},
) {
  const [rows, [counted]] = await Promise.all([
    db.query<KeyRow>(
      `select id, name, last_four, status, last_used_at, created_at
       from api_keys
       where account_id = $1
       order by id desc
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
  };
}

/** Returns only when no node accepts the key any more. A key that is revoked already was revoked once. */
export async function revokeKey(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  if (!isId(id)) throw notFound('API key');
  await transaction(deps.db, async (tx) => {
    const [key] = await tx.query<Pick<KeyRow, 'name' | 'last_four' | 'status'>>(
      'select name, last_four, status from api_keys where account_id = $1 and id = $2 for update',
      [accountId, id],
    );
    if (!key) throw notFound('API key');
    if (key.status === 'revoked') return;
    await tx.query(
      `update api_keys set status = 'revoked', revoked_at = $3 where account_id = $1 and id = $2`,
      [accountId, id, deps.clock.now()],
    );
    const details = { name: key.name, api_key: maskApiKey(key.last_four) };
    const target = { kind: 'api_key', id };
    await recordAction(tx, { actor: by, accountId, action: 'api_key.revoked', target, details });
  });
  await outwaitCaches();
}

const saveUses = statement(
  'keys.save_uses',
  `update api_keys k
   set last_used_at = used.at
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as used (account_id, id, at)
   where k.account_id = used.account_id
     and k.id = used.id`,
);

/** Remembers uses in memory and writes them together: no write per request. */
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
