import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { traceOf } from '../../server/src/charges/cards/defence.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { BANK_BOLETO_STATES } from './bank-boleto-states.ts';
import type { Checkout } from './browser.ts';
import { ADDRESS } from './literals.ts';
import { GOOD_CARD, payOnPage, visitorOf } from './pages.ts';

/** What a payer may see. `path` makes it come about; `act` is what the payer does on the page to get there. */
export type CheckoutState = {
  name: string;
  path(checkout: Checkout): Promise<string>;
  act?: (page: Page) => Promise<void>;
  /** What the server answers with; 200 unless said. */
  status?: number;
};

export const PAYER = { name: 'Ana Souza', cpf_cnpj: '529.982.247-25' };
const TERMS = { fine: { percent: 2 }, interest: { percent: 1 } };
const CARD = { billing_type: 'CREDIT_CARD', max_installments: 12 };
const BOLETO = { billing_type: 'BOLETO', customer: PAYER, value: 250 };

const CARDS = {
  noFunds: '4716909774636285',
  challenge: '4000000000002503',
  silent: '5105105105105100',
};

const chargeOf = (body: object) => async (checkout: Checkout) => (await checkout.charge(body)).path;

/** A charge that the payer has sent this card for. */
const triedWith =
  (number: string, body: object = {}) =>
  async (checkout: Checkout) => {
    const { path } = await checkout.charge({ ...CARD, ...body });
    await payOnPage(visitorOf(checkout.gateway), path, { number });
    return path;
  };

const after = (body: object, act: (checkout: Checkout, id: string) => Promise<unknown>) => {
  return async (checkout: Checkout) => {
    const { id, path } = await checkout.charge(body);
    await act(checkout, id);
    return path;
  };
};

const push = (name: string) => (checkout: Checkout, id: string) =>
  checkout.seller.call('POST', `/api/v1/sandbox/charges/${id}/${name}`);

const paid = (checkout: Checkout, id: string) => checkout.pay(id);

const refunded = (amount: number) => async (checkout: Checkout, id: string) => {
  await checkout.pay(id);
  await checkout.seller.call('POST', `/api/v1/charges/${id}/refund`, { amount });
};

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.locator('[data-offline]:visible').waitFor();
}

async function sendEmptyCard(page: Page): Promise<void> {
  await page.locator('button[type=submit]').click();
  await page.locator('#number-error').waitFor();
}

async function typeCard(page: Page): Promise<void> {
  await page.locator('#number').fill('6362 9700 0045 7013');
  await page.locator('.brand:has-text("Elo")').waitFor();
}

const PIX_STATES: CheckoutState[] = [
  { name: 'pix', path: chargeOf({}) },
  { name: 'pix-offline', path: chargeOf({}), act: goOffline },
  {
    name: 'pix-expired',
    path: after({ expires_in: 60 }, ({ gateway }) => gateway.advance(MINUTE_MS)),
  },
  {
    name: 'pix-new-code-soon',
    // As a PSP leaves it for a moment: its code was closed by a payment of another amount.
    path: after({}, ({ gateway }, id) =>
      gateway.db.query(
        'update charges set pix_copy_paste = null, pix_qr_png = null, returned_count = 1 where id = $1',
        [id],
      ),
    ),
  },
  { name: 'pix-receipt', path: after({ customer: PAYER }, paid) },
  { name: 'pix-receipt-refunded', path: after({}, refunded(100)) },
  { name: 'pix-receipt-partly-refunded', path: after({}, refunded(40)) },
  {
    name: 'pix-receipt-back-to-shop',
    path: after({ success_url: 'https://loja.example/obrigado' }, paid),
  },
];

/** A browser that has had five cards refused: what it is known by is in its cookie once it has seen a card form. */
function heldDevice(): CheckoutState {
  let gateway: Checkout['gateway'] | undefined;
  return {
    name: 'card-wait',
    path: async (checkout) => {
      gateway = checkout.gateway;
      return (await checkout.charge(CARD)).path;
    },
    act: async (page) => {
      const cookie = (await page.context().cookies(page.url())).find(({ name }) => name === 'guiche_device');
      const [id = ''] = cookie?.value.split('.') ?? [];
      if (!gateway || id === '') throw new Error('the card form names the device');
      const [kind, fingerprint] = traceOf(gateway.deps.vault, 'device', id).split(':');
      const now = gateway.clock.now();
      await gateway.db.query(
        `insert into card_tries (kind, fingerprint, tries_ms, last_at) values ($1, $2, $3, $4)`,
        [kind, fingerprint, Array(5).fill(now.getTime()), now],
      );
      await page.reload();
    },
  };
}

const CARD_STATES: CheckoutState[] = [
  { name: 'card', path: chargeOf(CARD) },
  { name: 'card-brand', path: chargeOf(CARD), act: typeCard },
  { name: 'card-fixed-installments', path: chargeOf({ billing_type: 'CREDIT_CARD', installments: 3 }) },
  { name: 'card-errors', path: chargeOf(CARD), act: sendEmptyCard },
  { name: 'card-refused', path: triedWith(CARDS.noFunds) },
  heldDevice(),
  { name: 'card-challenge', path: triedWith(CARDS.challenge) },
  { name: 'card-confirming', path: triedWith(CARDS.silent) },
  { name: 'card-authorised', path: triedWith('4111111111111111', { capture: false }) },
  { name: 'card-receipt', path: triedWith('4111111111111111') },
];

const BOLETO_STATES: CheckoutState[] = [
  { name: 'boleto', path: chargeOf({ ...BOLETO, ...TERMS }) },
  { name: 'boleto-overdue', path: after({ ...BOLETO, ...TERMS }, push('overdue')) },
  {
    name: 'boleto-document',
    path: async (checkout) =>
      (await chargeOf({ ...BOLETO, ...TERMS })(checkout)).replace('/pay/', '/boleto/'),
  },
  { name: 'boleto-document-logo', path: boletoWithLogo },
  { name: 'boleto-receipt', path: after(BOLETO, paid) },
];

/** A ring on a transparent ground. */
function drawnLogo(side = 240): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const distance = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2) / side;
    if (distance < 0.48 && distance > 0.26) pixels.set([0xb4, 0x53, 0x09, 0xff], at * 4);
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

async function boletoWithLogo({ gateway }: Checkout): Promise<string> {
  const seller = await gateway.seller('Padaria da Praça');
  const type = { 'content-type': 'image/png' };
  const { body: logo } = await seller.call('POST', '/api/v1/files?purpose=logo', await drawnLogo(), type);
  await seller.call('PATCH', '/api/v1/account/branding', { logo_file_id: logo.id });
  const order = { ...BOLETO, ...TERMS, description: 'Bolo de casamento' };
  const { body } = await seller.call('POST', '/api/v1/charges', order);
  return new URL(body.boleto.url).pathname;
}

const OTHER_STATES: CheckoutState[] = [
  { name: 'choose', path: chargeOf({ billing_type: 'UNDEFINED' }) },
  {
    name: 'choose-boleto',
    path: chargeOf({ billing_type: 'UNDEFINED' }),
    act: (page) => page.locator('[value=BOLETO]').check(),
  },
  {
    name: 'cancelled',
    path: after({}, async ({ seller }, id) => {
      const contact = { contact_email: 'sac@padaria.example', contact_phone: '(11) 3333-4444' };
      const body = { ...contact, contact_whatsapp: '11999990000', address: ADDRESS };
      await seller.call('PATCH', '/api/v1/account', body);
      return seller.call('POST', `/api/v1/charges/${id}/cancel`);
    }),
  },
  { name: 'seller-colour', path: colouredSeller },
  { name: 'not-found', path: async () => `/pay/${'0'.repeat(22)}`, status: 404 },
];

async function colouredSeller({ gateway }: Checkout): Promise<string> {
  const seller = await gateway.seller('Flor de Maio');
  await seller.call('PATCH', '/api/v1/account', { page_color: '#c2185b' });
  const { body } = await seller.call('POST', '/api/v1/charges', {
    billing_type: 'CREDIT_CARD',
    value: 1234.56,
    description: 'Buquê de noiva',
  });
  return new URL(body.checkout_url).pathname;
}

const linkOf = (body: object) => async (checkout: Checkout) => (await checkout.link(body)).path;

const LINK_STATES: CheckoutState[] = [
  { name: 'link', path: linkOf({ description: 'Concorra a uma cesta de Natal.', max_installments: 3 }) },
  {
    name: 'link-asking',
    path: linkOf({
      name: 'Camiseta da escola',
      value: 50,
      pix_discount: 5,
      asks: {
        phone: 'required',
        max_quantity: 10,
        questions: [
          { label: 'Nome nas costas', required: true },
          { label: 'Tamanho', required: true, options: ['P', 'M', 'G'] },
          { label: 'Recado' },
        ],
      },
    }),
    act: async (page) => {
      await page.locator('#quantity').selectOption('3');
      await page
        .getByText('Pagar R$ 150,00')
        .or(page.getByText('Pay R$ 150.00'))
        .waitFor({ state: 'attached' });
    },
  },
  { name: 'link-coupon', path: linkWithCoupon, act: (page) => applyCoupon(page, 'natal10') },
  { name: 'link-coupon-refused', path: linkWithCoupon, act: (page) => applyCoupon(page, 'PASCOA') },
  { name: 'receipt-coupon', path: paidWithCoupon },
  { name: 'link-product', path: (checkout) => linkToProduct(checkout, 5) },
  { name: 'link-free-value', path: linkOf({ value: null, name: 'Ajude o abrigo' }) },
  {
    name: 'link-inactive',
    status: 410,
    async path(checkout) {
      const { id, path } = await checkout.link();
      await checkout.seller.call('DELETE', `/api/v1/payment-links/${id}`);
      return path;
    },
  },
  { name: 'link-expired', status: 410, path: expiredLink },
  {
    name: 'link-full',
    status: 410,
    path: async (checkout) => used(checkout, await linkOf({ max_payments: 1 })(checkout)),
  },
  {
    name: 'link-sold-out',
    status: 410,
    path: async (checkout) => used(checkout, await linkToProduct(checkout, 1)),
  },
];

/** A coupon of this link alone: the other links of the seller ask for none. The code is free again each time. */
async function linkWithCoupon({ link, seller }: Checkout): Promise<string> {
  const { body } = await seller.call('GET', '/api/v1/coupons?search=natal10');
  for (const { id } of body.data) await seller.call('DELETE', `/api/v1/coupons/${id}`);
  const { id, path } = await link({ name: 'Camiseta da escola', value: 50, asks: { max_quantity: 10 } });
  const coupon = { code: 'NATAL10', percent: 10, payment_link_id: id };
  await seller.call('POST', '/api/v1/coupons', coupon);
  return path;
}

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByText(/Tem um cupom|Have a coupon/).click();
  await page.locator('#coupon').fill(code);
  await page.locator('#coupon').press('Enter');
  await page.locator('#coupon-error, [name=coupon_removed]').waitFor();
}

async function paidWithCoupon(checkout: Checkout): Promise<string> {
  const path = await linkWithCoupon(checkout);
  const fields = { ...GOOD_CARD, coupon: 'NATAL10', quantity: '2', total: '' };
  const { location } = await visitorOf(checkout.gateway).post(path, fields);
  return location.replace(/\?.*/, '');
}

async function linkToProduct(checkout: Checkout, stock: number): Promise<string> {
  const product = { name: 'Cesta de Natal', price: 89.9, stock };
  const { body } = await checkout.seller.call('POST', '/api/v1/products', product);
  return linkOf({ name: product.name, product_id: body.id, value: undefined })(checkout);
}

async function expiredLink(checkout: Checkout): Promise<string> {
  const { gateway } = checkout;
  const soon = new Date(gateway.clock.now().getTime() + MINUTE_MS).toISOString();
  const path = await linkOf({ expires_at: soon })(checkout);
  await gateway.advance(MINUTE_MS);
  return path;
}

/** Pays once through the link. */
async function used({ gateway }: Checkout, path: string): Promise<string> {
  const visitor = visitorOf(gateway);
  await payOnPage(visitor, path);
  return path;
}

export const CHECKOUT_STATES: readonly CheckoutState[] = [
  ...PIX_STATES,
  ...CARD_STATES,
  ...BOLETO_STATES,
  ...BANK_BOLETO_STATES,
  ...OTHER_STATES,
  ...LINK_STATES,
];
