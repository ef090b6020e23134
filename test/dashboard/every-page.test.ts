import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, type Person, settled, visitorsOf } from '../support/dashboard.ts';
import type { Receiver } from '../support/receiver.ts';
import { fillShop, type Shop } from '../support/shop.ts';
import { examineViews, examineWords, LOCALES, NARROW_VIEW } from '../support/views.ts';

let dashboard: Dashboard;
let receiver: Receiver;
let shop: Shop;
const visit = visitorsOf(() => dashboard);
const people: Record<'shop' | 'newcomer' | 'operator', Person | undefined> = {
  shop: undefined,
  newcomer: undefined,
  operator: undefined,
};

it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  receiver = started;
  const { gateway } = dashboard;
  shop = await fillShop(gateway, await gateway.seller('Padaria São Jorge'), receiver);
  people.shop = shop.seller;
  people.newcomer = await gateway.seller('Loja Nova');
  const operator = await gateway.operator();
  people.operator = operator;
  const terms = { percent: 3.99, fixed: 0.9, reserve_percent: 4, reserve_days: 20 };
  const plan = await operator.call('POST', '/api/v1/admin/fee-plans', { name: 'Volume', ...terms });
  const account = `/api/v1/admin/accounts/${shop.seller.id}`;
  await operator.call('PUT', `${account}/named-fee-plan`, { fee_plan_id: plan.body.id });
  await operator.call('PUT', `${account}/fee-plan`, { ...terms, percent: 2.99 });
}, 120_000);

type Place = {
  name: string;
  who: keyof typeof people | 'nobody';
  path: (shop: Shop) => string;
  act?: (page: Page) => Promise<void>;
};

const LISTS = [
  ...['charges', 'customers', 'products', 'links', 'statement', 'withdrawals', 'disputes', 'integrations'],
  ...[
    'integrations/webhooks',
    'integrations/deliveries',
    'integrations/requests',
    'settings/team',
    'settings/audit-log',
  ],
];
const ADMIN = [
  ...['search', 'fee-plans', 'accounts', 'withdrawals', 'disputes', 'deliveries', 'jobs'],
  ...['providers', 'ledger', 'audit-log', 'operators'],
];

const PLACES: Place[] = [
  { name: 'sign in', who: 'nobody', path: () => '/login' },
  { name: 'sign up', who: 'nobody', path: () => '/register' },
  { name: 'overview', who: 'shop', path: () => '/?days=30' },
  { name: 'overview of a newcomer', who: 'newcomer', path: () => '/' },
  ...LISTS.flatMap((list): Place[] => [
    { name: list, who: 'shop', path: () => `/${list}` },
    { name: `${list} of a newcomer`, who: 'newcomer', path: () => `/${list}` },
  ]),
  { name: 'receivables', who: 'shop', path: () => '/receivables' },
  { name: 'import', who: 'shop', path: () => '/charges/import' },
  { name: 'imported', who: 'shop', path: (filled) => `/charges/import/${filled.import}` },
  { name: 'fees', who: 'shop', path: () => '/fees' },
  { name: 'new charge', who: 'shop', path: () => '/charges/new' },
  ...(['pix', 'card', 'boleto', 'refunded', 'disputed', 'split'] as const).map(
    (kind): Place => ({
      name: `charge ${kind}`,
      who: 'shop',
      path: ({ charges }) => `/charges/${charges[kind]}`,
    }),
  ),
  { name: 'customer', who: 'shop', path: ({ customer }) => `/customers/${customer}` },
  { name: 'product', who: 'shop', path: ({ product }) => `/products/${product}` },
  { name: 'link', who: 'shop', path: ({ link }) => `/links/${link}` },
  { name: 'inbox', who: 'shop', path: () => '/notifications' },
  { name: 'inbox of a newcomer', who: 'newcomer', path: () => '/notifications' },
  { name: 'dispute', who: 'shop', path: ({ dispute }) => `/disputes/${dispute}` },
  { name: 'admin dispute', who: 'operator', path: ({ dispute }) => `/admin/disputes/${dispute}` },
  { name: 'new link', who: 'shop', path: () => '/links/new' },
  { name: 'webhook', who: 'shop', path: ({ webhook }) => `/integrations/webhooks/${webhook}` },
  { name: 'delivery', who: 'shop', path: ({ delivery }) => `/integrations/deliveries/${delivery}` },
  { name: 'try it', who: 'shop', path: () => '/integrations/try' },
  { name: 'settings', who: 'shop', path: () => '/settings' },
  { name: 'security', who: 'shop', path: () => '/settings/security' },
  { name: 'branding', who: 'shop', path: () => '/settings/branding' },
  { name: 'notifications', who: 'shop', path: () => '/settings/notifications' },
  { name: 'a page that is not', who: 'shop', path: () => '/charges/none/at/all' },
  { name: 'operators only', who: 'shop', path: () => '/admin' },
  { name: 'admin', who: 'operator', path: () => '/admin' },
  ...ADMIN.map((each): Place => ({ name: `admin ${each}`, who: 'operator', path: () => `/admin/${each}` })),
  { name: 'admin account', who: 'operator', path: ({ seller }) => `/admin/accounts/${seller.id}` },
  {
    name: 'admin found',
    who: 'operator',
    path: () => '/admin/search',
    act: async (page) => {
      await page.getByRole('searchbox').fill('Padaria');
      await page.getByRole('searchbox').press('Enter');
      await page.getByRole('link', { name: 'Padaria São Jorge' }).waitFor();
    },
  },
  {
    name: 'admin charge',
    who: 'operator',
    path: ({ charges }) => `/admin/search/charges/${charges.refunded}`,
  },
  { name: 'admin customer', who: 'operator', path: ({ customer }) => `/admin/search/customers/${customer}` },
];

describe.each(PLACES)('$name', ({ name, who, path, act }) => {
  it('is for everyone: by day and by night, on a phone and on a desk, and fits in both languages', async () => {
    const person = who === 'nobody' ? null : (people[who] ?? null);
    for (const [language, locale] of Object.entries(LOCALES)) {
      const { page, complaints } = await visit(person, path(shop), { locale });
      await settled(page);
      await act?.(page);
      const picture = `dashboard-${name.replaceAll(/[ /]/g, '-')}-${language}`;
      if (language === 'en') await examineWords(page, picture);
      else await examineViews(page, picture, who === 'newcomer' ? NARROW_VIEW : undefined);
      expect(complaints).toEqual([]);
    }
  });
});
