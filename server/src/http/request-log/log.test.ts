import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../../test/support/database.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { openDb } from '../../db/pool.ts';
import { runTransaction } from '../../db/transaction.ts';
import { DAY_MS, systemMs } from '../../kit/clock.ts';
import { deleteOldRequests } from './list.ts';
import { RequestLog } from './log.ts';

type Logged = { id: string; path: string; status: number; code: string | null; created_at: string };

let gateway: TestGateway;
let seller: Seller;
let other: Seller;

beforeAll(async () => {
  gateway = await startGateway({ connections: 16 });
  other = await gateway.seller();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
  await save();
  await gateway.db.query('delete from request_log');
});

const save = () => gateway.deps.requestLog.save();
/** The log as it is, read by the function under the route, so that reading leaves no line of its own. */
async function logOf(owner: Seller, query = ''): Promise<{ data: Logged[]; total: number }> {
  await save();
  const { body } = await owner.call('GET', `/api/v1/requests${query}`);
  return body;
}
const paths = ({ data }: { data: Logged[] }) => data.map((call) => call.path);
const many = (count: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('the log of requests', () => {
  it('shows what was asked, by which key, from where, and what was answered', async () => {
    const headers = { 'user-agent': 'Till/2', 'x-request-id': 'my-request' };
    await seller.call('GET', '/api/v1/charges?status=PENDING', undefined, headers);
    const { data } = await logOf(seller);
    expect(data).toEqual([
      {
        ...{ id: 'my-request', created_at: expect.stringMatching(/Z$/), method: 'GET' },
        ...{
          path: '/api/v1/charges?status=PENDING',
          status: 200,
          code: null,
          duration_ms: expect.any(Number),
        },
        ...{ via: 'api_key', key_id: expect.any(String), key_name: 'test' },
        ...{ address: '127.0.0.1', user_agent: 'Till/2' },
      },
    ]);
    expect(Math.abs(Date.parse(data[0]?.created_at ?? '') - systemMs())).toBeLessThan(10_000);
  });

  it('knows calls by token', async () => {
    await gateway.call('GET', '/api/v1/keys', undefined, { authorization: `Bearer ${seller.token}` });
    const { data } = await logOf(seller);
    expect(data[0]).toMatchObject({ path: '/api/v1/keys', via: 'jwt', key_id: null, key_name: null });
  });

  it('gives the code of an error, also of one that is replayed', async () => {
    const path = `/api/v1/charges/${seller.id}/refund`;
    const post = () => seller.call('POST', path, {}, { 'idempotency-key': 'refused' });
    await post();
    expect((await post()).headers['idempotent-replayed']).toBe('true');
    await seller.call('GET', '/api/v1/charges/nonsense');
    await gateway.call('GET', '/api/v1/admin/accounts', undefined, { 'x-api-key': seller.apiKey });
    const { data } = await logOf(seller);
    expect(data.map((call) => [call.status, call.code])).toEqual([
      [403, 'FORBIDDEN'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
  });

  it('is filtered by outcome and read by cursor, newest first', async () => {
    for (let call = 0; call < 6; call += 1) {
      await seller.call('GET', call % 2 ? '/api/v1/charges/nonsense' : `/api/v1/balance?limit=${call}`);
    }
    await save();
    const read = async (query: string) => (await seller.call('GET', `/api/v1/requests?${query}`)).body;
    const ok = await read('outcome=ok&limit=2');
    expect([paths(ok), ok.total]).toEqual([['/api/v1/balance?limit=4', '/api/v1/balance?limit=2'], 3]);
    const rest = await read(`outcome=ok&limit=2&cursor=${ok.next_cursor}`);
    expect([paths(rest), rest.has_more]).toEqual([['/api/v1/balance?limit=0'], false]);
    expect(paths(await read('outcome=error'))).toEqual(Array(3).fill('/api/v1/charges/nonsense'));
  });

  it.each(['outcome=maybe', 'cursor=nonsense', 'limit=101', `cursor=${cursorOfId()}`])(
    'refuses ?%s',
    async (query) => {
      const answer = await seller.call('GET', `/api/v1/requests?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(Object.keys(answer.body.details)).toEqual([query.split('=')[0]]);
    },
  );

  it("shows nothing of another account's calls", async () => {
    await other.call('GET', '/api/v1/balance');
    await seller.call('GET', '/api/v1/account');
    expect(paths(await logOf(seller))).toEqual(['/api/v1/account']);
    expect(paths(await logOf(other))).toEqual(['/api/v1/balance']);
  });

  it('leaves out what needs no credential or had a wrong one: wrong keys, public endpoints, pages', async () => {
    await gateway.call('GET', '/api/v1/balance', undefined, { 'x-api-key': 'guiche_wrong' });
    await gateway.call('GET', '/healthz', undefined, { 'x-api-key': seller.apiKey });
    await gateway.call('POST', '/api/v1/auth/login', { email: seller.email, password: 'wrong' });
    await save();
    expect(await gateway.db.query('select 1 from request_log')).toEqual([]);
  });

  it("leaves out a browser's calls by cookie", async () => {
    const { email, password } = seller;
    const login = await gateway.call('POST', '/api/v1/auth/login', { email, password, cookie: true });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    expect((await gateway.call('GET', '/api/v1/balance', undefined, { cookie })).status).toBe(200);
    await save();
    expect(await gateway.db.query('select 1 from request_log')).toEqual([]);
  });

  it('holds no secret', async () => {
    const secret = { 'user-agent': `curl ${seller.apiKey}`, 'x-request-id': seller.apiKey };
    await seller.call('GET', `/api/v1/charges/${seller.apiKey}?token=${seller.token}`, undefined, secret);
    await seller.call('GET', `/api/v1/customers?email=${seller.email}&external_reference=${seller.token}`);
    await seller.call('POST', '/api/v1/webhooks', {
      url: 'https://example.com',
      events: [],
      secret: 'my secret',
    });
    await save();
    const [row] = await gateway.db.query<{ text: string }>(
      `select string_agg(call::text, ' ') as text from request_log call`,
    );
    const secrets = [seller.apiKey, seller.token, seller.email, 'my secret'];
    expect(secrets.filter((each) => String(row?.text).includes(each))).toEqual([]);
  });
});

function cursorOfId(): string {
  return Buffer.from('0199a1b2-0000-7000-8000-000000000000').toString('base64url');
}

describe('the log of requests under load', () => {
  it('keeps the newest fifty of an account between two saves, and counts the others', async () => {
    const before = gateway.deps.requestLog.leftOut;
    for (let call = 0; call < 120; call += 1) await seller.call('GET', `/api/v1/balance?offset=${call}`);
    await other.call('GET', '/api/v1/account');
    const { data, total } = await logOf(seller, '?limit=100');
    expect(total).toBe(50);
    const kept = Array.from({ length: 50 }, (_, index) => `/api/v1/balance?offset=${119 - index}`);
    expect(paths({ data })).toEqual(kept);
    expect(gateway.deps.requestLog.leftOut - before).toBe(70);
    const { raw } = await gateway.call('GET', '/metrics');
    expect(raw).toContain(`guiche_request_log_left_out ${before + 70}`);
    expect(paths(await logOf(other))).toContain('/api/v1/account');
  });

  it('holds no more than five thousand calls in memory', async () => {
    const db = openDb({ connectionString: 'postgres://nowhere.invalid/none', connections: 1 });
    const log = new RequestLog(db);
    const anonymous = { address: null, userAgent: null, code: null, credentialId: seller.id };
    for (let account = 0; account < 6_000; account += 1) {
      const call = { requestId: 'a', method: 'GET', url: '/', status: 200, durationMs: 1, atMs: 0 };
      log.note({ ...call, ...anonymous, via: 'jwt', accountId: String(account) });
    }
    expect(log.leftOut).toBe(1_000);
    await expect(log.save()).rejects.toThrow();
    expect(log.leftOut).toBe(6_000);
    await expect(log.save()).resolves.toBe(0);
    await db.close();
  });

  it('makes no request wait: calls are answered while the log cannot be written', async () => {
    let saving: Promise<unknown> = Promise.resolve();
    await runTransaction(gateway.db, async (tx) => {
      await tx.query('lock table request_log, request_log_marks in access exclusive mode');
      await seller.call('GET', '/api/v1/balance');
      saving = save();
      for (let call = 0; call < 5; call += 1) {
        expect((await seller.call('GET', '/api/v1/balance')).status).toBe(200);
      }
    });
    await saving;
    expect((await logOf(seller)).total).toBe(6);
  });

  it('numbers calls without gap or double when several nodes write at once', async () => {
    const { connectionString } = gateway.db.pool.options;
    const node = openTestDb({ connectionString: String(connectionString), connections: 4 });
    const logs = [gateway.deps.requestLog, new RequestLog(node)];
    for (let round = 0; round < 10; round += 1) {
      for (const log of logs) for (const owner of [seller, other]) log.note(callOf(owner));
      for (const log of logs) for (const owner of [other, seller]) log.note(callOf(owner));
      await Promise.all(logs.map((log) => log.save()));
    }
    await node.close();
    const rows = await gateway.db.query<{ number: bigint }>(
      'select number from request_log where account_id = $1 order by number',
      [seller.id],
    );
    const first = Number(rows[0]?.number);
    const inRow = Array.from({ length: 40 }, (_, index) => first + index);
    expect(rows.map((row) => Number(row.number))).toEqual(inRow);
  });
});

function callOf(owner: Seller) {
  const anonymous = { address: null, userAgent: null, code: null, via: 'jwt' as const };
  const call = { requestId: 'a', method: 'GET', url: '/', status: 200, durationMs: 1, atMs: systemMs() };
  return { ...call, ...anonymous, accountId: owner.id, credentialId: owner.id };
}

describe('the clean-up', () => {
  const fill = (owner: Seller, count: number, at: Date) =>
    gateway.db.query(
      `with mark as (
         insert into request_log_marks as m (account_id, last_number)
         values ($1, $2)
         on conflict (account_id) do update set last_number = m.last_number + $2
         returning last_number
       )
       insert into request_log
       select $1, last_number - back, 'filled', 'GET', '/', 200, null, 1, 'jwt', $1, '::1', null, $3
       from mark, generate_series(0, $2 - 1) as back`,
      [owner.id, count, at],
    );
  const stored = async (owner: Seller) => {
    const rows = await gateway.db.query<{ request_id: string }>(
      'select request_id from request_log where account_id = $1 order by number desc',
      [owner.id],
    );
    return rows.map((row) => row.request_id);
  };

  it('keeps the newest ten thousand calls of an account', async () => {
    const now = new Date(systemMs());
    await fill(seller, 10_040, now);
    await fill(other, 20, now);
    await many(10, () => seller.call('GET', '/api/v1/balance'));
    await save();
    await deleteOldRequests(gateway.db, 7 * DAY_MS);
    const left = await stored(seller);
    expect(left).toHaveLength(10_000);
    expect(left.slice(0, 10)).not.toContain('filled');
    expect(await stored(other)).toHaveLength(20);
    expect(await deleteOldRequests(gateway.db, 7 * DAY_MS)).toBe(0);
    await fill(seller, 5, now);
    await deleteOldRequests(gateway.db, 7 * DAY_MS);
    expect(await stored(seller)).toHaveLength(10_000);
  });

  it('keeps seven days', async () => {
    await fill(seller, 3, new Date(systemMs() - 7 * DAY_MS - 60_000));
    await fill(seller, 2, new Date(systemMs() - 7 * DAY_MS + 60_000));
    expect(await deleteOldRequests(gateway.db, 7 * DAY_MS)).toBe(3);
    expect(await stored(seller)).toHaveLength(2);
  });
});
