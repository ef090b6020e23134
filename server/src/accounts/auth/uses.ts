import type { Db } from '../../db/pool.ts';
import type { Principal } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { keyUses } from './keys.ts';
import { saveUseTimes } from './use-times.ts';

const saveSessions = saveUseTimes('sessions', 'last_seen_at');

/** Uses of sessions are kept like those of keys: in memory, written together. */
export function credentialUses(db: Db) {
  const keys = keyUses(db);
  const sessions = new Map<string, { accountId: string; at: Date }>();
  return {
    ...keys,
    noteSession({
      homeAccountId: accountId,
      credentialId,
    }: Pick<Principal, 'homeAccountId' | 'credentialId'>): void {
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
