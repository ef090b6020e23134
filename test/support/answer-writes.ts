import type { Db } from '../../server/src/db/pool.ts';

/** Tables that a request writes to apart from what it was asked for. */
const BESIDE = ['answer_writes', 'idempotency_keys', 'request_log'];

export async function currentTransaction(db: Db): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(`select pg_current_xact_id()::text::bigint as id`);
  return row?.id ?? 0n;
}

/** The transactions since `start` whose rows can be seen. */
export async function writesSince(db: Db, start: bigint): Promise<bigint[]> {
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [BESIDE],
  );
  const each = tables.map(({ name }) => `select xmin::text::bigint as id from "${name}"`).join(' union ');
  const rows = await db.query<{ id: bigint }>(`select id from (${each}) as rows where id > $1`, [start]);
  return rows.map(({ id }) => id);
}

export async function answersOf(db: Db, key: string): Promise<bigint[]> {
  const rows = await db.query<{ transaction: bigint }>(
    'select transaction from answer_writes where key = $1',
    [key],
  );
  return rows.map(({ transaction }) => transaction);
}

/** The process died: what it would have stored later is not there. */
export async function loseTheAnswer(db: Db, key: string): Promise<void> {
  await db.query(
    `update idempotency_keys
     set state = 'running', answer_status = null, answer_box = null, lease_until = now() - interval '1 second'
     where key = $1`,
    [key],
  );
}

/** From now on each answer that is stored is noted with the transaction that wrote it. */
export async function noteAnswers(db: Db): Promise<void> {
  await db.query('create table answer_writes (key text, transaction bigint)');
  await db.query(
    `create function note_answer() returns trigger language plpgsql as $$
     begin
       insert into answer_writes values (new.key, pg_current_xact_id()::text::bigint);
       return new;
     end $$`,
  );
  await db.query(
    `create trigger note_answer after update of answer_box on idempotency_keys
     for each row when (new.answer_box is not null) execute function note_answer()`,
  );
}
