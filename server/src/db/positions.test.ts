import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { needsOneServer } from '../../../test/support/one-server.ts';
import { until } from '../../../test/support/until.ts';
import { migrate } from './migrate.ts';
import { baseAfter, CURRENT_POSITION, FINAL_BELOW } from './positions.ts';
import { waitForCacheExpiry } from './trusted-cache.ts';

describe('the next base', () => {
  const standing = { base: 0n, number: 900n, microseconds: 1_000_000n };

  it('is beyond everything written so far, by the clock', () => {
    expect(baseAfter(standing) + standing.number).toBe(16_000_000n);
  });

  it('goes forward where the clock went back', () => {
    expect(baseAfter({ ...standing, base: 16_000_000n })).toBe(16_000_000n + 2n ** 40n);
  });

  it('leaves room for a hundred years', () => {
    const inAHundredYears = baseAfter({ ...standing, microseconds: 5_000_000_000_000_000n });
    expect(inAHundredYears).toBeLessThan(2n ** 57n);
  });
});

describe('positions', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeEach(async () => {
    gateway = await startGateway({ connections: 16 });
    seller = await gateway.seller();
  });
  afterEach(() => gateway.stop());

  const start = () => migrate(gateway.db.pool.options.connectionString ?? '');
  const forgetRun = () => gateway.db.query(`update position_base set server_run = 'before'`);
  const base = async () => {
    const [row] = await gateway.db.query<Record<'base' | 'seen', bigint>>(
      `select base, position_of('0')::text::bigint as seen from position_base`,
    );
    expect(row?.seen).toBe(row?.base);
    return row?.base;
  };

  it('are the numbers of the transactions while the server runs on', async () => {
    await start();
    expect(await base()).toBe(0n);
  });

  it('are raised once when the server was started since, by whichever process starts first', async () => {
    await forgetRun();
    await Promise.all([start(), start(), start()]);
    const raised = await base();
    expect(raised).toBeGreaterThan(0n);
    await start();
    expect(await base()).toBe(raised);
    await forgetRun();
    await start();
    expect(await base()).toBeGreaterThan(raised ?? 0n);
  });

  it('are raised for both where the process that starts first is of the version before', async () => {
    await gateway.db.query(
      `create or replace function position_of(number xid8) returns xid8 language sql stable parallel safe as
         $$ select (number::text::bigint + 7000000)::text::xid8 $$`,
    );
    await gateway.db.query(
      `insert into installation (name, value)
       values ('run of the database server', extract(epoch from pg_postmaster_start_time())::text)
       on conflict (name) do update set value = excluded.value`,
    );
    await start();
    expect(await base()).toBe(7_000_000n);
    await forgetRun();
    await start();
    expect(await base()).toBeGreaterThan(7_000_000n);
  });

  it('given by the statement are those given by the default', async () => {
    await forgetRun();
    await start();
    const rows = await gateway.db.query(
      `with written as (insert into changed_accounts (account_id) values ($1) returning xact_id)
       select from written where xact_id = ${CURRENT_POSITION}`,
      [seller.id],
    );
    expect(rows).toHaveLength(1);
  });

  it.skipIf(needsOneServer('plans'))('are found by index', async () => {
    const plan = await gateway.db.query<{ 'QUERY PLAN': string }>(
      `explain select id from events
       where account_id = '${seller.id}' and xact_id < ${FINAL_BELOW} order by xact_id, id limit 1`,
    );
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Cond: .*xact_id < node_position\(/);
  });

  it('let no reader and no count miss what is written while the base is raised', async () => {
    const seen: string[] = [];
    let cursor = '';
    let isWriting = true;
    const readOn = async () => {
      const { body }: Answer = await seller.call('GET', `/api/v1/events?limit=100${cursor}`);
      seen.push(...body.data.map((event: { id: string }) => event.id));
      if (body.next_cursor) cursor = `&cursor=${body.next_cursor}`;
    };
    const reader = (async () => {
      while (isWriting) await readOn();
    })();
    const writers = Array.from({ length: 4 }, async () => {
      for (let made = 0; made < 15; made += 1) {
        const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
        await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
      }
    });
    const folding = (async () => {
      for (let turn = 0; isWriting; turn += 1) {
        await fold();
        if (turn % 2 === 0) await forgetRun().then(start);
      }
    })();
    await Promise.all(writers);
    isWriting = false;
    await Promise.all([reader, folding]);
    await until('the reader has come to the end', async () => {
      await readOn();
      return seen.length >= 120;
    });
    const stored = await gateway.db.query<{ id: string }>('select id from events where account_id = $1', [
      seller.id,
    ]);
    expect([...seen].sort()).toEqual(stored.map(({ id }) => id).sort());
    for (const folded of [false, true]) {
      if (folded) await fold();
      expect((await seller.call('GET', '/api/v1/charges?status=RECEIVED')).body.total).toBe(60);
      const { received } = (await seller.call('GET', '/api/v1/overview')).body;
      expect(received).toEqual({ count: 60, amount: 600 });
      expect(await gateway.audit()).toEqual([]);
    }
  });

  it('are raised only when open writes have ended, so that no node trusts a revoked key', async () => {
    const ask = async () => (await seller.call('GET', '/api/v1/balance')).status;
    expect(await ask()).toBe(200);
    await forgetRun();
    const client = await gateway.db.pool.connect();
    await client.query('begin');
    await client.query(`update api_keys set status = 'revoked' where account_id = $1`, [seller.id]);
    const starting = start();
    await until('the start waits', async () => {
      const waiting = await client.query(`select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and not l.granted`);
      return waiting.rowCount === 1;
    });
    expect(await ask()).toBe(200);
    await client.query('commit');
    client.release();
    await starting;
    await waitForCacheExpiry();
    expect(await ask()).toBe(401);
  });

  async function fold(): Promise<void> {
    gateway.deps.rollups.touch(seller.id);
    await gateway.deps.rollups.fold();
  }
});
