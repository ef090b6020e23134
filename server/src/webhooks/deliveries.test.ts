import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { answering, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { HOUR_MS, SECOND_MS } from '../kit/clock.ts';

let gateway: TestGateway;
let seller: Seller;
let receiver: Receiver;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  [seller, receiver] = await Promise.all([gateway.seller(), startReceiver()]);
});
afterEach(() => receiver.stop());

const get = async (path: string) => (await seller.call('GET', `/api/v1/${path}`)).body;
const post = (path: string, body: object = {}) => seller.call('POST', `/api/v1/${path}`, body);

async function register(...events: string[]): Promise<string> {
  const { body } = await post('webhooks', { url: `${receiver.url}/hook`, events });
  return body.webhook.id;
}

async function paidCharge(fields: object = {}): Promise<string> {
  const { body } = await post('charges', { billing_type: 'PIX', value: 10, ...fields });
  await post(`sandbox/charges/${body.id}/pay`);
  return body.id;
}

async function failedDelivery(): Promise<string> {
  receiver.respondWith(answering(500, 'no'));
  await paidCharge();
  await gateway.advance(HOUR_MS);
  const { data } = await get('deliveries?status=failed&limit=1');
  return data[0].id;
}

describe('GET /deliveries', () => {
  it('lists both kinds, newest first, page by page', async () => {
    const webhookId = await register('payment.received');
    const chargeId = await paidCharge({ postback_url: `${receiver.url}/back` });
    await gateway.runDue();
    const { data, total, has_more } = await get('deliveries');
    expect({ total, has_more }).toEqual({ total: 3, has_more: false });
    expect(data.at(-1)).toEqual({
      object: 'delivery',
      id: expect.any(String),
      kind: 'postback',
      event: 'charge.pending',
      event_id: expect.any(String),
      charge_id: chargeId,
      webhook_id: null,
      url: `${receiver.url}/back`,
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    });
    expect(data.slice(0, 2).map((row: { webhook_id: string | null }) => row.webhook_id)).toContain(webhookId);
    const first = await get('deliveries?limit=2');
    const second = await get(`deliveries?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
  });

  it('filters by event, status, charge and webhook, and by all of them', async () => {
    const webhookId = await register('payment.received', 'charge.paid');
    const chargeId = await paidCharge({ postback_url: `${receiver.url}/back` });
    await paidCharge();
    await gateway.runDue();
    const total = async (query: string) => (await get(`deliveries?${query}`)).total;
    expect(await total('')).toBe(6);
    expect(await total('event=charge.paid')).toBe(3);
    expect(await total('status=delivered')).toBe(6);
    for (const status of ['pending', 'failed', 'paused', 'cancelled']) {
      expect(await total(`status=${status}`)).toBe(0);
    }
    expect(await total(`charge_id=${chargeId}`)).toBe(4);
    expect(await total(`webhook_id=${webhookId}`)).toBe(4);
    const all = `event=charge.paid&status=delivered&charge_id=${chargeId}&webhook_id=${webhookId}`;
    expect(await total(all)).toBe(1);
  });

  it('finds nothing by the id of the account itself, and the next who asks finds what is there', async () => {
    await register('charge.paid');
    const chargeId = await paidCharge();
    await gateway.runDue();
    for (let times = 0; times < 40; times += 1) {
      for (const [id, total] of [[seller.id, 0] as const, [chargeId, 1] as const])
        expect((await get(`deliveries?charge_id=${id}`)).total).toBe(total);
    }
  });

  it('finds the deliveries of a dispute by its charge', async () => {
    await register('dispute.opened', 'dispute.closed');
    const chargeId = await paidCharge();
    const { body: dispute } = await post(`sandbox/charges/${chargeId}/med`);
    expect((await post(`sandbox/disputes/${dispute.id}/win`)).status).toBe(200);
    await gateway.runDue();
    const { data, total } = await get(`deliveries?charge_id=${chargeId}`);
    expect(total).toBe(2);
    expect(data.map((row: { event: string; charge_id: string }) => [row.event, row.charge_id])).toEqual([
      ['dispute.closed', chargeId],
      ['dispute.opened', chargeId],
    ]);
    expect((await get(`deliveries?charge_id=${await paidCharge()}`)).total).toBe(0);
  });

  it.each([
    ['status', 'status=lost'],
    ['event', 'event=charge.lost'],
    ['charge_id', 'charge_id=x'],
    ['webhook_id', 'webhook_id=x'],
    ['limit', 'limit=101'],
    ['cursor', 'cursor=x'],
  ])('refuses a bad %s', async (field, query) => {
    const { status, body } = await seller.call('GET', `/api/v1/deliveries?${query}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty([field]);
  });

  it("shows nothing of another account's", async () => {
    await register('payment.received');
    await paidCharge();
    await gateway.runDue();
    const [delivery] = (await get('deliveries')).data;
    const stranger = await gateway.seller();
    expect((await stranger.call('GET', '/api/v1/deliveries')).body.total).toBe(0);
    for (const [method, path] of [
      ['GET', `/api/v1/deliveries/${delivery.id}`],
      ['POST', `/api/v1/deliveries/${delivery.id}/redeliver`],
    ] as const) {
      expect(await stranger.call(method, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});

describe('GET /deliveries/{id}', () => {
  it('shows what was sent and every attempt with its time, status, latency and answer', async () => {
    await register('payment.received');
    const id = await failedDelivery();
    const delivery = await get(`deliveries/${id}`);
    expect(delivery.body).toBe(receiver.received[0]?.raw);
    expect(delivery.message_id).toBe(receiver.received[0]?.headers['webhook-id']);
    expect(delivery.attempts).toHaveLength(3);
    expect(delivery.attempts[0]).toEqual({
      number: 1,
      attempted_at: expect.stringMatching(/Z$/),
      url: `${receiver.url}/hook`,
      status: 500,
      latency_ms: expect.any(Number),
      error: 'status',
      answer: 'no',
    });
  });

  it('keeps the first 2 KB of an answer', async () => {
    receiver.respondWith(answering(200, `${'á'.repeat(1_500)}`));
    await register('payment.received');
    await paidCharge();
    await gateway.runDue();
    const [row] = (await get('deliveries')).data;
    expect((await get(`deliveries/${row.id}`)).attempts[0].answer).toBe('á'.repeat(1_024));
  });

  it('answers 404 for what is not there', async () => {
    for (const id of ['x', gateway.deps.ids.next()]) {
      expect(await seller.call('GET', `/api/v1/deliveries/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Delivery not found', code: 'NOT_FOUND' },
      });
    }
  });
});

describe('POST /deliveries/{id}/redeliver', () => {
  it('sends what has failed again, with a new round of tries and the same bytes', async () => {
    await register('payment.received');
    const id = await failedDelivery();
    expect(await post(`deliveries/${id}/redeliver`)).toMatchObject({
      status: 200,
      body: { success: true, delivery: { id, status: 'pending', finished_at: null } },
    });
    await gateway.advance(HOUR_MS);
    expect(await get(`deliveries/${id}`)).toMatchObject({ status: 'failed', attempt_count: 6 });
    receiver.respondWith(answering(204, ''));
    await post(`deliveries/${id}/redeliver`);
    await gateway.runDue();
    expect(await get(`deliveries/${id}`)).toMatchObject({ status: 'delivered', attempt_count: 7 });
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  });

  it('asked for during the last try begins after it', async () => {
    await register('payment.received');
    receiver.respondWith(answering(500, 'no'));
    await paidCharge();
    await gateway.runDue();
    const [{ id }] = (await get('deliveries')).data;
    await gateway.advance(5 * SECOND_MS);
    let asked = 0;
    receiver.respondWith(async (_request, response) => {
      asked = (await post(`deliveries/${id}/redeliver`)).status;
      receiver.respondWith(answering(200, 'ok'));
      response.writeHead(500).end('no');
    });
    await gateway.advance(30 * SECOND_MS);
    expect(asked).toBe(200);
    expect(await get(`deliveries/${id}`)).toMatchObject({ status: 'delivered', attempt_count: 4 });
  });

  it('goes to the address the webhook has now', async () => {
    const webhookId = await register('payment.received');
    const id = await failedDelivery();
    receiver.respondWith(answering(200));
    await seller.call('PATCH', `/api/v1/webhooks/${webhookId}`, { url: `${receiver.url}/moved` });
    await post(`deliveries/${id}/redeliver`);
    await gateway.runDue();
    expect(receiver.received.at(-1)?.path).toBe('/moved');
    expect(await get(`deliveries/${id}`)).toMatchObject({
      status: 'delivered',
      url: `${receiver.url}/moved`,
    });
  });

  it('sends what was delivered once more', async () => {
    await register('payment.received');
    await paidCharge();
    await gateway.runDue();
    const [{ id }] = (await get('deliveries')).data;
    await post(`deliveries/${id}/redeliver`);
    await gateway.runDue();
    expect(receiver.received).toHaveLength(2);
  });

  it('sends once however often it is asked before the worker comes', async () => {
    await register('payment.received');
    const id = await failedDelivery();
    const before = receiver.received.length;
    receiver.respondWith(answering(200));
    await Promise.all(Array.from({ length: 10 }, () => post(`deliveries/${id}/redeliver`)));
    await gateway.runDue();
    expect(receiver.received.length - before).toBe(1);
  });

  it('is refused while the webhook is paused, and changes nothing', async () => {
    const webhookId = await register('payment.received');
    await paidCharge();
    await gateway.runDue();
    const [{ id }] = (await get('deliveries')).data;
    await seller.call('PATCH', `/api/v1/webhooks/${webhookId}`, { active: false });
    expect(await post(`deliveries/${id}/redeliver`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATE', error: 'The webhook is paused; resume it first' },
    });
    await gateway.runDue();
    expect(await get(`deliveries/${id}`)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  it('of a test is refused during its only try, and sends it again afterwards, also to a paused webhook', async () => {
    const webhookId = await register('payment.received');
    await seller.call('PATCH', `/api/v1/webhooks/${webhookId}`, { active: false });
    let asked: Awaited<ReturnType<typeof post>> | undefined;
    receiver.respondWith(async (_request, response) => {
      const [{ id }] = (await get('deliveries')).data;
      asked = await post(`deliveries/${id}/redeliver`);
      response.writeHead(500).end('no');
    });
    await post(`webhooks/${webhookId}/test`);
    await gateway.runDue();
    expect(asked).toMatchObject({ status: 400, body: { error: 'This test is being sent' } });
    const [{ id, status }] = (await get('deliveries')).data;
    expect(status).toBe('failed');
    receiver.respondWith(answering(200));
    expect((await post(`deliveries/${id}/redeliver`)).status).toBe(200);
    await gateway.runDue();
    expect(await get(`deliveries/${id}`)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  it('says why when there is no receiver', async () => {
    const webhookId = await register('payment.received');
    const id = await failedDelivery();
    await seller.call('DELETE', `/api/v1/webhooks/${webhookId}`);
    expect(await post(`deliveries/${id}/redeliver`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATE', error: 'The webhook of this delivery was deleted' },
    });
    expect((await get(`deliveries/${id}`)).status).toBe('failed');
  });
});

describe('POST /deliveries/redeliver', () => {
  const at = (offsetMs = 0) => new Date(gateway.clock.now().getTime() + offsetMs).toISOString();

  it('sends again all that failed for events of the range, and nothing else', async () => {
    await register('payment.received');
    const first = await failedDelivery();
    await gateway.advance(HOUR_MS);
    const from = at();
    const second = await failedDelivery();
    receiver.respondWith(answering(200));
    await paidCharge();
    await gateway.runDue();
    const before = receiver.received.length;
    expect((await post('deliveries/redeliver', { from, to: at() })).body).toEqual({
      success: true,
      redelivered: 1,
      has_more: false,
    });
    await gateway.runDue();
    expect(receiver.received.length - before).toBe(1);
    expect((await get(`deliveries/${second}`)).status).toBe('delivered');
    expect((await get(`deliveries/${first}`)).status).toBe('failed');
  });

  it('leaves those of a paused webhook as they are, and does not count them', async () => {
    const webhookId = await register('payment.received');
    const id = await failedDelivery();
    await seller.call('PATCH', `/api/v1/webhooks/${webhookId}`, { active: false });
    const { body } = await post('deliveries/redeliver', { from: at(-24 * HOUR_MS), webhook_id: webhookId });
    expect(body.redelivered).toBe(0);
    await gateway.runDue();
    expect((await get(`deliveries/${id}`)).status).toBe('failed');
    await seller.call('PATCH', `/api/v1/webhooks/${webhookId}`, { active: true });
    const resumed = await post('deliveries/redeliver', { from: at(-24 * HOUR_MS), webhook_id: webhookId });
    expect(resumed.body.redelivered).toBe(1);
  });

  it('keeps to one webhook when one is named', async () => {
    const webhookId = await register('payment.received');
    await register('charge.paid');
    await failedDelivery();
    const { body } = await post('deliveries/redeliver', { from: at(-24 * HOUR_MS), webhook_id: webhookId });
    expect(body.redelivered).toBe(1);
  });

  it.each([
    ['from', {}],
    ['from', { from: 'yesterday' }],
    ['to', { from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' }],
    ['webhook_id', { from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z', webhook_id: 'x' }],
  ])('refuses a bad %s (case %#)', async (field, body) => {
    const answer = await post('deliveries/redeliver', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toHaveProperty([field]);
  });
});

describe('POST /webhooks/{id}/test', () => {
  it.each(['payment.received', 'withdrawal.rejected', 'dispute.opened', 'charge.overdue'])(
    'sends an invented %s, marked as a test, once',
    async (event) => {
      receiver.respondWith(answering(500));
      const id = await register('payment.received');
      const { status, body } = await post(`webhooks/${id}/test`, { event });
      expect(status).toBe(201);
      await gateway.advance(HOUR_MS);
      expect(receiver.received).toHaveLength(1);
      expect(JSON.parse(receiver.received[0]?.raw ?? '')).toMatchObject({ event, test: true, sequence: 1 });
      expect(await get(`deliveries/${body.delivery.id}`)).toMatchObject({
        status: 'failed',
        attempt_count: 1,
      });
      expect((await get('events')).data).toEqual([]);
    },
  );

  it('refuses a name that is none and a webhook that is not there', async () => {
    const id = await register('payment.received');
    expect((await post(`webhooks/${id}/test`, { event: 'x' })).body.details).toHaveProperty('event');
    expect((await post(`webhooks/${gateway.deps.ids.next()}/test`)).status).toBe(404);
    expect((await get('deliveries')).total).toBe(0);
  });
});

describe('the queue', () => {
  it('is shown to operators and in the metrics', async () => {
    const operator = await gateway.operator();
    const queue = async () => (await operator.call('GET', '/api/v1/admin/deliveries')).body;
    const before = await queue();
    await register('payment.received');
    await paidCharge();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const due = await queue();
    expect(due).toMatchObject({ object: 'delivery_queue', due: before.due + 1, running: 0 });
    expect(due.oldest_age_seconds).toBeGreaterThan(0);
    const { raw } = await gateway.call('GET', '/metrics');
    expect(raw).toContain(`guiche_delivery_queue{state="due"} ${due.due}`);
    expect(raw).toMatch(/guiche_delivery_queue_oldest_seconds 0\.\d+/);
    receiver.respondWith(answering(500));
    await gateway.runDue();
    expect(await queue()).toMatchObject({ due: before.due, waiting: before.waiting + 1 });
    await gateway.advance(HOUR_MS);
    expect(await queue()).toMatchObject({ failed: before.failed + 1, waiting: before.waiting });
    const after = await gateway.call('GET', '/metrics');
    expect(after.raw).toMatch(/guiche_delivery_attempts_total\{kind="webhook",outcome="status"\} \d+/);
    expect(after.raw).toMatch(/guiche_delivery_attempt_seconds_count\{kind="webhook"\} \d+/);
  });
});
