import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { choose } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller();
});
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

/** The gateway does what it is asked; its answer is lost on the way back. */
async function loseAnswersTo(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(path);
}

async function refundTen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Devolver', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('Valor', { exact: true }), 'partial');
  await dialog.getByLabel('Valor da devolução').pressSequentially('1000');
  await dialog.getByRole('button', { name: /^Devolver R\$\s10,00$/ }).click();
}

it('a refund whose answer was lost is done once, although the dialog was closed and all was typed again', async () => {
  const charge = await createdCharge(seller, { billing_type: 'PIX', value: 100, description: 'Bolo' });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  const { page } = await dashboard.open(seller, `/charges/${charge.id}`);
  const findAgain = await loseAnswersTo(page, /\/refund$/);
  await refundTen(page);
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await findAgain();
  await refundTen(page);
  await page.getByText(/R\$\s10,00 devolvidos ao cliente/).waitFor();
  const { body } = await seller.call('GET', `/api/v1/charges/${charge.id}`);
  expect(body.refunds).toHaveLength(1);
  expect(body.refunded_amount).toBe(10);
});

it('a charge whose answer was lost is made once', async () => {
  const { page } = await dashboard.open(seller, '/charges/new');
  await page.getByLabel('Valor', { exact: true }).pressSequentially('7700');
  const findAgain = await loseAnswersTo(page, /\/api\/v1\/charges$/);
  const press = () => page.getByRole('button', { name: 'Criar cobrança' }).click();
  await press();
  await page.getByText('Sem resposta do servidor').waitFor();
  await findAgain();
  await press();
  await page.getByText('Aguardando pagamento').waitFor();
  const { body } = await seller.call('GET', '/api/v1/charges?status=PENDING');
  expect(body.total).toBe(1);
});
