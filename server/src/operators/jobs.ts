import type { Actor } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { retryFailed } from '../jobs/queue.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';

export const JOB_STATUSES = ['failed', 'pending'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A job with its account and its last error. */
export type OwnedJob = {
  account_id: string;
  id: string;
  account_name: string | null;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  /** Null: it failed and is not retried automatically. */
  run_at: Date | null;
  failed_at: Date | null;
};

const COLUMNS = `account_id, id, kind, payload, attempts, last_error, created_at, failed_at,
     case when failed_at is null then run_at end as run_at`;
/** Names are added to the rows that were found: accounts may live on another node than their jobs. */
const withNames = (found: string) =>
  `with found as materialized (${found})
   select found.*, (select name from accounts a where a.id = found.account_id) as account_name
   from found
   order by id desc`;

/** Written out, so that the partial index of each status serves its list. */
const CONDITIONS: Record<JobStatus, string> = {
  failed: 'failed_at is not null',
  pending: 'failed_at is null',
};

const listOf = (status: JobStatus) => ({
  rows: statement(
    `operators.${status}_jobs`,
    withNames(`select ${COLUMNS}
     from jobs
     where ${CONDITIONS[status]}
       and id < $1
     order by id desc
     limit $2
     offset $3`),
  ),
  count: statement(
    `operators.count_${status}_jobs`,
    `select count(*) as total
     from jobs
     where ${CONDITIONS[status]}`,
  ),
});

const LISTS: Record<JobStatus, ReturnType<typeof listOf>> = {
  failed: listOf('failed'),
  pending: listOf('pending'),
};

/** Every account's jobs in one status, newest first. */
export async function listJobs(
  db: Db,
  status: JobStatus,
  page: IdPage,
): Promise<{ rows: OwnedJob[]; total: bigint }> {
  const [rows, [count]] = await Promise.all([
    db.query<OwnedJob>(LISTS[status].rows, [page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(LISTS[status].count, []),
  ]);
  return { rows, total: count?.total ?? 0n };
}

const oneJob = statement(
  'operators.job',
  withNames(`select ${COLUMNS}
   from jobs
   where account_id = $1
     and id = $2
   for update`),
);

/** Resets the attempts of a failed job. It runs in the worker's next round. */
export async function retryJob(
  deps: Deps,
  accountId: string,
  id: string,
  actor: Actor,
  answer?: Answer<OwnedJob>,
): Promise<OwnedJob> {
  if (!isId(accountId) || !isId(id)) throw notFound('Job');
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx) => (await tx.query<OwnedJob>(oneJob, [accountId, id]))[0] ?? null,
      decide: (job) => decideRetry(job, actor, now),
    },
    answer,
  );
}

export function decideRetry(job: OwnedJob | null, actor: Actor, now: Date): Decision<OwnedJob> {
  if (!job) return notFound('Job');
  if (!job.failed_at)
    return new GatewayError('INVALID_STATE', 'The job has not failed; it runs automatically');
  const { account_id: accountId, id, kind, attempts } = job;
  return done(
    { ...job, attempts: 0, failed_at: null, run_at: now },
    {
      rows: [rowWrite(retryFailed, { accountId, id, runAt: now })],
      audit: [
        {
          actor,
          accountId,
          action: 'job.retried',
          target: { kind: 'job', id },
          details: { kind, attempts },
        },
      ],
    },
  );
}
