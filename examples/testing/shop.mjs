// A shop that takes PIX through Guichê: it knows nothing of tests.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const PRICES = { mug: 39.9, shirt: 89.9 };

/** `guiche` is a client of @guiche/sdk, `secret` that of the shop's webhook. */
export function createShop({ guiche, secret }) {
  const orders = new Map();

  async function order(item) {
    const value = PRICES[item];
    if (value === undefined) return { status: 404, body: { error: `We do not sell ${item}.` } };
    const id = `order-${orders.size + 1}`;
    const charge = await guiche.charges.create(
      { billing_type: 'PIX', value, external_reference: id },
      { idempotencyKey: id },
    );
    orders.set(id, { id, item, chargeId: charge.id, state: 'waiting', parcels: 0 });
    return { status: 201, body: { id, pix: charge.pix.copy_paste } };
  }

  /** The same message may come twice, and late: the state of the order decides, not the number of messages. */
  async function hear(raw, headers) {
    const message = await guiche.webhooks.verify(raw, headers, secret()).catch(() => null);
    if (!message) return { status: 400, body: { error: 'That was not Guichê.' } };
    const found = orders.get(message.data.external_reference);
    if (found?.state === 'waiting' && message.event === 'payment.received') {
      found.state = 'paid';
      found.parcels += 1;
    }
    if (found?.state === 'waiting' && message.event === 'payment.expired') found.state = 'given up';
    if (found && message.event === 'payment.refunded') found.state = 'refunded';
    return { status: 200, body: {} };
  }

  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const answer =
      request.url === '/webhook' ? await hear(raw, request.headers) : await order(JSON.parse(raw).item);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  return { server, orders };
}
