import type { Page } from 'playwright-core';
import type { BoletoProvider } from '../../server/src/providers/boleto.ts';
import { SANDBOX_BANK } from '../../server/src/providers/rails.ts';
import { REFUSED_DOCUMENT, sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import type { Checkout } from './browser.ts';
import type { CheckoutState } from './checkout-states.ts';
import type { Seller } from './gateway.ts';
import { createdCharge, visitorOf } from './pages.ts';

const PAYER = { name: 'Ana Souza', cpf_cnpj: '529.982.247-25' };
const ORDER = { billing_type: 'BOLETO', value: 250, description: 'Bolo de casamento', customer: PAYER };

type Sold = { seller: Seller; id: string; path: string };

/** A charge of a seller whose boletos a bank registers. */
async function sold({ gateway }: Checkout, body: object = {}, registersAfterMs = 0): Promise<Sold> {
  const boleto = gateway.deps.rails.boleto as BoletoProvider[];
  const others = boleto.filter(({ name }) => name !== SANDBOX_BANK);
  boleto.splice(0, boleto.length, ...others, sandboxBoletoBank(gateway.db, { registersAfterMs }));
  const seller = await gateway.seller('Padaria São Jorge');
  const operator = await gateway.operator();
  const order = { boleto_providers: [SANDBOX_BANK] };
  const set = await operator.call('PUT', `/api/v1/admin/accounts/${seller.id}/boleto-providers`, order);
  if (set.status !== 200) throw new Error(`setting the order of banks answered ${set.status}: ${set.raw}`);
  const { id, path } = await createdCharge(seller, { ...ORDER, ...body });
  await gateway.runDue();
  return { seller, id, path };
}

const HOUR_MS = 3_600_000;

/** The page on which the payer says where the money goes. */
async function givenBack(checkout: Checkout): Promise<{ path: string; say: (key: string) => Promise<void> }> {
  const { seller, id } = await sold(checkout);
  await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  const { body, raw } = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 90 });
  if (!body.payer_url) throw new Error(`the refund of a boleto has no page: ${raw}`);
  const path = new URL(body.payer_url).pathname;
  const say = async (key: string) => {
    await visitorOf(checkout.gateway).post(path, { pix_key: key });
    await checkout.gateway.runDue();
  };
  return { path, say };
}

const afterKey = (key: string) => async (checkout: Checkout) => {
  const { path, say } = await givenBack(checkout);
  await say(key);
  return path;
};

async function sendWrongKey(page: Page): Promise<void> {
  await page.locator('#pix_key').fill('minha chave');
  await page.locator('button[type=submit]').click();
  await page.locator('#pix_key-error').waitFor();
}

export const BANK_BOLETO_STATES: readonly CheckoutState[] = [
  {
    name: 'boleto-registering',
    path: async (checkout) => (await sold(checkout, {}, HOUR_MS)).path,
  },
  {
    name: 'boleto-refused',
    path: async (checkout) =>
      (await sold(checkout, { customer: { ...PAYER, cpf_cnpj: REFUSED_DOCUMENT } })).path,
  },
  {
    name: 'boleto-cancelled',
    path: async (checkout) => {
      const { seller, id, path } = await sold(checkout);
      await seller.call('POST', `/api/v1/charges/${id}/cancel`);
      await checkout.gateway.runDue();
      return path;
    },
  },
  { name: 'refund-waiting', path: async (checkout) => (await givenBack(checkout)).path },
  {
    name: 'refund-wrong-key',
    path: async (checkout) => (await givenBack(checkout)).path,
    act: sendWrongKey,
  },
  { name: 'refund-sending', path: afterKey('slow@bank.test') },
  { name: 'refund-key-refused', path: afterKey('refused@bank.test') },
  { name: 'refund-done', path: afterKey('paid@bank.test') },
  {
    name: 'refund-expired',
    path: async (checkout) => {
      const { path } = await givenBack(checkout);
      await checkout.gateway.db.query(`update payer_refunds set status = 'expired' where status = 'waiting'`);
      return path;
    },
  },
];
