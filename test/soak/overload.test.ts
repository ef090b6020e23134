import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTransaction } from '../../server/src/db/transaction.ts';
import { openTestDb } from '../support/database.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { until } from '../support/until.ts';

const POOL = 16;
const MAX_REQUESTS = 64;
const PER_CONNECTION = ['connection', 'keep-alive', 'date'];
/** What one account may have in progress. */
const MAX_OF_ACCOUNT = MAX_REQUESTS / 2;

let gateway: TestGateway;
let address: string;
let connectionString: string;
beforeAll(async () => {
  const environment = { GUICHE_MAX_REQUESTS: String(MAX_REQUESTS), GUICHE_RATE_GENERAL: '100000' };
  gateway = await startGateway({ connections: POOL, environment });
  address = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  connectionString = gateway.db.pool.options.connectionString ?? '';
});
afterAll(() => gateway?.stop());

const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const kinds = (answers: readonly Answer[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body.code ?? body.status}`));
const statusOf = async (path: string) => (await gateway.call('GET', path)).status;

async function charge({ call }: Seller): Promise<string> {
  const answer = await call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}
const pay = ({ call }: Seller, id: string, key?: string) =>
  call('POST', `/api/v1/sandbox/charges/${id}/pay`, {}, key ? { 'idempotency-key': key } : {});

const LOCK_CHARGE = 'select 1 from charges where account_id = $1 and id = $2 for update';

/** A connection that is none of the gateway's, and holds what it has locked until it is let go. */
async function locking(sql: string, ...rows: readonly unknown[][]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  for (const values of rows) await client.query(sql, values);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

describe('a seller whose balance another transaction has locked', () => {
  it('waits alone: other sellers are paid, and the process is ready', { timeout: 90_000 }, async () => {
    const [locked, other] = [await gateway.seller(), await gateway.seller()];
    const ids: string[] = [];
    for (let group = 0; group < 3; group += 1) ids.push(...(await many(10, () => charge(locked))));
    await pay(locked, await charge(locked));
    const unlock = await locking('select from ledger_balances where account_id = $1 for update', [locked.id]);
    const waiting = Promise.all([
      many(15, (index) => pay(locked, ids[index] ?? '', `payment ${index}`)),
      many(15, () => locked.call('POST', '/api/v1/withdrawals', { amount: 1, pix_key: locked.email })),
    ]);
    const holds = () => gateway.db.seats.heldBy(locked.id);
    await until('the locked seller has all that it may have', () => holds() === POOL / 4);
    const paid: Answer[] = [];
    for (let round = 0; round < 10; round += 1) {
      paid.push(await pay(other, await charge(other)));
      expect(holds()).toBeLessThanOrEqual(POOL / 4);
      expect(await statusOf('/readyz')).toBe(200);
    }
    expect(kinds(paid)).toEqual(new Set(['200 RECEIVED']));
    const refused = (await waiting).flat();
    expect(kinds(refused)).toEqual(new Set(['500 OVERLOADED']));
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
    await unlock();
    const again = await many(15, (index) => pay(locked, ids[index] ?? '', `payment ${index}`));
    expect(kinds(again)).toEqual(new Set(['200 RECEIVED']));
    expect(again.some(({ headers }) => headers['idempotent-replayed'])).toBe(false);
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('a process that stands still in the middle of a transaction', () => {
  it('loses its locks after five seconds, and others go on', { timeout: 60_000 }, async () => {
    const seller = await gateway.seller();
    const id = await charge(seller);
    const sibling = openTestDb({ connectionString, connections: 2 });
    let [wakeUp, hasLocked] = [() => {}, false];
    const frozen = runTransaction(sibling, async (tx) => {
      await tx.query('select from charges where account_id = $1 and id = $2 for update', [seller.id, id]);
      hasLocked = true;
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      return tx.query('select 1');
    });
    const outcome = frozen.catch((error: Error) => error);
    await until('it holds the lock', () => hasLocked);
    const cancel = () =>
      seller.call('POST', `/api/v1/charges/${id}/cancel`, {}, { 'idempotency-key': 'end' });
    await until('the charge is cancelled', async () => (await cancel()).status === 200, 12_000);
    wakeUp();
    expect(await outcome).toBeInstanceOf(Error);
    await sibling.close();
  });
});

describe('a process with more requests than it may have in progress', () => {
  it('refuses at once, does nothing, and does it when it is asked again with the same key', async () => {
    const sellers = await many(3, () => gateway.seller());
    const [one, two, third] = sellers as [Seller, Seller, Seller];
    const charges = await Promise.all([charge(one), charge(two)]);
    const unlock = await locking(LOCK_CHARGE, [one.id, charges[0]], [two.id, charges[1]]);
    const cancel = ({ call }: Seller, id: string) => call('POST', `/api/v1/charges/${id}/cancel`);
    const held = many(MAX_REQUESTS, (index) =>
      cancel([one, two][index % 2] as Seller, charges[index % 2] ?? ''),
    );
    await until('as many are in progress as may be', async () => {
      const { raw } = await gateway.call('GET', '/metrics');
      return raw.includes(`guiche_http_requests_in_progress ${MAX_REQUESTS}\n`);
    });
    const order = { billing_type: 'PIX', value: 10, external_reference: 'order 1' };
    const create = () => third.call('POST', '/api/v1/charges', order, { 'idempotency-key': 'order 1' });
    const begunMs = performance.now();
    const refused = await create();
    expect(performance.now() - begunMs).toBeLessThan(1_000);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([500, 'OVERLOADED', {}]);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-limit': '100000' });
    expect(refused.headers['x-request-id']).toBeTruthy();
    const early = await fetch(`${address}/api/v1/charges`, { headers: { 'x-api-key': third.apiKey } });
    expect([early.status, await early.json()]).toEqual([500, refused.body]);
    const headers = Object.fromEntries(early.headers);
    for (const name of Object.keys(refused.headers).filter((each) => !PER_CONNECTION.includes(each)))
      expect(headers, name).toHaveProperty(name);
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
    await unlock();
    await held;
    const created = await create();
    expect([created.status, created.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect((await third.call('GET', '/api/v1/charges')).body.total).toBe(1);
  });

  it('leaves half of the places to other accounts', async () => {
    const [greedy, other] = [await gateway.seller(), await gateway.seller()];
    const id = await charge(greedy);
    const unlock = await locking(LOCK_CHARGE, [greedy.id, id]);
    const asked = many(MAX_OF_ACCOUNT + 5, () => greedy.call('POST', `/api/v1/charges/${id}/cancel`));
    await until('its half is taken', async () => {
      const answer = await greedy.call('GET', '/api/v1/balance');
      return answer.body.code === 'OVERLOADED';
    });
    expect((await other.call('GET', '/api/v1/balance')).status).toBe(200);
    await unlock();
    expect(kinds(await asked)).toContain('500 OVERLOADED');
    expect((await greedy.call('GET', '/api/v1/balance')).status).toBe(200);
  });
});

describe('a caller that is too slow', () => {
  /** What the gateway says until it closes the connection. */
  async function sent(port: number, text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  it('is answered in the usual shape and cut off, for headers and for a body', {
    timeout: 40_000,
  }, async () => {
    const { port } = gateway.app.server.address() as AddressInfo;
    const { apiKey } = await gateway.seller();
    const start = 'POST /api/v1/charges HTTP/1.1\r\nHost: localhost\r\n';
    const headers = `Content-Type: application/json\r\nX-API-Key: ${apiKey}\r\nContent-Length: 500\r\n\r\n`;
    const begunMs = performance.now();
    const answers = await Promise.all([sent(port, start), sent(port, `${start}${headers}{"billing_type":`)]);
    expect(performance.now() - begunMs).toBeLessThan(20_000);
    for (const answer of answers) {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head.toLowerCase()).toContain('connection: close');
      expect(JSON.parse(body)).toEqual({
        error: 'The request did not arrive in time',
        code: 'REQUEST_TIMEOUT',
        details: {},
      });
    }
  });
});
