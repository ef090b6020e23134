import type { Db } from '../../server/src/db/pool.ts';

/** How many rows each table of the database has. */
export function rowCounts(db: Db): Promise<Record<string, string>> {
  return ofEachTable(db, 'count(*)::text');
}

/** A digest of everything in the database: what must not change where nothing may be stored. */
export function contentsOf(db: Db): Promise<Record<string, string>> {
  return ofEachTable(
    db,
    `count(*) || ' rows ' || coalesce(md5(string_agg(each::text, '|' order by each::text)), '')`,
  );
}

async function ofEachTable(db: Db, figure: string): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const figures = tables.map(
    ({ name }) => `select '${name}' as name, ${figure} as figure from "${name}" as each`,
  );
  const rows = await db.query<{ name: string; figure: string }>(figures.join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.name, row.figure]));
}
