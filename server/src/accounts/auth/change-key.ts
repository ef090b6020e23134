import type { Actor } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import type { Principal } from '../../http/principal.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import { type KeyLimits, scopesRefusal } from './key-limits.ts';
import { keyAction, listedOf, lockKey, type StoredKey } from './keys.ts';

/** undefined: unchanged. */
export type KeyChange = Partial<KeyLimits> & { name?: string | undefined };
type Command = { id: string; by: Actor; permissions: Principal['permissions']; change: KeyChange };

/** Returns when the new limits hold on every node. */
export async function changeKey(deps: Deps, command: Command): Promise<void> {
  const { id, by } = command;
  if (!isId(id)) throw notFound('API key');
  await deps.writer.commit({
    load: (tx) => lockKey(tx, by.accountId, id),
    decide: (key) => decideKeyChange(key, command),
  });
  await waitForCacheExpiry();
}

/** Who may do less than the key, before or after, changes nothing of it. */
export function decideKeyChange(
  key: StoredKey | null,
  { id, by, permissions, change }: Command,
): Decision<void> {
  if (!key) return notFound('API key');
  if (key.status !== 'active') return new GatewayError('INVALID_STATE', 'The API key is revoked');
  const { accountId } = by;
  const after = { ...key, ...change, name: change.name ?? key.name };
  const refusal = [key, after].map(({ scopes }) => scopesRefusal({ permissions }, scopes)).find(Boolean);
  if (refusal) return refusal;
  const [was, is] = [shownLimits(key), shownLimits(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return done(undefined);
  return done(undefined, {
    rows: [rowWrite(saveLimits, { ...after, accountId, id })],
    audit: [keyAction(by, accountId, 'api_key.changed', id, { before: was, after: is })],
  });
}

/** For the audit log. */
function shownLimits({ name, scopes, networks, expiresAt }: StoredKey) {
  return { name, scopes, allowed_ips: networks, expires_at: expiresAt?.toISOString() ?? null };
}

const saveLimits: RowWriter<KeyLimits & { accountId: string; id: string; name: string }> = {
  statement: statement(
    'keys.save_limits',
    `update api_keys k
     set name = n.name,
         scopes = string_to_array(n.scopes, ' '),
         allowed_networks = string_to_array(n.networks, ' '),
         expires_at = n.expires_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
       as n (account_id, id, name, scopes, networks, expires_at)
     where k.account_id = n.account_id
       and k.id = n.id
       and k.status = 'active'
     returning k.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.name),
    rows.map((row) => listedOf(row.scopes)),
    rows.map((row) => listedOf(row.networks)),
    rows.map((row) => row.expiresAt),
  ],
  writes: 'all',
};
