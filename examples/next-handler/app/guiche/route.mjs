import { SignatureError, verifyWebhook } from '@guiche/sdk';
import { paidOrders } from '../orders.mjs';

/** Told by the gateway: `app/guiche/route` in a Next.js project. */
export async function POST(request) {
  try {
    const secret = process.env.GUICHE_WEBHOOK_SECRET ?? '';
    const event = await verifyWebhook(await request.text(), request.headers, secret);
    if (event.event === 'payment.received' && event.data.external_reference) {
      paidOrders.add(event.data.external_reference);
    }
    return new Response('thanks');
  } catch (error) {
    if (error instanceof SignatureError) return new Response('no', { status: 400 });
    throw error;
  }
}
