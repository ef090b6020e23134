import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import { type Fault, type LossyProxy, startLossyProxy } from '../support/lossy-proxy.ts';
import {
  type ProcessSeller,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
} from '../support/processes.ts';

/** How soon after a fault has ended a gateway must serve again, without a restart. */
const BACK_WITHIN_MS = 10_000;
const READY_ANSWERS_WITHIN_MS = 2_000;
const CALLERS = 8;
const CALL_TIMEOUT_MS = 15_000;

let database: TestDatabase;
let db: Db;
let proxy: LossyProxy;
let server: Server;
let seller: ProcessSeller;
/** Charges that were answered with 201. */
const acknowledged: string[] = [];

beforeAll(async () => {
  await requireProgram();
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 4 });
  proxy = await startLossyProxy(database.connectionString);
  server = await startServer({ databaseUrl: proxy.connectionString });
  seller = await registerSeller(server);
}, 120_000);

afterAll(async () => {
  await server?.end('SIGKILL');
  await proxy?.close();
  await db?.close();
  await database?.drop();
});

async function ask(method: string, path: string, body?: object): Promise<{ status: number; tookMs: number }> {
  const begunMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: { 'x-api-key': seller.apiKey, ...(body ? { 'content-type': 'application/json' } : {}) },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => null);
  if (answer?.status === 201) acknowledged.push(String(((await answer.json()) as { id: string }).id));
  return { status: answer?.status ?? 0, tookMs: performance.now() - begunMs };
}

const create = () => ask('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });

/** Callers who never stop asking, so that every connection is in use when the fault begins. */
function keepAsking() {
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      await Promise.all([create(), ask('GET', '/api/v1/balance')]);
      await pause(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(callers);
  };
}

/** Looks at readiness all the time. Every look must be answered soon, whatever the answer. */
function keepLooking() {
  let isOver = false;
  const seen: { status: number; tookMs: number }[] = [];
  const looking = (async () => {
    while (!isOver) {
      seen.push(await ask('GET', '/readyz'));
      await pause(100);
    }
  })();
  return async () => {
    isOver = true;
    await looking;
    return seen;
  };
}

/** Until charges are created at the first try, quickly, several times in a row. */
async function untilServing(): Promise<number> {
  const begunMs = performance.now();
  for (let good = 0; good < 5; ) {
    const { status, tookMs } = await create();
    good = status === 201 && tookMs < 2_000 ? good + 1 : 0;
    if (performance.now() - begunMs > 4 * BACK_WITHIN_MS) break;
  }
  return performance.now() - begunMs;
}

async function nothingIsLost(): Promise<void> {
  const rows = await db.query('select id from charges where id = any($1::uuid[])', [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
  expect(await auditLedger(db)).toEqual([]);
}

describe('a gateway whose link to the database fails', () => {
  it.each<[string, Fault, number]>([
    ['cuts answers in the middle', 'halving', 2_000],
    ['is refused for five seconds', 'refusing', 5_000],
    ['swallows everything without a sign', 'silent', 4_000],
    ['stands still for twenty seconds', 'stalled', 20_000],
  ])(
    'and %s answers /readyz all the time and serves again soon after',
    { timeout: 120_000 },
    async (_, fault, ms) => {
      const stopAsking = keepAsking();
      const stopLooking = keepLooking();
      await untilServing();
      await proxy.begin(fault);
      await pause(ms);
      await proxy.end();
      const backMs = await untilServing();
      const looks = await stopLooking();
      await stopAsking();
      expect(Math.max(...looks.map(({ tookMs }) => tookMs))).toBeLessThan(READY_ANSWERS_WITHIN_MS);
      expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200, 503]));
      expect(backMs).toBeLessThan(BACK_WITHIN_MS);
      await nothingIsLost();
    },
  );

  it('by a reset serves again at once', { timeout: 60_000 }, async () => {
    const stopAsking = keepAsking();
    await untilServing();
    proxy.reset();
    expect(await untilServing()).toBeLessThan(BACK_WITHIN_MS);
    await stopAsking();
    await nothingIsLost();
  });

  it('writes one line per second and kind of failure, with their number, and hardly a stack', {
    timeout: 60_000,
  }, async () => {
    await untilServing();
    const before = server.output().length;
    const stopAsking = keepAsking();
    await proxy.begin('refusing');
    await pause(5_000);
    await proxy.end();
    await stopAsking();
    await pause(1_500);
    const lines = server
      .output()
      .slice(before)
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const message = 'the database was not available for a request';
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    const told = failures.reduce((sum, { times = 1 }) => sum + times, 0);
    expect(told).toBeGreaterThan(50);
    expect(failures.length).toBeLessThanOrEqual(2 * 8);
    expect(failures.filter(({ err }) => err.stack).length).toBeLessThanOrEqual(2);
  });
});
