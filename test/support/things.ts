import { systemActor } from '../../server/src/audit/record.ts';
import { type Db, statement } from '../../server/src/db/pool.ts';
import type { Tx } from '../../server/src/db/transaction.ts';
import { MovableClock } from '../../server/src/kit/clock.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import type { Answer, KeyClaim } from '../../server/src/write/answer.ts';
import { AnswerSeal, openAnswer } from '../../server/src/write/answer-seal.ts';
import type { Committed } from '../../server/src/write/apply.ts';
import {
  type Decision,
  done,
  type Effects,
  type RowWriter,
  rowWrite,
} from '../../server/src/write/effects.ts';
import { type Operation, Writer } from '../../server/src/write/writer.ts';
import { createTestDatabase, openTestDb } from './database.ts';
import { startLossyProxy } from './lossy-proxy.ts';

export const SHOP = '00000000-0000-7000-8000-000000000001';
export const NOW = new Date('2026-03-10T15:00:00Z');
export const vault = new Vault(Buffer.alloc(32, 7));

type Thing = { id: number; size: number };
/** What each statement wrote, in order. */
export const written: Thing[][] = [];

function thingWriter(name: string, text: string, writes: 'all' | 'any'): RowWriter<Thing> {
  return {
    statement: statement(`things.${name}`, text),
    values: (rows) => {
      written.push([...rows]);
      return [rows.map((row) => row.id), rows.map((row) => row.size)];
    },
    writes,
  };
}
const addThing = thingWriter(
  'add',
  'insert into things select * from unnest($1::integer[], $2::integer[]) returning id',
  'all',
);
const UPDATE = `update things t set size = n.size from unnest($1::integer[], $2::integer[]) as n (id, size)
  where t.id = n.id returning t.id`;
export const setThing = thingWriter('set', UPDATE, 'all');
export const trySetThing = thingWriter('try_set', UPDATE, 'any');

export const add = (id: number, size = 0) => rowWrite(addThing, { id, size });
export const job = { accountId: SHOP, kind: 'thing.made', payload: {}, runAt: NOW };
export const action = {
  actor: systemActor(SHOP),
  accountId: SHOP,
  action: 'thing.made',
  target: null,
  details: {},
};

/** An operation that sees how many things there are. */
export function operation<R>(
  decide: (count: number) => Decision<R>,
  load?: (tx: Tx) => Promise<unknown>,
): Operation<number, R> {
  return {
    load: async (tx) => {
      await load?.(tx);
      const [row] = await tx.query<{ count: number }>('select count(*)::integer as count from things');
      return row?.count ?? 0;
    },
    decide,
  };
}
export const making = (id: number, effects: Effects = {}) =>
  operation((count) => done(`made after ${count}`, { rows: [add(id)], ...effects }));

export const answerUnder = (own: KeyClaim | null): Answer<string> => ({
  claim: own,
  render: (result) => ({ status: 201, body: result }),
});
export type Things = Awaited<ReturnType<typeof startThings>>;

/** A database with one small table, and a writer over it whose connections go through a proxy that can lose replies. */
export async function startThings() {
  const database = await createTestDatabase();
  const proxy = await startLossyProxy(database.connectionString);
  const direct = openTestDb({ connectionString: database.connectionString, connections: 2 });
  const db = openTestDb({ connectionString: proxy.connectionString, connections: 4 });
  await direct.query('create table things (id integer primary key, size integer not null)');
  let earlierActions = 0;
  const rowsIn = async (name: string) => (await direct.query(`select from ${name}`)).length;
  const writerOver = (own: Db) =>
    new Writer({
      db: own,
      answerSeal: new AnswerSeal(own, vault),
      vault,
      ids: idsFrom(new MovableClock()),
      log: createLog('silent'),
      onCommitted: (each) => {
        on.committed.push(each);
        on.onCommitted(each);
      },
    });
  const on = {
    ...{ proxy, direct, db, writerOver, rowsIn },
    writer: writerOver(db),
    committed: [] as Committed[],
    onCommitted: (_: Committed): void => undefined,
    things: async () => {
      const rows = await direct.query<Thing>('select * from things order by id');
      return rows.map(({ id, size }) => [id, size]);
    },
    newActions: async () => (await rowsIn('audit_log')) - earlierActions,
    claim: (key: string) => claimKey(direct, key),
    stored: (key: string) => storedUnder(direct, key),
    reset: async () => {
      on.committed = [];
      on.onCommitted = () => undefined;
      await direct.query('truncate things, jobs, idempotency_keys');
      // The log of actions is append-only.
      earlierActions = await rowsIn('audit_log');
    },
    stop: async () => {
      await db.close();
      await direct.close();
      await proxy.close();
      await database.drop();
    },
  };
  return on;
}

async function claimKey(db: Db, key: string): Promise<KeyClaim> {
  const objectId = '00000000-0000-7000-8000-00000000000a';
  await db.query(
    `insert into idempotency_keys (account_id, key, request_hash, object_id, state, lease_until, created_at)
     values ($1, $2, '', $3, 'running', now() + interval '5 seconds', now())`,
    [SHOP, key, objectId],
  );
  return { accountId: SHOP, key, objectId, isStored: false, isBegun: false };
}

async function storedUnder(db: Db, key: string) {
  const [row] = await db.query<{
    state: string;
    answer_status: number | null;
    answer_box: Buffer | null;
  }>('select state, answer_status, answer_box from idempotency_keys where key = $1', [key]);
  const body = row?.answer_box ? openAnswer(vault, row.answer_box) : null;
  return [row?.state, row?.answer_status, body];
}
