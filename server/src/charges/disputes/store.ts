import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RowWriter } from '../../write/effects.ts';
import { answerByOf } from './deadline.ts';
import type { Dispute } from './dispute.ts';

/** As a table has it: rows of an older version have no end of their own. */
export type DisputeRow = Omit<Dispute, 'answerBy'> & { answerBy: Date | null };

export const DISPUTE_COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", kind, amount_cents as "amountCents",
  status, reason, provider, answer_by as "answerBy", answer,
  answer_documents as "answerDocuments", answered_at as "answeredAt", answered_by as "answeredBy",
  accepted_at as "acceptedAt", created_at as "createdAt", closed_at as "closedAt"`;

export function disputeFrom<Row extends DisputeRow>(row: Row): Row & Dispute {
  return { ...row, answerBy: row.answerBy ?? answerByOf(row.kind, row.createdAt) };
}

const byId = statement(
  'disputes.by_id',
  `select ${DISPUTE_COLUMNS} from disputes where account_id = $1 and id = $2`,
);

export async function findDispute(db: Db | Tx, accountId: string, id: string): Promise<Dispute | null> {
  const [row] = await db.query<DisputeRow>(byId, [accountId, id]);
  return row ? disputeFrom(row) : null;
}

export const insertDispute: RowWriter<Dispute> = {
  statement: statement(
    'disputes.add',
    `insert into disputes (account_id, id, charge_id, kind, amount_cents, status, reason, provider, created_at,
       answer_by)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
       $9::timestamptz[], $10::timestamptz[])
     returning id`,
  ),
  values: (disputes) => [
    disputes.map((dispute) => dispute.accountId),
    disputes.map((dispute) => dispute.id),
    disputes.map((dispute) => dispute.chargeId),
    disputes.map((dispute) => dispute.kind),
    disputes.map((dispute) => dispute.amountCents),
    disputes.map((dispute) => dispute.status),
    disputes.map((dispute) => dispute.reason),
    disputes.map((dispute) => dispute.provider),
    disputes.map((dispute) => dispute.createdAt),
    disputes.map((dispute) => dispute.answerBy),
  ],
  writes: 'all',
};

export const endDispute: RowWriter<Dispute> = {
  statement: statement(
    'disputes.end',
    `update disputes d
     set status = ended.status,
         closed_at = ended.closed_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as ended (account_id, id, status, closed_at)
     where d.account_id = ended.account_id
       and d.id = ended.id
       and d.status = 'open'
     returning d.id`,
  ),
  values: (disputes) => [
    disputes.map((dispute) => dispute.accountId),
    disputes.map((dispute) => dispute.id),
    disputes.map((dispute) => dispute.status),
    disputes.map((dispute) => dispute.closedAt),
  ],
  writes: 'all',
};

/** Once: an answer is not changed, and nothing is answered after it is accepted. */
export const saveAnswer: RowWriter<Dispute> = {
  statement: statement(
    'disputes.save_answer',
    `update disputes d
     set answer = n.answer,
         answer_documents = n.documents,
         answered_at = n.answered_at,
         answered_by = n.answered_by,
         accepted_at = n.accepted_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::uuid[], $6::timestamptz[], $7::json[])
       as n (account_id, id, answer, answered_at, answered_by, accepted_at, documents)
     where d.account_id = n.account_id
       and d.id = n.id
       and d.status = 'open'
       and d.accepted_at is null
     returning d.id`,
  ),
  values: (disputes) => [
    disputes.map((dispute) => dispute.accountId),
    disputes.map((dispute) => dispute.id),
    disputes.map((dispute) => dispute.answer),
    disputes.map((dispute) => dispute.answeredAt),
    disputes.map((dispute) => dispute.answeredBy),
    disputes.map((dispute) => dispute.acceptedAt),
    disputes.map(({ answerDocuments }) => answerDocuments && JSON.stringify(answerDocuments)),
  ],
  writes: 'all',
};

export type DisputePage = {
  accountId: string;
  status: string | null;
  chargeId: string | null;
  limit: number;
  offset: number;
  after: string | null;
};

export async function listDisputes(db: Db, page: DisputePage): Promise<{ rows: Dispute[]; total: bigint }> {
  const filter =
    'account_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or charge_id = $3)';
  const [rows, [count]] = await Promise.all([
    db.query<DisputeRow>(
      `select ${DISPUTE_COLUMNS}
       from disputes
       where ${filter}
         and ($4::uuid is null or id < $4)
       order by id desc
       limit $5
       offset $6`,
      [page.accountId, page.status, page.chargeId, page.after, page.limit + 1, page.offset],
    ),
    db.query<{ total: bigint }>(`select count(*) as total from disputes where ${filter}`, [
      page.accountId,
      page.status,
      page.chargeId,
    ]),
  ]);
  return { rows: rows.map(disputeFrom), total: count?.total ?? 0n };
}
