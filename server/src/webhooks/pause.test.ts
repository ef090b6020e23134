import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { hooked } from '../../../test/support/hooked.ts';
import { type Received, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { DAY_MS } from '../kit/clock.ts';

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

const { register, charge, pay, log, one } = hooked(() => ({ seller, receiver }));

describe('a paused webhook', () => {
  const patch = (id: string, body: object) => seller.call('PATCH', `/api/v1/webhooks/${id}`, body);

  it('gets nothing, and everything when it is resumed', async () => {
    const { id } = await register();
    await patch(id, { active: false });
    await pay(await charge());
    await pay(await charge());
    await gateway.advance(DAY_MS);
    expect(receiver.received).toEqual([]);
    expect((await log('?status=paused')).total).toBe(2);
    await patch(id, { active: true });
    await gateway.runDue();
    expect(receiver.received).toHaveLength(2);
    expect((await log('?status=delivered')).total).toBe(2);
  });

  it('that is deleted leaves nothing to send', async () => {
    const { id } = await register();
    await patch(id, { active: false });
    await pay(await charge());
    await gateway.runDue();
    await seller.call('DELETE', `/api/v1/webhooks/${id}`);
    expect((await log()).data).toMatchObject([{ status: 'cancelled' }]);
  });

  it('gets what was held in the order in which it happened', async () => {
    const { id } = await register({ events: ['charge.pending', 'charge.paid', 'charge.refunded'] });
    await patch(id, { active: false });
    const chargeId = await charge();
    await pay(chargeId);
    await seller.call('POST', `/api/v1/charges/${chargeId}/refund`, { amount: 1 });
    await gateway.runDue();
    const claims: string[] = [];
    receiver.respondWith((request, response) => {
      claims.push(bodyOf(request).event);
      response.end('ok');
    });
    await patch(id, { active: true });
    await gateway.runDue();
    expect(claims).toEqual(['charge.pending', 'charge.paid', 'charge.refunded']);
  });

  it('that is resumed before all was set aside keeps the order too', async () => {
    const { id } = await register({ events: ['charge.pending', 'charge.paid'] });
    await patch(id, { active: false });
    const chargeId = await charge();
    await gateway.runDue();
    await pay(chargeId);
    await patch(id, { active: true });
    const claims: string[] = [];
    receiver.respondWith((request, response) => {
      claims.push(bodyOf(request).event);
      response.end('ok');
    });
    await gateway.runDue();
    expect(claims).toEqual(['charge.pending', 'charge.paid']);
  });

  it('may be sent a test', async () => {
    const { id } = await register({ events: ['payment.refunded'] });
    await patch(id, { active: false });
    const test = await seller.call('POST', `/api/v1/webhooks/${id}/test`, {});
    expect(test.status).toBe(201);
    await gateway.runDue();
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { event: 'payment.refunded', test: true, data: { status: 'REFUNDED', refunded_amount: 100 } },
    ]);
    expect(await one(test.body.delivery.id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });
});

describe('a deleted webhook', () => {
  it('is not sent what was still queued for it', async () => {
    const { id } = await register();
    await pay(await charge());
    await seller.call('DELETE', `/api/v1/webhooks/${id}`);
    await gateway.runDue();
    expect(receiver.received).toEqual([]);
    expect((await log()).data).toMatchObject([{ status: 'cancelled', attempt_count: 0 }]);
  });
});
