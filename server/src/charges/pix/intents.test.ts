import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../../test/support/database.ts';
import { charge } from '../../../../test/support/literals.ts';
import type { Db } from '../../db/pool.ts';
import { abandonIntents, leaveIntents, recordIntent } from './intents.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  await db.query('delete from pix_intents');
});

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const CHARGE = charge({ accountId: ACCOUNT, id: '00000000-0000-7000-8000-000000000002' });
const record = (txid: string) =>
  recordIntent(db, { accountId: ACCOUNT, txid, chargeId: CHARGE.id, provider: 'bank', isDueCharge: false });
const passes = (time: string) =>
  db.query(`update pix_intents set touched_at = touched_at - interval '${time}'`);
const abandoned = async () => (await abandonIntents(db, 'bank', 10)).map(({ txid }) => txid);

it('a code that no request waits for any more is looked for after a minute', async () => {
  await leaveIntents(db, CHARGE, [await record('left')]);
  await passes('55 seconds');
  expect(await abandoned()).toEqual([]);
  await passes('10 seconds');
  expect(await abandoned()).toEqual(['left']);
});

it('that of a request that may still run, or that ended with its process, after ten minutes', async () => {
  await record('running');
  await passes('9 minutes');
  expect(await abandoned()).toEqual([]);
  await passes('2 minutes');
  expect(await abandoned()).toEqual(['running']);
});

it('one that another request has taken up meanwhile is not left', async () => {
  const held = await record('taken');
  await db.query(`update pix_intents set touched_at = now() + interval '1 second'`);
  await leaveIntents(db, CHARGE, [held]);
  await passes('3 minutes');
  expect(await abandoned()).toEqual([]);
});
