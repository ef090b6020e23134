import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { authenticator } from '../support/cookie-client.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { examineViews } from '../support/views.ts';

let dashboard: Dashboard;
it.beforeAll(({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });

async function fundedSeller(): Promise<Seller> {
  const seller = await dashboard.gateway.seller('Padaria');
  const charge = await createdCharge(seller, { billing_type: 'PIX', value: 500 });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  return seller;
}

/** As if everyone had signed in a quarter of an hour ago. */
async function later(): Promise<void> {
  await dashboard.gateway.db.query(`update sessions set proved_at = proved_at - interval '15 minutes'`);
}

async function askForSix(page: Page): Promise<void> {
  await settled(page);
  await page.getByRole('button', { name: 'Solicitar saque' }).first().click();
  await page.getByLabel('Valor do saque').pressSequentially('600');
  await page.getByLabel('Chave Pix').fill('caixa@padaria.example');
  await press(page, /^Sacar R\$\s6,00$/);
}

const withdrawals = async (seller: Seller) => (await seller.call('GET', '/api/v1/withdrawals')).body;

describe('a withdrawal a quarter of an hour after signing in', () => {
  it('asks for the password over the form, and goes on with what was typed', async () => {
    const seller = await fundedSeller();
    const { page } = await dashboard.open(seller, '/withdrawals');
    await later();
    await askForSix(page);
    const dialog = question(page);
    await dialog.getByText('mais de dez minutos').waitFor();
    expect((await withdrawals(seller)).total).toBe(0);
    await examineViews(page, 'confirm-identity-password');
    // By the keyboard alone: the field has the focus.
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('Senha incorreta.').waitFor();
    await dialog.getByLabel('Senha', { exact: true }).fill(seller.password);
    await page.keyboard.press('Enter');
    await page
      .getByText(/Saque de R\$\s6,00 solicitado/)
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const { data, total } = await withdrawals(seller);
    expect([total, data[0].amount, data[0].pix_key]).toEqual([1, 6, 'caixa@padaria.example']);
  });

  it('that is given up does nothing, and loses nothing that was typed', async () => {
    const seller = await fundedSeller();
    const { page } = await dashboard.open(seller, '/withdrawals');
    await later();
    await askForSix(page);
    await question(page).locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await page.getByText('Nada foi feito: é preciso confirmar que é você.').waitFor();
    expect(await page.getByLabel('Chave Pix').inputValue()).toBe('caixa@padaria.example');
    expect((await withdrawals(seller)).total).toBe(0);
    await press(page, /^Sacar R\$\s6,00$/);
    await question(page).getByLabel('Senha', { exact: true }).fill(seller.password);
    await press(page, 'Confirmar e continuar');
    await page
      .getByText(/Saque de R\$\s6,00 solicitado/)
      .first()
      .waitFor();
    expect((await withdrawals(seller)).total).toBe(1);
  });

  it('asks for a code where two-step verification is on', async () => {
    const seller = await fundedSeller();
    const setUp = (path: string, body: object) =>
      dashboard.gateway.call('POST', `/api/v1/auth/two-factor${path}`, body, {
        authorization: `Bearer ${seller.token}`,
      });
    const { page } = await dashboard.open(seller, '/withdrawals');
    const code = authenticator((await setUp('', { password: seller.password })).body.secret);
    await setUp('/confirm', { code: code(-1) });
    await page.reload();
    await later();
    await askForSix(page);
    const dialog = question(page);
    const field = dialog.getByLabel('Código de 6 dígitos');
    await examineViews(page, 'confirm-identity-code');
    await field.fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('Código incorreto').waitFor();
    await field.fill(code());
    await page.keyboard.press('Enter');
    await page
      .getByText(/Saque de R\$\s6,00 solicitado/)
      .first()
      .waitFor();
    expect((await withdrawals(seller)).total).toBe(1);
  });
});

describe('other places that ask', () => {
  it('a new API key, in English too', async () => {
    const seller = await dashboard.gateway.seller('Shop');
    await seller.call('PATCH', '/api/v1/account', { language: 'en' });
    const { page } = await dashboard.open(seller, '/integrations', { locale: 'en-US' });
    await settled(page);
    await later();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('till');
    await form.getByRole('button', { name: /create/i }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await examineViews(page, 'confirm-identity-english');
    await dialog.getByLabel('Password', { exact: true }).fill(seller.password);
    await dialog.getByRole('button', { name: 'Confirm and continue' }).click();
    await page
      .getByText(/^guiche_\w{36}$/)
      .first()
      .waitFor();
    const { body } = await dashboard.gateway.call('GET', '/api/v1/keys', undefined, {
      authorization: `Bearer ${seller.token}`,
    });
    expect(body.keys.map((key: { name: string }) => key.name)).toContain('till');
  });

  it('a webhook: when it is made, gets another address or another secret, and not for its events', async () => {
    const seller = await dashboard.gateway.seller('Loja');
    const { page } = await dashboard.open(seller, '/integrations/webhooks');
    await settled(page);
    const webhooks = async () => (await seller.call('GET', '/api/v1/webhooks')).body.data;
    const prove = async () => {
      await question(page).getByLabel('Senha', { exact: true }).fill(seller.password);
      await press(page, 'Confirmar e continuar');
      await question(page).waitFor({ state: 'detached' });
    };
    const form = page.getByRole('dialog');

    await later();
    await press(page, 'Criar webhook');
    await form.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await form.getByLabel('charge.refunded').check();
    await form.getByRole('button', { name: 'Criar webhook' }).click();
    await question(page).waitFor();
    expect(await webhooks()).toEqual([]);
    await prove();
    await form.getByText('Webhook criado').waitFor();
    await form.getByText(/^whsec_/).waitFor();
    await press(page, 'Já copiei, fechar');
    await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor();

    await later();
    await press(page, 'Editar');
    await form.getByLabel('charge.paid').check();
    await press(page, 'Salvar');
    await form.waitFor({ state: 'detached' });
    expect((await webhooks())[0].events.sort()).toEqual(['charge.paid', 'charge.refunded']);

    await press(page, 'Editar');
    await form.getByLabel('URL').fill('http://127.0.0.1:9/elsewhere');
    await press(page, 'Salvar');
    await question(page).waitFor();
    expect((await webhooks())[0].url).toBe('http://127.0.0.1:9/hook');
    await prove();
    await form.waitFor({ state: 'detached' });
    expect((await webhooks())[0].url).toBe('http://127.0.0.1:9/elsewhere');

    await later();
    await press(page, 'Trocar chave secreta');
    await form.getByRole('button', { name: 'Trocar chave secreta' }).click();
    await question(page).waitFor();
    await prove();
    await form.getByText('Sua nova chave secreta').waitFor();
    await form.getByText(/^whsec_/).waitFor();
  });

  it('an operator who approves a withdrawal', async () => {
    const seller = await fundedSeller();
    const operator = await dashboard.gateway.operator();
    await seller.call('POST', '/api/v1/withdrawals', { amount: 6, pix_key: 'caixa@padaria.example' });
    const { page } = await dashboard.open(operator, '/admin/withdrawals');
    await settled(page);
    await later();
    await page
      .getByRole('button', { name: /^Aprovar/ })
      .first()
      .click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Aprovar/ });
    if (await confirm.count()) await confirm.click();
    await question(page).getByLabel('Senha', { exact: true }).fill(operator.password);
    await press(page, 'Confirmar e continuar');
    await question(page).waitFor({ state: 'detached' });
    await expect.poll(async () => (await withdrawals(seller)).data[0].status).toBe('approved');
  });
});
