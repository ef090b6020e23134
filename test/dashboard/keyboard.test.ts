import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

const MAX_TABS = 120;
const FOCUS = `document.activeElement === document.body
  ? 'BODY'
  : document.activeElement.tagName + ' ' + getComputedStyle(document.activeElement).outlineStyle`;
let dashboard: Dashboard;
let seller: Seller;
let charge: string;

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
  charge = (await createdCharge(seller, { billing_type: 'PIX', value: 100 })).id;
  await seller.call('POST', `/api/v1/sandbox/charges/${charge}/pay`);
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

async function open(path: string): Promise<Page> {
  const { page } = await dashboard.open(seller, path);
  await settled(page);
  return page;
}

/** Presses Tab until the control has the focus, which must be seen on every stop. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  for (let stops = 0; stops < MAX_TABS; stops += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(FOCUS);
    // Behind the last control the focus is the window's.
    if (focus !== 'BODY') expect(focus).toMatch(/ (solid|auto)$/);
  }
  throw new Error('Tab does not reach the control.');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(button(page, name));
  await page.keyboard.press('Enter');
}

describe('by keyboard alone', () => {
  it('a part of a payment is given back', async () => {
    const page = await open(`/charges/${charge}`);
    await press(page, 'Devolver');
    await tabTo(page.getByLabel('Valor', { exact: true }));
    await page.keyboard.press('Enter');
    await page.locator('[role=option][data-choice=partial]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page.getByLabel('Valor da devolução'));
    await page.keyboard.type('3000');
    await press(page, /^Devolver R\$\s30,00$/);
    await page
      .getByText(/R\$\s30,00 devolvidos ao cliente/)
      .first()
      .waitFor();
    const { body } = await seller.call('GET', `/api/v1/charges/${charge}`);
    expect(body.refunded_amount).toBe(30);
  });

  it('money is withdrawn', async () => {
    const page = await open('/withdrawals');
    await press(page, 'Solicitar saque');
    await tabTo(page.getByLabel('Valor do saque'));
    await page.keyboard.type('3000');
    await tabTo(page.getByLabel('Chave Pix'));
    await page.keyboard.type('caixa@padaria.example');
    await press(page, /^Sacar R\$\s30,00$/);
    await page
      .getByText(/Saque de R\$\s30,00 solicitado/)
      .first()
      .waitFor();
    const { body } = await seller.call('GET', '/api/v1/withdrawals?limit=1');
    expect(body.data[0]).toMatchObject({ amount: 30, pix_key: 'caixa@padaria.example' });
  });
});
