import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import type { Db } from '../db/pool.ts';
import type { ColumnType } from '../db/wire/row-type.ts';
import { CHARGE_SELECT, chargeColumns, INITIAL_CHARGE } from './columns.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const SPELLED: Partial<Record<ColumnType, string>> = { timestamptz: 'timestamp with time zone' };
const listed = Object.entries(chargeColumns).map(([field, { name, type }]) => ({
  field,
  name,
  type: SPELLED[type] ?? type,
}));
const described = ({ name, type }: { name: string; type: string }) => `${name} ${type}`;

async function columnsOf(relation: string): Promise<string[]> {
  const rows = await db.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type
     from pg_attribute
     where attrelid = $1::regclass
       and attnum > 0
       and not attisdropped
     order by attnum`,
    [relation],
  );
  return rows.map(described);
}

describe('the list of a charge’s columns', () => {
  it('is that of the table, name and type', async () => {
    expect(listed.map(described).sort()).toEqual((await columnsOf('charges')).sort());
  });

  it('is that of the row type that new charges are sent in, in its order', async () => {
    expect(listed.map(described)).toEqual(await columnsOf('capturable_charge_row'));
  });

  it('is that of the statement that makes charges, in its order', async () => {
    const sql = await readFile(join(import.meta.dirname, 'sql', 'create.sql'), 'utf8');
    const [, names = ''] = /insert into charges as c \(([^)]*)\)/.exec(sql) ?? [];
    expect(names.split(/,\s*/)).toEqual(listed.map(({ name }) => name));
  });

  it('says which columns may hold nothing, as the table does', async () => {
    const rows = await db.query<{ name: string }>(
      `select column_name as name
       from information_schema.columns
       where table_schema = 'public'
         and table_name = 'charges'
         and is_nullable = 'YES'`,
    );
    const initial = INITIAL_CHARGE as Record<string, unknown>;
    // A split is an empty list in the program, and null in the table.
    const nullable = listed.filter(({ field }) => initial[field] === null || field === 'split');
    expect(nullable.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('is what is selected, under the names of the fields', async () => {
    const { fields } = await db.pool.query(`select ${CHARGE_SELECT} from charges c`);
    expect(fields.map(({ name }) => name)).toEqual(listed.map(({ field }) => field));
  });
});
