import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { SECOND_MS } from '../kit/clock.ts';

/** Work to be done after a commit, recorded in the same transaction. At least once: handlers are idempotent. */
export type NewJob = { accountId: string; id: string; kind: string; payload: object; runAt: Date };
export type Job = { account_id: string; id: string; kind: string; payload: unknown; attempts: number };

const ACCOUNTS_PER_ROUND = 50;
const JOBS_PER_CLAIM = 20;
const LEASE = '60 seconds';

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

const dueAccounts = statement(
  'jobs.due_accounts',
  `select account_id
   from jobs
   where run_at <= $1
     and (locked_until is null or locked_until < now())
   group by account_id
   order by min(run_at)
   limit ${ACCOUNTS_PER_ROUND}`,
);

// A lease, not a held lock: a killed worker's jobs come back when it ends. Leases run in real time, not sandbox time.
const claimJobs = statement(
  'jobs.claim',
  `update jobs j
   set locked_until = now() + interval '${LEASE}',
       attempts = j.attempts + 1
   where j.account_id = $1
     and j.id in (
       select id
       from jobs
       where account_id = $1
         and run_at <= $2
         and (locked_until is null or locked_until < now())
       order by run_at
       limit ${JOBS_PER_CLAIM}
       for update skip locked
     )
   returning j.account_id, j.id, j.kind, j.payload, j.attempts`,
);

export async function claimDue(db: Db, until: Date): Promise<Job[]> {
  const accounts = await db.query<{ account_id: string }>(dueAccounts, [until]);
  const claims = await Promise.all(
    accounts.map((account) => db.query<Job>(claimJobs, [account.account_id, until])),
  );
  return claims.flat();
}

export async function finish(db: Db, job: Job): Promise<void> {
  await db.query('delete from jobs where account_id = $1 and id = $2', [job.account_id, job.id]);
}

export async function postpone(db: Db, job: Job, runAt: Date, reason: string): Promise<void> {
  await db.query(
    'update jobs set run_at = $3, locked_until = null, last_error = $4 where account_id = $1 and id = $2',
    [job.account_id, job.id, runAt, reason],
  );
}

/** The gateway's clock went back by so much: what waits for its hour must not wait that much longer. */
export async function bringJobsForward(db: Db, byMs: number): Promise<void> {
  await db.query('update jobs set run_at = run_at - make_interval(secs => $1)', [byMs / SECOND_MS]);
}
