import { type Db, statement } from '../../db/pool.ts';
import type { Principal } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { keyUses } from './keys.ts';

const saveSessions = statement(
  'sessions.save_uses',
  `update sessions s
   set last_seen_at = greatest(s.last_seen_at, used.at)
   from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as used (account_id, id, at)
   where s.account_id = used.account_id
     and s.id = used.id`,
);

/** Uses of sessions are kept like those of keys: in memory, written together. */
export function credentialUses(db: Db) {
  const keys = keyUses(db);
  const sessions = new Map<string, { accountId: string; at: Date }>();
  return {
    ...keys,
    noteSession({ accountId, credentialId }: Pick<Principal, 'accountId' | 'credentialId'>): void {
      sessions.set(credentialId, { accountId, at: new Date(systemMs()) });
    },
    async save(): Promise<number> {
      await keys.save();
      const batch = [...sessions];
      sessions.clear();
      if (batch.length === 0) return 0;
      await db.query(saveSessions, [
        batch.map(([, use]) => use.accountId),
        batch.map(([id]) => id),
        batch.map(([, use]) => use.at),
      ]);
      return 0;
    },
  };
}
export type CredentialUses = ReturnType<typeof credentialUses>;
