import { Guiche, GuicheError, reais } from '@guiche/sdk';
import { paidOrders } from '../orders.mjs';

/** `{ "order": "77", "amount": "19.90" }` → what the browser needs to show a PIX code or to go to the hosted page. */
export async function POST(request) {
  const { order, amount } = await request.json().catch(() => ({}));
  if (!order || !amount) {
    return Response.json({ error: 'Send { "order": "77", "amount": "19.90" } as JSON.' }, { status: 400 });
  }
  const guiche = new Guiche({
    baseUrl: process.env.GUICHE_URL ?? '',
    apiKey: process.env.GUICHE_API_KEY ?? '',
  });
  try {
    const charge = await guiche.charges.create(
      { billing_type: 'PIX', value: reais(amount), external_reference: order },
      { idempotencyKey: `order-${order}` },
    );
    return Response.json({ id: charge.id, copy_paste: charge.pix?.copy_paste, page: charge.checkout_url });
  } catch (error) {
    if (!(error instanceof GuicheError)) throw error;
    return Response.json({ error: error.message, code: error.code }, { status: 400 });
  }
}

/** `?order=77` → whether it is paid. */
export async function GET(request) {
  const order = new URL(request.url).searchParams.get('order') ?? '';
  if (order === '') return Response.json({ error: 'Say which order: ?order=77' }, { status: 400 });
  return Response.json({ order, paid: paidOrders.has(order) });
}
