import { expect } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { pause } from '../../server/src/kit/clock.ts';
import { createTestDatabase, openTestDb } from './database.ts';
import {
  type ProcessSeller,
  type RunningProcess,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
  startWorker,
} from './processes.ts';
import type { Received } from './receiver.ts';

const ASK_AGAIN_MS = 100;

export type DeliveringSeller = ProcessSeller & {
  webhookIds: string[];
  /** Every charge that is made is an event, `charge.pending`, and a delivery for each of the webhooks. */
  charge(fields?: object): Promise<string>;
  pauseWebhook(isPaused: boolean): Promise<void>;
  countInLog(status: string): Promise<number>;
};

export type LoggedDelivery = {
  id: string;
  event_id: string;
  url: string;
  status: string;
  attempts: number;
  finished_at: Date | null;
};

/** An API process that sends nothing itself; a test starts and ends the workers. */
export type Delivering = {
  api: Server;
  db: Db;
  startWorker(): Promise<RunningProcess>;
  /** A process in both roles that signs what it sends with a name of its own. */
  startNamedWorker(name: string): Promise<Server>;
  seller(urls: readonly string[]): Promise<DeliveringSeller>;
  deliveries(): Promise<LoggedDelivery[]>;
  /** How many are not yet delivered. */
  undelivered(): Promise<number>;
  stop(): Promise<void>;
};

export async function startDelivering(): Promise<Delivering> {
  await requireProgram();
  const database = await createTestDatabase();
  const databaseUrl = database.connectionString;
  const db = openTestDb({ connectionString: databaseUrl, connections: 4 });
  const running: RunningProcess[] = [];
  const keep = <P extends RunningProcess>(started: P): P => {
    running.push(started);
    return started;
  };
  const api = keep(await startServer({ databaseUrl, environment: { GUICHE_ROLES: 'api' } }));
  return {
    api,
    db,
    startWorker: async () => keep(await startWorker(databaseUrl)),
    startNamedWorker: async (name) =>
      keep(await startServer({ databaseUrl, environment: { GUICHE_SERVICE_NAME: name } })),
    seller: (urls) => makeSeller(api, urls),
    deliveries: () =>
      db.query<LoggedDelivery>('select id, event_id, url, status, attempts, finished_at from deliveries'),
    undelivered: async () => (await db.query(`select 1 from deliveries where status <> 'delivered'`)).length,
    stop: async () => {
      await Promise.all(running.map((each) => each.end('SIGKILL')));
      await db.close();
      await database.drop();
    },
  };
}

async function makeSeller(api: Server, urls: readonly string[]): Promise<DeliveringSeller> {
  const seller = await registerSeller(api);
  const ask = async (method: string, path: string, body?: object) => {
    for (;;) {
      const answer = await api.call(method, `/api/v1${path}`, seller, body);
      // Hundreds at once may be too many on a busy machine: nothing was done, so it is asked again.
      if (answer.body.code !== 'OVERLOADED') {
        expect(answer.status, answer.text).toBeLessThan(300);
        return answer.body;
      }
      await pause(ASK_AGAIN_MS);
    }
  };
  const webhookIds: string[] = [];
  for (const url of urls) {
    const made = await ask('POST', '/webhooks', { url, events: ['charge.pending'] });
    webhookIds.push((made.webhook as { id: string }).id);
  }
  return {
    ...seller,
    webhookIds,
    charge: async (fields = {}) =>
      String((await ask('POST', '/charges', { billing_type: 'PIX', value: 10, ...fields })).id),
    pauseWebhook: async (isPaused) => {
      await ask('PATCH', `/webhooks/${webhookIds[0]}`, { active: !isPaused });
    },
    countInLog: async (status) => Number((await ask('GET', `/deliveries?status=${status}&limit=1`)).total),
  };
}

/** What tells the messages of a test apart: the webhook by its path, the event by its id. */
export const messageKey = ({ path, headers }: Received) => `${path} ${headers['webhook-id']}`;
export const deliveryKey = ({ url, event_id }: LoggedDelivery) => `${new URL(url).pathname} ${event_id}`;

/** On the clock of the wall, as the gateway's rows are. */
export const arrivedAtMs = ({ atMs }: Received) => performance.timeOrigin + atMs;

/** From the event's own time, before its commit, to the arrival of its message. */
export const latencyMs = (request: Received) =>
  arrivedAtMs(request) - Date.parse(JSON.parse(request.raw).timestamp);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
