import { DAY_MS } from '../../server/src/kit/clock.ts';
import { assert } from '../../server/src/kit/errors.ts';
import type { Answer, Seller, TestGateway } from './gateway.ts';
import { visitorOf } from './pages.ts';
import { answering, type Receiver } from './receiver.ts';

/** What a shop has after a month of trade, one of everything that a page can show. */
export type Shop = {
  seller: Seller;
  charges: { pix: string; card: string; boleto: string; refunded: string; disputed: string; split: string };
  dispute: string;
  customer: string;
  product: string;
  link: string;
  coupon: string;
  /** A charge of a payer who used it. */
  discounted: string;
  webhook: string;
  delivery: string;
  import: string;
};

const CUSTOMER = { name: 'Maria da Silva', email: 'maria@example.com', cpf_cnpj: '11144477735' };

/** Filled through the API, as a seller's program would. */
export async function fillShop(gateway: TestGateway, seller: Seller, receiver: Receiver): Promise<Shop> {
  const ask = askerOf(seller);
  const idOf = async (method: string, path: string, body?: object) =>
    (await ask(method, path, body)).id as string;
  const partner = await gateway.seller('Ateliê da Ana');
  const webhook = await webhookOf(ask, receiver);
  const customer = await idOf('POST', '/api/v1/customers', { ...CUSTOMER, phone: '11999990000' });
  const product = await idOf('POST', '/api/v1/products', {
    name: 'Bolo de fubá',
    price: 45.9,
    description: 'Um quilo, com erva-doce',
    stock: 12,
  });
  await ask('PUT', `/api/v1/products/${product}/splits`, {
    split: [{ recipient_id: partner.id, percent: 10 }],
  });
  const link = await idOf('POST', '/api/v1/payment-links', { name: 'Rifa da escola', value: 20 });
  const { coupon, discounted } = await discountOf(gateway, ask, link);
  const charge = (body: object) => idOf('POST', '/api/v1/charges', { description: 'Pedido', ...body });
  const charges = {
    pix: await charge({
      billing_type: 'PIX',
      value: 120.5,
      external_reference: 'pedido-1',
      customer: CUSTOMER,
    }),
    card: await charge({ billing_type: 'CREDIT_CARD', value: 300 }),
    boleto: await charge({ billing_type: 'BOLETO', value: 89.9, customer: CUSTOMER, fine: { percent: 2 } }),
    refunded: await charge({ billing_type: 'PIX', value: 80 }),
    disputed: await charge({ billing_type: 'PIX', value: 60 }),
    split: await charge({
      billing_type: 'PIX',
      value: 200,
      split: [{ recipient_id: partner.id, percent: 20 }],
    }),
  };
  const { card, refunded, disputed, split } = charges;
  for (const id of [card, refunded, disputed, split]) await ask('POST', `/api/v1/sandbox/charges/${id}/pay`);
  await ask('POST', `/api/v1/charges/${refunded}/refund`, { amount: 30, reason: 'Veio quebrado' });
  const dispute = await idOf('POST', `/api/v1/sandbox/charges/${disputed}/med`, {
    reason: 'Cliente não reconhece o Pix',
  });
  await ask('POST', '/api/v1/withdrawals', { amount: 50, pix_key: 'maria@example.com' });
  const rejected = await idOf('POST', '/api/v1/withdrawals', { amount: 10, pix_key: 'maria@example.com' });
  await ask('POST', `/api/v1/sandbox/withdrawals/${rejected}/reject`);
  await gateway.runDue();
  receiver.respondWith(answering(500, 'The shop is closed'));
  await charge({ billing_type: 'PIX', value: 10, postback_url: receiver.url });
  await gateway.runDue();
  await gateway.advance(DAY_MS / 24);
  const [failed] = (await ask('GET', '/api/v1/deliveries?status=failed')).data;
  assert(failed, 'a delivery to a closed shop fails');
  const imported = await idOf('POST', '/api/v1/charge-imports', {
    csv: 'Forma;Valor;Vencimento;Cliente\nPix;1.234,56;;Ana Souza\nBoleto;30;01/01/2020;Bia',
    file_name: 'mensalidades.csv',
  });
  return {
    import: imported,
    seller,
    charges,
    dispute,
    customer,
    product,
    link,
    coupon,
    discounted,
    webhook,
    delivery: failed.id,
  };
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer['body']>;

function askerOf(seller: Seller): Ask {
  return async (method, path, body) => {
    const answer = await seller.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.raw}`);
    return answer.body;
  };
}

/** A payer buys through the link with a coupon; others are to come, or switched off. */
async function discountOf(gateway: TestGateway, ask: Ask, link: string) {
  const make = async (body: object) => (await ask('POST', '/api/v1/coupons', body)).id as string;
  const coupon = await make({ code: 'BEMVINDO10', percent: 10, max_uses: 50, valid_until: '2090-12-31' });
  await make({ code: 'NATAL25', amount: 25, min_value: 100, valid_from: '2090-12-01' });
  await make({ code: 'amigos', percent: 5, active: false, payment_link_id: link });
  const { url } = await ask('GET', `/api/v1/payment-links/${link}`);
  await visitorOf(gateway).post(new URL(url).pathname, { method: 'PIX', coupon: 'bemvindo10' });
  const [bought] = (await ask('GET', `/api/v1/charges?payment_link_id=${link}`)).data;
  assert(bought, 'a payer has bought with the coupon');
  return { coupon, discounted: bought.id as string };
}

async function webhookOf(ask: Ask, receiver: Receiver): Promise<string> {
  const made = await ask('POST', '/api/v1/webhooks', {
    url: receiver.url,
    events: ['payment.received', 'payment.refunded', 'charge.pending'],
  });
  return made.webhook.id as string;
}
