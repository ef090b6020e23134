import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventName, type Postback, reais, verifyWebhook } from '../../sdk/src/main.ts';
import { answering, type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { RAILS, type Rail, type Shop, type Street, streetsOfFile } from './shop.ts';

let street: Street;
let shop: Shop;
let receiver: Receiver;

const streets = streetsOfFile();
const comeTo = (rail: Rail) =>
  streets(rail, (opened) => {
    street = opened;
  });
beforeEach(async () => {
  shop = await street.open();
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const listen = (events: EventName[], more: { secret?: string } = {}, seller = shop) =>
  seller.client.webhooks.create({ url: `${receiver.url}/hook`, events, ...more });

async function pay(fields: { postback_url?: string } = {}): Promise<string> {
  const { id } = await shop.client.charges.create({ billing_type: 'PIX', value: reais(25.5), ...fields });
  await street.pay(shop, id);
  await street.gateway.runDue();
  return id;
}

const [one, two] = [0, 1].map((nth) => (): Received => {
  const message = receiver.received[nth];
  if (!message) throw new Error(`message ${nth + 1} did not arrive`);
  return message;
}) as [() => Received, () => Received];

describe.each(RAILS)('a webhook on %s', (rail) => {
  comeTo(rail);

  it.each([
    ['a secret of the gateway', {}],
    ['a secret of the seller', { secret: 'segredo da loja' }],
  ])('with %s is verified and gives the typed event', async (_what, more) => {
    const { secret } = await listen(['payment.received'], more);
    const id = await pay();
    const event = await shop.client.webhooks.verify(one().raw, one().headers, secret);
    expect(event).toMatchObject({ event: 'payment.received', sequence: 2, previous_status: 'PENDING' });
    if (event.event !== 'payment.received') throw expect.unreachable();
    expect(event.data).toMatchObject({ payment_id: id, value: 25.5, status: 'RECEIVED' });
    expect(one().headers['webhook-id']).toBe(event.id);
  });

  it('is verified by the specification’s header alone', async () => {
    const { secret } = await listen(['charge.paid']);
    await pay();
    const headers = { 'x-webhook-secret': one().headers['x-webhook-secret'] };
    expect((await verifyWebhook(one().raw, headers, secret)).event).toBe('charge.paid');
    await expect(verifyWebhook(one().raw, headers, 'another')).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
  });

  it('that was tampered with is not believed', async () => {
    const { secret } = await listen(['payment.received']);
    await pay();
    const forged = one().raw.replace('25.5', '2550');
    await expect(verifyWebhook(forged, one().headers, secret)).rejects.toThrow(/No signature fits/);
  });

  it('is verified by the old and the new secret after a rotation', async () => {
    const { id, secret: old } = await listen(['payment.received']);
    const { secret: fresh } = await shop.client.webhooks.rotateSecret(id);
    expect(fresh).not.toBe(old);
    await pay();
    for (const secret of [old, fresh]) {
      expect((await verifyWebhook(one().raw, one().headers, secret)).event).toBe('payment.received');
    }
  });

  it('of a withdrawal and of a dispute says what happened', async () => {
    const { secret } = await listen(['withdrawal.completed', 'dispute.opened']);
    const chargeId = await pay();
    const { client } = shop;
    const { id } = await client.withdrawals.create({ amount: reais(10), pix_key: 'maria@example.com' });
    await client.sandbox.withdrawals.approve(id);
    await street.gateway.runDue();
    const paidOut = await verifyWebhook(one().raw, one().headers, secret);
    expect(paidOut).toMatchObject({ event: 'withdrawal.completed', data: { withdrawal_id: id, amount: 10 } });
    const dispute = await street.med(shop, chargeId);
    await street.gateway.runDue();
    const opened = await verifyWebhook(two().raw, two().headers, secret);
    expect(opened).toMatchObject({ event: 'dispute.opened', data: { dispute_id: dispute.id, kind: 'med' } });
  });

  it('of a refund comes once, when the payer has the money', async () => {
    const { secret } = await listen(['payment.refunded']);
    const id = await pay();
    await street.refund(shop, id, { amount: reais(5) });
    await street.gateway.runDue();
    const event = await verifyWebhook(one().raw, one().headers, secret);
    expect(event).toMatchObject({ event: 'payment.refunded', sequence: 3, data: { payment_id: id } });
    expect(receiver.received).toHaveLength(1);
  });

  it('tells a recipient of a split its own part', async () => {
    const partner = await street.open('Sócia');
    const { secret } = await listen(['charge.paid'], {}, partner);
    const split = [{ recipient_id: partner.id, percent: 50 }];
    const { id } = await shop.client.charges.create({ billing_type: 'PIX', value: reais(30), split });
    await street.pay(shop, id);
    await street.gateway.runDue();
    const event = await verifyWebhook(one().raw, one().headers, secret);
    expect(event.data).toMatchObject({ payment_id: id, split_amount: 15 });
  });

  it('is tested, paused, resumed and removed', async () => {
    const { webhooks } = shop.client;
    const { id, secret } = await listen(['payment.received']);
    await webhooks.test(id);
    await street.gateway.runDue();
    expect(await verifyWebhook(one().raw, one().headers, secret)).toMatchObject({ test: true });
    expect((await webhooks.update(id, { active: false })).active).toBe(false);
    await pay();
    expect(receiver.received).toHaveLength(1);
    await webhooks.update(id, { active: true });
    await street.gateway.runDue();
    expect((await verifyWebhook(two().raw, two().headers, secret)).event).toBe('payment.received');
    await webhooks.remove(id);
    expect((await webhooks.list()).data).toEqual([]);
  });
});

describe.each(RAILS)('the log of deliveries on %s', (rail) => {
  comeTo(rail);

  it('keeps each attempt, and what failed is sent again', async () => {
    const { deliveries } = shop.client;
    receiver.respondWith(answering(500, 'not now'));
    const { id: webhookId } = await listen(['payment.received']);
    const chargeId = await pay();
    const [logged] = (await deliveries.list({ charge_id: chargeId, webhook_id: webhookId })).data;
    const id = String(logged?.id);
    expect((await deliveries.retrieve(id)).attempts).toMatchObject([
      { number: 1, status: 500, answer: 'not now' },
    ]);
    receiver.respondWith(answering(200, 'thanks'));
    await deliveries.redeliver(id);
    await street.gateway.runDue();
    expect(await deliveries.retrieve(id)).toMatchObject({
      status: 'delivered',
      attempts: [{}, { answer: 'thanks' }],
    });
    expect(one().raw).toBe(two().raw);
    const again = await deliveries.redeliverFailed({ from: '2020-01-01T00:00:00Z' });
    expect(again).toMatchObject({ redelivered: 0, has_more: false });
  });
});

describe.each(RAILS)('a postback on %s', (rail) => {
  comeTo(rail);

  it('is not signed, and verify says what to do instead', async () => {
    const id = await pay({ postback_url: `${receiver.url}/postback` });
    const paid = receiver.received.find(({ headers }) => headers['x-service-event'] === 'charge.paid');
    const postback: Postback = JSON.parse(String(paid?.raw));
    expect(postback.charge).toMatchObject({ id, status: 'RECEIVED', value: 25.5 });
    const verified = verifyWebhook(String(paid?.raw), paid?.headers ?? {}, 'some secret');
    await expect(verified).rejects.toThrow(/Postbacks carry none: retrieve the charge instead/);
  });
});
