import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { hooked } from '../../../../test/support/hooked.ts';
import { answering, type Received, type Receiver, startReceiver } from '../../../../test/support/receiver.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../kit/clock.ts';

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

const bodyOf = ({ raw }: Received) => JSON.parse(raw);
const events = () => receiver.received.map((request) => bodyOf(request).event);

const { register, charge, pay, log, one } = hooked(() => ({ seller, receiver }));

describe('a postback', () => {
  it('has the body and the headers of the specification, and an id, a sequence and the status before', async () => {
    const id = await charge({
      postback_url: `${receiver.url}/back`,
      external_reference: 'order-7',
      description: 'Pedido 7',
    });
    await pay(id);
    await gateway.runDue();
    const [pending, paid] = receiver.received as [Received, Received];
    expect(receiver.received).toHaveLength(2);
    expect(bodyOf(pending)).toMatchObject({ event: 'charge.pending', sequence: 1, previous_status: null });
    expect(paid.path).toBe('/back');
    expect(paid.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'charge.paid',
      'user-agent': 'Service-Webhook/1.0',
    });
    expect(paid.headers).not.toHaveProperty('x-webhook-secret');
    const body = bodyOf(paid);
    expect(body).toEqual({
      event: 'charge.paid',
      charge: {
        id,
        status: 'RECEIVED',
        billing_type: 'PIX',
        value: 12.34,
        net_value: expect.any(Number),
        description: 'Pedido 7',
        external_reference: 'order-7',
        payment_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      },
      timestamp: expect.stringMatching(/Z$/),
      id: expect.any(String),
      sequence: 2,
      previous_status: 'PENDING',
    });
    expect(paid.headers['webhook-id']).toBe(body.id);
  });

  it('says how much of a charge was given back, and never null for a description', async () => {
    const id = await charge({ postback_url: `${receiver.url}/back` });
    await pay(id);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 2 });
    await gateway.runDue();
    expect(bodyOf(receiver.received.at(-1) as Received)).toMatchObject({
      event: 'charge.refunded',
      refunded_amount: 2,
      charge: { status: 'RECEIVED', description: '' },
    });
  });

  it('receives that charge only, and each change of its status', async () => {
    const id = await charge({ postback_url: `${receiver.url}/back` });
    await pay(await charge());
    await seller.call('POST', `/api/v1/charges/${id}/cancel`, {});
    await gateway.runDue();
    expect(events()).toEqual(['charge.pending', 'charge.cancelled']);
    expect(receiver.received.map((request) => bodyOf(request).charge.id)).toEqual([id, id]);
    expect(bodyOf(receiver.received[1] as Received).charge.payment_date).toBeNull();
  });
});

describe('an account webhook', () => {
  it('has the body and the headers of the specification, and its secret', async () => {
    const { secret } = await register({ secret: 'my own secret' });
    const id = await charge({ customer: { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725' } });
    await pay(id);
    await gateway.runDue();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received as [Received];
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'payment.received',
      'x-webhook-secret': secret,
    });
    expect(bodyOf(request)).toEqual({
      event: 'payment.received',
      data: {
        payment_id: id,
        value: 12.34,
        net_value: expect.any(Number),
        status: 'RECEIVED',
        billing_type: 'PIX',
        customer: { name: 'Ana', email: 'ana@example.com' },
        external_reference: null,
      },
      timestamp: expect.stringMatching(/Z$/),
      id: request.headers['webhook-id'],
      sequence: 2,
      previous_status: 'PENDING',
    });
  });

  it.each([
    ['generated', undefined, {}],
    ["a seller's own", 'segredo-da-loja', { format: 'raw' }],
  ])('is verified by the standard library with a secret that is %s', async (_kind, secret, options) => {
    const webhook = await register(secret ? { secret } : {});
    await pay(await charge());
    await gateway.runDue();
    const [request] = receiver.received as [Received];
    const verifier = new Webhook(webhook.secret, options as { format?: 'raw' });
    expect(verifier.verify(request.raw, request.headers as Record<string, string>)).toEqual(bodyOf(request));
    expect(() => verifier.verify(`${request.raw} `, request.headers as Record<string, string>)).toThrow();
  });

  it('gets each of the names it registered, in a message with an id of its own', async () => {
    await register({ events: ['payment.received', 'charge.paid', 'payment.refunded'] });
    await pay(await charge());
    await gateway.runDue();
    expect(events().sort()).toEqual(['charge.paid', 'payment.received']);
    expect(new Set(receiver.received.map((request) => bodyOf(request).id)).size).toBe(2);
  });

  it.each([
    ['refuse', 'payment.failed', 'REFUSED'],
    ['expire', 'payment.expired', 'CANCELLED'],
  ])('hears of %s as %s', async (move, name, status) => {
    await register({ events: ['payment.failed', 'payment.expired', 'payment.overdue', 'payment.refunded'] });
    const fields = move === 'refuse' ? { billing_type: 'CREDIT_CARD' } : {};
    await seller.call('POST', `/api/v1/sandbox/charges/${await charge(fields)}/${move}`, {});
    await gateway.runDue();
    expect(receiver.received.map((request) => bodyOf(request))).toMatchObject([
      { event: name, data: { status } },
    ]);
  });

  it('does not take a cancellation for an expiry', async () => {
    await register({ events: ['payment.expired'] });
    await seller.call('POST', `/api/v1/charges/${await charge()}/cancel`, {});
    await gateway.runDue();
    expect(receiver.received).toEqual([]);
  });

  it('receives every refund, with the refunded amount', async () => {
    await register({ events: ['payment.refunded', 'charge.refunded'] });
    const id = await charge();
    await pay(id);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 1 });
    await gateway.runDue();
    expect(events().sort()).toEqual(['charge.refunded', 'payment.refunded']);
    expect(bodyOf(receiver.received[0] as Received).data).toMatchObject({
      refunded_amount: 1,
      status: 'RECEIVED',
    });
  });

  it('receives withdrawals under both names of an approval, with a masked key', async () => {
    await register({ events: ['withdrawal.approved', 'withdrawal.completed', 'withdrawal.rejected'] });
    await pay(await charge({ value: 500 }));
    for (const move of ['approve', 'reject']) {
      const made = await seller.call('POST', '/api/v1/withdrawals', {
        amount: 10,
        pix_key: 'ana@example.com',
      });
      expect(made.status, made.raw).toBe(201);
      await seller.call(
        'POST',
        `/api/v1/sandbox/withdrawals/${made.body.id ?? made.body.withdrawal?.id}/${move}`,
        {},
      );
    }
    await gateway.runDue();
    expect(events().sort()).toEqual(['withdrawal.approved', 'withdrawal.completed', 'withdrawal.rejected']);
    const { data } = bodyOf(receiver.received[0] as Received);
    expect(data).toEqual({
      withdrawal_id: expect.any(String),
      amount: 10,
      status: expect.stringMatching(/approved|rejected/),
      pix_key: expect.not.stringContaining('ana@example.com'),
    });
  });

  it('of a split recipient receives charge.paid once, with its own amount and nothing of the payer', async () => {
    const partner = await gateway.seller();
    await register({ events: ['payment.received', 'charge.paid'] }, partner);
    await pay(await charge({ value: 100, split: [{ recipient_id: partner.id, percent: 30 }] }));
    await gateway.runDue();
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { event: 'charge.paid', data: { split_amount: 30, net_value: 30, customer: { name: null } } },
    ]);
  });

  it('signs with the old secrets too for a day after they were replaced, however often', async () => {
    const { id, secret } = await register();
    await seller.call('POST', `/api/v1/webhooks/${id}/rotate-secret`);
    const rotated = await seller.call('POST', `/api/v1/webhooks/${id}/rotate-secret`);
    const verifies = (key: string) => {
      const { raw, headers } = receiver.received.at(-1) as Received;
      const verifier = new Webhook(key);
      return String(headers['webhook-signature'])
        .split(' ')
        .includes(
          verifier.sign(
            String(headers['webhook-id']),
            new Date(Number(headers['webhook-timestamp']) * SECOND_MS),
            raw,
          ),
        );
    };
    await pay(await charge());
    await gateway.runDue();
    expect([verifies(secret), verifies(rotated.body.webhook.secret)]).toEqual([true, true]);
    expect(receiver.received.at(-1)?.headers['x-webhook-secret']).toBe(rotated.body.webhook.secret);
    await gateway.advance(DAY_MS + SECOND_MS);
    await pay(await charge());
    await gateway.runDue();
    expect([verifies(secret), verifies(rotated.body.webhook.secret)]).toEqual([false, true]);
  });
});

describe('time travel', () => {
  it('leaves the timestamp that receivers check in their own time', async () => {
    await gateway.advance(DAY_MS);
    const { secret } = await register();
    await pay(await charge());
    await gateway.runDue();
    const { raw, headers } = receiver.received[0] as Received;
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({
      event: 'payment.received',
    });
  });

  it('back to the present brings waiting retries along', async () => {
    receiver.respondWith(answering(500));
    await seller.call('POST', '/api/v1/sandbox/clock', { advance_days: 2 });
    await register();
    await pay(await charge());
    await gateway.runDue();
    await seller.call('DELETE', '/api/v1/sandbox/clock');
    const [delivery] = (await log('?status=pending')).data;
    const waitsMs = new Date(delivery.next_attempt_at).getTime() - gateway.clock.now().getTime();
    expect(waitsMs).toBeLessThanOrEqual(30 * SECOND_MS);
  });
});

describe('what is not answered with 2xx', () => {
  it('is tried again after 5 and 30 seconds, with the same bytes, and then has failed', async () => {
    receiver.respondWith(answering(500, 'broken'));
    await register();
    await pay(await charge());
    await gateway.runDue();
    expect(receiver.received).toHaveLength(1);
    await gateway.advance(SECOND_MS);
    expect(receiver.received).toHaveLength(1);
    await gateway.advance(4 * SECOND_MS);
    expect(receiver.received).toHaveLength(2);
    await gateway.advance(10 * SECOND_MS);
    expect(receiver.received).toHaveLength(2);
    await gateway.advance(21 * SECOND_MS);
    expect(receiver.received).toHaveLength(3);
    await gateway.advance(DAY_MS);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = (await log()).data;
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 3, next_attempt_at: null });
    const { attempts } = await one(delivery.id);
    expect(attempts).toMatchObject(
      [1, 2, 3].map((number) => ({ number, status: 500, error: 'status', answer: 'broken' })),
    );
  });

  it('is made up for when time travels over several retries', async () => {
    receiver.respondWith(answering(503));
    await register();
    await pay(await charge());
    await gateway.advance(HOUR_MS);
    expect(receiver.received).toHaveLength(3);
    expect((await log()).data).toMatchObject([{ status: 'failed' }]);
  });

  it('keeps its distance after time has travelled, also when it is late', async () => {
    await gateway.advance(SECOND_MS);
    receiver.respondWith(answering(503));
    const { id } = await register();
    const setActive = (active: boolean) => seller.call('PATCH', `/api/v1/webhooks/${id}`, { active });
    await pay(await charge());
    await gateway.runDue();
    await setActive(false);
    await gateway.advance(HOUR_MS);
    await setActive(true);
    await gateway.runDue();
    const resumedAt = gateway.clock.now().getTime();
    const [delivery] = (await log()).data;
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 2 });
    const waitsMs = Date.parse(delivery.next_attempt_at) - resumedAt;
    expect(Math.round(waitsMs / (10 * SECOND_MS))).toBe(3);
  });

  it('is tried over a day when the webhook asks for it', async () => {
    receiver.respondWith(answering(503));
    await register({ retry_policy: 'extended' });
    await pay(await charge());
    await gateway.advance(HOUR_MS);
    expect((await log()).data).toMatchObject([{ status: 'pending', attempt_count: 5 }]);
    await gateway.advance(DAY_MS);
    expect((await log()).data).toMatchObject([{ status: 'failed', attempt_count: 9 }]);
  });

  it.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
    const target = await startReceiver();
    receiver.respondWith(
      (_request, response) => void response.writeHead(status, { location: target.url }).end(),
    );
    await register();
    await pay(await charge());
    await gateway.runDue();
    const [delivery] = (await log()).data;
    expect((await one(delivery.id)).attempts).toMatchObject([{ status, error: 'redirect' }]);
    expect(target.received).toEqual([]);
    await target.stop();
  });

  it('is not sent again once a 2xx was recorded', async () => {
    await register();
    await pay(await charge());
    await gateway.advance(DAY_MS);
    expect(receiver.received).toHaveLength(1);
    expect((await log()).data).toMatchObject([{ status: 'delivered', attempt_count: 1 }]);
  });
});
