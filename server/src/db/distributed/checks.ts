import type pg from 'pg';

const NAME = 'checks set aside';

type Check = { table: string; name: string; definition: string };

/**
 * Citus cannot take a partitioned table with checks over while it is in use: they are removed before and put back after.
 * They are written down first, for a call that goes on after an interruption.
 */
export async function setChecksAside(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<Check>(
    `select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c
     join pg_class t on t.oid = c.conrelid
     where c.contype = 'c'
       and t.relkind = 'p'
       and t.relname = any($1::text[])
       and t.oid not in (select logicalrelid from pg_dist_partition)`,
    [tables],
  );
  if (rows.length === 0) return;
  await client.query('begin');
  await client.query(
    `insert into installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [NAME, JSON.stringify([...(await readAside(client)), ...rows])],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query('commit');
}

export async function putChecksBack(client: pg.Client): Promise<void> {
  for (const { table, name, definition } of await readAside(client)) {
    const known = await client.query(
      'select from pg_constraint where conname = $1 and conrelid = $2::regclass',
      [name, table],
    );
    if (known.rowCount === 0) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query('delete from installation where name = $1', [NAME]);
}

async function readAside(client: pg.Client): Promise<Check[]> {
  const { rows } = await client.query<{ value: string }>('select value from installation where name = $1', [
    NAME,
  ]);
  return rows[0] ? (JSON.parse(rows[0].value) as Check[]) : [];
}
