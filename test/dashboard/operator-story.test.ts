import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { waitForCacheExpiry } from '../../server/src/db/trusted-cache.ts';
import { it as base } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

const PIX_KEY = 'caixa@padaria.example';

const it = base.extend('options', { scope: 'file' }, { environment: { GUICHE_TWO_PERSON_ABOVE: '1000' } });

let dashboard: Dashboard;
let seller: Seller;
let operator: Seller;
let colleague: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  const { gateway } = dashboard;
  seller = await gateway.seller('Padaria São Jorge');
  operator = await gateway.operator();
  colleague = await gateway.operator();
  const charge = await createdCharge(seller, { billing_type: 'PIX', value: 9000, description: 'Encomenda' });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

async function withdrawalOf(id: string): Promise<{ id: string; status: string; reason: string | null }> {
  const { body } = await seller.call('GET', '/api/v1/withdrawals?limit=100');
  return body.data.find((each: { id: string }) => each.id === id);
}

async function statusOf(id: string): Promise<string> {
  return (await withdrawalOf(id)).status;
}

async function availableOf(): Promise<number> {
  return (await seller.call('GET', '/api/v1/balance')).body.available;
}

async function askForWithdrawal(amount: number): Promise<string> {
  const answer = await seller.call('POST', '/api/v1/withdrawals', { amount, pix_key: PIX_KEY });
  if (answer.status !== 201) throw new Error(`asking for a withdrawal answered ${answer.raw}`);
  return answer.body.id;
}

const tell = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const focusedName = (page: Page) => page.evaluate(`document.activeElement.getAttribute('aria-label')`);

async function toTheQueue(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /saques? a analisar$/ })
    .last()
    .click();
  await page.getByRole('heading', { name: 'Saques a analisar' }).waitFor();
}

describe('an operator, by clicking only', () => {
  it('approves an account that waits for it', async () => {
    await dashboard.gateway.db.query(`update accounts set status = 'pending' where id = $1`, [seller.id]);
    await waitForCacheExpiry();
    const { page, complaints } = await dashboard.open(operator, '/');
    await page.getByRole('link', { name: /1\s*conta a aprovar/ }).click();
    await page.getByRole('link', { name: /Padaria São Jorge/ }).click();
    await page.getByRole('heading', { name: 'Padaria São Jorge' }).waitFor();
    await press(page, 'Aprovar conta');
    const dialog = dialogOf(page);
    expect(await dialog.textContent()).toContain('poderá cobrar, estornar e sacar imediatamente');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Aprovar conta' }).click();
    await tell(page, 'Conta Padaria São Jorge ativa.');
    await page.locator('header').getByText('Ativa', { exact: true }).waitFor();
    const { body } = await seller.call('GET', '/api/v1/account');
    expect(body).toMatchObject({ account_status: 'active', identity_verified: true });
    expect(complaints).toEqual([]);
  });

  it('approves a withdrawal, told the amount, the account and the key', async () => {
    const id = await askForWithdrawal(150);
    const { page } = await dashboard.open(operator, '/admin');
    await toTheQueue(page);
    await press(page, /^Aprovar R\$\s150,00 de Padaria São Jorge$/);
    const asked = await dialogOf(page).textContent();
    expect(asked).toMatch(
      /R\$\s150,00 da conta Padaria São Jorge serão enviados para a chave Pix caixa@padaria\.example/,
    );
    expect(await statusOf(id)).toBe('pending');
    await press(page, /^Aprovar R\$\s150,00$/);
    await tell(page, /Saque de R\$\s150,00 aprovado para Padaria São Jorge/);
    await page.getByRole('heading', { name: 'Nenhum saque a analisar' }).waitFor();
    expect(await statusOf(id)).toBe('approved');
  });

  it('changes nothing when they think better of it', async () => {
    const id = await askForWithdrawal(20);
    const { page } = await dashboard.open(operator, '/admin/withdrawals');
    await press(page, /^Aprovar R\$\s20,00 de/);
    await press(page, 'Cancelar');
    await press(page, /^Rejeitar R\$\s20,00 de/);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await statusOf(id)).toBe('pending');
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/reject`);
  });

  it('goes on at the button that asked, when they think better of it', async () => {
    const id = await askForWithdrawal(21);
    const { page } = await dashboard.open(operator, '/admin/withdrawals');
    for (const name of [/^Rejeitar R\$\s21,00 de/, /^Aprovar R\$\s21,00 de/]) {
      const button = page.getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      await dialogOf(page).waitFor();
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'detached' });
      await expect.poll(() => focusedName(page)).toBe(await button.getAttribute('aria-label'));
    }
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/reject`);
  });

  it('sees all of the next question on a phone, though the last answer was told a moment ago', async () => {
    await askForWithdrawal(22);
    const next = await askForWithdrawal(23);
    const { page } = await dashboard.open(operator, '/admin/withdrawals', {
      viewport: { width: 390, height: 844 },
    });
    await press(page, /^Aprovar R\$\s22,00 de/);
    await press(page, /^Aprovar R\$\s22,00$/);
    const toast = page.getByRole('listitem').filter({ hasText: /Saque de R\$\s22,00 aprovado/ });
    await toast.waitFor();
    await press(page, /^Rejeitar R\$\s23,00 de/);
    await dialogOf(page).waitFor();
    expect(await page.locator('li', { hasText: 'aprovado' }).filter({ visible: true }).count()).toBe(0);
    await press(page, 'Cancelar');
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${next}/reject`);
  });

  it('rejects a withdrawal with a reason that the seller sees, and the money is back', async () => {
    const before = await availableOf();
    const id = await askForWithdrawal(80);
    const { page } = await dashboard.open(operator, '/admin/withdrawals');
    await press(page, /^Rejeitar R\$\s80,00 de/);
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: /^Rejeitar R\$/ }).click();
    await dialog.getByText('Preencha este campo').waitFor();
    await dialog.getByLabel('Motivo').fill('A chave é de outra pessoa');
    await dialog.getByRole('button', { name: /^Rejeitar R\$/ }).click();
    await tell(page, /Saque rejeitado\. R\$\s80,00 voltaram ao saldo/);
    expect(await withdrawalOf(id)).toMatchObject({
      status: 'rejected',
      reason: 'A chave é de outra pessoa',
    });
    expect(await availableOf()).toBe(before);
  });

  it('needs another operator for a large withdrawal', async () => {
    const id = await askForWithdrawal(2500);
    const { page: first } = await dashboard.open(operator, '/admin/withdrawals');
    await tell(first, /Acima de R\$\s1\.000,00, dois operadores diferentes/);
    await press(first, /^Aprovar R\$\s2\.500,00 de/);
    await dialogOf(first).getByText('outro operador também aprovar').waitFor();
    await press(first, /^Aprovar R\$\s2\.500,00$/);
    await tell(first, 'Sua aprovação ficou registrada. Falta outro operador aprovar.');
    await first.getByRole('cell', { name: /1 de 2/ }).waitFor();
    await first.getByText('Você já aprovou. Falta outro operador.').waitFor();
    expect(await first.getByRole('button', { name: /^Aprovar R\$\s2\.500,00/ }).count()).toBe(0);
    await first.setViewportSize({ width: 390, height: 844 });
    await first.getByText('Aprovações: 1 de 2').waitFor();
    expect(await statusOf(id)).toBe('pending');

    const { page: second } = await dashboard.open(colleague, '/admin');
    await toTheQueue(second);
    await press(second, /^Aprovar R\$\s2\.500,00 de/);
    await dialogOf(second).getByText(`Já aprovado por ${operator.email}`).waitFor();
    await press(second, /^Aprovar R\$\s2\.500,00$/);
    await tell(second, /Saque de R\$\s2\.500,00 aprovado/);
    expect(await statusOf(id)).toBe('approved');
  });

  it('does not send a large withdrawal when they were told that nothing leaves yet', async () => {
    const id = await askForWithdrawal(1200);
    const { page } = await dashboard.open(colleague, '/admin/withdrawals');
    await press(page, /^Aprovar R\$\s1\.200,00 de/);
    await dialogOf(page).getByText('outro operador também aprovar').waitFor();
    // What the question was asked on stays on screen: nothing newer arrives before the click.
    await page.route('**/api/v1/admin/withdrawals?*', (route) => route.abort());
    await operator.call('POST', `/api/v1/admin/withdrawals/${id}/approve`);
    await press(page, /^Aprovar R\$\s1\.200,00$/);
    await dialogOf(page).getByText('Outra pessoa alterou estes dados nesse meio-tempo').waitFor();
    expect(await statusOf(id)).toBe('pending');
    await page.unroute('**/api/v1/admin/withdrawals?*');
    await press(page, 'Cancelar');
    await press(page, /^Aprovar R\$\s1\.200,00 de/);
    await dialogOf(page).getByText(`Já aprovado por ${operator.email}`).waitFor();
    await press(page, /^Aprovar R\$\s1\.200,00$/);
    await tell(page, /Saque de R\$\s1\.200,00 aprovado/);
    expect(await statusOf(id)).toBe('approved');
  });

  it('who approved already, in another window, is told that somebody else must', async () => {
    const id = await askForWithdrawal(1500);
    const { page } = await dashboard.open(operator, '/admin/withdrawals');
    await press(page, /^Aprovar R\$\s1\.500,00 de/);
    await operator.call('POST', `/api/v1/admin/withdrawals/${id}/approve`);
    await press(page, /^Aprovar R\$\s1\.500,00$/);
    await dialogOf(page).getByText('Acima deste valor, outra pessoa também precisa aprovar.').waitFor();
    expect(await statusOf(id)).toBe('pending');
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/reject`);
  });
});
