import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { until } from '../support/until.ts';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria');
  const charge = await createdCharge(seller, { billing_type: 'PIX', value: 500, description: 'Bolo' });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
});

async function askForSix(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Solicitar saque' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Valor do saque').pressSequentially('600');
  await dialog.getByLabel('Chave Pix').fill('caixa@padaria.example');
  await dialog.getByRole('button', { name: /^Sacar R\$\s6,00$/ }).click();
}

const withdrawals = async () => (await seller.call('GET', '/api/v1/withdrawals')).body.total;

describe('without a network', () => {
  it('says so, refuses a write at once, and does nothing of it later', async () => {
    const { page } = await dashboard.open(seller, '/withdrawals');
    await settled(page);
    await page.context().setOffline(true);
    await page.getByText('Sem conexão').waitFor();
    await askForSix(page);
    await page.getByRole('dialog').getByText('Sem resposta do servidor').waitFor();
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    await page.getByText('Sem conexão').waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(await withdrawals()).toBe(0);
    await askForSix(page);
    await page.getByRole('cell', { name: 'Em análise' }).waitFor();
    expect(await withdrawals()).toBe(1);
  });
});

describe('a page whose file is asked for and never answered', () => {
  it.each([
    ['signed in', '/charges', 'Extrato'],
    ['signed out', '/login', 'Criar conta'],
  ])('says so to who is %s, and comes when it is tried again', async (who, path, next) => {
    const { page } = await dashboard.open(who === 'signed in' ? seller : null, path);
    await settled(page);
    const files = '**/assets/dashboard/**';
    let asked = 0;
    await page.clock.install();
    await page.route(files, () => void asked++);
    await page.getByRole('link', { name: next }).first().click();
    await until('the file was asked for', () => asked > 0);
    await page.clock.fastForward(10_000);
    await page.getByRole('alert').getByText('Sem resposta do servidor').waitFor();
    await page.unroute(files);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { level: 1, name: next }).waitFor();
  });
});

describe('a gateway that takes the question and never answers', () => {
  /** Keeps every answer back. Returns how to wait until all of these were asked for, and then for as long as a page waits. */
  async function silence(page: Page): Promise<(...paths: string[]) => Promise<void>> {
    await settled(page);
    await page.clock.install();
    const asked = new Set<string>();
    await page.route('**/api/v1/**', (route) => void asked.add(new URL(route.request().url()).pathname));
    return async (...paths) => {
      await until(`${paths} were asked for`, () => paths.every((path) => asked.has(`/api/v1/${path}`)));
      await page.clock.fastForward(15_000);
    };
  }
  const notices = (page: Page) => page.getByRole('alert').getByText('Sem resposta do servidor');

  it('is not waited for for ever by a page, which comes when it is tried again', async () => {
    const { page } = await dashboard.open(seller, '/withdrawals');
    const waitFor = await silence(page);
    await page.getByRole('link', { name: 'Cobranças' }).first().click();
    await waitFor('charges');
    await notices(page).waitFor();
    await page.unroute('**/api/v1/**');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('cell', { name: /Bolo/ }).first().waitFor();
  });

  it('leaves nothing of the overview as if it were still on its way', async () => {
    const { page } = await dashboard.open(seller, '/withdrawals');
    const waitFor = await silence(page);
    await page.getByRole('link', { name: 'Visão geral' }).first().click();
    await waitFor('overview', 'charges', 'balance/reserve');
    await until('each of them says that nothing came', async () => (await notices(page).count()) === 3);
    expect(await page.locator('.skeleton').count()).toBe(0);
  });

  it('is not waited for for ever by a form, which asks again under the same key', async () => {
    const { page } = await dashboard.open(seller, '/withdrawals');
    await settled(page);
    const before = await withdrawals();
    const keys: (string | null)[] = [];
    await page.clock.install();
    await page.route('**/api/v1/**', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      keys.push(await request.headerValue('idempotency-key'));
      if (keys.length > 1) await route.continue();
    });
    await askForSix(page);
    await until('the form has left', () => keys.length === 1);
    await page.clock.fastForward(60_000);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sem resposta do servidor').waitFor();
    await dialog.getByRole('button', { name: /^Sacar R\$\s6,00$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(await withdrawals()).toBe(before + 1);
  });
});

describe('when the session ends in the middle of a form', () => {
  it('asks to sign in over the page, keeps what was typed, and goes on', async () => {
    const { page } = await dashboard.open(seller, '/charges/new');
    await page.getByLabel('Valor', { exact: true }).pressSequentially('4200');
    await page.getByLabel('Descrição').fill('Torta de limão');
    await page.context().clearCookies({ name: 'guiche_session' });
    // Not by the mouse, and hidden or not: the page may have learnt of it already, from a question of its
    // own, and lie covered by the dialog, which takes the rest out of the accessibility tree.
    await page.getByRole('button', { name: 'Criar cobrança', includeHidden: true }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Sua sessão expirou' });
    await dialog.getByLabel('Senha', { exact: true }).fill(seller.password);
    await dialog.getByRole('button', { name: 'Entrar e continuar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Torta de limão');
    await page.getByRole('button', { name: 'Criar cobrança' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
  });
});

describe('two tabs of one browser', () => {
  it('a tab of who was signed in before changes nothing of who is now, and shows them', async () => {
    const other = await dashboard.gateway.seller('Outra Loja');
    const { page } = await dashboard.open(seller, '/settings');
    await settled(page);
    const { email, password } = other;
    const answer = await page.context().request.post(`${dashboard.origin}/api/v1/auth/login`, {
      data: { email, password, cookie: true },
      headers: { origin: dashboard.origin },
    });
    expect(answer.ok()).toBe(true);
    await page.getByLabel('Telefone').first().fill('11988887777');
    await page.getByRole('button', { name: 'Salvar perfil' }).click();
    await page.getByText('Outra Loja').first().waitFor();
    expect((await other.call('GET', '/api/v1/account')).body).toMatchObject({
      name: 'Outra Loja',
      phone: null,
    });
    expect((await seller.call('GET', '/api/v1/account')).body.phone).not.toBe('11988887777');
  });
});

describe('a dialog', () => {
  it('begins with its first field, and gives the focus back to what opened it', async () => {
    const { page } = await dashboard.open(seller, '/withdrawals');
    await settled(page);
    const opener = page.getByRole('button', { name: 'Solicitar saque' }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.locator('[role="dialog"] input:focus, [role="dialog"] select:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.and(page.locator(':focus')).count()).toBe(1);
  });

  it('leaves the focus at the head of the page when what opened it is gone', async () => {
    const { body } = await seller.call('POST', '/api/v1/payment-links', { name: 'Quermesse', value: 10 });
    const { page } = await dashboard.open(seller, `/links/${body.id}`);
    await settled(page);
    await page.getByRole('button', { name: 'Desativar link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar link' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('h1:focus', { hasText: 'Quermesse' }).waitFor();
  });
});
