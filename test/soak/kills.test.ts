import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import {
  type HttpAnswer,
  type ProcessSeller,
  type RunningProcess,
  registerSeller,
  requireProgram,
  type Server,
  startRedis,
  startServer,
  startWorker,
} from '../support/processes.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let databaseUrl: string;
let db: Db;
let one: Server;
let two: Server;
const running: RunningProcess[] = [];

beforeAll(async () => {
  await requireProgram();
  database = await createTestDatabase();
  databaseUrl = database.connectionString;
  db = openTestDb({ connectionString: databaseUrl, connections: 4 });
  const environment = { GUICHE_ROLES: 'api' };
  const start = async () => startServer({ databaseUrl, environment });
  const [worker, ...servers] = await Promise.all([startWorker(databaseUrl), start(), start()]);
  [one, two] = servers;
  running.push(worker, one, two);
}, 240_000);

afterAll(async () => {
  await Promise.all(running.map((each) => each.end('SIGKILL')));
  await db?.close();
  await database?.drop();
});

const pix = { billing_type: 'PIX', value: 10 };
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function createCharge(server: Server, seller: ProcessSeller, fields: object = {}): Promise<string> {
  const answer = await server.call('POST', '/api/v1/charges', seller, { ...pix, ...fields });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body.id);
}

async function showCharge(
  server: Server,
  seller: ProcessSeller,
  id: string,
): Promise<Record<string, unknown>> {
  return (await server.call('GET', `/api/v1/charges/${id}`, seller)).body;
}

describe('two API processes and a worker on one database', () => {
  it('refuse a key on both from the moment its revocation is answered', { timeout: 60_000 }, async () => {
    const owner = await registerSeller(one);
    for (let round = 0; round < 3; round += 1) {
      const key = await one.call('POST', '/api/v1/keys', { token: owner.token }, {});
      const seller = { apiKey: String(key.body.api_key) };
      const asked: { begunMs: number; status: number }[] = [];
      let answeredMs = Number.POSITIVE_INFINITY;
      const askedAfter = () => asked.filter(({ begunMs }) => begunMs > answeredMs);
      const hammers = many(6, async (index) => {
        while (askedAfter().length < 100) {
          const begunMs = performance.now();
          const { status } = await (index === 0 ? one : two).call('GET', '/api/v1/balance', seller);
          asked.push({ begunMs, status });
        }
      });
      await until('the key works', () => asked.length > 20);
      const revoked = await one.call('DELETE', `/api/v1/keys/${key.body.id}`, { token: owner.token });
      answeredMs = performance.now();
      expect(revoked.status, revoked.text).toBe(200);
      await hammers;
      expect(asked.some(({ status }) => status === 200)).toBe(true);
      expect(new Set(askedAfter().map(({ status }) => status))).toEqual(new Set([401]));
    }
  });

  it('share an idempotency key', async () => {
    const seller = await registerSeller(one);
    const key = { 'idempotency-key': 'order 1' };
    const answers = await many(20, (index) =>
      (index % 2 ? one : two).call('POST', '/api/v1/charges', seller, pix, key),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const isReplay = ({ headers }: HttpAnswer) => headers.get('idempotent-replayed') === 'true';
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const server of [one, two]) {
      const again = await server.call('POST', '/api/v1/charges', seller, pix, key);
      expect([isReplay(again), again.text]).toEqual([true, answers[0]?.text]);
      expect((await server.call('GET', '/api/v1/charges', seller)).body.total).toBe(1);
    }
  });

  it('show each other at once what they have done', async () => {
    const seller = await registerSeller(one);
    const id = await createCharge(one, seller, { value: 100 });
    expect(await showCharge(two, seller, id)).toMatchObject({ status: 'PENDING' });
    await two.call('POST', `/api/v1/sandbox/charges/${id}/pay`, seller);
    expect(await showCharge(one, seller, id)).toMatchObject({ status: 'RECEIVED', net_value: 86.93 });
    expect((await one.call('GET', '/api/v1/balance', seller)).body).toMatchObject({ available: 86.93 });
  });

  it('leave to the worker what is to be done later', async () => {
    const seller = await registerSeller(one);
    const id = await createCharge(one, seller);
    await one.call('POST', `/api/v1/sandbox/charges/${id}/pay`, seller, { amount: 9 });
    await until('the wrong payment is returned by the worker', async () => {
      const { returned_payments: returned } = await showCharge(two, seller, id);
      return (returned as { status: string }[])[0]?.status === 'returned';
    });
  });

  it('have one sandbox clock, and what fell due has happened when it answers', async () => {
    const seller = await registerSeller(one);
    const [soon, later] = [
      await createCharge(two, seller, { expires_in: 3_600 }),
      await createCharge(two, seller, { expires_in: 86_400 }),
    ];
    const moved = await one.call('POST', '/api/v1/sandbox/clock', seller, { advance_seconds: 7_200 });
    expect(moved.status, moved.text).toBe(200);
    const seen = await two.call('GET', '/api/v1/sandbox/clock', seller);
    expect(seen.body.offset_seconds).toBe(moved.body.offset_seconds);
    expect(await showCharge(two, seller, soon)).toMatchObject({ status: 'CANCELLED' });
    expect(await showCharge(two, seller, later)).toMatchObject({ status: 'PENDING' });
    const born = await showCharge(two, seller, await createCharge(two, seller));
    expect(Date.parse(String(born.created_at)) - Date.now()).toBeGreaterThan(7_000_000);
    await two.call('DELETE', '/api/v1/sandbox/clock', seller);
    expect((await one.call('GET', '/api/v1/sandbox/clock', seller)).body.offset_seconds).toBe(0);
  });
});

describe('with Redis', () => {
  const LIMIT = 20;
  /** A node that Redis leaves waiting counts alone for that one request: on a busy machine a few slip through. */
  const SLIPPED_AT_MOST = 4;

  it('two processes count one limit together, and go on without Redis', { timeout: 90_000 }, async () => {
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url, GUICHE_RATE_GENERAL: String(LIMIT), GUICHE_ROLES: 'api' };
    const servers = await many(2, () => startServer({ databaseUrl, environment }));
    const [left, right] = servers as [Server, Server];
    try {
      await until('both processes are connected to Redis', () =>
        clientsOf(redis.url).then((count) => count > 2),
      );
      const { apiKey } = await registerSeller(one);
      const ask = (server: Server) => server.call('GET', '/api/v1/balance', { apiKey });
      const answers: HttpAnswer[] = [];
      for (let count = 0; count < LIMIT; count += 1) answers.push(await ask(left), await ask(right));
      const passed = answers.filter(({ status }) => status === 200).length;
      expect(passed).toBeGreaterThanOrEqual(LIMIT);
      expect(passed).toBeLessThanOrEqual(LIMIT + SLIPPED_AT_MOST);
      const [last] = answers.slice(-1);
      expect([last?.status, last?.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
      await redis.end('SIGKILL');
      const other = await registerSeller(two);
      const without = await left.call('GET', '/api/v1/balance', other);
      expect([without.status, without.headers.get('x-ratelimit-limit')]).toEqual([200, String(LIMIT)]);
    } finally {
      await Promise.all([...servers, redis].map((each) => each.end('SIGKILL')));
    }
  });

  async function clientsOf(url: string): Promise<number> {
    const redis = new Redis(url);
    try {
      const list = String(await redis.client('LIST'));
      return list.trim().split('\n').length;
    } finally {
      redis.disconnect();
    }
  }
});

describe('a process that is killed', () => {
  const CHARGES = 200;
  const ANSWERED_BEFORE = 30;

  /** Asks for all at once, and kills the process as soon as some have been answered. Null: no answer came. */
  /** All are of one account, which may not have as many in progress at once: what is refused asks again. */
  const patiently = (ask: (index: number) => Promise<HttpAnswer>) => async (index: number) => {
    let answer = await ask(index);
    for (let tries = 0; answer.body.code === 'OVERLOADED' && tries < 100; tries += 1) {
      await pause(100);
      answer = await ask(index);
    }
    return answer;
  };

  async function killedAmid(victim: Server, ask: (index: number) => Promise<HttpAnswer>) {
    let answered = 0;
    const answers = await many(CHARGES, async (index) => {
      const answer = await patiently(ask)(index).catch(() => null);
      if (answer) answered += 1;
      if (answered === ANSWERED_BEFORE) void victim.end('SIGKILL');
      return answer;
    });
    expect(await victim.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(answers).toContain(null);
    return answers;
  }

  it('amid 200 creations leaves each to be made exactly once', { timeout: 120_000 }, async () => {
    const victim = await startServer({ databaseUrl });
    const { port } = victim;
    const seller = await registerSeller(victim);
    const create = (server: Server) => (index: number) =>
      server.call(
        'POST',
        '/api/v1/charges',
        seller,
        { ...pix, external_reference: `order ${index}` },
        {
          'idempotency-key': `order ${index}`,
        },
      );
    const before = await killedAmid(victim, create(victim));
    const heir = await startServer({ databaseUrl, port });
    try {
      const after = await many(CHARGES, patiently(create(heir)));
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([201]));
      for (const [index, answer] of before.entries()) {
        if (answer) expect(after[index]?.text).toBe(answer.text);
      }
      const pages = await many(2, (page) =>
        heir.call('GET', `/api/v1/charges?limit=100&offset=${page * 100}`, seller),
      );
      const references = pages.flatMap(({ body }) =>
        (body.data as { external_reference: string }[]).map((charge) => charge.external_reference),
      );
      expect(pages.map(({ body }) => body.total)).toEqual([CHARGES, CHARGES]);
      expect(new Set(references).size).toBe(CHARGES);
      expect(await auditLedger(db)).toEqual([]);
    } finally {
      await heir.end('SIGKILL');
    }
  });

  it('amid 200 payments leaves each charge to be paid exactly once', { timeout: 120_000 }, async () => {
    const seller = await registerSeller(one);
    const ids: string[] = [];
    for (let group = 0; group < 10; group += 1)
      ids.push(...(await many(20, () => createCharge(one, seller))));
    const victim = await startServer({ databaseUrl });
    const pay = (server: Server) => (index: number) =>
      server.call('POST', `/api/v1/sandbox/charges/${ids[index]}/pay`, seller, undefined, {
        'idempotency-key': `payment ${index}`,
      });
    await killedAmid(victim, pay(victim));
    const after = await many(CHARGES, patiently(pay(two)));
    expect(new Set(after.map(({ status, body }) => `${status} ${body.status}`))).toEqual(
      new Set(['200 RECEIVED']),
    );
    const { rows } = await db.pool.query(
      'select count(*)::integer as strays from stray_receipts where charge_id = any($1)',
      [ids],
    );
    expect(rows).toEqual([{ strays: 0 }]);
    const { body } = await one.call('GET', '/api/v1/balance', seller);
    expect(Math.round(Number(body.total) * 100)).toBe(CHARGES * 690);
    expect(await auditLedger(db)).toEqual([]);
  });
});

describe('a process that is asked to stop', () => {
  /** A quarter of the connections: what one account may hold. */
  const IN_FLIGHT = 4;
  const CALLERS = 60;

  it('answers what it has begun and ends with 0 within ten seconds', { timeout: 60_000 }, async () => {
    const server = await startServer({ databaseUrl });
    const seller = await registerSeller(server);
    const ids = await many(IN_FLIGHT, () => createCharge(server, seller));
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from charges where id = any($1::uuid[]) for update', [ids]);
    const answers = many(IN_FLIGHT, (index) =>
      server.call('POST', `/api/v1/charges/${ids[index]}/cancel`, seller),
    );
    await until('all of them wait for the lock', async () => (await waiting()) >= IN_FLIGHT);
    const begunMs = performance.now();
    const ended = server.end('SIGTERM');
    await until('no new connection is taken', () =>
      server.call('GET', '/healthz').then(
        ({ status }) => {
          expect(status).toBe(200);
          return false;
        },
        () => true,
      ),
    );
    await holder.query('commit');
    holder.release();
    const bodies = (await answers).map(({ status, body }) => `${status} ${body.status}`);
    expect(new Set(bodies)).toEqual(new Set(['200 CANCELLED']));
    expect(await ended, server.output()).toEqual({ code: 0, signal: null });
    expect(performance.now() - begunMs).toBeLessThan(10_000);
  });

  it('loses no request of those who keep their connections busy', { timeout: 60_000 }, async () => {
    const server = await startServer({ databaseUrl });
    let answered = 0;
    const askUntilTold = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const request = get({ port: server.port, host: '127.0.0.1', path: '/healthz', agent });
        const [answer] = (await once(request, 'response')) as [IncomingMessage];
        await answer.resume().toArray();
        answered += 1;
        if (answer.headers.connection === 'close') return answer.statusCode;
      }
    };
    const callers = many(CALLERS, askUntilTold);
    await until('all of them are at it', () => answered > 10 * CALLERS);
    const ended = server.end('SIGTERM');
    expect(new Set(await callers)).toEqual(new Set([200]));
    expect(await ended, server.output()).toEqual({ code: 0, signal: null });
  });

  it('answers on every connection that was open, also after a pause', { timeout: 60_000 }, async () => {
    const server = await startServer({ databaseUrl });
    const seller = await registerSeller(server);
    let answered = 0;
    const headers = { 'x-api-key': seller.apiKey, 'content-type': 'application/json' };
    const target = { port: server.port, host: '127.0.0.1', path: '/api/v1/charges', method: 'POST', headers };
    const buy = async (agent: Agent) => {
      const sent = request({ ...target, agent });
      sent.end(JSON.stringify(pix));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await answer.resume().toArray();
      answered += 1;
      return { status: answer.statusCode, isLast: answer.headers.connection === 'close' };
    };
    const callers = many(CALLERS, async (index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const { status, isLast } = await buy(agent);
        if (isLast || status !== 201) return status;
        await new Promise((resolve) => setTimeout(resolve, (index % 10) * 90));
      }
    });
    await until('all of them are at it', () => answered > 5 * CALLERS);
    const ended = server.end('SIGTERM');
    expect(new Set(await callers)).toEqual(new Set([201]));
    expect(await ended, server.output()).toEqual({ code: 0, signal: null });
  });

  it('ends with 0 as a worker too', async () => {
    const spare = await startWorker(databaseUrl);
    const begunMs = performance.now();
    expect(await spare.end('SIGTERM'), spare.output()).toEqual({ code: 0, signal: null });
    expect(performance.now() - begunMs).toBeLessThan(10_000);
  });

  async function waiting(): Promise<number> {
    const rows = await db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  }
});
