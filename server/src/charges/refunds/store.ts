import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import type { Charge } from '../charge.ts';

export type Refund = {
  accountId: string;
  id: string;
  chargeId: string;
  amountCents: Cents;
  reason: string | null;
  reverseSplit: boolean;
  status: 'pending' | 'succeeded' | 'failed';
  /** Why it failed. */
  failure: string | null;
  createdAt: Date;
};

const REFUND_COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", amount_cents as "amountCents", reason,
  reverse_split as "reverseSplit", status, failure, created_at as "createdAt"`;

export async function findRefund(tx: Tx, accountId: string, id: string): Promise<Refund | null> {
  const [row] = await tx.query<Refund>(
    `select ${REFUND_COLUMNS} from refunds where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row ?? null;
}

export async function refundsOf(tx: Tx, accountId: string, chargeId: string): Promise<Refund[]> {
  return tx.query<Refund>(
    `select ${REFUND_COLUMNS} from refunds where account_id = $1 and charge_id = $2 order by id`,
    [accountId, chargeId],
  );
}

export async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.query(
    `insert into refunds (account_id, id, charge_id, amount_cents, reason, reverse_split, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      refund.accountId,
      refund.id,
      refund.chargeId,
      refund.amountCents,
      refund.reason,
      refund.reverseSplit,
      refund.status,
      refund.createdAt,
    ],
  );
}

/** All that other refunds give or have given back with the recipients' parts in it. */
export async function refundedWithSplit(
  tx: Tx,
  { accountId, id }: Charge,
  exceptRefundId: string,
): Promise<Cents> {
  const [row] = await tx.query<{ total: Cents }>(
    `select coalesce(sum(amount_cents), 0)::bigint as total
     from refunds
     where account_id = $1
       and charge_id = $2
       and reverse_split
       and status <> 'failed'
       and id <> $3`,
    [accountId, id, exceptRefundId],
  );
  return row?.total ?? ZERO;
}

export async function isRefundOf(db: Db, accountId: string, chargeId: string, id: string): Promise<boolean> {
  const rows = await db.query('select 1 from refunds where account_id = $1 and id = $2 and charge_id = $3', [
    accountId,
    id,
    chargeId,
  ]);
  return rows.length > 0;
}
