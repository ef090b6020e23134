import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { NotPrimary, openDb } from '../../server/src/db/pool.ts';
import { DatabaseProbe } from '../../server/src/db/probe.ts';
import { snapshot } from '../../server/src/db/transaction.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { createTestDatabase } from '../support/database.ts';
import { newFolder } from '../support/embedded-process.ts';
import { findInstalledPostgres } from '../support/installed-postgres.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { registerSeller, requireProgram, startRedis, startServer } from '../support/processes.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { until } from '../support/until.ts';

const BACK_WITHIN_MS = 10_000;
const pix = { billing_type: 'PIX', value: 10 };
const programs = findInstalledPostgres();

describe('a failover of the database', () => {
  it.skipIf(programs === null)(
    'is followed without a restart, and loses no charge that was answered',
    { timeout: 180_000 },
    async () => {
      await requireProgram();
      const folder = newFolder();
      const servers = await startReplicatedPostgres(programs ?? '', join(folder, 'servers'));
      // Where a real installation has a name or a virtual address that moves.
      const address = await startLossyProxy(servers.connectionString);
      const gateway = await startServer({ databaseUrl: address.connectionString });
      try {
        const seller = await registerSeller(gateway);
        const acknowledged: string[] = [];
        const create = async () => {
          const answer = await gateway.call('POST', '/api/v1/charges', seller, pix).catch(() => null);
          if (answer?.status === 201) acknowledged.push(String(answer.body.id));
          return answer?.status === 201;
        };
        let isOver = false;
        const selling = Promise.all(
          Array.from({ length: 8 }, async () => {
            while (!isOver) if (!(await create())) await pause(50);
          }),
        );
        await until('charges are created', () => acknowledged.length > 100);
        const standby = await servers.failOver();
        address.retarget(standby);
        address.reset();
        const before = acknowledged.length;
        const promotedMs = performance.now();
        await until('charges are created again', () => acknowledged.length > before + 20);
        expect(performance.now() - promotedMs).toBeLessThan(BACK_WITHIN_MS);
        isOver = true;
        await selling;
        const db = openDb({ connectionString: standby, connections: 2 });
        const kept = await db.query('select from charges where id = any($1::uuid[])', [acknowledged]);
        expect(kept).toHaveLength(acknowledged.length);
        expect(await auditLedger(db)).toEqual([]);
        await db.close();
      } finally {
        await gateway.end('SIGKILL');
        await address.close();
        await servers.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('a standby', () => {
  it.skipIf(programs === null)(
    'that an address leads to by mistake is not read from, and is used once it leads',
    { timeout: 120_000 },
    async () => {
      const folder = newFolder();
      const servers = await startReplicatedPostgres(programs ?? '', join(folder, 'servers'));
      const db = openDb({ connectionString: servers.standbyConnectionString, connections: 2 });
      try {
        const refused = { cause: expect.any(NotPrimary) };
        await expect(db.query('select 1 as one')).rejects.toMatchObject(refused);
        await expect(snapshot(db, (tx) => tx.query('select 1 as one'))).rejects.toMatchObject(refused);
        const probe = new DatabaseProbe(db, createLog('silent'));
        expect(await probe.findProblem()).toBe('the database does not answer');
        await servers.failOver();
        expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
      } finally {
        await db.close();
        await servers.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('a Redis that goes and comes back', () => {
  const LIMIT = 10_000;
  /** Far more than this process counts alone in the time of the test. */
  const RAISED = 5_000;

  /** Sets every count there is to this one, for long. False: there is none. */
  async function raise(url: string): Promise<boolean> {
    const redis = new Redis(url);
    const names = await redis.keys('guiche:rate:*');
    for (const name of names) await redis.set(name, RAISED, 'EX', 300);
    redis.disconnect();
    return names.length > 0;
  }

  it('is counted with again soon, and no request fails meanwhile', { timeout: 90_000 }, async () => {
    await requireProgram();
    const database = await createTestDatabase();
    const redis = await startRedis();
    const link = await startLossyProxy(redis.url);
    const environment = { REDIS_URL: link.connectionString, GUICHE_RATE_GENERAL: String(LIMIT) };
    const gateway = await startServer({ databaseUrl: database.connectionString, environment });
    try {
      const { apiKey } = await registerSeller(gateway);
      const ask = async () => {
        const { status, headers } = await gateway.call('GET', '/api/v1/balance', { apiKey });
        expect(status).toBe(200);
        return LIMIT - Number(headers.get('x-ratelimit-remaining'));
      };
      await until('requests are counted in Redis', async () => (await ask()) > 0 && (await raise(redis.url)));
      for (const fault of ['refusing', 'silent'] as const) {
        expect(await ask()).toBeGreaterThan(RAISED);
        await link.begin(fault);
        // This process counts alone, from the beginning.
        await until('it counts alone', async () => (await ask()) < RAISED);
        await link.end();
        const backMs = performance.now();
        await until('it counts in Redis again', async () => (await ask()) > RAISED);
        expect(performance.now() - backMs).toBeLessThan(BACK_WITHIN_MS);
      }
    } finally {
      await gateway.end('SIGKILL');
      await link.close();
      await redis.end('SIGKILL');
      await database.drop();
    }
  });
});
