import { createKey } from './accounts/auth/keys.ts';
import { register } from './accounts/register.ts';
import { type AppDeps, buildApp } from './app.ts';
import { assemble } from './assemble.ts';
import { freePort } from './db/embedded/endpoints.ts';
import { migrate } from './db/migrate.ts';
import { type Db, openDb } from './db/pool.ts';
import { WEBHOOK_EVENTS } from './events/catalogue.ts';
import { countInProcess } from './http/rate-limit.ts';
import { openVault, requireSameKey } from './installation.ts';
import { startLoop } from './jobs/loop.ts';
import { MovableClock } from './kit/clock.ts';
import { addressGuardOf, readConfig } from './kit/config.ts';
import { idsFrom } from './kit/ids.ts';
import { createLog } from './kit/log.ts';
import { railsFor } from './providers/registry.ts';
import { followSharedClock } from './sandbox/clock.ts';
import { createWebhook } from './webhooks/registrations.ts';
import { runEverythingDue, upkeepTasks, workerTasks } from './worker.ts';

const CONNECTIONS = 8;
const ATTEMPTS_TO_LISTEN = 5;

/** The folder holds the master key; the database is running. */
type Place = { folder: string; connectionString: string };

/** Migrates the database and creates the seller of the tests. */
export async function fillTemplate(place: Place): Promise<{ accountId: string; apiKey: string }> {
  await migrate(place.connectionString);
  const deps = await dependencies(place, 0);
  await requireSameKey(deps.db, deps.vault);
  const { accountId } = await register(deps, {
    name: 'Loja de Teste',
    email: 'loja@guiche.example',
    password: 'uma senha de teste',
    document: '11222333000181',
  });
  const { key } = await createKey(deps, accountId, deps.ids.next(), { name: 'Tests' });
  await removeOtherDatabases(deps.db);
  await deps.db.close();
  return { accountId, apiKey: key };
}

/** Every start copies the cluster: PostgreSQL's own template databases would be two thirds of it. */
async function removeOtherDatabases(db: Db): Promise<void> {
  for (const name of ['postgres', 'template1', 'template0']) {
    await db.query(`alter database ${name} is_template false`);
    await db.query(`drop database ${name}`);
  }
}

export type TestGateway = {
  readonly url: string;
  /** Registers the tests' webhook receiver; returns its secret. */
  registerReceiver(accountId: string, url: string, events: string[] | null): Promise<string>;
  /** Runs everything that is due, and waits for every message in flight. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

/** Another program may take the port between our check and our listening. */
export async function startTestGateway(place: Place): Promise<TestGateway> {
  for (let attempt = 1; ; attempt += 1) {
    const deps = await dependencies(place, await freePort(undefined));
    const { app, uses } = await buildApp(deps);
    try {
      await app.listen({ host: '127.0.0.1', port: deps.config.PORT });
    } catch (error) {
      await deps.db.close();
      if (attempt === ATTEMPTS_TO_LISTEN) throw error;
      continue;
    }
    return withTasks(deps, app, uses);
  }
}

type Built = Awaited<ReturnType<typeof buildApp>>;

function withTasks(deps: AppDeps, app: Built['app'], uses: Built['uses']): TestGateway {
  const clockTask = followSharedClock(deps.db, deps.movableClock);
  const loop = startLoop([...upkeepTasks(deps, uses), clockTask, ...workerTasks(deps)], deps.log);
  return {
    url: deps.publicUrl,
    async registerReceiver(accountId, url, events) {
      const webhook = { url, events: events ?? [...WEBHOOK_EVENTS], secret: null };
      const id = deps.ids.next();
      const made = await createWebhook(deps, accountId, id, { ...webhook, retryPolicy: 'standard' });
      return made.secret;
    },
    settle: () => runEverythingDue(deps),
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await loop.stop();
      await deps.dispatcher.stop();
      await deps.db.close();
    },
  };
}

async function dependencies({ folder, connectionString }: Place, port: number): Promise<AppDeps> {
  const config = readConfig({
    PORT: String(port),
    GUICHE_DATA_DIR: folder,
    GUICHE_LOG_LEVEL: 'silent',
    GUICHE_RATE_GENERAL: '0',
    GUICHE_RATE_CHARGES: '0',
    GUICHE_RATE_WEBHOOKS: '0',
  });
  const db = openDb({ connectionString, connections: CONNECTIONS });
  const clock = new MovableClock();
  return assemble({
    db,
    clock,
    movableClock: clock,
    ids: idsFrom(clock),
    log: createLog(config.GUICHE_LOG_LEVEL),
    vault: await openVault(config),
    config,
    rails: railsFor({ ...config, GUICHE_RAILS: 'sandbox' }, db),
    publicUrl: `http://127.0.0.1:${port}`,
    addresses: addressGuardOf(config),
    hits: countInProcess(),
  });
}
