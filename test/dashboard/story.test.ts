import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

const PASSWORD = 'uma senha bem longa';

let dashboard: Dashboard;
let operator: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  operator = await dashboard.gateway.operator();
});
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true }).click();

async function signUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome da empresa').fill('Padaria São Jorge');
  await page.getByLabel('CNPJ').fill('11.222.333/0001-81');
  await page.getByLabel('E-mail').fill('caixa@padaria.example');
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await press(page, 'Criar conta');
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
}

async function chargeAndBePaid(page: Page): Promise<void> {
  await follow(page, 'Cobranças');
  await page.getByRole('link', { name: 'Criar cobrança' }).first().click();
  await page.getByLabel('Valor', { exact: true }).pressSequentially('10000');
  await page.getByLabel('Descrição').fill('Bolo de casamento');
  await page.getByText(/R\$\s86,93/).waitFor();
  await press(page, 'Criar cobrança');
  await page.getByText('Aguardando pagamento').waitFor();
  await press(page, /^Pagar$/);
  await page.getByText('Pagamento confirmado.').waitFor();
}

async function withdraw(page: Page): Promise<void> {
  await follow(page, 'Saques');
  await press(page, 'Solicitar saque');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Valor do saque').pressSequentially('5000');
  await dialog.getByLabel('Chave Pix').fill('caixa@padaria.example');
  await dialog.getByRole('button', { name: /^Sacar R\$\s50,00$/ }).click();
  await page.getByRole('cell', { name: 'Em análise' }).waitFor();
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await press(page, 'Entrar');
}

describe('from sign-up to withdrawal, by clicking only', () => {
  it('a seller opens an account, is paid and asks for the money; an operator approves it', async () => {
    const { page, complaints } = await dashboard.open(null, '/');
    await signUp(page);
    await chargeAndBePaid(page);
    await follow(page, 'Extrato');
    await page
      .getByRole('cell', { name: /R\$\s86,93/ })
      .first()
      .waitFor();
    await withdraw(page);

    const { page: console, complaints: others } = await dashboard.open(null, '/');
    await signIn(console, operator);
    await console.getByRole('navigation', { name: 'Principal' }).waitFor();
    await follow(console, 'Saques a analisar');
    await press(console, /^Aprovar R\$\s50,00 de Padaria São Jorge$/);
    await press(console, /^Aprovar R\$\s50,00$/);
    await console.getByRole('heading', { name: 'Nenhum saque a analisar' }).waitFor();

    await page.reload();
    await page.getByRole('cell', { name: 'Pago' }).waitFor();
    await page
      .getByText(/R\$\s36,93/)
      .first()
      .waitFor();
    await press(page, 'caixa@padaria.example');
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.goto(`${dashboard.origin}/withdrawals`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await signIn(page, { email: 'caixa@padaria.example', password: PASSWORD });
    await page.getByRole('heading', { name: 'Saques', exact: true }).waitFor();
    expect([...complaints, ...others]).toEqual([]);
  });
});

describe('with the keyboard only', () => {
  it('a seller reaches the content first, goes by shortcut, makes a charge and is shown what it costs', async () => {
    const seller = await dashboard.gateway.seller();
    const { page } = await dashboard.open(seller, '/');
    await settled(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Cobranças' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Nova cobrança' }).waitFor();
    await focusByTab(page, 'Valor');
    await page.keyboard.type('10000');
    await page.getByText(/R\$\s86,93/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Aguardando pagamento').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

const MAX_TABS = 60;

async function focusByTab(page: Page, label: string): Promise<void> {
  const wanted = page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${label} was not reached in ${MAX_TABS} presses of Tab`);
}
