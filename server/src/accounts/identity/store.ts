import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RowWriter } from '../../write/effects.ts';
import { approvalsReader } from '../two-persons.ts';
import type { Review, ReviewEnd, Submission } from './submission.ts';

export const SUBMISSION_COLUMNS = `account_id as "accountId", id, number, status, person_type as "personType",
  identity_type as "identityType", documents, reasons, submitted_by as "submittedBy", created_at as "createdAt",
  decided_at as "decidedAt"`;

const latestOf = statement(
  'identity.latest',
  `select ${SUBMISSION_COLUMNS}
   from identity_submissions
   where account_id = $1
   order by number desc
   limit 1`,
);

/** The newest: every older one was refused or replaced. */
export async function findLatest(db: Db | Tx, accountId: string): Promise<Submission | null> {
  const [row] = await db.query<Submission>(latestOf, [accountId]);
  return row ?? null;
}

const approvedFiles = statement(
  'identity.approved_files',
  `select distinct d.document ->> 'file_id' as id
   from identity_submissions s
   cross join lateral json_array_elements(s.documents) as d (document)
   where s.account_id = $1
     and s.status = 'approved'`,
);

/** Files by which an identity was verified: they stay, also when they are sent again and refused. */
export async function findApprovedFiles(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(approvedFiles, [accountId]);
  return rows.map(({ id }) => id);
}

const lockById = statement(
  'identity.lock',
  `select ${SUBMISSION_COLUMNS}
   from identity_submissions
   where account_id = $1
     and id = $2
   for update`,
);

/** After the account: every change of a submission locks its account first. */
export async function lockSubmission(tx: Tx, accountId: string, id: string): Promise<Submission | null> {
  const [row] = await tx.query<Submission>(lockById, [accountId, id]);
  return row ?? null;
}

export const insertSubmission: RowWriter<Submission> = {
  statement: statement(
    'identity.add',
    `insert into identity_submissions (account_id, id, number, status, person_type, identity_type, documents, submitted_by,
       created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::json[], $8::uuid[],
       $9::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ id }) => id),
    rows.map(({ number }) => number),
    rows.map(({ status }) => status),
    rows.map(({ personType }) => personType),
    rows.map(({ identityType }) => identityType),
    rows.map(({ documents }) => JSON.stringify(documents)),
    rows.map(({ submittedBy }) => submittedBy),
    rows.map(({ createdAt }) => createdAt),
  ],
  writes: 'all',
};

/** Only of one that waits: what was decided or replaced stays so. */
export const saveStatus: RowWriter<Submission> = {
  statement: statement(
    'identity.save_status',
    `update identity_submissions s
     set status = n.status,
         reasons = n.reasons,
         decided_at = n.decided_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::json[], $5::timestamptz[])
       as n (account_id, id, status, reasons, decided_at)
     where s.account_id = n.account_id
       and s.id = n.id
       and s.status in ('submitted', 'in_review')
     returning s.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ reasons }) => reasons && JSON.stringify(reasons)),
    rows.map(({ decidedAt }) => decidedAt),
  ],
  writes: 'all',
};

/** What waits for a second person. */
const OPEN_REVIEWS = '(select * from identity_reviews where ended_as is null)';

export const loadReviewers = approvalsReader('identity.count_reviewers', OPEN_REVIEWS, 'submission_id');

const openReview = statement(
  'identity.open_review',
  `select account_id as "accountId", submission_id as "submissionId", id, operator_id as "operatorId",
     operator_account_id as "operatorAccountId", decision, reasons, note, created_at as "createdAt"
   from identity_reviews
   where account_id = $1
     and submission_id = $2
     and ended_as is null
   for update`,
);

export async function lockOpenReview(
  tx: Tx,
  accountId: string,
  submissionId: string,
): Promise<Review | null> {
  const [row] = await tx.query<Review>(openReview, [accountId, submissionId]);
  return row ?? null;
}

const membership = statement('identity.membership', 'select 1 from users where account_id = $1 and id = $2');

/** Whether a person is, or was, one of the seller's own. */
export async function isOwnPerson(tx: Tx, accountId: string, userId: string | null): Promise<boolean> {
  return (await tx.query(membership, [accountId, userId])).length > 0;
}

export const insertReview: RowWriter<Review> = {
  statement: statement(
    'identity.add_review',
    `insert into identity_reviews (account_id, submission_id, id, operator_id, operator_account_id, decision, reasons,
       note, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::json[], $8::text[],
       $9::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ submissionId }) => submissionId),
    rows.map(({ id }) => id),
    rows.map(({ operatorId }) => operatorId),
    rows.map(({ operatorAccountId }) => operatorAccountId),
    rows.map(({ decision }) => decision),
    rows.map(({ reasons }) => JSON.stringify(reasons)),
    rows.map(({ note }) => note),
    rows.map(({ createdAt }) => createdAt),
  ],
  writes: 'all',
};

export const endReview: RowWriter<ReviewEnd> = {
  statement: statement(
    'identity.end_review',
    `update identity_reviews r
     set ended_as = n.ended_as,
         ended_by = n.ended_by,
         ended_by_account = n.ended_by_account,
         end_note = n.end_note,
         ended_at = n.ended_at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::timestamptz[])
       as n (account_id, submission_id, id, ended_as, ended_by, ended_by_account, end_note, ended_at)
     where r.account_id = n.account_id
       and r.submission_id = n.submission_id
       and r.id = n.id
       and r.ended_as is null
     returning r.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ submissionId }) => submissionId),
    rows.map(({ id }) => id),
    rows.map(({ endedAs }) => endedAs),
    rows.map(({ endedBy }) => endedBy),
    rows.map(({ endedByAccount }) => endedByAccount),
    rows.map(({ endNote }) => endNote),
    rows.map(({ endedAt }) => endedAt),
  ],
  writes: 'all',
};

/** Of an account, when its documents were approved. */
export const saveVerified: RowWriter<{ accountId: string }> = {
  statement: statement(
    'identity.save_verified',
    `update accounts a
     set identity_verified = true
     where a.id = any($1::uuid[])
     returning a.id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId)],
  writes: 'all',
};
