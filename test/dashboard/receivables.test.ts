import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { hasInstallments, soldByCard } from '../support/receivables.ts';
import { examineViews, NARROW_VIEW } from '../support/views.ts';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
  await hasInstallments(dashboard.gateway, seller);
  await soldByCard(seller, { value: 300, installments: 3 });
  await soldByCard(seller, { value: 1_200, installments: 12 });
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

const sees = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

async function open(who: Seller, path: string, context: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await dashboard.open(who, path, context);
  await settled(page);
  return page;
}

const first = async () => (await seller.call('GET', '/api/v1/receivables?limit=1')).body.data[0];

describe('what card sales still bring', () => {
  it('is on the calendar and in a list with the charge of each installment', async () => {
    const { expected_on: day, charge_id: charge } = await first();
    const page = await open(seller, `/receivables?month=${day.slice(0, 7)}`);
    await sees(page, 'Cartão a receber no mês');
    await sees(page, 'Parcela 1 de 12');
    await sees(page, 'Prevista');
    await examineViews(page, 'dashboard-receivables-cards');
    await page.getByRole('link', { name: 'Parcela 1 de 3' }).click();
    await page.waitForURL(`**/charges/${charge}`);
  });

  it('is paid out early for the fee that the page has shown', async () => {
    const page = await open(seller, '/receivables');
    await page.getByRole('button', { name: 'Antecipar', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quanto antecipar').fill('12000');
    await dialog.getByText(/^R\$\s120,00$/).waitFor();
    await examineViews(page, 'dashboard-early-payout', NARROW_VIEW);
    const { body: quote } = await seller.call('POST', '/api/v1/receivables/anticipations/quote', {
      amount: 120,
    });
    const net = quote.net_amount.toLocaleString('pt-BR', { minimumFractionDigits: 2 });
    await dialog.getByRole('button', { name: new RegExp(`^Receber R\\$\\s${net} agora$`) }).click();
    await sees(page, new RegExp(`Antecipação feita: R\\$\\s${net} no saldo`));
    await dialog.waitFor({ state: 'detached' });
    const { body: after } = await seller.call('GET', '/api/v1/balance');
    expect(after.available).toBeCloseTo(quote.net_amount, 10);
    await page.goto(`${dashboard.origin}/statement`);
    await sees(page, 'Parcela antecipada');
    await sees(page, 'A receber de cartão');
  });

  it('of more than is to come is refused before it is asked for', async () => {
    const page = await open(seller, '/receivables', { locale: 'en-US' });
    await page.getByRole('button', { name: 'Get it early', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How much').fill('99999900');
    await dialog.getByText('More than is to come. Enter less, or nothing for all of it.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Get it early' }).isDisabled()).toBe(true);
  });
});

describe('an operator', () => {
  it('sets when a seller gets card sales and what early payout costs', async () => {
    const other = await dashboard.gateway.seller('Loja Nova');
    const operator = await dashboard.gateway.operator();
    const page = await open(operator, `/admin/accounts/${other.id}`);
    await choose(page.getByLabel('Vendas por cartão'), 'installments');
    await page.getByLabel('Taxa de antecipação por mês').fill('2,5');
    await page.getByRole('button', { name: 'Alterar taxas', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/cartão a cada parcela, antecipação a 2,5% ao mês/).waitFor();
    await examineViews(page, 'dashboard-card-terms', NARROW_VIEW);
    await dialog.getByRole('button', { name: 'Alterar taxas', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await other.call('GET', '/api/v1/account/fees');
    expect(body).toMatchObject({ card_settlement: 'installments', anticipation_percent: 2.5 });
    const ownPage = await open(other, '/fees');
    await sees(ownPage, 'no saldo a cada parcela');
    await sees(ownPage, /2,5% ao mês, por dia/);
  });
});
