import { randomBytes } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { insertAccount } from '../../server/src/accounts/store.ts';
import { type Db, openDb } from '../../server/src/db/pool.ts';
import { transaction } from '../../server/src/db/transaction.ts';
import type { App } from '../../server/src/http/app-type.ts';
import type { Deps } from '../../server/src/http/deps.ts';
import { renderErrors } from '../../server/src/http/errors.ts';
import { validatorCompiler } from '../../server/src/http/validation.ts';
import { MovableClock } from '../../server/src/kit/clock.ts';
import { type Config, readConfig } from '../../server/src/kit/config.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { cents } from '../../server/src/kit/money.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import { post } from '../../server/src/ledger/post.ts';
import { sandboxProvider } from '../../server/src/providers/sandbox/provider.ts';
import { createTestDatabase } from './database.ts';

export type Answer = { status: number; body: Record<string, unknown> };
export type Call = (method: InjectOptions['method'], path: string, body?: object) => Promise<Answer>;
export type TestAccount = { id: string; call: Call };
type Routes = (app: App, deps: Deps) => void;

const CONNECTIONS = 25;

/**
 * Routes of one slice on a database of their own, without the hooks in front of them: a test says which account asks.
 * Access, rate limits and idempotency have their own tests.
 */
export async function startSlice(routes: Routes, change: Partial<Config> = {}) {
  const database = await createTestDatabase();
  const db = openDb({ connectionString: database.connectionString, connections: CONNECTIONS });
  const clock = new MovableClock();
  const deps = depsOver(db, clock, change);
  const app = appWith(routes, deps);
  await app.ready();

  return {
    deps,
    clock,
    async account(status: 'active' | 'blocked' = 'active'): Promise<TestAccount> {
      const id = await addAccount(deps, status);
      return { id, call: callAs(app, id) };
    },
    /** Asks as a retry would: with the object id that the first try had. */
    retrying: (account: TestAccount, objectId: string): Call => callAs(app, account.id, objectId),
    credit: (account: TestAccount, amountCents: bigint) => credit(deps, account.id, amountCents),
    async stop(): Promise<void> {
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}

export type Slice = Awaited<ReturnType<typeof startSlice>>;

function depsOver(db: Db, clock: MovableClock, change: Partial<Config>): Deps {
  return {
    db,
    clock,
    ids: idsFrom(clock),
    log: createLog('silent'),
    vault: new Vault(randomBytes(32)),
    config: { ...readConfig({}), ...change },
    provider: sandboxProvider(db),
    publicUrl: 'https://pay.example',
  };
}

function appWith(routes: Routes, deps: Deps): FastifyInstance {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  renderErrors(app as unknown as FastifyInstance);
  app.decorateRequest('principal', null);
  app.decorateRequest('objectId', '');
  app.addHook('onRequest', async (request) => {
    const { 'x-test-account': accountId, 'x-test-object': objectId } = request.headers;
    request.principal = { accountId: String(accountId) } as typeof request.principal;
    request.objectId = typeof objectId === 'string' ? objectId : deps.ids.next();
  });
  routes(app as unknown as App, deps);
  return app as unknown as FastifyInstance;
}

function callAs(app: FastifyInstance, accountId: string, objectId?: string): Call {
  const headers = { 'x-test-account': accountId, ...(objectId ? { 'x-test-object': objectId } : {}) };
  return async (method, url, payload) => {
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
}

async function addAccount(deps: Deps, status: 'active' | 'blocked'): Promise<string> {
  const id = deps.ids.next();
  const account = {
    id,
    name: 'Seller',
    email: `${id}@seller.example`,
    document: '11144477735',
    person_type: 'PF' as const,
    phone: null,
    status,
    identity_verified: false,
    payment_provider: 'sandbox',
    created_at: deps.clock.now(),
  };
  const user = { id: deps.ids.next(), passwordHash: '', role: 'seller' as const };
  await transaction(deps.db, (tx) => insertAccount(tx, { account, user }));
  return id;
}

async function credit(deps: Deps, accountId: string, amount: bigint): Promise<void> {
  const amountCents = cents(amount);
  await transaction(deps.db, (tx) =>
    post(tx, [
      {
        fact: `adjustment:${deps.ids.next()}`,
        occurredAt: deps.clock.now(),
        postings: [{ accountId, from: 'external', to: 'available', amountCents, category: 'adjustment' }],
      },
    ]),
  );
}
