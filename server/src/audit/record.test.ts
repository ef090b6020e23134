import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import type { Db } from '../db/pool.ts';
import { runTransaction, type Tx } from '../db/transaction.ts';
import { listActions } from './list.ts';
import { type Actor, recordAction, systemActor } from './record.ts';

const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';
const OTHER = '0199a1b2-0000-7000-8000-000000000002';
const BEYOND = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 4 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function record(tx: Tx, action: string, details: object = {}, accountId = ACCOUNT): Promise<void> {
  return recordAction(tx, { actor: systemActor(accountId), accountId, action, target: null, details });
}
const actions = async (accountId: string | null = ACCOUNT) => {
  const page = { below: BEYOND, limit: 100, offset: 0 };
  return (await listActions(db, { accountId, action: null }, page)).rows;
};
const act = (tx: Tx, name: string) =>
  tx.query('insert into installation (name, value) values ($1, $2)', [name, 'done']);
const acted = async (name: string) =>
  (await db.query('select 1 from installation where name = $1', [name])).length > 0;

describe('the log of actions', () => {
  it('has a line for an action that was committed, newest first', async () => {
    await runTransaction(db, (tx) => record(tx, 'test.first'));
    await runTransaction(db, (tx) => record(tx, 'test.second', { before: 1, after: 2 }));
    const lines = await actions();
    expect(lines.map((line) => line.action)).toEqual(['test.second', 'test.first']);
    expect(lines[0]).toMatchObject({
      account_id: ACCOUNT,
      actor_kind: 'system',
      details: { before: 1, after: 2 },
    });
  });

  it('keeps who acted and from where', async () => {
    const actor: Actor = {
      kind: 'user',
      userId: OTHER,
      credentialId: OTHER,
      accountId: OTHER,
      address: '203.0.113.9',
      userAgent: 'Browser/1',
      requestId: 'request-1',
    };
    const target = { kind: 'account', id: ACCOUNT };
    await runTransaction(db, (tx) =>
      recordAction(tx, { actor, accountId: ACCOUNT, action: 'test.third', target, details: {} }),
    );
    expect((await actions())[0]).toMatchObject({
      ...{ account_id: ACCOUNT, actor_kind: 'user', actor_account_id: OTHER, user_id: OTHER },
      ...{ address: '203.0.113.9', user_agent: 'Browser/1', request_id: 'request-1' },
      ...{ target_kind: 'account', target_id: ACCOUNT },
    });
  });

  it('has no line for an action that failed', async () => {
    const before = await actions();
    const failing = runTransaction(db, async (tx) => {
      await record(tx, 'test.failed');
      throw new Error('the action failed');
    });
    await expect(failing).rejects.toThrow('the action failed');
    expect(await actions()).toEqual(before);
  });

  it('stops an action whose line cannot be written', async () => {
    const failing = runTransaction(db, async (tx) => {
      await act(tx, 'unlogged');
      await record(tx, 'test.unwritable', { amount: 1n });
    });
    await expect(failing).rejects.toThrow();
    expect(await acted('unlogged')).toBe(false);
  });

  it('removes a credential that a user wrote into a text', async () => {
    const key = `guiche_${'aB3'.repeat(12)}`;
    const actor = { ...systemActor(ACCOUNT), userAgent: `curl ${key}`, requestId: key };
    await runTransaction(db, (tx) =>
      recordAction(tx, {
        actor,
        accountId: ACCOUNT,
        action: 'test.pasted',
        target: null,
        details: { name: key },
      }),
    );
    const line = { details: { name: '…' }, user_agent: 'curl …', request_id: '…' };
    expect((await actions())[0]).toMatchObject(line);
  });

  it("does not show one account's lines to another", async () => {
    await runTransaction(db, (tx) => record(tx, 'test.other', {}, OTHER));
    expect((await actions()).every((line) => line.account_id === ACCOUNT)).toBe(true);
    expect((await actions(OTHER)).map((line) => line.action)).toEqual(['test.other']);
    expect((await actions(null)).length).toBe((await actions()).length + 1);
  });

  it.each([
    'update audit_log set details = \'{"changed": true}\'',
    `update audit_log set action = 'test.changed' where action = 'test.first'`,
    'delete from audit_log',
    `delete from audit_log where action = 'nothing.matches'`,
    'truncate audit_log',
    'truncate audit_log cascade',
  ])('refuses: %s', async (statement) => {
    const before = await actions(null);
    await expect(db.query(statement)).rejects.toThrow(/^audit_log(_\d+)? is append-only/);
    expect(await actions(null)).toEqual(before);
  });
});
