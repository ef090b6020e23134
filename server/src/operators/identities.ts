import { SUBMISSION_COLUMNS } from '../accounts/identity/store.ts';
import type { Review, ReviewEnd, Submission, SubmissionStatus } from '../accounts/identity/submission.ts';
import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Reader } from '../write/answer.ts';

type ShownReview = Pick<Review, 'id' | 'decision' | 'reasons' | 'note'> & {
  operator_email: string;
  created_at: string;
  /** Its operator was not removed or blocked since. */
  counts: boolean;
  ended_as: ReviewEnd['endedAs'] | null;
  ended_by_email: string | null;
  end_note: string | null;
  ended_at: string | null;
};

/** A submission with its account and everything that operators said about it. */
export type OwnedSubmission = Submission & {
  account: {
    id: string;
    name: string;
    email: string;
    document: string;
    person_type: 'PF' | 'PJ';
    phone: string | null;
    status: 'active' | 'pending' | 'blocked';
    identity_verified: boolean;
    created_at: string;
  };
  reviews: readonly ShownReview[];
};

const REVIEWS = `(
       select coalesce(json_agg(json_build_object('id', r.id, 'decision', r.decision, 'reasons', r.reasons, 'note', r.note,
         'operator_email', u.email, 'created_at', r.created_at, 'counts', u.role = 'operator' and o.status = 'active',
         'ended_as', r.ended_as, 'ended_by_email', e.email, 'end_note', r.end_note, 'ended_at', r.ended_at)
         order by r.id), '[]')
       from identity_reviews r
       join users u on u.account_id = r.operator_account_id and u.id = r.operator_id
       join accounts o on o.id = r.operator_account_id
       left join users e on e.account_id = r.ended_by_account and e.id = r.ended_by
       where r.account_id = s."accountId"
         and r.submission_id = s.id
     ) as reviews`;

const owned = (found: string) =>
  `with s as materialized (${found})
   select s.*, ${REVIEWS},
     (
       select json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'document', a.document,
         'person_type', a.person_type, 'phone', a.phone, 'status', a.status,
         'identity_verified', a.identity_verified, 'created_at', a.created_at)
       from accounts a
       where a.id = s."accountId"
     ) as account
   from s
   order by s.id`;

// Each status is read by its part of the index on (status, id); the oldest of those are the page.
const oldestOf = (status: SubmissionStatus) => `(
       select ${SUBMISSION_COLUMNS}
       from identity_submissions
       where status = '${status}'
         and '${status}' = any($1::text[])
         and id > $2
       order by id
       limit $3::bigint + $4::bigint
     )`;

const WAITING = ['submitted', 'in_review'] as const;
const FINISHED = ['approved', 'refused', 'replaced'] as const;

const submissionsOfAll = statement(
  'operators.identities',
  owned(`select *
   from (${[...WAITING, ...FINISHED].map(oldestOf).join(' union all ')}) as oldest
   order by id
   limit $3
   offset $4`),
);

const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

/** Every account's submissions, the oldest first: who waits longest comes first. Without a status, those that wait. */
export async function listSubmissions(
  db: Db,
  status: SubmissionStatus | undefined,
  page: IdPage,
): Promise<{ rows: OwnedSubmission[]; total: bigint }> {
  const statuses = status ? [status] : WAITING;
  const [rows, [count]] = await Promise.all([
    db.query<OwnedSubmission>(submissionsOfAll, [
      statuses,
      page.after ?? BEFORE_EVERY_ID,
      page.limit + 1,
      page.offset,
    ]),
    db.query<{ total: bigint }>(
      'select count(*) as total from identity_submissions where status = any($1::text[])',
      [statuses],
    ),
  ]);
  return { rows, total: count?.total ?? 0n };
}

// Every status is named, so that the index on (status, id) finds one id without an index of its own.
const submissionOfAll = statement(
  'operators.identity',
  owned(`select ${SUBMISSION_COLUMNS}
   from identity_submissions
   where status in (${[...WAITING, ...FINISHED].map((status) => `'${status}'`).join(', ')})
     and id = $1`),
);

export async function findSubmission(db: Reader, id: string): Promise<OwnedSubmission> {
  const [row] = isId(id) ? await db.query<OwnedSubmission>(submissionOfAll, [id]) : [];
  if (!row) throw notFound('Identity submission');
  return row;
}
