import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { until } from '../../../test/support/until.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
});

const get = async (path: string) => (await seller.call('GET', `/api/v1/${path}`)).body;
const post = (path: string, body: object = {}) => seller.call('POST', `/api/v1/${path}`, body);

async function paidCharge(fields: object = {}): Promise<string> {
  const { body } = await post('charges', { billing_type: 'PIX', value: 10, ...fields });
  await post(`sandbox/charges/${body.id}/pay`);
  return body.id;
}

describe('GET /events', () => {
  /** Transactions of other tests' databases hold the feed back for a moment: it is read until so many are there. */
  async function feed(count: number, query = '', from = seller): Promise<Answer['body']> {
    let page: Answer['body'];
    await until(`the feed shows ${count} events`, async () => {
      page = (await from.call('GET', `/api/v1/events?${query}`)).body;
      return page.data.length >= count;
    });
    return page;
  }

  it('keeps its order where the number of transactions gets one digit more', async () => {
    for (let charge = 0; charge < 4; charge += 1) await paidCharge();
    await feed(8);
    const made = await gateway.db.query<{ id: string }>(
      'select id from events where account_id = $1 order by xact_id, id',
      [seller.id],
    );
    for (const [at, { id }] of made.entries()) {
      const values = [seller.id, id, 96 + at];
      await gateway.db.query(
        'update events set xact_id = $3::text::xid8 where account_id = $1 and id = $2',
        values,
      );
    }
    const ids = (page: Answer['body']) => page.data.map((row: { id: string }) => row.id);
    const whole = await get('events?limit=100');
    expect(ids(whole)).toEqual(made.map(({ id }) => id));
    const first = await get('events?limit=3');
    const second = await get(`events?limit=3&cursor=${first.next_cursor}`);
    const third = await get(`events?limit=3&cursor=${second.next_cursor}`);
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(ids(whole));
    expect(third.has_more).toBe(false);
  });

  it('gives every event of the account once, oldest first, however it is paged', async () => {
    const chargeId = await paidCharge({ external_reference: 'order-1' });
    await post(`charges/${chargeId}/refund`, { amount: 1 });
    const whole = await feed(3);
    expect(whole.data.map((row: { event: string }) => row.event)).toEqual([
      'charge.pending',
      'charge.paid',
      'charge.refunded',
    ]);
    expect(whole.data[1]).toMatchObject({
      object: 'event',
      charge: { id: chargeId, status: 'RECEIVED', external_reference: 'order-1' },
      data: { payment_id: chargeId, status: 'RECEIVED' },
      sequence: 2,
      previous_status: 'PENDING',
    });
    const seen = [];
    let cursor = '';
    do {
      const page = await get(`events?limit=1${cursor}`);
      seen.push(...page.data);
      cursor = `&cursor=${page.next_cursor}`;
      if (!page.has_more) break;
    } while (seen.length < 10);
    expect(seen).toEqual(whole.data);
  });

  it('goes on from where it was', async () => {
    await paidCharge();
    const { next_cursor } = await feed(2);
    const none = await get(`events?cursor=${next_cursor}`);
    expect(none).toMatchObject({ data: [], has_more: false, next_cursor });
    await paidCharge();
    const more = await feed(1, `cursor=${next_cursor}&event=charge.paid`);
    expect(more.data).toMatchObject([{ event: 'charge.paid' }]);
  });

  it('says where it ends, for those who only want what comes', async () => {
    await paidCharge();
    await feed(2);
    const { next_cursor } = await get('events?cursor=end');
    await paidCharge({ external_reference: 'later' });
    const more = await feed(2, `cursor=${next_cursor}`);
    expect(more.data).toMatchObject([
      { event: 'charge.pending', charge: { external_reference: 'later' } },
      { event: 'charge.paid', charge: { external_reference: 'later' } },
    ]);
    const nobody = await gateway.seller();
    const { body } = await nobody.call('GET', '/api/v1/events?cursor=end');
    expect(body).toMatchObject({ data: [], has_more: false, next_cursor: expect.any(String) });
    expect((await nobody.call('GET', '/api/v1/events')).body.next_cursor).toBeNull();
  });

  it('never passes an event whose transaction commits late', async () => {
    await paidCharge();
    const client = await gateway.db.pool.connect();
    try {
      const [{ id }] = (await feed(2)).data;
      await client.query('begin');
      await client.query(
        `insert into events (account_id, id, type, sequence, audience, data, created_at)
         select account_id, gen_random_uuid(), type, 9, audience, data, created_at
         from events where account_id = $1 and id = $2`,
        [seller.id, id],
      );
      await paidCharge();
      const early = await get('events');
      await client.query('commit');
      const late = await feed(5 - early.data.length, `cursor=${early.next_cursor}`);
      const sequences = [...early.data, ...late.data].map((row: { sequence: number }) => row.sequence);
      expect(sequences.sort()).toEqual([1, 1, 2, 2, 9]);
    } finally {
      client.release();
    }
  });

  it('tells a split recipient its own part only', async () => {
    const partner = await gateway.seller();
    await paidCharge({ value: 100, split: [{ recipient_id: partner.id, percent: 10 }] });
    const body = await feed(1, '', partner);
    expect(body.data).toMatchObject([{ event: 'charge.paid', data: { split_amount: 10, net_value: 10 } }]);
    expect(body.data[0]).not.toHaveProperty('charge');
  });

  it.each([
    ['cursor', 'cursor=x'],
    ['event', 'event=charge.method_chosen'],
    ['limit', 'limit=0'],
  ])('refuses a bad %s', async (field, query) => {
    const { status, body } = await seller.call('GET', `/api/v1/events?${query}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty([field]);
  });
});
