import { type Db, statement } from '../../db/pool.ts';
import { derivedId, isId } from '../../kit/ids.ts';
import type { Cents } from '../../kit/money.ts';
import type { Reader } from '../../write/answer.ts';
import type { RowWriter } from '../../write/effects.ts';

export type PayerRefund = {
  accountId: string;
  /** Of the refund, or of the payment that is returned. */
  id: string;
  chargeId: string;
  kind: 'refund' | 'return';
  amountCents: Cents;
  /** `waiting`: for a key of the payer; `sending`: it was given. */
  status: 'waiting' | 'sending' | 'done' | 'expired';
  /** Sealed. */
  pixKey: string | null;
  keyNumber: number;
  provider: string | null;
  failure: string | null;
  reference: string | null;
  createdAt: Date;
  /** When the payer had the money. */
  doneAt: Date | null;
  /** When the payer was reminded of the page before it ends. */
  remindedAt: Date | null;
};

const COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", kind, amount_cents as "amountCents", status,
  pix_key as "pixKey", key_number as "keyNumber", provider, failure, reference, created_at as "createdAt",
  done_at as "doneAt", reminded_at as "remindedAt"`;

const byId = statement(
  'payer_refunds.by_id',
  `select ${COLUMNS} from payer_refunds where account_id = $1 and id = $2`,
);
const lock = statement(
  'payer_refunds.lock',
  `select ${COLUMNS} from payer_refunds where account_id = $1 and id = $2 for update`,
);

export async function findPayerRefund(
  reader: Reader,
  accountId: string,
  id: string,
): Promise<PayerRefund | null> {
  const [row] = await reader.query<PayerRefund>(byId, [accountId, id]);
  return row ?? null;
}

export async function lockPayerRefund(
  tx: Reader,
  accountId: string,
  id: string,
): Promise<PayerRefund | null> {
  const [row] = await tx.query<PayerRefund>(lock, [accountId, id]);
  return row ?? null;
}

type NewPayerRefund = Pick<
  PayerRefund,
  'accountId' | 'id' | 'chargeId' | 'kind' | 'amountCents' | 'createdAt'
>;

export const insertPayerRefund: RowWriter<NewPayerRefund> = {
  statement: statement(
    'payer_refunds.add',
    `insert into payer_refunds (account_id, id, charge_id, kind, amount_cents, created_at, status, key_number)
     select account_id, id, charge_id, kind, amount_cents, created_at, 'waiting', 0
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::timestamptz[])
       as n (account_id, id, charge_id, kind, amount_cents, created_at)
     on conflict (account_id, id) do nothing
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.chargeId),
    rows.map((row) => row.kind),
    rows.map((row) => row.amountCents),
    rows.map((row) => row.createdAt),
  ],
  writes: 'any',
};

/** A bank keeps the outcome of each reference: another key is another payout. */
export function payoutReference({ id, keyNumber }: Pick<PayerRefund, 'id' | 'keyNumber'>): string {
  return derivedId('payer refund', id, String(keyNumber));
}

type Saved = { before: PayerRefund; after: PayerRefund };

/** Guarded: it must still be as it was read. */
export const savePayerRefund: RowWriter<Saved> = {
  statement: statement(
    'payer_refunds.save',
    `update payer_refunds r
     set status = n.status,
         pix_key = n.pix_key,
         key_number = n.key_number,
         provider = n.provider,
         failure = n.failure,
         reference = n.reference,
         payout_reference = n.payout_reference,
         done_at = n.done_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::integer[], $8::text[],
       $9::text[], $10::text[], $11::uuid[], $12::timestamptz[])
       as n (account_id, id, status_before, number_before, status, pix_key, key_number, provider, failure, reference,
         payout_reference, done_at)
     where r.account_id = n.account_id
       and r.id = n.id
       and r.status = n.status_before
       and r.key_number = n.number_before
     returning r.id`,
  ),
  values: (rows) => [
    rows.map(({ after }) => after.accountId),
    rows.map(({ after }) => after.id),
    rows.map(({ before }) => before.status),
    rows.map(({ before }) => before.keyNumber),
    rows.map(({ after }) => after.status),
    rows.map(({ after }) => after.pixKey),
    rows.map(({ after }) => after.keyNumber),
    rows.map(({ after }) => after.provider),
    rows.map(({ after }) => after.failure),
    rows.map(({ after }) => after.reference),
    rows.map(({ after }) => (after.keyNumber > 0 ? payoutReference(after) : null)),
    rows.map(({ after }) => after.doneAt),
  ],
  writes: 'all',
};

type Reminded = Pick<PayerRefund, 'accountId' | 'id'> & { at: Date };

export const markReminded: RowWriter<Reminded> = {
  statement: statement(
    'payer_refunds.reminded',
    `update payer_refunds r
     set reminded_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where r.account_id = n.account_id
       and r.id = n.id
       and r.reminded_at is null
     returning r.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ id }) => id),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

const MAX_LISTED = 200;

/** The oldest of all accounts that are not done, for operators. */
export async function openPayerRefunds(db: Db): Promise<PayerRefund[]> {
  return db.query<PayerRefund>(
    `select ${COLUMNS}
     from payer_refunds
     where status in ('waiting', 'sending')
     order by created_at, id
     limit ${MAX_LISTED}`,
  );
}

export async function ownerOfPayerRefund(db: Db, id: string): Promise<string | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<{ accountId: string }>(
    'select account_id as "accountId" from payer_refunds where id = $1',
    [id],
  );
  return row?.accountId ?? null;
}
