import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chargeCounts } from '../../server/src/charges/figures/counts.ts';
import { chargeDays } from '../../server/src/charges/figures/days.ts';
import { listPartitions, makePartition } from '../../server/src/db/partitions.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { readEveryEvent } from '../../server/src/notifications/event-reader.ts';
import { livesOf } from '../../server/src/retention/lives.ts';
import { Retention } from '../../server/src/retention/retention.ts';
import { oldRows } from '../../server/src/worker.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { answering, type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

// Decision 0037: what is old is removed, and nothing that is still needed.
const LIFE_DAYS = 30;
const EVENTS = { name: 'events' };

let gateway: TestGateway;
let seller: Seller;
let receiver: Receiver;
beforeEach(async () => {
  gateway = await startGateway({
    environment: { GUICHE_KEEP_EVENTS_DAYS: String(LIFE_DAYS) },
    server: 'quiet',
  });
  receiver = await startReceiver();
  seller = await gateway.seller();
  await post('webhooks', { url: receiver.url, events: ['payment.received'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway.stop();
  await receiver.stop();
});

const get = async (path: string) => (await seller.call('GET', `/api/v1/${path}`)).body;

async function post(path: string, body: object = {}, headers = {}) {
  const answer = await seller.call('POST', `/api/v1/${path}`, body, headers);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body;
}

async function paidCharge(): Promise<string> {
  const { id } = await post('charges', { billing_type: 'PIX', value: 10 });
  await post(`sandbox/charges/${id}/pay`);
  await gateway.runDue();
  return id;
}

/** Only the time of the gateway: nothing that falls due is done. */
const skipDays = (days: number) => gateway.clock.setOffset(gateway.clock.offsetMs + days * DAY_MS);
const sweep = () => gateway.deps.retention.run(oldRows(gateway.deps));

async function count(table: string): Promise<number> {
  const [row] = await gateway.db.query<{ count: number }>(`select count(*)::integer as count from ${table}`);
  return row?.count ?? 0;
}

const names = async () => (await listPartitions(gateway.db, EVENTS)).map(({ name }) => name);

/** Transactions of other databases hold folding back for a moment. Events are kept until they have become mails. */
async function sweepUntilGone(name: string): Promise<void> {
  await until(`${name} is dropped`, async () => {
    await readEveryEvent(gateway.deps);
    await sweep();
    return !(await names()).includes(name);
  });
}

/** Everything that is added up from events. */
async function figures() {
  const [charges, received, overview, balance] = [
    await get('charges?limit=1'),
    await get('charges?status=RECEIVED&limit=1'),
    await get('overview?days=90'),
    await get('balance'),
  ];
  const { object: _, ...rest } = overview;
  return { total: charges.total, received: received.total, overview: rest, balance };
}

describe('partitions', () => {
  it('are made ahead for the present and the span after it, once', async () => {
    skipDays(10);
    await sweep();
    const made = await listPartitions(gateway.db, EVENTS);
    const now = gateway.clock.now().getTime();
    expect(made.at(-1)?.toMs).toBeGreaterThan(now + (LIFE_DAYS / 3) * DAY_MS);
    for (const [at, { fromMs }] of made.slice(1).entries()) expect(fromMs).toBe(made[at]?.toMs);
    for (const name of ['deliveries', 'delivery_attempts']) {
      const others = await listPartitions(gateway.db, { name });
      expect(others.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual(
        made.map(({ fromMs, toMs }) => [fromMs, toMs]),
      );
    }
    await sweep();
    expect(await listPartitions(gateway.db, EVENTS)).toEqual(made);
  });

  it('are there before the sandbox clock is moved to their time', async () => {
    await post('sandbox/clock', { advance_days: 400 });
    await paidCharge();
    expect(await count('events_default')).toBe(0);
    expect(await count('deliveries_default')).toBe(0);
    expect(await count('delivery_attempts_default')).toBe(0);
    expect(await count('delivery_attempts')).toBe(1);
  });
});

describe('an old partition', () => {
  it('is dropped with events, deliveries and attempts, and no figure changes', async () => {
    const id = await paidCharge();
    await post('charges', { billing_type: 'PIX', value: 20, expires_in: 86_400 });
    expect([await count('events'), await count('deliveries'), await count('delivery_attempts')]).toEqual([
      3, 1, 1,
    ]);
    skipDays(LIFE_DAYS + 10);
    const before = await figures();
    await sweepUntilGone('events_first');
    expect([await count('events'), await count('deliveries'), await count('delivery_attempts')]).toEqual([
      0, 0, 0,
    ]);
    expect(await figures()).toEqual(before);
    expect(before).toMatchObject({ total: 2, received: 1, overview: { received: { count: 1, amount: 10 } } });
    expect(await gateway.audit()).toEqual([]);
    // The charge itself is as it was; its list of events is empty, not unknown.
    expect(await get(`charges/${id}`)).toMatchObject({ id, status: 'RECEIVED' });
    expect(await get(`charges/${id}/events`)).toMatchObject({ data: [], total: 0 });
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await seller.call('GET', `/api/v1/charges/${unknown}/events`)).status).toBe(404);
  });

  it('goes on as if nothing had been: later charges count beside those before', async () => {
    await paidCharge();
    skipDays(LIFE_DAYS + 10);
    await sweepUntilGone('events_first');
    await paidCharge();
    expect(await figures()).toMatchObject({ total: 2, received: 2 });
    expect(await gateway.audit()).toEqual([]);
  });

  it.each(['charge_count_marks', 'charge_figure_marks'])(
    'stays while a sum over it cannot be folded: %s',
    async (marks) => {
      await paidCharge();
      skipDays(LIFE_DAYS + 10);
      const before = await figures();
      const other = gateway.db.ownClient();
      await other.client.connect();
      await other.client.query(`begin; select 1 from ${marks} where account_id = '${seller.id}' for update`);
      await sweep();
      await sweep();
      expect(await names()).toContain('events_first');
      expect(await figures()).toEqual(before);
      await other.client.query('commit');
      await other.client.end();
      await sweepUntilGone('events_first');
      expect(await figures()).toEqual(before);
    },
  );

  it('stays while one of its deliveries is to be tried again', async () => {
    receiver.respondWith(answering(500));
    await paidCharge();
    expect(await get('deliveries')).toMatchObject({ data: [{ status: 'pending' }] });
    expect(receiver.received).toHaveLength(1);
    await gateway.deps.rollups.fold();
    skipDays(LIFE_DAYS + 10);
    await sweep();
    await sweep();
    expect(await names()).toContain('events_first');
    expect(await count('deliveries')).toBe(1);
    receiver.respondWith(answering(200));
    await gateway.runDue();
    expect(receiver.received).toHaveLength(2);
    await sweepUntilGone('events_first');
  });

  it('stays as long as a transaction reads it, and requests go on', async () => {
    await paidCharge();
    skipDays(LIFE_DAYS + 10);
    const reader = gateway.db.ownClient({ idleInTransactionMs: 60_000 });
    await reader.client.connect();
    await reader.client.query('begin; select from events');
    await Promise.all([sweep(), post('charges', { billing_type: 'PIX', value: 30 })]);
    expect(await names()).toContain('events_first');
    await reader.client.query('commit');
    await reader.client.end();
    await sweepUntilGone('events_first');
  });
});

describe('old events beside newer ones, where no partition was made', () => {
  it('are removed row by row, except what is to be sent and what is newer', async () => {
    skipDays(500);
    await paidCharge();
    receiver.respondWith(answering(500));
    await paidCharge();
    await gateway.deps.rollups.fold();
    expect([await count('events_default'), await count('deliveries_default')]).toEqual([4, 2]);
    skipDays(LIFE_DAYS + 1);
    const newer = (await post('charges', { billing_type: 'PIX', value: 20 })).id;
    const before = await figures();
    await until('the old ones are gone', async () => {
      await startAgain().run([]);
      return (await count('events_default')) === 2;
    });
    const kept = await gateway.db.query<{ type: string; charge_id: string }>(
      'select type, charge_id from events_default order by id',
    );
    expect(kept.map(({ type }) => type)).toEqual(['charge.paid', 'charge.pending']);
    expect(kept[1]?.charge_id).toBe(newer);
    expect([await count('deliveries'), await count('delivery_attempts')]).toEqual([1, 1]);
    expect(await figures()).toEqual(before);
    expect(await gateway.audit()).toEqual([]);
  });

  it('are removed where a partition was made for events and not for their deliveries', async () => {
    skipDays(500);
    const fromMs = gateway.clock.now().getTime() - DAY_MS;
    const range = { fromMs, toMs: fromMs + 2 * DAY_MS };
    expect(await makePartition(gateway.db, EVENTS, range)).toBe('made');
    await paidCharge();
    await gateway.deps.rollups.fold();
    expect([await count('events_default'), await count('deliveries_default')]).toEqual([0, 1]);
    const before = await figures();
    skipDays(LIFE_DAYS + 3);
    await until('the rows and their partition are gone', async () => {
      await startAgain().run([]);
      return (await listPartitions(gateway.db, EVENTS)).every(({ toMs }) => toMs !== range.toMs);
    });
    expect([await count('events'), await count('deliveries'), await count('delivery_attempts')]).toEqual([
      0, 0, 0,
    ]);
    expect({ ...(await figures()), overview: null }).toEqual({ ...before, overview: null });
  });

  /** The walk over the accounts begins with the process and then once an hour. */
  function startAgain() {
    const { deps } = gateway;
    const lives = livesOf(deps.config);
    return new Retention({ ...deps, lives, marks: [chargeCounts.mark, chargeDays.mark] });
  }
});

describe('the feed of events', () => {
  const feed = (query: string) => seller.call('GET', `/api/v1/events?${query}`);

  async function cursorAfter(events: number): Promise<string> {
    let cursor = '';
    await until(`the feed shows ${events} events`, async () => {
      const { body } = await feed(`limit=${events}`);
      cursor = body.next_cursor;
      return body.data.length === events;
    });
    return cursor;
  }

  it('says so to a reader who has missed events, and begins with the oldest that is kept', async () => {
    await paidCharge();
    const stale = await cursorAfter(1);
    skipDays(LIFE_DAYS + 10);
    await sweepUntilGone('events_first');
    const { id } = await post('charges', { billing_type: 'PIX', value: 20 });
    await until('the new event is shown', async () => (await feed('')).body.data.length === 1);
    const refused = await feed(`cursor=${stale}`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'CURSOR_EXPIRED' } });
    expect((await feed('')).body.data).toMatchObject([{ charge: { id } }]);
  });

  it('goes on for a reader who has read everything that was removed', async () => {
    await paidCharge();
    const read = await cursorAfter(2);
    skipDays(LIFE_DAYS + 10);
    await sweepUntilGone('events_first');
    expect(await feed(`cursor=${read}`)).toMatchObject({ status: 200, body: { data: [], has_more: false } });
    const { id } = await post('charges', { billing_type: 'PIX', value: 20 });
    await until('the new event is shown', async () => (await feed('')).body.data.length === 1);
    expect((await feed(`cursor=${read}`)).body.data).toMatchObject([{ charge: { id } }]);
  });

  it('is not held against a seller whose own events are all there', async () => {
    const other = await gateway.seller();
    const { body: end } = await other.call('GET', '/api/v1/events?cursor=end');
    await paidCharge();
    skipDays(LIFE_DAYS + 10);
    await sweepUntilGone('events_first');
    expect((await other.call('GET', `/api/v1/events?cursor=${end.next_cursor}`)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('is kept for five years, and dropped by whole partitions in real time', async () => {
    await post('sandbox/clock', { advance_days: 3_000 });
    await sweep();
    const kept = await count('audit_log');
    expect(kept).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800 * DAY_MS });
    await sweep();
    expect(await count('audit_log')).toBe(kept);
    vi.setSystemTime(Date.now() + 40 * DAY_MS);
    await until('it is dropped', async () => {
      await sweep();
      return (await count('audit_log')) === 0;
    });
    expect(await gateway.db.query(`select to_regclass('audit_log_first') as name`)).toEqual([{ name: null }]);
  });
});

describe('rows that are removed one by one', () => {
  it('go when their time is over and not before: sessions, requests, answers', async () => {
    await post('charges', { billing_type: 'PIX', value: 10 }, { 'idempotency-key': 'one' });
    await gateway.deps.requestLog.save();
    const tables = ['sessions', 'request_log', 'idempotency_keys'];
    const counts = () => Promise.all(tables.map(count));
    const before = await counts();
    await sweep();
    expect(await counts()).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(0);
    await gateway.db.query(`update sessions set expires_at = now() - interval '29 days'`);
    await gateway.db.query(`update request_log set created_at = now() - interval '6 days 23 hours'`);
    await gateway.db.query(`update idempotency_keys set created_at = now() - interval '23 hours'`);
    await sweep();
    expect(await counts()).toEqual(before);
    await gateway.db.query(`update sessions set expires_at = now() - interval '31 days'`);
    await gateway.db.query(`update request_log set created_at = now() - interval '7 days 1 hour'`);
    await gateway.db.query(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    await sweep();
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('keep mails that wait, and drop the others after their time', async () => {
    await gateway.db.query(`update mails set state = 'sent', created_at = now() - interval '89 days'`);
    await sweep();
    expect(await count('mails')).toBeGreaterThan(0);
    await gateway.db.query(`update mails set state = 'queued', created_at = now() - interval '91 days'`);
    await sweep();
    expect(await count('mails')).toBeGreaterThan(0);
    await gateway.db.query(`update mails set state = 'failed'`);
    await sweep();
    expect(await count('mails')).toBe(0);
  });

  it('and dropped partitions are figures of /metrics', async () => {
    await paidCharge();
    await gateway.db.query(`update sessions set expires_at = now() - interval '31 days'`);
    skipDays(LIFE_DAYS + 10);
    await sweepUntilGone('events_first');
    await sweep();
    const { raw } = await gateway.call('GET', '/metrics');
    expect(raw).toMatch(/guiche_retention_rows_total\{kind="sessions"\} 1/);
    expect(raw).toMatch(/guiche_retention_partitions_total\{table="deliveries",change="dropped"\} 1/);
    expect(raw).toMatch(/guiche_retention_partitions_total\{table="events",change="made"\} [1-9]/);
    expect(raw).toMatch(/guiche_retention_oldest_seconds\{table="events"\} \d/);
  });
});
