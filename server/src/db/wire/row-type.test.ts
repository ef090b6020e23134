import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { type ColumnType, rowset, rowsOf, rowType, rowTypes, sameNames } from './row-type.ts';

const COLUMNS = {
  id: 'uuid',
  said: 'text',
  cents: 'bigint',
  count: 'integer',
  is_so: 'boolean',
  data: 'json',
  at: 'timestamptz',
  picture: 'bytea',
} as const satisfies Record<string, ColumnType>;
const sample = rowType('sample_row', sameNames(COLUMNS));
rowTypes.splice(rowTypes.indexOf(sample), 1);

const NOTHING = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, null]));
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('rows that travel as they are kept', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    const definition = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
    await gateway.db.query(`create type sample_row as (${definition.join(', ')})`);
  });
  afterAll(() => gateway.stop());

  const arrived = (rows: readonly object[]) =>
    gateway.db.query(`select * from ${rowset(sample, 1, 'n')}`, [rowsOf(sample, rows)]);

  it('arrive as they were sent', async () => {
    const rows = [
      {
        id: ID,
        said: 'Ação "nº 1"\\ \n {}, 支払い 🎉',
        cents: 9_223_372_036_854_775_807n,
        count: -2_147_483_648,
        is_so: true,
        data: { a: ['ç', 1.5, null], '"': '\\' },
        at: new Date('2026-11-15T12:34:56.789Z'),
        picture: Buffer.from([0, 255, 92, 39]),
      },
      {
        id: ID.toUpperCase(),
        said: '',
        cents: -9_223_372_036_854_775_808n,
        count: 2_147_483_647,
        is_so: false,
        data: [],
        at: new Date('1969-12-31T23:59:59.999Z'),
        picture: Buffer.alloc(0),
      },
    ];
    expect(await arrived(rows)).toEqual([rows[0], { ...rows[1], id: ID }]);
  });

  it('may hold nothing, and may be none', async () => {
    expect(await arrived([{}, { said: null }])).toEqual([NOTHING, NOTHING]);
    expect(await arrived([])).toEqual([]);
  });

  it('may be many and long, and the next are not disturbed', async () => {
    const rows = Array.from({ length: 700 }, (_, count) => ({ count, said: 'é'.repeat(count * 3) }));
    const [many, few] = await Promise.all([arrived(rows), arrived([{ count: 1 }])]);
    expect(many.map(({ count, said }) => ({ count, said }))).toEqual(rows);
    expect(few).toEqual([{ ...NOTHING, count: 1 }]);
  });

  it('take a whole number for a bigint', async () => {
    expect(await arrived([{ cents: 42 }])).toEqual([{ ...NOTHING, cents: 42n }]);
  });

  it.each([
    ['id', 'not an id'],
    ['id', ID.replaceAll('-', '')],
    ['id', `0${ID.slice(0, -2)}-`],
    ['id', `${ID.slice(0, -1)}g`],
    ['id', `${ID.slice(0, -1)}é`],
    ['said', 1],
    ['cents', 9_223_372_036_854_775_808n],
    ['cents', 0.5],
    ['cents', 2 ** 53],
    ['cents', '1'],
    ['count', 2_147_483_648],
    ['count', 1.5],
    ['count', 1n],
    ['is_so', 1],
    ['data', 'text'],
    ['at', '2026-11-15'],
    ['at', new Date(Number.NaN)],
    ['picture', 'text'],
  ] as const)('are refused with the wrong value for %s: %s', async (name, value) => {
    expect(() => rowsOf(sample, [{ said: 'before' }, { [name]: value }])).toThrow(`column ${name} takes`);
    expect(await arrived([{ said: 'after' }])).toEqual([{ ...NOTHING, said: 'after' }]);
  });

  it('are refused by the database with what no text may hold', async () => {
    await expect(arrived([{ said: 'a\0b' }])).rejects.toThrow('invalid byte sequence');
  });

  it('are of the types that the migrations made, column by column', async () => {
    const stored = await gateway.db.query<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname || ' ' || format_type(a.atttypid, null) order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'c'
         and c.relname = any($1)
         and not a.attisdropped
       group by c.relname`,
      [rowTypes.map(({ name }) => name)],
    );
    const sent = rowTypes.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => `${column.name} ${SPELLED[column.type] ?? column.type}`),
    }));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.sort(byName)).toEqual(stored.sort(byName));
  });
});

const SPELLED: Partial<Record<ColumnType, string>> = { timestamptz: 'timestamp with time zone' };

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
