import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { connectQuery } from '../../server/src/db/pooler.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import { newFolder } from '../support/embedded-process.ts';
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import {
  type ProcessSeller,
  type RunningProcess,
  registerSeller,
  requireProgram,
  type Server,
  startGatewayProcess,
  startServer,
} from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { many } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

const program = findPgBouncer();
if (program === null) {
  process.stdout.write('PgBouncer is not installed: what runs through it is not tested here.\n');
}

/** Fewer than one process alone has clients: each transaction runs on whichever connection is free. */
const SERVER_CONNECTIONS = 6;
const BACK_WITHIN_MS = 10_000;

describe.skipIf(program === null)('through PgBouncer in transaction mode', () => {
  const folder = newFolder();
  let database: TestDatabase;
  let direct: Db;
  let pooler: PgBouncer;
  let receiver: Receiver;
  let apis: Server[];
  let worker: Server;
  let seller: ProcessSeller;

  const behind = (connectionString: string, roles: string) => ({
    databaseUrl: connectionString,
    environment: {
      GUICHE_ROLES: roles,
      GUICHE_DATABASE_POOLER: 'transaction',
      GUICHE_DATABASE_DIRECT_URL: database.connectionString,
    },
  });

  beforeAll(async () => {
    await requireProgram();
    database = await createTestDatabase();
    direct = openTestDb({ connectionString: database.connectionString, connections: 4 });
    pooler = await startPgBouncer(program ?? '', join(folder, 'main'), {
      databaseUrl: database.connectionString,
      connectQuery: connectQuery(false),
      connections: SERVER_CONNECTIONS,
    });
    receiver = await startReceiver();
    const start = (roles: string) => startServer(behind(pooler.connectionString, roles));
    apis = [await start('api'), await start('api')];
    worker = await start('api,worker');
    seller = await registerSeller(apis[0] as Server);
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...(apis ?? []), ...(worker ? [worker] : [])].map((each) => each.end('SIGKILL')));
    await receiver?.stop();
    await pooler?.end();
    await direct?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, body?: object, on = 0) {
    const api = apis[on] as Server;
    const answer = await api.call(method, `/api/v1${path}`, seller, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }
  const events = () => receiver.received.map(({ raw }) => JSON.parse(raw).event as string);

  it('a charge is created, paid, refunded and withdrawn, and every notification arrives', async () => {
    await ask('POST', '/webhooks', {
      url: `${receiver.url}/hook`,
      events: ['payment.received', 'payment.refunded', 'withdrawal.completed'],
    });
    const { id } = await ask('POST', '/charges', { billing_type: 'PIX', value: 100 });
    await ask('POST', `/sandbox/charges/${id}/pay`, {}, 1);
    expect(await ask('GET', '/balance')).toMatchObject({ available: 86.93, reserved: 4.58 });
    await ask('POST', `/charges/${id}/refund`, { amount: 10 }, 1);
    const withdrawal = await ask('POST', '/withdrawals', { amount: 20, pix_key: 'loja@example.com' });
    await ask('POST', `/sandbox/withdrawals/${withdrawal.id}/approve`, {}, 1);
    await until('all notifications arrived', () => events().length >= 3);
    expect(events().sort()).toEqual(['payment.received', 'payment.refunded', 'withdrawal.completed']);
    expect(await ask('GET', '/charges', undefined, 1)).toMatchObject({ total: 1 });
    expect(await ask('GET', '/transactions')).toMatchObject({ object: 'list' });
  });

  it('many requests with one Idempotency-Key, at two processes, create one charge', async () => {
    const before = Number((await ask('GET', '/charges')).total);
    const answers = await many(40, (index) =>
      (apis[index % 2] as Server).call(
        'POST',
        '/api/v1/charges',
        seller,
        { billing_type: 'PIX', value: 12.5 },
        { 'idempotency-key': 'one order' },
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await ask('GET', '/charges')).total).toBe(before + 1);
  });

  it('payments of the same charges at two processes at once credit each of them once', async () => {
    const before = Number((await ask('GET', '/balance')).total);
    const charges = await many(20, () => ask('POST', '/charges', { billing_type: 'PIX', value: 100 }));
    await Promise.all(
      charges.flatMap(({ id }) => [0, 1].map((on) => ask('POST', `/sandbox/charges/${id}/pay`, {}, on))),
    );
    const after = Number((await ask('GET', '/balance')).total);
    expect(Math.round((after - before) * 100)).toBe(20 * 9151);
  });

  it('moving the sandbox clock releases reserves, in every process', { timeout: 60_000 }, async () => {
    expect(Number((await ask('GET', '/balance')).reserved)).toBeGreaterThan(0);
    await ask('POST', '/sandbox/clock', { advance_days: 31 });
    expect((await ask('GET', '/balance', undefined, 1)).reserved).toBe(0);
  });

  it('three processes with pools of 16 share the few connections of the pooler', async () => {
    await many(200, (index) => ask('GET', '/charges', undefined, index % 2));
    const [row] = await direct.query<{ total: number }>(
      `select count(*)::integer as total from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'`,
    );
    const ownOfTheTest = 4;
    const pastThePooler = 3 * 4;
    expect(row?.total).toBeLessThanOrEqual(SERVER_CONNECTIONS + pastThePooler + ownOfTheTest);
  });

  it('a pooler that hangs, or dies, makes a process not ready; it serves again soon after', {
    timeout: 90_000,
  }, async () => {
    const [api] = apis as [Server];
    const isReady = async () => (await api.call('GET', '/readyz')).status === 200;
    const isServing = async () =>
      (await api.call('POST', '/api/v1/charges', seller, { billing_type: 'PIX', value: 5 })).status === 201;
    for (const [fault, mend] of [
      [() => pooler.signal('SIGSTOP'), () => pooler.signal('SIGCONT')],
      [() => pooler.end(), () => pooler.startAgain()],
    ] as const) {
      await fault();
      await until('the process says that it is not ready', async () => !(await isReady()));
      await mend();
      const backMs = performance.now();
      await until('the process is ready and serves', async () => (await isReady()) && (await isServing()));
      expect(performance.now() - backMs).toBeLessThan(BACK_WITHIN_MS);
    }
  });

  it('the books are right after all that', async () => {
    expect(await auditLedger(direct)).toEqual([]);
  });

  describe('the start', () => {
    async function refusal(environment: Record<string, string>): Promise<string> {
      const started: RunningProcess = startGatewayProcess({ ...environment, PORT: '0' });
      const { code } = await started.exited;
      expect(code).toBe(1);
      return started.output();
    }
    const other = (name: string, begin: string | null, more: string[] = []) =>
      startPgBouncer(program ?? '', join(folder, name), {
        databaseUrl: database.connectionString,
        connectQuery: begin,
        connections: 4,
        more,
      });

    it('says that the address of the server itself is missing', async () => {
      const said = await refusal({
        DATABASE_URL: pooler.connectionString,
        GUICHE_DATABASE_POOLER: 'transaction',
      });
      expect(said).toContain('GUICHE_DATABASE_POOLER is set, and GUICHE_DATABASE_DIRECT_URL is not');
    });

    it('says that DATABASE_URL is a pooler, also where that drops settings in silence', async () => {
      const ignoring = await other('ignoring', connectQuery(false), [
        'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
      ]);
      try {
        for (const { connectionString } of [pooler, ignoring]) {
          const said = await refusal({ DATABASE_URL: connectionString });
          expect(said).toContain('DATABASE_URL leads to a pooler that drops the settings of a connection');
        }
      } finally {
        await ignoring.end();
      }
    });

    it('says what the pooler must set, and that the direct address is a pooler too', async () => {
      const bare = await other('bare', null);
      try {
        const { databaseUrl, environment } = behind(bare.connectionString, 'api');
        const said = await refusal({ ...environment, DATABASE_URL: databaseUrl });
        expect(said).toContain('have other settings than needed: plan_cache_mode, statement_timeout');
        expect(said).toContain(`connect_query='${connectQuery(false)}'`);
        const twice = { ...environment, GUICHE_DATABASE_DIRECT_URL: bare.connectionString };
        expect(await refusal({ ...twice, DATABASE_URL: pooler.connectionString })).toContain(
          'GUICHE_DATABASE_DIRECT_URL leads to a pooler',
        );
      } finally {
        await bare.end();
      }
    });

    it('says that the two addresses lead to different databases', async () => {
      const stranger = await createTestDatabase();
      try {
        const { databaseUrl, environment } = behind(pooler.connectionString, 'api');
        const mixed = { ...environment, GUICHE_DATABASE_DIRECT_URL: stranger.connectionString };
        expect(await refusal({ ...mixed, DATABASE_URL: databaseUrl })).toContain(
          'lead to different databases',
        );
      } finally {
        await stranger.drop();
      }
    });
  });
});
