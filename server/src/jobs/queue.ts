import { askEveryNode } from '../db/distributed/every-node.ts';
import { earlier } from '../db/instants.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { SECOND_MS } from '../kit/clock.ts';

/** Work to be done after a commit, recorded in the same transaction. At least once: handlers are idempotent. */
export type NewJob = { accountId: string; id: string; kind: string; payload: object; runAt: Date };
export type Job = { account_id: string; id: string; kind: string; payload: unknown; attempts: number };

const MAX_ACCOUNTS_PER_ROUND = 50;
const MAX_JOBS_PER_CLAIM = 20;
/** Short, so that another worker takes over soon after a kill. Renewed while a job runs. */
const LEASE = '4 seconds';
export const RENEW_EVERY_MS = SECOND_MS;

export async function enqueue(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await tx.query(
    `insert into jobs (account_id, id, kind, payload, run_at, created_at)
     select account_id, id, kind, payload, run_at, run_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::json[], $5::timestamptz[])
       as job (account_id, id, kind, payload, run_at)`,
    [
      jobs.map((job) => job.accountId),
      jobs.map((job) => job.id),
      jobs.map((job) => job.kind),
      jobs.map((job) => JSON.stringify(job.payload)),
      jobs.map((job) => job.runAt),
    ],
  );
}

/**
 * Jobs that must not wait for each other run in lanes of their own: a mail server that hangs must not hold up refunds.
 * A lane is the kinds it runs, or all kinds but those.
 */
export type Lane = { readonly kinds: readonly string[]; readonly isAllBut: boolean };

export const EVERY_KIND: Lane = { kinds: [], isAllBut: true };

const dueAccounts = statement(
  'jobs.due_accounts',
  `select account_id
   from jobs
   where run_at <= $1
     and (locked_until is null or locked_until < now())
     and (kind = any($2::text[])) <> $3
   group by account_id
   order by min(run_at)
   limit ${MAX_ACCOUNTS_PER_ROUND}`,
);

// A lease instead of a lock: the jobs of a killed worker can be claimed again when it ends. Leases run in real time, not
// in sandbox time. Failed jobs have run_at 'infinity' and are never due.
const claimJobs = statement(
  'jobs.claim',
  `with claimed as (
     update jobs j
     set locked_until = now() + interval '${LEASE}',
         attempts = j.attempts + 1
     where j.account_id = $1
       and j.id in (
         select id
         from jobs
         where account_id = $1
           and run_at <= $2
           and (locked_until is null or locked_until < now())
           and (kind = any($3::text[])) <> $4
         order by run_at
         limit ${MAX_JOBS_PER_CLAIM}
         for update skip locked
       )
     returning j.account_id, j.id, j.kind, j.payload, j.attempts, j.run_at
   )
   select account_id, id, kind, payload, attempts
   from claimed
   order by run_at, id`,
);

/** Claims due jobs, one account per statement; within an account the job that is due longest comes first. */
export async function claimDue(db: Db, until: Date, { kinds, isAllBut }: Lane = EVERY_KIND): Promise<Job[]> {
  const accounts = await askEveryNode<{ account_id: string }>(db, {
    ...{ table: 'jobs', sql: dueAccounts, values: [until, kinds, isAllBut] },
    read: ({ account_id }) => ({ account_id: String(account_id) }),
  });
  const claims = await Promise.all(
    accounts.map((account) => db.query<Job>(claimJobs, [account.account_id, until, kinds, isAllBut])),
  );
  return claims.flat();
}

const renew = statement(
  'jobs.renew',
  `update jobs j
   set locked_until = now() + interval '${LEASE}'
   from unnest($1::uuid[], $2::uuid[]) as held (account_id, id)
   where j.account_id = held.account_id
     and j.id = held.id
     and j.locked_until is not null`,
);

/** Holds on to jobs that are still running. */
export async function renewLeases(db: Db, jobs: readonly Job[]): Promise<void> {
  await db.query(renew, [jobs.map((job) => job.account_id), jobs.map((job) => job.id)]);
}

export async function finish(db: Db, job: Job): Promise<void> {
  await db.query('delete from jobs where account_id = $1 and id = $2', [job.account_id, job.id]);
}

export async function postpone(db: Db, job: Job, runAt: Date, reason: string): Promise<void> {
  await db.query(
    `update jobs
     set run_at = $3,
         locked_until = null,
         last_error = $4
     where account_id = $1
       and id = $2
       and failed_at is null`,
    [job.account_id, job.id, runAt, reason],
  );
}

/** Ends the automatic attempts. An operator may start them again: `retryFailed`. */
export async function setAside(db: Db, job: Job, failedAt: Date, reason: string): Promise<void> {
  await db.query(
    `update jobs
     set failed_at = $3,
         run_at = 'infinity',
         locked_until = null,
         last_error = $4
     where account_id = $1
       and id = $2`,
    [job.account_id, job.id, failedAt, reason],
  );
}

/** A failed job that becomes due again, with all its attempts. */
export type RetriedJob = { accountId: string; id: string; runAt: Date };

/** The writer that makes failed jobs due again. */
export const retryFailed = {
  statement: statement(
    'jobs.retry',
    `update jobs j
     set failed_at = null,
         run_at = retried.run_at,
         attempts = 0
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as retried (account_id, id, run_at)
     where j.account_id = retried.account_id
       and j.id = retried.id
       and j.failed_at is not null
     returning j.id`,
  ),
  values: (jobs: readonly RetriedJob[]) => [
    jobs.map((job) => job.accountId),
    jobs.map((job) => job.id),
    jobs.map((job) => job.runAt),
  ],
  writes: 'all' as const,
};

/** The gateway's clock was moved back: every job is due as much earlier, so that none waits longer than it should. */
export const bringJobsForward = {
  statement: statement(
    'jobs.bring_forward',
    `update jobs set run_at = ${earlier('run_at', '$1')} where isfinite(run_at)`,
  ),
  values: ([move]: readonly { byMs: number }[]) => [(move?.byMs ?? 0) / SECOND_MS],
  writes: 'any' as const,
};
