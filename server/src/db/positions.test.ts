import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { until } from '../../../test/support/until.ts';
import { migrate } from './migrate.ts';
import { baseAfter, FINAL_BELOW } from './positions.ts';
import { outwaitCaches } from './trusted-cache.ts';

describe('the next base', () => {
  const standing = { base: 0n, number: 900n, microseconds: 1_000_000n };

  it('is where nobody has been, by the clock', () => {
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
  const forgetRun = () =>
    gateway.db.query(`update installation set value = 'before' where name = 'run of the database server'`);
  const base = async () => {
    const [row] = await gateway.db.query<{ base: bigint }>(`select position_of('0')::text::bigint as base`);
    return row?.base;
  };

  it('are the numbers of the transactions while the server runs on', async () => {
    await start();
    expect(await base()).toBe(0n);
  });

  it('begin anew once when the server was started since, whoever starts', async () => {
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

  it('cost no call and are found by index', async () => {
    const plan = await gateway.db.query<{ 'QUERY PLAN': string }>(
      `explain select id from events
       where account_id = '${seller.id}' and xact_id < ${FINAL_BELOW} order by xact_id, id limit 1`,
    );
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Cond: .*xact_id < .*pg_snapshot_xmin/);
    expect(lines).not.toContain('position_of');
  });

  it('let no reader and no count miss what is written while they begin anew', async () => {
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

  it('wait for whoever is writing, so that no node trusts a key whose end it overtook', async () => {
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
    await outwaitCaches();
    expect(await ask()).toBe(401);
  });

  async function fold(): Promise<void> {
    gateway.deps.rollups.touch(seller.id);
    await gateway.deps.rollups.fold();
  }
});
