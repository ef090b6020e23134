import type { Db } from '../server/src/db/pool.ts';

/** What the database did meanwhile: transactions, of which a batch of requests is one, and bytes of its log. */
export type Traffic = { transactions: number; logBytes: number };

export const noTraffic = (): Traffic => ({ transactions: 0, logBytes: 0 });

export async function readTraffic(db: Db): Promise<Traffic> {
  const [row] = await db.query<{ transactions: bigint; log_bytes: bigint }>(
    `select (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
       (pg_current_wal_insert_lsn() - '0/0')::bigint as log_bytes`,
  );
  return { transactions: Number(row?.transactions ?? 0), logBytes: Number(row?.log_bytes ?? 0) };
}
