import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, type Person, settled, visitorsOf } from '../support/dashboard.ts';
import { fillPayouts } from '../support/fill-payouts.ts';
import { fillIdentities } from '../support/identity.ts';
import { DOMAIN_STATES, type DomainState, putInState } from '../support/own-domain.ts';
import type { Receiver } from '../support/receiver.ts';
import { fillShop, type Shop } from '../support/shop.ts';
import { examineViews, examineWords, LOCALES, NARROW_VIEW } from '../support/views.ts';

let dashboard: Dashboard;
let receiver: Receiver;
let shop: Shop;
const visit = visitorsOf(() => dashboard);
type Checked = 'waiting' | 'reviewed' | 'refused' | 'approved' | 'company';
type Who = 'shop' | 'newcomer' | 'operator' | 'viewer' | Checked | `domain ${DomainState}`;
const people: Partial<Record<Who, Person>> = {};
let proposed: string;

it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  receiver = started;
  const { gateway } = dashboard;
  shop = await fillShop(gateway, await gateway.seller('Padaria São Jorge'), receiver);
  people.shop = shop.seller;
  people.newcomer = await gateway.seller('Loja Nova');
  for (const state of DOMAIN_STATES) {
    const seller = await gateway.seller('Padaria São Jorge');
    await putInState(gateway, seller, state);
    people[`domain ${state}`] = seller;
  }
  const operator = await gateway.operator();
  people.operator = operator;
  await fillPayouts(gateway, shop.seller, operator);
  await gateway.deps.rollups.fold();
  people.viewer = await gateway.operator();
  const terms = { percent: 3.99, fixed: 0.9, reserve_percent: 4, reserve_days: 20 };
  const plan = await operator.call('POST', '/api/v1/admin/fee-plans', { name: 'Volume', ...terms });
  const account = `/api/v1/admin/accounts/${shop.seller.id}`;
  await operator.call('PUT', `${account}/named-fee-plan`, { fee_plan_id: plan.body.id });
  await operator.call('PUT', `${account}/fee-plan`, { ...terms, percent: 2.99 });
  const identities = await fillIdentities(gateway, [await gateway.operator(), operator]);
  ({ proposed } = identities);
  const { waiting, reviewed, refused, approved } = identities;
  const company = await gateway.seller('Comércio Ltda');
  await gateway.db.query(`update accounts set person_type = 'PJ' where id = $1`, [company.id]);
  Object.assign(people, { waiting, reviewed, refused, approved, company });
}, 120_000);

type Place = {
  name: string;
  who: Who | 'nobody';
  path: (shop: Shop) => string;
  act?: (page: Page) => Promise<void>;
};

const LISTS = [
  ...['charges', 'customers', 'products', 'links', 'coupons', 'statement', 'withdrawals', 'disputes'],
  'integrations',
  ...[
    'integrations/webhooks',
    'integrations/deliveries',
    'integrations/requests',
    'settings/team',
    'settings/audit-log',
  ],
];
const ADMIN = [
  ...['trends', 'search', 'identities', 'fee-plans', 'accounts', 'withdrawals', 'disputes', 'deliveries'],
  'jobs',
  ...['providers', 'ledger', 'audit-log', 'operators'],
];

/** A page of the shop as an operator sees it who looks at the shop's dashboard. */
const inView = (name: string, path: Place['path']): Place => ({
  name: `view ${name}`,
  who: 'viewer',
  path,
  act: async (page) => {
    const bar = page.getByRole('button', { name: /^(Encerrar|End view)$/ });
    if (await bar.isVisible()) return;
    const { origin } = dashboard;
    const begun = await page.request.post(`${origin}/api/v1/admin/accounts/${shop.seller.id}/view`, {
      ...{ data: { reason: 'For the pictures' }, headers: { origin } },
    });
    expect(begun.status(), await begun.text()).toBe(201);
    await page.goto(origin + path(shop));
    await bar.waitFor();
    await settled(page);
  },
});

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
  { name: 'new coupon', who: 'shop', path: () => '/coupons/new' },
  { name: 'coupon', who: 'shop', path: ({ coupon }) => `/coupons/${coupon}` },
  { name: 'charge with a coupon', who: 'shop', path: ({ discounted }) => `/charges/${discounted}` },
  { name: 'webhook', who: 'shop', path: ({ webhook }) => `/integrations/webhooks/${webhook}` },
  { name: 'delivery', who: 'shop', path: ({ delivery }) => `/integrations/deliveries/${delivery}` },
  { name: 'try it', who: 'shop', path: () => '/integrations/try' },
  { name: 'settings', who: 'shop', path: () => '/settings' },
  { name: 'security', who: 'shop', path: () => '/settings/security' },
  { name: 'branding', who: 'shop', path: () => '/settings/branding' },
  ...DOMAIN_STATES.map(
    (state): Place => ({
      ...{ name: `own domain ${state}`, who: `domain ${state}`, path: () => '/settings/branding' },
      act: (page) => page.getByRole('heading', { name: /^(Domínio próprio|Your own domain)$/ }).waitFor(),
    }),
  ),
  ...(['newcomer', 'company', 'waiting', 'reviewed', 'refused', 'approved'] as const).map(
    (who): Place => ({ name: `identity of ${who}`, who, path: () => '/settings/identity' }),
  ),
  {
    name: 'admin identity',
    who: 'operator',
    path: () => `/admin/identities/${proposed}`,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Abrir|Open): (Frente|Front)/ }).click();
      await page.getByRole('img', { name: /Frente|Front/ }).waitFor();
    },
  },
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
      await page.getByRole('link', { name: 'Padaria São Jorge' }).first().waitFor();
    },
  },
  {
    name: 'admin charge',
    who: 'operator',
    path: ({ charges }) => `/admin/search/charges/${charges.refunded}`,
  },
  inView('overview', () => '/?days=30'),
  inView('charges', () => '/charges'),
  inView('charge', ({ charges }) => `/charges/${charges.boleto}`),
  inView('customer', ({ customer }) => `/customers/${customer}`),
  inView('delivery', ({ delivery }) => `/integrations/deliveries/${delivery}`),
  inView('audit log', () => '/settings/audit-log'),
  inView('security', () => '/settings/security'),
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
