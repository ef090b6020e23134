import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import type { Receiver } from '../support/receiver.ts';
import { fillShop, type Shop } from '../support/shop.ts';

let dashboard: Dashboard;
let receiver: Receiver;
let shop: Shop;
let stranger: Seller;

it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  receiver = started;
  shop = await fillShop(dashboard.gateway, await dashboard.gateway.seller('Padaria São Jorge'), receiver);
  stranger = await dashboard.gateway.seller('Curioso');
});

const FOREIGN: [string, (shop: Shop) => string][] = [
  ['charge', ({ charges }) => `/charges/${charges.pix}`],
  ['customer', ({ customer }) => `/customers/${customer}`],
  ['product', ({ product }) => `/products/${product}`],
  ['payment link', ({ link }) => `/links/${link}`],
  ['webhook', ({ webhook }) => `/integrations/webhooks/${webhook}`],
  ['delivery', ({ delivery }) => `/integrations/deliveries/${delivery}`],
];

describe('another seller', () => {
  it.each(FOREIGN)(
    'who opens the address of a %s sees what is not there, and nothing of it',
    async (_what, path) => {
      const { page } = await dashboard.open(stranger, path(shop));
      await settled(page);
      const shown = await page.locator('main').innerText();
      const { page: never } = await dashboard.open(
        stranger,
        path(shop).replace(/[0-9a-f-]{36}$/, '01900000-0000-7000-8000-000000000000'),
      );
      await settled(never);
      const withoutReference = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
      expect(withoutReference(shown)).toBe(withoutReference(await never.locator('main').innerText()));
      for (const secret of ['Padaria', 'Maria', 'Bolo', 'Rifa', '120,50', receiver.url]) {
        expect(shown).not.toContain(secret);
      }
    },
  );

  it('who filters by a foreign customer finds nothing', async () => {
    const { page } = await dashboard.open(stranger, `/charges?customer_id=${shop.customer}`);
    await settled(page);
    expect(await page.locator('main').innerText()).not.toContain('120,50');
  });
});
