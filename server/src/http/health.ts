import { newestMigration } from '../db/migrate.ts';
import type { Db } from '../db/pool.ts';
import type { App } from './app-type.ts';

/** Up: the process answers. Ready: its database answers and has every migration this version needs. */
export function healthRoutes(app: App, db: Db): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'up' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const problem = await findProblem(db).catch((error: Error) => {
      request.log.warn({ err: error }, 'not ready');
      return 'the database does not answer';
    });
    if (problem) return reply.status(503).send({ status: 'not ready', reason: problem });
    return { status: 'ready' };
  });
}

async function findProblem(db: Db): Promise<string | null> {
  const [row] = await db.query<{ version: number | null }>('select max(version) as version from migrations');
  return (row?.version ?? 0) >= (await newestMigration()) ? null : 'the database is not migrated';
}
