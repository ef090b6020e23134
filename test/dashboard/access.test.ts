import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

const PASSWORD = 'quatro cavalos azuis';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await press(page, 'Entrar');
}

describe('signing up', () => {
  it('by clicking leads into the dashboard, and no script can read the session', async () => {
    const { page, complaints } = await dashboard.open(null, '/');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await page.getByLabel('Pessoa física').check();
    await page.getByLabel('Nome completo').fill('Ana <b>Souza</b>');
    await page.getByLabel('CPF').fill('529.982.247-25');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByText('Senha forte.').waitFor();
    await press(page, 'Criar conta');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await page.getByText('Ana <b>Souza</b>').first().waitFor();
    expect(await page.evaluate('document.cookie')).not.toContain('guiche_session');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says at the field what is wrong with it', async () => {
    const { page } = await dashboard.open(null, '/register');
    await press(page, 'Criar conta');
    await page.getByText('Preencha este campo').first().waitFor();
    await page.getByLabel('Nome da empresa').fill('Loja');
    await page.getByLabel('CNPJ').fill('123');
    await page.getByLabel('E-mail').fill('loja@example.com');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await press(page, 'Criar conta');
    await page.locator('input[name=document][aria-invalid=true]').waitFor();
  });

  it('marks every wrong field at once, and says each thing once', async () => {
    const { page } = await dashboard.open(null, '/register');
    await page.getByLabel('Nome da empresa').fill('Loja');
    await page.getByLabel('CNPJ').fill('123');
    await page.getByLabel('E-mail').fill('loja');
    await page.getByLabel('Telefone').fill('12');
    await page.getByLabel('Senha', { exact: true }).fill('curta');
    await press(page, 'Criar conta');
    const marked = page.locator('input[aria-invalid=true]');
    await expect.poll(() => marked.count()).toBe(4);
    expect(await page.getByText('Mínimo de 8 caracteres').count()).toBe(1);
  });

  it('refuses a password that is easy to guess, and says at the field what to do', async () => {
    const { page } = await dashboard.open(null, '/register');
    await page.getByLabel('Pessoa física').check();
    await page.getByLabel('Nome completo').fill('Rui Alves');
    await page.getByLabel('CPF').fill('529.982.247-25');
    await page.getByLabel('E-mail').fill('rui@example.com');
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('Flamengo@2026');
    await page.getByText('Senha fraca, fácil de adivinhar.').waitFor();
    await press(page, 'Criar conta');
    await page
      .getByText('Senha fácil de adivinhar: junte três ou quatro palavras sem relação entre si')
      .waitFor();
    expect(await page.getByText(/fácil de adivinhar/).count()).toBe(1);
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Rui Alves');
    await password.fill(PASSWORD);
    await press(page, 'Criar conta');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  });

  it('takes a name of spaces for an empty one, and sends nothing', async () => {
    const { page } = await dashboard.open(null, '/register');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByLabel('Nome da empresa').fill('   ');
    await page.getByLabel('CNPJ').fill('   ');
    await page.getByLabel('E-mail').fill('loja');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await press(page, 'Criar conta');
    const marked = page.locator('input[aria-invalid=true]');
    await expect.poll(() => marked.count()).toBe(3);
    expect(await page.getByText('Preencha este campo').count()).toBe(2);
    expect(sent).toEqual([]);
  });

  it('with the document of a person says so at the document, until a person is chosen', async () => {
    const { page } = await dashboard.open(null, '/register');
    await page.getByLabel('Nome da empresa').fill('Ana Souza');
    await page.getByLabel('CNPJ').fill('390.533.447-05');
    await page.getByLabel('E-mail').fill('ana.souza@example.com');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await press(page, 'Criar conta');
    await page.getByText('Este é um CPF.').waitFor();
    const document = page.locator('input[name=document]');
    expect(await document.getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Pessoa física').check();
    await expect.poll(() => document.getAttribute('aria-invalid')).toBe(null);
    await press(page, 'Criar conta');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  });
});

describe('signing in', () => {
  it('leads to where one was going, and out again', async () => {
    const { page } = await dashboard.open(null, '/integrations/webhooks');
    await signIn(page, seller.email, 'not the password');
    await page.getByText('E-mail ou senha incorretos.').waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(seller.password);
    await press(page, 'Entrar');
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/integrations/webhooks');
    await press(page, seller.email);
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  it('never leads to another site', async () => {
    const { page } = await dashboard.open(null, '/login?to=//example.com/x');
    await signIn(page, seller.email, seller.password);
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    expect(new URL(page.url()).origin).toBe(dashboard.origin);
  });

  it('after ten wrong tries waits, says for how long, and takes no press', async () => {
    const email = 'nobody@example.com';
    for (let tries = 0; tries < 10; tries += 1) {
      await dashboard.gateway.call('POST', '/api/v1/auth/login', { email, password: 'wrong' });
    }
    const { page } = await dashboard.open(null, '/login');
    await signIn(page, email, 'wrong');
    await page.getByText('Muitas tentativas incorretas').waitFor();
    await page.getByText(/Tente de novo em (0:\d\d|1:00)/).waitFor();
    const enter = page.getByRole('button', { name: 'Entrar', exact: true });
    expect(await enter.isDisabled()).toBe(true);
    await page.getByLabel('E-mail').fill('somebody@example.com');
    await expect.poll(() => enter.isDisabled()).toBe(false);
    expect(await page.getByText('Muitas tentativas incorretas').count()).toBe(0);
    await page.getByLabel('E-mail').fill(email);
    await expect.poll(() => enter.isDisabled()).toBe(true);
  });

  it('goes on in the language that the account chose', async () => {
    const english = await dashboard.gateway.seller('English shop');
    await english.call('PATCH', '/api/v1/account', { language: 'en' });
    const { page } = await dashboard.open(null, '/login');
    await signIn(page, english.email, english.password);
    await page.getByRole('link', { name: 'Payment links' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  });
});
