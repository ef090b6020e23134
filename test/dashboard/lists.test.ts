import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { until } from '../support/until.ts';

const BRUNO = { name: 'Bruno Lima', email: 'bruno@example.com', cpf_cnpj: '52998224725' };

let dashboard: Dashboard;
let seller: Seller;
let ids: string[];

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Ateliê da Serra');
  ids = [];
  for (const [index, description] of ['Vaso grande', 'Prato fundo', 'Caneca'].entries()) {
    const { body } = await seller.call('POST', '/api/v1/charges', {
      ...{ billing_type: 'PIX', value: 100 - index, description, ...(index === 0 && { customer: BRUNO }) },
    });
    ids.push(body.id);
  }
  await seller.call('POST', `/api/v1/sandbox/charges/${ids[0]}/pay`);
  await seller.call('POST', '/api/v1/payment-links', { name: 'Oficina de cerâmica', value: 80 });
}, 120_000);
afterEach(() => dashboard.closePages());

async function open(path: string): Promise<Page> {
  const { page } = await dashboard.open(seller, path);
  await settled(page);
  return page;
}

const rows = (page: Page) => page.locator('tbody tr');
const hasRows = (page: Page, count: number) =>
  until(`the list has ${count} rows`, async () => (await rows(page).count()) === count);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

describe('the list of charges', () => {
  it('has a tab with a count for each status, and finds words', async () => {
    const page = await open('/charges');
    const tabs = page.getByRole('navigation', { name: 'Status das cobranças' });
    await tabs.getByRole('button', { name: /^Todas\s*3$/ }).waitFor();
    await tabs.getByRole('button', { name: /\s*1$/ }).first().click();
    await hasRows(page, 1);
    await tabs.getByRole('button', { name: /^Todas/ }).click();
    await hasRows(page, 3);
    for (const text of ['lima', 'vaso', 'bruno@ex', '529.982']) {
      await page.locator('main input[type="search"]').fill(text);
      await hasRows(page, 1);
      await page.getByText('Vaso grande').filter({ visible: true }).first().waitFor();
    }
    await page.locator('main input[type="search"]').fill('');
    await hasRows(page, 3);
  });

  it('has usual periods, and two days of choice', async () => {
    const page = await open('/charges');
    const period = page.getByLabel('Período');
    await choose(period, 'lastMonth');
    await page.waitForURL(/from=\d{4}-\d\d-01/);
    await hasRows(page, 0);
    await choose(period, 'today');
    await hasRows(page, 3);
    await choose(period, 'custom');
    await page.getByLabel('Até').waitFor();
    await choose(period, '');
    await until('the filter is gone', async () => !page.url().includes('from='));
  });

  it('remembers which columns are shown', async () => {
    const page = await open('/charges');
    const head = page.getByRole('columnheader', { name: 'Criada em' });
    await head.waitFor();
    await press(page, 'Colunas');
    await page.getByRole('menuitemcheckbox', { name: 'Criada em' }).click();
    await page.keyboard.press('Escape');
    await head.waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(await head.count()).toBe(0);
  });

  it('is exported as a file with its filters', async () => {
    const page = await open('/charges?search=vaso');
    await hasRows(page, 1);
    for (const [item, ending] of [
      ['CSV', 'csv'],
      ['Excel (XLSX)', 'xlsx'],
    ] as const) {
      await press(page, 'Exportar');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(new RegExp(`^cobrancas-.*\\.${ending}$`));
      const bytes = readFileSync((await file.path()) ?? '');
      if (ending === 'csv') expect(bytes.toString().split('\r\n')).toHaveLength(3);
      else expect(bytes.subarray(0, 2).toString()).toBe('PK');
    }
  });

  it('cancels the chosen ones that can be cancelled, and says how many could not', async () => {
    const page = await open('/charges');
    await hasRows(page, 3);
    await page.getByLabel('Selecionar todas desta página').check();
    const actions = page.getByRole('region', { name: 'Ações com as cobranças selecionadas' });
    await actions.getByText('3 selecionadas').waitFor();
    await actions.getByRole('button', { name: 'Cancelar cobranças' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar cobranças' }).click();
    await page.getByText('2 cobranças canceladas. 1 não pôde ser cancelada.').first().waitFor();
    await actions.waitFor({ state: 'detached' });
    const { body } = await seller.call('GET', '/api/v1/charges/counts');
    expect(body.by_status).toMatchObject({ CANCELLED: 2, RECEIVED: 1 });
  });
});

describe('Ctrl+K', () => {
  it('finds charges, customers, links and pages, by keyboard alone', async () => {
    const page = await open('/');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Buscar cobranças, clientes, links e páginas' });
    await field.fill('lima');
    await page.getByRole('option', { name: /Bruno Lima.*Clientes/ }).waitFor();
    await page.getByRole('option', { name: /Bruno Lima.*Cobranças/ }).waitFor();
    await field.fill('ceramica');
    await page.getByRole('option', { name: /Oficina de cerâmica/ }).waitFor();
    await field.fill('saque');
    await page.getByRole('option', { name: /Saques/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/withdrawals$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await field.fill('xyzxyz');
    await page.getByText('Nada encontrado.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('a customer', () => {
  it('has sums, and can be changed', async () => {
    const { body } = await seller.call('GET', '/api/v1/customers?search=lima');
    const page = await open(`/customers/${body.data[0].id}`);
    const paid = page.locator('dt', { hasText: /^Pago$/ }).locator('..');
    await until('the sum is shown', async () => /100,00/.test((await paid.textContent()) ?? ''));
    await press(page, 'Editar');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Bruno Lima Prado');
    await dialog.getByLabel(/^E-mail/).fill('nada');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await until('the e-mail is refused', async () =>
      Boolean(await dialog.getByLabel(/^E-mail/).getAttribute('aria-invalid')),
    );
    await dialog.getByLabel(/^E-mail/).fill('prado@example.com');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('heading', { name: 'Bruno Lima Prado' }).waitFor();
  });
});

describe('a payment link', () => {
  it('can be changed, and be made active again', async () => {
    const { body } = await seller.call('GET', '/api/v1/payment-links?search=oficina');
    const [link] = body.data;
    await seller.call('DELETE', `/api/v1/payment-links/${link.id}`);
    const page = await open(`/links/${link.id}`);
    await press(page, 'Editar');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Oficina de torno');
    await dialog.getByLabel('Ativo: aceita pagamentos').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('heading', { name: 'Oficina de torno' }).waitFor();
    const { body: after } = await seller.call('GET', `/api/v1/payment-links/${link.id}`);
    expect(after).toMatchObject({ name: 'Oficina de torno', active: true, value: 80 });
  });
});
