import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Charge } from '../charge.ts';

/** One try of one card. Only the brand and the last four digits are kept of it. */
export type CardAttempt = {
  accountId: string;
  id: string;
  chargeId: string;
  brand: string;
  lastFour: string;
  installments: number;
  status: 'running' | 'challenge' | 'approved' | 'refused';
  reason: string | null;
  createdAt: Date;
  /** What a refusal counts for (card-defence.ts); nothing once it has ended. */
  traces: readonly string[];
};

const COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", brand, last_four as "lastFour", installments,
  status, reason, created_at as "createdAt", traces`;
const OPEN = `status in ('running', 'challenge')`;

export async function insertAttempt(tx: Tx, attempt: CardAttempt): Promise<void> {
  await tx.query(
    `insert into card_attempts (account_id, id, charge_id, brand, last_four, installments, status, created_at,
       traces)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      attempt.accountId,
      attempt.id,
      attempt.chargeId,
      attempt.brand,
      attempt.lastFour,
      attempt.installments,
      attempt.status,
      attempt.createdAt,
      attempt.traces,
    ],
  );
}

/** Guarded: an attempt that has ended stays as it ended. */
export async function moveAttempt(
  db: Db | Tx,
  attempt: Pick<CardAttempt, 'accountId' | 'id'>,
  status: 'challenge' | 'approved' | 'refused',
  reason: string | null,
): Promise<boolean> {
  const moved = await db.query(
    `update card_attempts
     set status = $3,
         reason = $4,
         traces = case when $3 = 'challenge' then traces else '{}' end
     where account_id = $1
       and id = $2
       and ${OPEN}
     returning id`,
    [attempt.accountId, attempt.id, status, reason],
  );
  return moved.length > 0;
}

export async function findAttempt(db: Db | Tx, accountId: string, id: string): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row ?? null;
}

export async function latestAttempt(db: Db, charge: Charge): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts where account_id = $1 and charge_id = $2 order by created_at desc, id desc limit 1`,
    [charge.accountId, charge.id],
  );
  return row ?? null;
}

export async function hasOpenAttempt(tx: Tx, charge: Charge): Promise<boolean> {
  return (await chargesWithOpenAttempt(tx, charge.accountId, [charge.id])).size > 0;
}

export async function chargesWithOpenAttempt(
  tx: Tx,
  accountId: string,
  chargeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ charge_id: string }>(
    `select charge_id from card_attempts where account_id = $1 and charge_id = any($2::uuid[]) and ${OPEN}`,
    [accountId, chargeIds],
  );
  return new Set(rows.map((row) => row.charge_id));
}
