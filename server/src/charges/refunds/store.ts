import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import type { RowWriter } from '../../write/effects.ts';
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
  /** The payer says a PIX key on a page. */
  asksPayer?: boolean;
};

const REFUND_COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", amount_cents as "amountCents", reason,
  reverse_split as "reverseSplit", status, failure, created_at as "createdAt",
  exists (
    select 1
    from payer_refunds p
    where p.account_id = refunds.account_id
      and p.id = refunds.id
  ) as "asksPayer"`;

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

export const insertRefund: RowWriter<Refund> = {
  statement: statement(
    'refunds.add',
    `insert into refunds (account_id, id, charge_id, amount_cents, reason, reverse_split, status, failure, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::boolean[], $7::text[], $8::text[],
       $9::timestamptz[])
     returning id`,
  ),
  values: (refunds) => [
    refunds.map((refund) => refund.accountId),
    refunds.map((refund) => refund.id),
    refunds.map((refund) => refund.chargeId),
    refunds.map((refund) => refund.amountCents),
    refunds.map((refund) => refund.reason),
    refunds.map((refund) => refund.reverseSplit),
    refunds.map((refund) => refund.status),
    refunds.map((refund) => refund.failure),
    refunds.map((refund) => refund.createdAt),
  ],
  writes: 'all',
};

/** A refund as read, and as saved. */
export type EndedRefund = { before: Refund; after: Refund };

export const endRefund: RowWriter<EndedRefund> = {
  statement: statement(
    'refunds.end',
    `update refunds r
     set status = ended.status,
         failure = ended.failure
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
       as ended (account_id, id, status, failure, status_before)
     where r.account_id = ended.account_id
       and r.id = ended.id
       and r.status = ended.status_before
     returning r.id`,
  ),
  values: (refunds) => [
    refunds.map(({ after }) => after.accountId),
    refunds.map(({ after }) => after.id),
    refunds.map(({ after }) => after.status),
    refunds.map(({ after }) => after.failure),
    refunds.map(({ before }) => before.status),
  ],
  writes: 'all',
};

/** The sum of the other refunds, pending or succeeded, that recipients take part in. */
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

/** Of a refund among the others of its charge. */
export type Asked = {
  /** An older one is pending. */
  isBehind: boolean;
  /** The sum of those that succeeded. */
  earlierCents: Cents;
  askedAt: Date | null;
  /** When any of the others was last asked for. */
  otherAskedAt: Date | null;
};

export async function askedFor(
  db: Db,
  { accountId, id, chargeId }: Pick<Refund, 'accountId' | 'id' | 'chargeId'>,
): Promise<Asked> {
  const [row] = await db.query<Asked>(
    `select
       coalesce(bool_or(r.status = 'pending' and (r.created_at, r.id) < (own.created_at, own.id)), false) as "isBehind",
       coalesce(sum(r.amount_cents) filter (where r.status = 'succeeded'), 0)::bigint as "earlierCents",
       max(own.asked_at) as "askedAt",
       max(r.asked_at) filter (where r.id <> own.id) as "otherAskedAt"
     from refunds own
     join refunds r on r.account_id = own.account_id and r.charge_id = own.charge_id
     where own.account_id = $1
       and own.id = $2
       and own.charge_id = $3`,
    [accountId, id, chargeId],
  );
  return row ?? { isBehind: true, earlierCents: ZERO, askedAt: null, otherAskedAt: null };
}

/** Before the provider is asked. False: another process was here first. */
export async function markAsked(
  db: Db,
  { accountId, id, before, now }: { accountId: string; id: string; before: Date | null; now: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update refunds
     set asked_at = $4
     where account_id = $1
       and id = $2
       and status = 'pending'
       and asked_at is not distinct from $3::timestamptz
     returning id`,
    [accountId, id, before, now],
  );
  return rows.length > 0;
}
