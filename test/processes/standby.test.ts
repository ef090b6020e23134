import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../server/src/db/pool.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { newFolder } from '../support/embedded-process.ts';
import { findInstalledPostgres } from '../support/installed-postgres.ts';
import {
  type ProcessSeller,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
} from '../support/processes.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { many } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

const programs = findInstalledPostgres(['initdb', 'postgres', 'pg_basebackup']);
if (programs === null) {
  process.stdout.write(
    'PostgreSQL with pg_basebackup is not installed: reads from a standby are not tested here.\n',
  );
}

const MAX_LAG_SECONDS = 2;
const LISTS = ['/charges', '/transactions', '/customers', '/deliveries', '/disputes', '/overview'];

describe.skipIf(programs === null)('lists from a standby', () => {
  const folder = newFolder();
  let servers: ReplicatedPostgres;
  let primary: Db;
  let api: Server;
  let other: Server;
  let seller: ProcessSeller;

  beforeAll(async () => {
    await requireProgram();
    servers = await startReplicatedPostgres(programs ?? '', join(folder, 'servers'), {
      isSynchronous: false,
    });
    const environment = {
      DATABASE_READ_URL: servers.standbyConnectionString,
      GUICHE_READ_MAX_LAG: String(MAX_LAG_SECONDS),
      GUICHE_LOG_LEVEL: 'info',
    };
    api = await startServer({ databaseUrl: servers.connectionString, environment });
    other = await startServer({ databaseUrl: servers.connectionString, environment });
    primary = openDb({ connectionString: servers.connectionString, connections: 2 });
    seller = await registerSeller(api);
  }, 120_000);

  afterAll(async () => {
    await Promise.all([api?.end('SIGKILL'), other?.end('SIGKILL')]);
    await primary?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(method: string, path: string, body?: object, on = api) {
    const answer = await on.call(method, `/api/v1${path}`, seller, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }
  const onStandby = (sql: string) => query(servers.standbyConnectionString, sql);
  async function reads(on = api): Promise<Record<string, number>> {
    const { text } = await on.call('GET', '/metrics');
    const lines = text.matchAll(/^guiche_reads_total\{from="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, from, count]) => [from, Number(count)]));
  }
  /** Where this process reads a list for this seller just now. */
  async function source(on = api): Promise<string> {
    const before = await reads(on);
    await ask('GET', '/charges', undefined, on);
    const after = await reads(on);
    const grown = Object.keys(after).filter((from) => after[from] !== before[from]);
    expect(grown).toHaveLength(1);
    return grown[0] ?? '';
  }
  const untilFrom = (from: string, on = api) =>
    until(`lists are read from the ${from}`, async () => (await source(on)) === from);
  const create = (fields: object = {}) =>
    ask('POST', '/charges', { billing_type: 'PIX', value: 100, ...fields });
  const warnings = (on: Server) =>
    on
      .output()
      .split('\n')
      .filter((line) => line.includes('too far behind or away'));

  it('a list that follows a write shows it, every time, and others come from the standby', async () => {
    await untilFrom('standby');
    for (let total = 1; total <= 30; total += 1) {
      await create();
      expect((await ask('GET', '/charges')).total).toBe(total);
    }
    for (let total = 1; total <= 10; total += 1) {
      await ask('POST', '/customers', { name: `Cliente ${total}` });
      expect((await ask('GET', '/customers')).total).toBe(total);
    }
    await untilFrom('standby');
  });

  it('every list and figure is the same from the standby as from the primary', async () => {
    const { id } = await create({ customer: { name: 'Ana', cpf_cnpj: '52998224725' } });
    await ask('POST', `/sandbox/charges/${id}/pay`, {});
    const fromPrimary = await many(LISTS.length, (index) => ask('GET', LISTS[index] ?? ''));
    await untilFrom('standby');
    const before = await reads();
    const fromStandby = await many(LISTS.length, (index) => ask('GET', LISTS[index] ?? ''));
    expect(fromStandby).toEqual(fromPrimary);
    const after = await reads();
    expect(after.standby).toBe((before.standby ?? 0) + LISTS.length);
    expect(after.fallback).toBe(0);
  });

  it('balance, charge and refusals are of the primary while the standby stands still', async () => {
    await untilFrom('standby');
    await onStandby('select pg_wal_replay_pause()');
    try {
      const { id } = await create();
      await ask('POST', `/sandbox/charges/${id}/pay`, {});
      expect(await ask('GET', `/charges/${id}`)).toMatchObject({ status: 'RECEIVED' });
      const { available } = await ask('GET', '/balance');
      const withdrawal = { amount: Number(available), pix_key: 'loja@example.com' };
      await ask('POST', '/withdrawals', withdrawal);
      const again = await api.call('POST', '/api/v1/withdrawals', seller, withdrawal);
      expect(again.body.code).toBe('INSUFFICIENT_BALANCE');
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
  });

  it('a standby that stands still is left within the bound, and used again once it has caught up', async () => {
    await Promise.all([untilFrom('standby'), untilFrom('standby', other)]);
    const warnedBefore = warnings(other).length;
    await onStandby('select pg_wal_replay_pause()');
    const pausedMs = performance.now();
    try {
      const { total } = await ask('GET', '/charges');
      await create();
      expect((await ask('GET', '/charges')).total).toBe(Number(total) + 1);
      // Another process has not seen the write: its list may be old, but not for longer than the bound.
      await until('the other process shows it', async () => {
        const shown = await ask('GET', '/charges', undefined, other);
        return shown.total === Number(total) + 1;
      });
      const askingMs = 2_000;
      expect(performance.now() - pausedMs).toBeLessThan(MAX_LAG_SECONDS * 1_000 + askingMs);
      expect(await source(other)).toBe('primary');
      await until('it says so', () => warnings(other).length === warnedBefore + 1);
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
    await untilFrom('standby', other);
    expect(warnings(other)).toHaveLength(warnedBefore + 1);
  });

  it('a standby that dies in the middle costs no request an error', { timeout: 60_000 }, async () => {
    await untilFrom('standby');
    let isOver = false;
    const statuses = new Set<number>();
    const askers = many(6, async () => {
      while (!isOver) statuses.add((await api.call('GET', '/api/v1/charges', seller)).status);
    });
    try {
      const before = await reads();
      await servers.killStandby();
      await until('the primary is asked', async () => (await reads()).primary !== before.primary);
    } finally {
      isOver = true;
      await askers;
    }
    expect([...statuses]).toEqual([200]);
    const { total } = await ask('GET', '/charges');
    await create();
    expect((await ask('GET', '/charges')).total).toBe(Number(total) + 1);
    expect(await auditLedger(primary)).toEqual([]);
    await servers.startStandbyAgain();
    await create();
    await untilFrom('standby');
    expect((await ask('GET', '/charges')).total).toBe(Number(total) + 2);
  });
});

async function query(connectionString: string, sql: string): Promise<void> {
  const db = openDb({ connectionString, connections: 1, onConnect: async () => undefined });
  try {
    await db.query(sql);
  } finally {
    await db.close();
  }
}
