import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { needsOneServer } from '../../../../test/support/one-server.ts';

const MIGRATION = new URL('../../../../migrations/0005_figures.sql', import.meta.url);

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
});

async function paid(value: number): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
}

const shown = async () => ({
  overview: (await seller.call('GET', '/api/v1/overview')).body,
  reserve: (await seller.call('GET', '/api/v1/balance/reserve')).body,
  sales: (await seller.call('GET', '/api/v1/transactions?category=sale')).body.total,
});

/** The schema as it was before the migration. */
async function undoMigration(): Promise<void> {
  await gateway.db.query('drop trigger accounts_begin_figures on accounts');
  await gateway.db.query('drop function begin_figures()');
  await gateway.db.query(
    `drop table charge_days, charge_values, charge_figure_marks, statement_days, reserve_days, statement_marks`,
  );
  await gateway.db.query('drop index customers_name, events_charge, ledger_postings_lines');
  await gateway.db.query('create index ledger_postings_type on ledger_postings (account_id, type, sequence)');
}

describe.skipIf(needsOneServer('old tables'))('the migration', () => {
  it('counts what is there, and what a transaction that began before it commits after it', async () => {
    const id = await paid(10);
    await paid(20);
    const before = await shown();
    await undoMigration();
    const early = new pg.Client({ connectionString: gateway.db.pool.options.connectionString });
    await early.connect();
    await early.query('begin');
    await early.query('select pg_current_xact_id()');
    await gateway.db.query(await readFile(MIGRATION, 'utf8'));
    expect(await shown()).toEqual(before);
    await early.query(
      `insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, previous_billing_type,
         status, previous_status, data, created_at)
       select account_id, gen_random_uuid(), 'charge.refused', charge_id, 9, audience, 'CREDIT_CARD', billing_type,
         status, status, data, created_at
       from events where account_id = $1 and charge_id = $2 and sequence = 2`,
      [seller.id, id],
    );
    await fold();
    await early.query('commit');
    await early.end();
    const refused = { count: 1, rate: 1 };
    expect((await shown()).overview).toMatchObject({ received: before.overview.received, refused });
    await fold();
    expect((await shown()).overview).toMatchObject({ received: before.overview.received, refused });
    await paid(5);
    expect((await shown()).overview.received).toEqual({ count: 3, amount: 35 });
    expect((await shown()).sales).toBe(3);
  });

  it('gives marks to an account that the version before opens', async () => {
    const [marks] = await gateway.db.query(
      `select (select count(*) from charge_figure_marks where account_id = $1) as figures,
         (select count(*) from statement_marks where account_id = $1) as statements`,
      [seller.id],
    );
    expect(marks).toEqual({ figures: 1n, statements: 1n });
  });
});

async function fold(): Promise<void> {
  gateway.deps.rollups.touch(seller.id);
  await gateway.deps.rollups.fold();
}
