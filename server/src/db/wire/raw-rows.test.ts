import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Certificate, selfSigned } from '../../../../test/support/certificate.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Db, openDb, reading } from '../pool.ts';
import { transaction } from '../transaction.ts';
import { answerTo, RawRowsClient, readRaw } from './raw-rows.ts';
import type { RowReader, RowShape } from './row-reader.ts';
import { uuidsOf } from './row-type.ts';

type Sample = {
  id: string | null;
  said: string | null;
  cents: bigint | null;
  count: number | null;
  isSo: boolean | null;
  data: unknown;
  at: Date | null;
  picture: Buffer | null;
};
const sampleShape: RowShape<Sample> = {
  columns: ['uuid', 'text', 'bigint', 'integer', 'boolean', 'json', 'timestamptz', 'bytea'],
  read: (row) => ({
    id: row.orNull('uuid'),
    said: row.orNull('text'),
    cents: row.orNull('bigint'),
    count: row.orNull('integer'),
    isSo: row.orNull('boolean'),
    data: row.orNull('json'),
    at: row.orNull('instant'),
    picture: row.orNull('bytes'),
  }),
};
const sample = reading(
  'test.sample',
  `select $1::uuid, $2::text, $3::bigint, $4::integer, $5::boolean, $6::json, $7::timestamptz, $8::bytea`,
  sampleShape,
);
const numbered: RowShape<{ number: number; said: string }> = {
  columns: ['integer', 'text'],
  read: (row) => ({ number: row.integer(), said: row.text() }),
};
const upTo = reading(
  'test.up_to',
  `select n, repeat('é', $2) || n from generate_series(1, $1::integer) as n`,
  numbered,
);
const failsAt = reading(
  'test.fails_at',
  `select n, repeat('x', 1000) || 1 / (n - $1) from generate_series(1, 1000) as n`,
  numbered,
);
const rowsUpTo = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    said: 'é'.repeat(length) + (index + 1),
  }));

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: what one statement leaves behind, the next would find.
  db = openDb({ connectionString: database.connectionString, connections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('rows that are read as bytes', () => {
  it.each([
    {
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      said: 'Ação "nº 1"\\ \n {}, 支払い 🎉',
      cents: 9_223_372_036_854_775_807n,
      count: -2_147_483_648,
      isSo: true,
      data: { a: ['ç', 1.5, null], '"': '\\' },
      at: new Date('2026-11-15T12:34:56.789Z'),
      picture: Buffer.from([0, 255, 92, 39]),
    },
    {
      id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      said: '',
      cents: -9_223_372_036_854_775_808n,
      count: 2_147_483_647,
      isSo: false,
      data: [],
      at: new Date('1969-12-31T23:59:59.999Z'),
      picture: Buffer.alloc(0),
    },
    { id: null, said: null, cents: null, count: null, isSo: null, data: null, at: null, picture: null },
  ])('hold what is kept, in and out of a transaction', async (row) => {
    const values = [
      ...Object.values(row).slice(0, 5),
      row.data && JSON.stringify(row.data),
      row.at,
      row.picture,
    ];
    expect(await db.read(sample, values)).toEqual([row]);
    expect(await transaction(db, (tx) => tx.read(sample, values))).toEqual([row]);
  });

  it('of microseconds are of the millisecond that has begun, on both sides of 2000', async () => {
    const instants = reading('test.instants', 'select unnest($1::timestamptz[])', {
      columns: ['timestamptz'],
      read: (row) => row.instant().toISOString(),
    });
    expect(await db.read(instants, [['2026-11-15 00:00:00.123999Z', '1999-12-31 23:59:59.999999Z']])).toEqual(
      ['2026-11-15T00:00:00.123Z', '1999-12-31T23:59:59.999Z'],
    );
  });

  it.each([
    ['none', 0, 1],
    ['more than come at once', 3_000, 50],
    ['one longer than comes at once', 1, 400_000],
    ['as long as what comes at once, more or less', 40, 32_760],
  ])('may be %s', async (_, count, length) => {
    expect(await db.read(upTo, [count, length])).toEqual(rowsUpTo(count, length));
  });

  it('and others do not meet, on one connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? db.read(upTo, [index, 300])
          : db.query<{ number: number; said: string }>(
              `select n as number, repeat('é', 300) || n as said from generate_series(1, $1::integer) as n`,
              [index],
            ),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, index) => rowsUpTo(index, 300)));
  });

  it('that end in an error are none, and the connection goes on', async () => {
    await expect(db.read(failsAt, [900])).rejects.toThrow('division by zero');
    expect(await db.query(`select 'text' as said`)).toEqual([{ said: 'text' }]);
    await expect(transaction(db, (tx) => tx.read(failsAt, [900]))).rejects.toThrow('division by zero');
    expect(await db.read(upTo, [2, 1])).toEqual(rowsUpTo(2, 1));
  });

  it('are found by ids that travel as bytes', async () => {
    const ids = ['01890a5d-ac96-774b-bcce-b302099a8057', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    const echo = reading('test.echo', 'select unnest($1::uuid[])', {
      columns: ['uuid'],
      read: (row) => row.uuid(),
    });
    expect(await db.read(echo, [uuidsOf(ids)])).toEqual(ids);
    expect(await db.read(echo, [uuidsOf([])])).toEqual([]);
    expect(() => uuidsOf([...ids, 'not an id'])).toThrow('an array of ids takes nothing else');
  });
});

describe('a shape that the statement does not answer is refused', () => {
  const read = (row: RowReader) => row.integer();
  it.each([
    ['another type', `select '1'::text`, { columns: ['integer'], read }, 'not of the types'],
    ['a column more', 'select 1, 2', { columns: ['integer'], read }, 'not of the types'],
    ['a column less', 'select 1', { columns: ['integer', 'integer'], read }, 'not of the types'],
    [
      'one left unread',
      'select 1, 2',
      { columns: ['integer', 'integer'], read },
      '1 columns of a row were not read',
    ],
    ['another length', 'select 1::bigint', { columns: ['bigint'], read }, 'a value of 8 bytes where 4'],
    [
      'nothing where something must be',
      'select null::integer',
      { columns: ['integer'], read },
      'a value of -1 bytes',
    ],
    [
      'no text where one must be',
      'select null::text',
      { columns: ['text'], read: (row) => row.text() },
      'of -1 bytes',
    ],
  ] as [string, string, RowShape<unknown>, string][])('%s', async (name, text, shape, message) => {
    await expect(db.read(reading(`test.${name}`, text, shape))).rejects.toThrow(message);
    expect(await db.read(upTo, [1, 1])).toEqual(rowsUpTo(1, 1));
  });
});

it('a client that does not take rows as bytes is refused', async () => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { name, text } = upTo;
  const read = readRaw({ name, text, values: [1, 1] }, numbered, (query) => answerTo(client, query));
  await expect(read).rejects.toThrow('a connection of RawRowsClient');
  await client.end();
});

describe('over TLS', () => {
  it.each([
    ['rows come as bytes as well', Number.POSITIVE_INFINITY, 500],
    ['and in small pieces', 7, 30],
    ['and byte by byte', 1, 3],
  ])('%s', async (_, pieceLength, count) => {
    const address = new URL(inject('maintenanceConnectionString'));
    const certificate = selfSigned(['localhost']);
    const proxy = createServer((plain) => void encrypt(plain, { certificate, address, pieceLength }));
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const client = new RawRowsClient({
      user: address.username,
      password: decodeURIComponent(address.password),
      database: address.pathname.slice(1),
      host: '127.0.0.1',
      port: (proxy.address() as AddressInfo).port,
      ssl: { rejectUnauthorized: false },
    });
    await client.connect();
    const { name, text } = upTo;
    const read = readRaw({ name, text, values: [count, 200] }, numbered, (query) => answerTo(client, query));
    expect(await read).toEqual(rowsUpTo(count, 200));
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    proxy.close();
  });
});

type Passage = { certificate: Certificate; address: URL; pieceLength: number };

/** Says yes to the question for TLS, as a server does, and passes on to one that is asked without. */
async function encrypt(plain: Socket, { certificate, address, pieceLength }: Passage): Promise<void> {
  await once(plain, 'data');
  plain.write('S');
  const secure = new TLSSocket(plain, { isServer: true, cert: certificate.cert, key: certificate.key });
  const folder = address.searchParams.get('host');
  const port = Number(address.port);
  const server = connect(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { port, host: address.hostname });
  secure.pipe(server);
  server.on('data', (chunk: Buffer) => {
    const step = Math.min(pieceLength, chunk.length);
    for (let at = 0; at < chunk.length; at += step) secure.write(chunk.subarray(at, at + step));
  });
  for (const socket of [secure, server]) socket.on('error', () => plain.destroy());
}
