import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { it as base } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { GatewayOptions, Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { until } from '../support/until.ts';
import { examineViews, NARROW_VIEW } from '../support/views.ts';

const ENGLISH = { locale: 'en-US' };

let isSilent = false;
/** The sandbox's acquirer, which may give no answer to a capture. */
const options: GatewayOptions = {
  rails: (rails) => ({
    ...rails,
    card: rails.card.map((acquirer) => ({
      ...acquirer,
      capture: async (capture) => (isSilent ? { outcome: 'unknown' } : acquirer.capture(capture)),
    })),
  }),
};
const it = base.extend('options', { scope: 'file' }, options);

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
beforeEach(() => {
  isSilent = false;
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

async function held(): Promise<string> {
  const card = { billing_type: 'CREDIT_CARD', value: 150, capture: false };
  const { id } = await createdCharge(seller, card);
  await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  return id;
}
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const sees = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(path: string, context: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await dashboard.open(seller, path, context);
  await settled(page);
  return page;
}

describe('what is held on a card', () => {
  it('is captured in part on the page of its charge', async () => {
    const id = await held();
    const page = await open(`/charges/${id}`);
    await sees(page, /150,00 reservados no cartão/);
    await examineViews(page, 'dashboard-charge-held');
    await button(page, 'Capturar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Valor a capturar').fill('12000');
    await examineViews(page, 'dashboard-charge-capture', NARROW_VIEW);
    await dialog.getByRole('button', { name: /^Capturar R\$\s120,00$/ }).click();
    await sees(page, /120,00 capturados/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', paid_value: 120 });
    await sees(page, 'Valor reservado no cartão');
    expect(await button(page, 'Capturar').count()).toBe(0);
  });

  it('is captured by keyboard alone, in English', async () => {
    const id = await held();
    const page = await open(`/charges/${id}`, ENGLISH);
    await button(page, 'Capture').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByLabel('Amount to capture');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await sees(page, /150\.00 captured/);
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('is not captured above its value, which the field says', async () => {
    const id = await held();
    const page = await open(`/charges/${id}`);
    await button(page, 'Capturar').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Valor a capturar').fill('15001');
    await dialog.getByRole('button', { name: /^Capturar/ }).click();
    await sees(page, /O máximo é R\$\s150,00/);
    expect((await read(id)).authorization.status).toBe('authorized');
  });

  it('that the acquirer has not answered about is shown as asked for, and is received later', async () => {
    isSilent = true;
    const id = await held();
    const page = await open(`/charges/${id}`);
    await button(page, 'Capturar').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Capturar/ })
      .click();
    await sees(page, /Captura pedida à adquirente/);
    expect(await button(page, 'Liberar e cancelar').count()).toBe(0);
    isSilent = false;
    await until('the acquirer has answered', async () => {
      await dashboard.gateway.advance(MINUTE_MS);
      return (await read(id)).status === 'RECEIVED';
    });
    await sees(page, 'Pagamento confirmado.');
  });

  it('is let go with its charge', async () => {
    const id = await held();
    const page = await open(`/charges/${id}`);
    await button(page, 'Liberar e cancelar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar cobrança' }).click();
    await sees(page, 'Cobrança cancelada.');
    await dashboard.gateway.runDue();
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', authorization: { status: 'voided' } });
  });

  it('is asked for when a charge is made', async () => {
    const page = await open('/charges/new');
    await page.getByText('Cartão', { exact: true }).click();
    await page.getByLabel('Valor', { exact: true }).fill('8000');
    await choose(page.getByLabel('Captura'), 'later');
    await page.getByRole('button', { name: /^Criar cobrança/ }).click();
    await sees(page, 'Aguardando pagamento. Envie o link ao cliente.');
    const { data } = (await seller.call('GET', '/api/v1/charges?limit=1')).body;
    expect(await read(data[0].id)).toMatchObject({ value: 80, capture: false });
  });
});
