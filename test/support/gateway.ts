import type { LightMyRequestResponse } from 'fastify';
import { type AppDeps, buildApp } from '../../server/src/app.ts';
import { assemble } from '../../server/src/assemble.ts';
import { type Db, openDb } from '../../server/src/db/pool.ts';
import { waitForCacheExpiry } from '../../server/src/db/trusted-cache.ts';
import { countInProcess } from '../../server/src/http/rate-limit.ts';
import { MovableClock } from '../../server/src/kit/clock.ts';
import { addressGuardOf, type Config, readConfig } from '../../server/src/kit/config.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { createLog, type Log } from '../../server/src/kit/log.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { openPsps } from '../../server/src/providers/psps.ts';
import type { Rails } from '../../server/src/providers/rails.ts';
import { railsFor } from '../../server/src/providers/registry.ts';
import { runEverythingDue } from '../../server/src/worker.ts';
import { createTestDatabase, openTestDb, type TestDatabase, type TestServer } from './database.ts';

/** An answer's body, read freely: what it must hold is for the assertions to say. */
// biome-ignore lint/suspicious/noExplicitAny: a typed body would only repeat the assertions
type Body = any;
export type Answer = { status: number; body: Body; headers: LightMyRequestResponse['headers']; raw: string };
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;
export type Seller = {
  id: string;
  email: string;
  password: string;
  token: string;
  apiKey: string;
  call: Call;
};

export type TestGateway = {
  deps: AppDeps;
  db: Db;
  clock: MovableClock;
  app: Awaited<ReturnType<typeof buildApp>>['app'];
  call: Call;
  seller(name?: string): Promise<Seller>;
  operator(): Promise<Seller>;
  /** Moves time and runs what falls due, as the sandbox's clock endpoint does. */
  advance(ms: number): Promise<void>;
  runDue(): Promise<void>;
  audit(): ReturnType<typeof auditLedger>;
  stop(): Promise<void>;
};

export type GatewayOptions = {
  environment?: Record<string, string>;
  connections?: number;
  /** Settings of PSPs: PIX goes there instead of the built-in sandbox. */
  psps?: Record<string, string>;
  /** Live rules (approval, check digits, no sandbox endpoints) on the only provider there is to test with. */
  liveRules?: boolean;
  /** Other providers than the settings name. */
  rails?: (rails: Rails, db: Db) => Rails;
  /** Where log lines go; nowhere when absent. */
  log?: Log;
  server?: TestServer;
  /** Instead of a copy of the template. */
  database?: TestDatabase & { readonly isDistributed: boolean };
  /** Puts something between the gateway and its database: gives the address that the gateway then uses. */
  through?: (connectionString: string) => Promise<string>;
};

let made = 0;

/** A whole gateway on a database of its own, without the background loops: tests say when time passes. */
export async function startGateway({
  environment = {},
  connections = 8,
  liveRules = false,
  psps = {},
  rails: chosen = (rails) => rails,
  log: givenLog,
  server,
  database: given,
  through = async (direct) => direct,
}: GatewayOptions = {}): Promise<TestGateway> {
  const database = given ?? (await createTestDatabase(server));
  const connectionString = await through(database.connectionString);
  const db = given
    ? openDb({ connectionString, connections, isDistributed: given.isDistributed })
    : openTestDb({ connectionString, connections });
  const config = configOf({ ...environment, ...psps, ...(liveRules ? { GUICHE_RAILS: 'live' } : {}) });
  const clock = new MovableClock();
  const log = givenLog ?? createLog(config.GUICHE_LOG_LEVEL);
  const opened = openPsps(psps, config, log);
  const deps: AppDeps = assemble({
    db,
    clock,
    movableClock: clock,
    ids: idsFrom(clock),
    log,
    vault: new Vault(Buffer.alloc(32, 7)),
    config,
    rails: chosen(railsFor(liveRules ? { ...config, GUICHE_RAILS: 'sandbox' } : config, db, opened), db),
    publicUrl: config.PUBLIC_URL ?? '',
    addresses: addressGuardOf(config),
    hits: countInProcess(),
  });
  const { app } = await buildApp(deps);
  const call = callerOf(app, {});
  const runDue = () => runEverythingDue(deps);
  return {
    deps,
    db,
    clock,
    app,
    call,
    seller: (name) => register({ call, app, db }, name),
    operator: async () => {
      const operator = await register({ call, app, db }, 'Operator');
      await db.query(`update users set role = 'operator' where account_id = $1`, [operator.id]);
      await waitForCacheExpiry();
      const asOperator = callerOf(app, { authorization: `Bearer ${operator.token}` });
      return { ...operator, call: confirming(asOperator, operator.password) };
    },
    advance: async (ms) => {
      clock.setOffset(clock.offsetMs + ms);
      await runDue();
    },
    runDue,
    audit: () => auditLedger(db),
    stop: async () => {
      await app.close();
      await deps.dispatcher.stop();
      await deps.mail.stop();
      await Promise.all(opened.map((psp) => psp.close()));
      await db.close();
      await database.drop();
    },
  };
}

function configOf(environment: Record<string, string>): Config {
  return readConfig({
    GUICHE_RATE_GENERAL: '0',
    GUICHE_RATE_CHARGES: '0',
    GUICHE_RATE_WEBHOOKS: '0',
    GUICHE_LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://gateway.test',
    // No test asks the DNS of the machine it runs on.
    GUICHE_DNS_SERVERS: '127.0.0.1:1',
    ...environment,
  });
}

function callerOf(app: TestGateway['app'], always: Record<string, string>): Call {
  return async (method, path, body, headers = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...always, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson && response.body ? JSON.parse(response.body) : null,
      headers: response.headers,
      raw: response.body,
    };
  };
}

/** Proves who asks again when the gateway wants it, as every client of a signed-in user must, and repeats the request. */
function confirming(call: Call, password: string): Call {
  return async (...request) => {
    const answer = await call(...request);
    if (answer.body?.code !== 'REAUTHENTICATION_REQUIRED') return answer;
    await call('POST', '/api/v1/auth/confirm', { password });
    return call(...request);
  };
}

async function register(
  { call, app, db }: Pick<TestGateway, 'call' | 'app' | 'db'>,
  name = 'Loja Teste',
): Promise<Seller> {
  made += 1;
  const email = `seller-${made}-${process.pid}@example.com`;
  const password = 'correct horse battery';
  const registered = await call('POST', '/api/v1/auth/register', {
    name,
    email,
    password,
    document: '52998224725',
  });
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}: ${registered.raw}`);
  const { token, account } = registered.body;
  // As after a click on the link in the mail; test/support/outbox.ts registers people who have yet to open it.
  await db.query('update users set email_verified_at = now() where account_id = $1', [account.id]);
  const key = await call('POST', '/api/v1/keys', { name: 'test' }, { authorization: `Bearer ${token}` });
  const apiKey: string = key.body.api_key;
  return { id: account.id, email, password, token, apiKey, call: callerOf(app, { 'x-api-key': apiKey }) };
}
