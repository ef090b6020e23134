import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled, visitorsOf } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import type { Receiver } from '../support/receiver.ts';

/** HTML, a template of i18next, a formula, right-to-left, and a word without end: all are text. */
const HOSTILE = `<img src=x onerror="document.title='owned'">{{count}} $t(common:product) =1+1 \u202eabc ${'W'.repeat(80)}`;

let dashboard: Dashboard;
let receiver: Receiver;
let seller: Seller;
let operator: Seller;
const visit = visitorsOf(() => dashboard);
const ids: Record<string, string> = {};

async function make(name: string, path: string, body: object): Promise<void> {
  const answer = await seller.call('POST', path, body);
  if (answer.status > 201) throw new Error(`${path} answered ${answer.raw}`);
  ids[name] = answer.body.id ?? answer.body.webhook?.id;
}

it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  receiver = started;
  const { gateway } = dashboard;
  seller = await gateway.seller('Loja');
  operator = await gateway.operator();
  await seller.call('PATCH', '/api/v1/account', {
    name: HOSTILE.slice(0, 120),
    page_name: HOSTILE.slice(0, 60),
  });
  const customer = {
    name: HOSTILE,
    email: 'a@example.com',
    cpf_cnpj: '11144477735',
    phone: HOSTILE.slice(0, 20),
  };
  await make('customer', '/api/v1/customers', customer);
  await make('product', '/api/v1/products', { name: HOSTILE, price: 10, description: HOSTILE });
  await make('link', '/api/v1/payment-links', { name: HOSTILE, description: HOSTILE, value: 5 });
  await make('charge', '/api/v1/charges', {
    billing_type: 'PIX',
    value: 100,
    description: HOSTILE,
    external_reference: HOSTILE.slice(0, 200),
    customer_id: ids.customer,
    metadata: { [HOSTILE.slice(0, 30)]: HOSTILE.slice(0, 200) },
    postback_url: `${receiver.url}/?x=%3Cscript%3E`,
  });
  await seller.call('POST', `/api/v1/sandbox/charges/${ids.charge}/pay`);
  await seller.call('POST', `/api/v1/charges/${ids.charge}/refund`, { amount: 10, reason: HOSTILE });
  receiver.respondWith((_request, response) => void response.writeHead(500).end(HOSTILE));
  await make('webhook', '/api/v1/webhooks', { url: receiver.url, events: ['payment.refunded'] });
  await seller.call('POST', `/api/v1/charges/${ids.charge}/refund`, { amount: 1, reason: HOSTILE });
  await gateway.runDue();
  await seller.call('POST', '/api/v1/withdrawals', { amount: 1, pix_key: 'a@example.com' });
  await operator.call('POST', `/api/v1/admin/accounts/${seller.id}/block`, { reason: HOSTILE });
  await seller.call('GET', `/api/v1/charges?search=${encodeURIComponent(HOSTILE.slice(0, 60))}`);
});

const SELLER_PLACES = [
  ...['', 'charges', 'customers', 'products', 'links', 'statement', 'withdrawals', 'settings'],
  ...[
    'integrations',
    'integrations/webhooks',
    'integrations/deliveries',
    'integrations/requests',
    'settings/audit-log',
  ],
  ...[
    'charges/:charge',
    'customers/:customer',
    'products/:product',
    'links/:link',
    'integrations/webhooks/:webhook',
  ],
];
const OPERATOR_PLACES = ['admin', 'admin/accounts', 'admin/withdrawals', 'admin/audit-log'];
const VIEWPORTS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

async function shows(person: Seller, place: string): Promise<void> {
  const path = place.replace(/:(\w+)/, (_whole, name: string) => ids[name] ?? '');
  const { page, complaints } = await visit(person, `/${path}`);
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await settled(page);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${place} is wide`).toBe(
      0,
    );
  }
  expect(await page.title()).not.toBe('owned');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(complaints).toEqual([]);
}

describe('hostile text in every field', () => {
  it.each(SELLER_PLACES)('shows as text on /%s, and breaks no layout', (place) => shows(seller, place));
  it.each([...OPERATOR_PLACES, 'admin/accounts/:seller'])('shows as text to an operator on /%s', (place) => {
    ids.seller = seller.id;
    return shows(operator, place);
  });

  it('is there word for word, and nothing in it is filled in', async () => {
    const { page } = await dashboard.open(seller, `/charges/${ids.charge}`);
    await settled(page);
    expect(await page.getByText(HOSTILE).count()).toBeGreaterThan(0);
  });
});
