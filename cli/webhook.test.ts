import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../sdk/src/main.ts';
import { verifyWebhook } from '../sdk/src/main.ts';
import { Vault } from '../server/src/kit/secrets.ts';
import { presentEvent } from '../server/src/webhooks/feed-routes.ts';
import { messageFor, type RecordedEvent } from '../server/src/webhooks/message.ts';
import { forward, headersOf, messagesOf } from './webhook.ts';

const SECRET = 'whsec_bG9jYWw=';
const vault = new Vault(Buffer.alloc(32, 7));
const ALL = new Set([
  'charge.paid',
  'payment.received',
  'payment.expired',
  'charge.cancelled',
  'dispute.opened',
]);

function recorded(change: Partial<RecordedEvent> = {}, data: object = {}): RecordedEvent {
  const charge = {
    ...{ id: 'c1', status: 'RECEIVED', billing_type: 'PIX', value: 19.9, net_value: 16.2 },
    ...{ description: null, external_reference: 'order-1', payment_date: null },
  };
  return {
    ...{ id: '0198c0de-0000-7000-8000-000000000001', type: 'charge.paid', audience: 'owner', sequence: 2 },
    ...{ previous_status: 'PENDING', created_at: new Date('2026-01-02T03:04:05.678Z') },
    data: { charge, customer: { name: 'Maria', email: null }, refunded_amount: 0, ...data },
    ...change,
  };
}

const forwarded = (event: RecordedEvent, wanted = ALL) =>
  messagesOf(presentEvent(vault, event) as FeedEvent, wanted);

describe('a forwarded event', () => {
  it.each(['charge.paid', 'payment.received'])(
    'is under the name %s byte for byte what a webhook gets',
    (name) => {
      const event = recorded();
      const [message] = forwarded(event, new Set([name]));
      expect(message).toEqual({ name, ...messageFor(vault, event, name, false) });
    },
  );

  it('has every name that was asked for, and only those', () => {
    expect(forwarded(recorded()).map(({ name }) => name)).toEqual(['charge.paid', 'payment.received']);
    expect(forwarded(recorded({ type: 'charge.overdue' }))).toEqual([]);
  });

  it('is an expiry only where the charge expired', () => {
    const cancelled = recorded({ type: 'charge.cancelled' });
    expect(forwarded(cancelled).map(({ name }) => name)).toEqual(['charge.cancelled']);
    const expired = recorded({ type: 'charge.cancelled' }, { cause: 'expired' });
    expect(forwarded(expired).map(({ name }) => name)).toEqual(['charge.cancelled', 'payment.expired']);
  });

  it('comes once to a recipient of a split, whichever name it listens to', () => {
    const event = recorded({ audience: 'split_recipient' }, { split_amount: 5 });
    expect(forwarded(event, new Set(['payment.received']))).toEqual([
      { name: 'charge.paid', ...messageFor(vault, event, 'charge.paid', false) },
    ]);
  });

  it('proves where it comes from', async () => {
    const [message] = forwarded(recorded());
    if (!message) throw new Error('no message');
    const event = await verifyWebhook(message.body, headersOf(message, SECRET), SECRET);
    expect(event.event).toBe('charge.paid');
  });
});

describe('a handler', () => {
  async function answered(handle: RequestListener) {
    const server = createServer(handle);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [message] = forwarded(recorded());
    if (!message) throw new Error('a message is expected');
    const outcome = await forward(url, message, SECRET, new AbortController().signal);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    return { outcome, again: await forward(url, message, SECRET, new AbortController().signal) };
  }

  it.each<[string, RequestListener, number]>([
    ['that answers', (_request, response) => void response.end('thanks'), 200],
    ['whose answer never ends', (_request, response) => void response.writeHead(202).write('wait'), 202],
    [
      'that points elsewhere',
      (_request, response) => void response.writeHead(307, { location: '/x' }).end(),
      307,
    ],
  ])('%s is told by its status, and one that is gone by why', async (_, handle, status) => {
    const { outcome, again } = await answered(handle);
    expect(outcome).toMatchObject({ status, problem: null });
    expect(again).toMatchObject({ status: null, problem: 'ECONNREFUSED' });
  });
});
