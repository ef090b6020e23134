import type { Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { until } from '../support/until.ts';

const WIDTHS = [1366, 1280, 1024, 768, 390, 360, 320];
const MOST = 9_999_999_999.99;
/** What stands in a box and is wider than it, by its text. */
const TOO_WIDE = `[...document.querySelectorAll('html, main search, main section, main dl, main dd')]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => box.textContent.slice(0, 60))`;
/** The chart is a canvas: what it wrote last is kept, with the place of each text. */
const KEEP_WHAT_IS_DRAWN = `{
  const kept = [];
  const pen = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect } = pen;
  pen.clearRect = function (...box) {
    kept.length = 0;
    clearRect.apply(this, box);
  };
  pen.fillText = function (text, x, ...rest) {
    const { width } = this.measureText(text);
    const left = x - width * { left: 0, center: 0.5, right: 1 }[this.textAlign];
    kept.push({ text, left, right: left + width, isDay: this.textBaseline === 'top' });
    fillText.call(this, text, x, ...rest);
  };
  globalThis.drawnTexts = () => {
    const canvas = document.querySelector('.uplot canvas');
    const scale = canvas.width / canvas.clientWidth;
    const inPage = ({ left, right, ...text }) => ({ ...text, left: left / scale, right: right / scale });
    return { room: canvas.closest('[aria-hidden]').clientWidth, width: canvas.clientWidth, texts: kept.map(inPage) };
  };
}`;
const MIN_GAP = 8;

type Drawn = {
  room: number;
  width: number;
  texts: { text: string; left: number; right: number; isDay: boolean }[];
};

let dashboard: Dashboard;
let seller: Seller;
let operator: Seller;
let partner: Seller;
let paths: Record<string, string>;

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Comércio de Laticínios e Panificação São Jorge do Alto da Serra');
  operator = await dashboard.gateway.operator();
  partner = await dashboard.gateway.seller('Moinho');
  const sold = await createdCharge(partner, { billing_type: 'PIX', value: 99_999_999.99 });
  await partner.call('POST', `/api/v1/sandbox/charges/${sold.id}/pay`);
  await seller.call('POST', '/api/v1/webhooks', {
    url: 'http://127.0.0.1:9/avisos',
    events: ['charge.pending', 'payment.received'],
  });
  const large = await createdCharge(seller, { billing_type: 'PIX', value: MOST });
  await seller.call('POST', `/api/v1/sandbox/charges/${large.id}/pay`);
  const charge = await createdCharge(seller, {
    billing_type: 'BOLETO',
    value: 99_999_999.99,
    description: 'Encomenda de fim de ano, com entrega combinada por telefone',
    external_reference: 'pedido-2026-000000000000000000000000000000000001',
    customer: {
      name: 'Maria Aparecida de Albuquerque Cavalcanti',
      email: 'maria.aparecida.de.albuquerque.cavalcanti@contabilidade.padaria.example',
      cpf_cnpj: '52998224725',
    },
    fine: { percent: 2 },
    interest: { percent: 1 },
    split: [{ recipient_id: partner.id, percent: 10 }],
  });
  const link = await seller.call('POST', '/api/v1/payment-links', {
    name: 'Encomenda de fim de ano',
    value: 100,
    success_url: `https://loja.example/${'obrigado-'.repeat(12)}`,
    split: [{ recipient_id: partner.id, percent: 10 }],
  });
  const customers = await seller.call('GET', '/api/v1/customers');
  paths = {
    overview: '/',
    charge: `/charges/${charge.id}`,
    'paid charge': `/charges/${large.id}`,
    link: `/links/${link.body.id}`,
    charges: '/charges',
    statement: '/statement',
    customer: `/customers/${customers.body.data[0].id}`,
    deliveries: '/integrations/deliveries',
    account: `/admin/accounts/${seller.id}`,
  };
});
afterEach(() => dashboard.closePages());

const LISTS = ['charges', 'statement', 'customer', 'deliveries'];

it.each(['overview', 'charge', 'paid charge', 'link', 'account', ...LISTS])(
  'nothing on the %s is wider than its place',
  async (name) => {
    const person = { account: operator, statement: partner }[name] ?? seller;
    const { page } = await dashboard.open(person, paths[name] ?? '');
    await settled(page);
    // The largest value beside its date does not fit the narrowest phone: there a list moves sideways.
    for (const width of WIDTHS.filter((each) => each >= 360 || !LISTS.includes(name))) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect.soft(await page.evaluate(TOO_WIDE), `at ${width}`).toEqual([]);
    }
  },
);

it('a list of several pages, and the keys, fit the narrowest phone', async () => {
  for (let made = 0; made < 26; made += 1) {
    const { status } = await partner.call('POST', '/api/v1/customers', { name: `Cliente ${made}` });
    expect(status).toBe(201);
  }
  const { page } = await dashboard.open(partner, '/customers', { viewport: { width: 320, height: 900 } });
  await page.getByRole('button', { name: 'Próxima' }).waitFor();
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
  await page.goto(`${dashboard.origin}/integrations`);
  await settled(page);
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
});

it('text is as large as the reader asked for, and the overview has room for it', async () => {
  const { page } = await dashboard.open(partner, '/');
  await settled(page);
  const text = () => page.evaluate<number>('parseFloat(getComputedStyle(document.body).fontSize)');
  const before = await text();
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  expect(await text()).toBe(2 * before);
  expect(await page.evaluate(TOO_WIDE)).toEqual([]);
});

it.each(['pt-BR', 'en-US'])(
  'what the queue says stays in its card on the narrowest phone, in %s',
  async (locale) => {
    const { page } = await dashboard.open(operator, '/settings', {
      locale,
      viewport: { width: 320, height: 900 },
    });
    await page.route('**/api/v1/admin/deliveries', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), failed: 8, oldest_age_seconds: 90_000 },
      });
    });
    await page.goto(`${dashboard.origin}/admin`);
    await settled(page);
    await page.locator('main a[href="/admin/deliveries"]').getByText('24 h').waitFor();
    const tooWide = `[...document.querySelectorAll('main section a')]
    .filter((card) => card.scrollWidth > card.clientWidth)
    .map((card) => card.textContent)`;
    expect(await page.evaluate(tooWide)).toEqual([]);
  },
);

it.each([
  ['pt-BR', 7],
  ['pt-BR', 30],
  ['en-US', 7],
  ['en-US', 30],
])('the days below the chart stand apart and whole, in %s for %i days', async (locale, days) => {
  const { page } = await dashboard.open(seller, '/settings', { locale, deviceScaleFactor: 2 });
  await page.addInitScript(KEEP_WHAT_IS_DRAWN);
  await page.goto(`${dashboard.origin}/?days=${days}`);
  await settled(page);
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const { room, texts } = await drawn(page);
    const names = texts.filter(({ isDay }) => isDay);
    expect.soft(names.length, `at ${width}`).toBeGreaterThan(2);
    const crowded = names.filter(({ left }, at) => at > 0 && left - (names[at - 1]?.right ?? 0) < MIN_GAP);
    expect.soft(crowded, `too near at ${width}`).toEqual([]);
    const cut = texts.filter(({ left, right }) => left < 0 || right > room);
    expect.soft(cut, `cut at ${width}`).toEqual([]);
  }
});

/** Once the chart has followed its place. */
async function drawn(page: Page): Promise<Drawn> {
  let found: Drawn | undefined;
  await until('the chart is as wide as its place', async () => {
    found = await page.evaluate<Drawn>('drawnTexts()');
    return found.width === found.room;
  });
  return found as Drawn;
}
