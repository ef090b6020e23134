import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findCitus, startSpreadCluster } from '../support/citus.ts';
import { isOnCitus } from '../support/citus-nodes.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

type Sent = { text: string; values: unknown[] };

// Looking for work, once in a while and not for each payment.
const MAY_ASK_EVERY_NODE: readonly RegExp[] = [
  /^select account_id as "accountId", id\s+from charges\s+where due_at <= \$1/,
  /^select account_id\s+from jobs\s+where run_at <= \$1/,
  /^select account_id, queue, min\(due_at\)/,
  /^select 1 from deliveries where due_at is not null/,
  /^select (m\.)?account_id as "accountId"\s+from mail_settings/,
  /^select account_id as "accountId", charge_id as "chargeId"\s+from reminders/,
];

const programs = findCitus();
if (!programs && !isOnCitus) {
  process.stderr.write('No Citus on this machine: nothing is tested on a distributed database.\n');
}

describe.runIf(programs || isOnCitus)('on a distributed database, one node alone', () => {
  let gateway: TestGateway;
  let seller: Seller;
  let receiver: Receiver;
  beforeAll(async () => {
    const database = isOnCitus || !programs ? null : await startSpreadCluster(programs);
    gateway = await startGateway(database ? { database } : {});
    receiver = await startReceiver();
    seller = await gateway.seller();
    // A mail is written by statements that ask every node.
    await seller.call('PATCH', '/api/v1/account/notifications', { payments_to_seller: false });
    await seller.call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['payment.received'] });
  }, 120_000);
  afterAll(async () => {
    await gateway.stop();
    await receiver.stop();
  });

  /** What was sent to the database meanwhile, once each. */
  async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
    const sent = new Map<string, Sent>();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      for (const [given] of query.mock.calls as unknown as [string | Sent][]) {
        const { text, values = [] } = typeof given === 'string' ? { text: given } : given;
        if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) sent.set(text, { text, values });
      }
    } finally {
      query.mockRestore();
    }
    return [...sent.values()];
  }

  async function fansOut({ text, values }: Sent): Promise<boolean> {
    if (MAY_ASK_EVERY_NODE.some((pattern) => pattern.test(text))) return false;
    const plan = await gateway.db.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    const lines = plan.map((line) => line['QUERY PLAN']);
    return lines.some((line) => /Task Count: (?!1$)|Distributed Subplan|INSERT \.\.\. SELECT/.test(line));
  }

  async function expectRouted(work: () => Promise<unknown>): Promise<void> {
    const sent = await sentDuring(work);
    expect(sent.length).toBeGreaterThan(0);
    const wide = [];
    for (const each of sent) if (await fansOut(each)) wide.push(each.text);
    expect(wide.join('\n\n')).toBe('');
  }

  let id = '';
  const create = async () => {
    const answer = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    expect(answer.status, answer.raw).toBe(201);
    id = answer.body.id;
  };
  const ok = async (path: string, method = 'GET') => {
    const answer = await seller.call(method, `/api/v1/${path}`);
    expect(answer.status, answer.raw).toBe(200);
  };

  it('creates a charge', () => expectRouted(create));

  it('creates a charge once under a key', () =>
    expectRouted(async () => {
      const headers = { 'idempotency-key': 'once' };
      const body = { billing_type: 'PIX', value: 11 };
      const first = await seller.call('POST', '/api/v1/charges', body, headers);
      const again = await seller.call('POST', '/api/v1/charges', body, headers);
      expect([first.status, again.body.id]).toEqual([201, first.body.id]);
    }));

  it('receives a payment', () => expectRouted(() => ok(`sandbox/charges/${id}/pay`, 'POST')));
  it('reads a charge', () => expectRouted(() => ok(`charges/${id}`)));
  it('lists charges', () => expectRouted(() => ok('charges?limit=50')));
  it('lists charges of a status', () => expectRouted(() => ok('charges?status=RECEIVED&limit=50')));
  it('reads the balance', () => expectRouted(() => ok('balance')));
  it('reads the statement', () => expectRouted(() => ok('transactions?limit=50')));
  it('reads the feed', () => expectRouted(() => ok('events?limit=50')));
  it('lists deliveries', () => expectRouted(() => ok('deliveries?limit=50')));

  it('claims deliveries and records their attempts', async () => {
    await create();
    await ok(`sandbox/charges/${id}/pay`, 'POST');
    await expectRouted(() => gateway.runDue());
    expect(receiver.received.length).toBeGreaterThan(0);
  });
});
