import type { DatabaseProbe } from '../db/probe.ts';
import type { App } from './app-type.ts';
import type { InProgress } from './in-progress.ts';

const HIDDEN = { schema: { hide: true }, config: { isUncounted: true } };

export type HealthParts = {
  readonly probe: DatabaseProbe;
  readonly inProgress: InProgress;
  /** What this process cannot mend by itself, and a new one might; null: nothing. */
  readonly findFault?: () => string | null;
};

/** Up: the process can do its work. Ready: its database answers and has every migration this version needs. */
export function healthRoutes(app: App, parts: HealthParts): void {
  const { probe, inProgress, findFault = () => null } = parts;
  app.get('/healthz', HIDDEN, async (_request, reply) => {
    const fault = findFault();
    return fault ? reply.status(503).send({ status: 'down', reason: fault }) : { status: 'up' };
  });
  app.get('/readyz', HIDDEN, async (_request, reply) => {
    const fault = inProgress.isStopping ? 'the process is stopping' : findFault();
    const problem = fault ?? (await probe.findProblem());
    return problem ? reply.status(503).send({ status: 'not ready', reason: problem }) : { status: 'ready' };
  });
}
