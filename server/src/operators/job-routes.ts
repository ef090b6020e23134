import { Type } from 'typebox';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, listOf, pageQuery, presentList } from '../http/lists.ts';
import { JOB_STATUSES, listJobs, type OwnedJob, retryJob } from './jobs.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

const jobShape = namedObject('Job', {
  object: Type.Literal('job'),
  id: Type.String(),
  account_id: Type.String(),
  account_name: nullable(Type.String()),
  kind: Type.String({ description: 'Kind of work, e.g. refund.send' }),
  status: namedEnum('JobStatus', JOB_STATUSES),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: 'The ids it works on' }),
  attempts: Type.Integer(),
  last_error: nullable(Type.String({ description: 'Error of the last attempt' })),
  created_at: instantShape,
  run_at: nullable(Type.String({ format: 'date-time', description: 'The next attempt; null once failed' })),
  failed_at: nullable(Type.String({ format: 'date-time', description: 'When the last attempt failed' })),
});

const jobQuery = Type.Object({
  status: Type.Optional(namedEnum('JobStatus', JOB_STATUSES)),
  ...pageQuery,
  ...cursorQuery,
});

function presentJob(job: OwnedJob) {
  return {
    object: 'job' as const,
    id: job.id,
    account_id: job.account_id,
    account_name: job.account_name,
    kind: job.kind,
    status: job.failed_at ? ('failed' as const) : ('pending' as const),
    payload: job.payload,
    attempts: job.attempts,
    last_error: job.last_error,
    created_at: job.created_at.toISOString(),
    run_at: job.run_at?.toISOString() ?? null,
    failed_at: job.failed_at?.toISOString() ?? null,
  };
}

export function jobRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/jobs', {
    config,
    schema: {
      tags,
      summary: 'List background jobs of every account, newest first; without a status the failed ones',
      querystring: jobQuery,
      response: { 200: listOf(jobShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const { rows, total } = await listJobs(deps.db, request.query.status ?? 'failed', page);
      return presentList(rows, page, total, (row) => row.id, presentJob);
    },
  });
  app.post('/api/v1/admin/jobs/:account_id/:id/retry', {
    config,
    schema: {
      tags,
      summary: 'Retry a failed job now, with a full number of attempts',
      params: Type.Object({ account_id: Type.String(), id: Type.String() }),
      response: { 200: jobShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { account_id: accountId, id } = request.params;
      const answer = answerTo(request, reply, 200, presentJob);
      await retryJob(deps, accountId, id, actorOf(request), answer);
      return answer.send();
    },
  });
}
