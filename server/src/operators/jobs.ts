import { type Actor, recordAction } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { retryFailed } from '../jobs/queue.ts';
import { assert, fail, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

export const JOB_STATUSES = ['failed', 'pending'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A job with what operators decide by: whose it is, and why it did not end. */
export type OwnedJob = {
  account_id: string;
  id: string;
  account_name: string | null;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  /** Null: it failed and is not run again by itself. */
  run_at: Date | null;
  failed_at: Date | null;
};

const COLUMNS = `account_id, id, kind, payload, attempts, last_error, created_at, failed_at,
     case when failed_at is null then run_at end as run_at,
     (select name from accounts a where a.id = jobs.account_id) as account_name`;

/** Written out, so that the partial index of each status serves its list. */
const CONDITIONS: Record<JobStatus, string> = {
  failed: 'failed_at is not null',
  pending: 'failed_at is null',
};

const listOf = (status: JobStatus) => ({
  rows: statement(
    `operators.${status}_jobs`,
    `select ${COLUMNS}
     from jobs
     where ${CONDITIONS[status]}
       and id < $1
     order by id desc
     limit $2
     offset $3`,
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
  `select ${COLUMNS}
   from jobs
   where account_id = $1
     and id = $2
   for update`,
);

/** Gives a failed job all its attempts again. It runs in the worker's next round. */
export async function retryJob(deps: Deps, accountId: string, id: string, actor: Actor): Promise<OwnedJob> {
  if (!isId(accountId) || !isId(id)) throw notFound('Job');
  return transaction(deps.db, async (tx) => {
    const [job] = await tx.query<OwnedJob>(oneJob, [accountId, id]);
    if (!job) throw notFound('Job');
    if (!job.failed_at) fail('INVALID_STATE', 'The job has not failed; it runs by itself');
    const now = deps.clock.now();
    assert(await retryFailed(tx, accountId, id, now), 'the job is locked and has failed');
    const details = { kind: job.kind, attempts: job.attempts };
    await recordAction(tx, {
      actor,
      accountId,
      action: 'job.retried',
      target: { kind: 'job', id },
      details,
    });
    return { ...job, attempts: 0, failed_at: null, run_at: now };
  });
}
