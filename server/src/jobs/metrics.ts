import { Gauge, type Registry } from 'prom-client';
import { sharedFigures } from '../db/figures.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Clock, SECOND_MS } from '../kit/clock.ts';

type Context = { db: Db; clock: Clock };
type JobFigures = { pending: number; due: number; failed: number; oldestAgeSeconds: number };

const countJobs = statement(
  'jobs.count',
  `select
     (select count(*) from jobs where failed_at is null)::integer as pending,
     (select count(*) from jobs where run_at <= $1 and failed_at is null)::integer as due,
     (select count(*) from jobs where failed_at is not null)::integer as failed,
     (select min(run_at) from jobs where run_at <= $1) as oldest_run_at`,
);

type CountedJobs = { pending: number; due: number; failed: number; oldest_run_at: Date | null };

/** The current queue in the database, of all processes. `oldestAgeSeconds`: how long the oldest due job has waited. */
async function jobFigures({ db, clock }: Context): Promise<JobFigures> {
  const now = clock.now();
  const [row] = await db.query<CountedJobs>(countJobs, [now]);
  const { oldest_run_at: oldest = null, ...counts } = row ?? { pending: 0, due: 0, failed: 0 };
  return { ...counts, oldestAgeSeconds: oldest ? (now.getTime() - oldest.getTime()) / SECOND_MS : 0 };
}

export function registerJobFigures(registry: Registry, context: Context): void {
  const read = sharedFigures(() => jobFigures(context));
  const register = (name: string, help: string, figure: keyof JobFigures) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await read();
        if (figures) gauge.set(figures[figure]);
        else gauge.remove();
      },
    });
  };
  register('guiche_jobs_pending', 'Jobs to be run, now or later', 'pending');
  register('guiche_jobs_due', 'Jobs that could run now', 'due');
  register('guiche_jobs_failed', 'Jobs set aside after their last attempt', 'failed');
  register('guiche_jobs_oldest_age_seconds', 'How long the oldest due job has waited', 'oldestAgeSeconds');
}
