import { type AppDeps, buildApp } from '../../server/src/app.ts';
import { assemble } from '../../server/src/assemble.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { railsFor } from '../../server/src/providers/registry.ts';
import { openTestDb } from './database.ts';
import type { Answer, Call, Seller, TestGateway } from './gateway.ts';

const CONNECTIONS = 12;

export type Node = {
  app: TestGateway['app'];
  deps: AppDeps;
  callAs(seller: Seller): Call;
  stop(): Promise<void>;
};

/** A second node on the gateway's database: its own pool, batches and leases, as another process would have. */
export async function startSecondNode(gateway: TestGateway): Promise<Node> {
  const { connectionString = '' } = gateway.db.pool.options;
  const db = openTestDb({
    connectionString,
    connections: CONNECTIONS,
    isDistributed: gateway.db.isDistributed,
  });
  const { deps: first, clock } = gateway;
  const rails = railsFor(first.config, db);
  const deps: AppDeps = assemble({ ...first, db, rails, ids: idsFrom(clock) });
  const { app } = await buildApp(deps);
  return {
    app,
    deps,
    callAs: (seller) => async (method, path, body, headers) => {
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { 'x-api-key': seller.apiKey, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return {
        status: answer.statusCode,
        body: answer.json(),
        headers: answer.headers,
        raw: answer.body,
      } satisfies Answer;
    },
    stop: async () => {
      await app.close();
      await db.close();
    },
  };
}

/** Wire amounts in whole cents: what tests add up must not drift. */
export function inCents(reais: number): number {
  return Math.round(reais * 100);
}

const MIN_READS = 3;

/** Reads the balances without pause while the work is done: the parts must add up at every single read. */
export async function whileReadingBalances<T>(
  sellers: readonly Seller[],
  work: () => Promise<T>,
): Promise<{ result: T; torn: string[]; reads: number }> {
  const torn: string[] = [];
  let reads = 0;
  let working = true;
  const readers = sellers.map(async ({ call }) => {
    for (let own = 0; working || own < MIN_READS; own += 1) {
      const { status, body, raw } = await call('GET', '/api/v1/balance');
      reads += 1;
      const adds = status === 200 && inCents(body.available) + inCents(body.reserved) === inCents(body.total);
      if (!adds) torn.push(raw);
    }
  });
  const result = await work().finally(() => {
    working = false;
  });
  await Promise.all(readers);
  return { result, torn, reads };
}
