import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { until } from '../support/until.ts';

const HOSTILE = `<img src=x onerror=alert(1)> "Loja" \u202Eحساب 🎉 ${'x'.repeat(70)}`;

let dashboard: Dashboard;
let seller: Seller;
let hostile: Seller;
let operator: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  const { gateway } = dashboard;
  seller = await gateway.seller('Padaria São Jorge');
  hostile = await gateway.seller(HOSTILE);
  operator = await gateway.operator();
  await paidCharge(1234.56);
  await seller.call('POST', '/api/v1/withdrawals', { amount: 100, pix_key: 'caixa@padaria.example' });
});
afterEach(() => dashboard.closePages());

async function paidCharge(value: number): Promise<string> {
  const charge = await createdCharge(seller, { billing_type: 'PIX', value, description: 'Encomenda' });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  return charge.id;
}

async function disputedCharge(value: number): Promise<void> {
  const charge = await paidCharge(value);
  await seller.call('POST', `/api/v1/sandbox/charges/${charge}/med`, { reason: 'Não chegou' });
}

async function balance(): Promise<number> {
  return (await seller.call('GET', '/api/v1/balance')).body.total;
}

const open = (path: string) => dashboard.open(operator, path);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** What a line of the sum says, in cents. */
async function centsOf(page: Page, name: string): Promise<number> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const text = (await row.getByRole('cell').last().textContent()) ?? '';
  const digits = Number(text.replace(/\D/g, ''));
  return text.includes('-') ? -digits : digits;
}

describe('the operators’ home', () => {
  it('shows totals that add up to the cent on screen', async () => {
    await disputedCharge(70.07);
    const { page } = await open('/admin');
    await told(page, 'Saldos conferem');
    const of = (name: string) => centsOf(page, name);
    const owed = await of('Saldo dos vendedores');
    expect((await of('Disponível dos vendedores')) + (await of('Retido em reserva'))).toBe(owed);
    const parts = ['Receita de taxas', 'Em estornos', 'Em saques', 'Em contestações'];
    const others = await Promise.all(parts.map(of));
    expect(others.reduce((sum, each) => sum + each, owed)).toBe(await of('Saldo em custódia'));
    expect(await of('Em contestações')).toBe(7007);
  });

  it('says so loudly when the ledger does not add up', async () => {
    const { page } = await open('/admin/operators');
    await page.route('**/api/v1/admin/ledger/totals', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), adds_up: false } });
    });
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await told(page, 'Saldos não conferem');
    await page.getByRole('alert').waitFor();
  });

  it.each([
    [/saques? a analisar$/, 'Saques a analisar'],
    [/contas? a aprovar$/, 'Contas'],
    [/contestaç(ão aberta|ões abertas)$/, 'Contestações'],
    [/na fila/, 'Fila de webhooks'],
  ])('leads by %s to the page', async (name, heading) => {
    const { page } = await open('/admin');
    await settled(page);
    await page.getByRole('region', { name: 'Aguardando você' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  });
});

describe('an account', () => {
  it('is found by the beginning of its name, and by status', async () => {
    const { page } = await open('/admin/accounts');
    await page.getByRole('searchbox').fill('padaria');
    await page.getByText('1 resultado', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('padaria');
    await choose(page.getByLabel('Status'), 'blocked');
    await told(page, 'Nenhum resultado com esses filtros.');
    await press(page, 'Limpar filtros');
    await page.getByText('3 resultados').waitFor();
  });

  it('is blocked with a reason and unblocked again', async () => {
    const { page } = await open(`/admin/accounts/${seller.id}`);
    await press(page, 'Bloquear conta');
    await dialogOf(page).getByLabel('Motivo').fill('Vende o que não pode');
    await dialogOf(page).getByRole('button', { name: 'Bloquear conta' }).click();
    await told(page, 'Bloqueada: Vende o que não pode');
    const refused = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    expect(refused.body.code).toBe('ACCOUNT_NOT_ACTIVE');
    await press(page, 'Desbloquear conta');
    await dialogOf(page).getByRole('button', { name: 'Desbloquear conta' }).click();
    await told(page, 'Conta Padaria São Jorge ativa.');
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    expect(charge.status).toBe(201);
  });

  it('gets another fee plan, after a question that says what it is and from when', async () => {
    const { page } = await open(`/admin/accounts/${seller.id}`);
    await page.getByLabel('Taxa sobre o valor').fill('101');
    await press(page, 'Alterar taxas');
    await told(page, 'Informe um valor de 0 a 100, com até duas casas decimais');
    await page.getByLabel('Taxa sobre o valor').fill('3,49');
    await page.getByLabel('Taxa fixa por cobrança').fill('0,39');
    await page.getByLabel('Reserva sobre o líquido').fill('10');
    await page.getByLabel('Dias em reserva').fill('14');
    await press(page, 'Alterar taxas');
    const dialog = dialogOf(page);
    expect(await dialog.textContent()).toMatch(
      /Depois: taxa de 3,49% \+ R\$\s0,39, reserva de 10% por 14 dias/,
    );
    expect(await dialog.textContent()).toContain('Vale para novas cobranças');
    await dialog.getByRole('button', { name: 'Alterar taxas' }).click();
    await told(page, /Taxas de Padaria São Jorge alteradas/);
    await press(page, 'Alterar taxas');
    await dialogOf(page)
      .getByText(/^Agora: taxa de 3,49%/)
      .waitFor();
    expect(await page.getByText('Outra pessoa alterou').count()).toBe(0);
    const { body } = await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`);
    expect(body.fee_plan).toEqual({
      ...{ percent: 3.49, fixed: 0.39, reserve_percent: 10, reserve_days: 14 },
      ...{ card_settlement: 'instant', anticipation_percent: null },
    });
  });

  it('gets limits of its own, and loses them when the field is emptied', async () => {
    const { page } = await open(`/admin/accounts/${seller.id}`);
    const limits = async () =>
      (await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`)).body.limits;
    await page.getByLabel('Geral').fill('500');
    await page.getByLabel('Novas cobranças').fill('0');
    await press(page, 'Alterar limites');
    await dialogOf(page).getByText('Novas cobranças: de padrão para sem limite').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Alterar limites' }).click();
    await told(page, 'Limites de Padaria São Jorge alterados.');
    expect(await page.getByText('Outra pessoa alterou').count()).toBe(0);
    expect(await limits()).toEqual({ general: 500, charges: 0, webhooks: null });
    await page.getByLabel('Geral').fill('');
    await page.getByLabel('Novas cobranças').fill('');
    await press(page, 'Alterar limites');
    await dialogOf(page).getByRole('button', { name: 'Alterar limites' }).click();
    await until('the limits are gone', async () => (await limits()).general === null);
  });

  it('keeps what another operator changed meanwhile, and shows it', async () => {
    const { page } = await open(`/admin/accounts/${seller.id}`);
    const terms = async () => (await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`)).body;
    const { fee_plan: before } = await terms();
    await page.getByLabel('Taxa sobre o valor').fill('4');
    await press(page, 'Alterar taxas');
    await operator.call('PUT', `/api/v1/admin/accounts/${seller.id}/fee-plan`, { ...before, fixed: 7.77 });
    await dialogOf(page).getByRole('button', { name: 'Alterar taxas' }).click();
    await told(page, 'Outra pessoa alterou estes dados nesse meio-tempo');
    await told(page, 'Outra pessoa alterou estes dados. A página mostra os valores atuais.');
    await until('the new fee is shown', async () => {
      return (await page.getByLabel('Taxa fixa por cobrança').inputValue()) === '7,77';
    });
    expect((await terms()).fee_plan).toEqual({ ...before, fixed: 7.77 });

    await page.getByLabel('Webhooks').fill('9');
    await press(page, 'Alterar limites');
    await operator.call('PUT', `/api/v1/admin/accounts/${seller.id}/limits`, { general: 300 });
    await dialogOf(page).getByRole('button', { name: 'Alterar limites' }).click();
    await until(
      'the new limit is shown',
      async () => (await page.getByLabel('Geral').inputValue()) === '300',
    );
    expect((await terms()).limits).toEqual({ general: 300, charges: null, webhooks: null });
    await page.getByLabel('Webhooks').fill('9');
    await press(page, 'Alterar limites');
    await dialogOf(page).getByRole('button', { name: 'Alterar limites' }).click();
    await told(page, 'Limites de Padaria São Jorge alterados.');
    expect((await terms()).limits).toEqual({ general: 300, charges: null, webhooks: 9 });
  });

  it('with a hostile name shows it as text that breaks nothing, on a phone too', async () => {
    const { page, complaints } = await open(`/admin/accounts/${hostile.id}`);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE);
    await press(page, 'Bloquear conta');
    expect(await dialogOf(page).textContent()).toContain(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    for (const part of ['documentElement', 'querySelector("[role=dialog]")']) {
      expect(await page.evaluate(`document.${part}.scrollWidth - document.${part}.clientWidth`)).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  it('that is not there is not found, and one’s own cannot be blocked', async () => {
    const { page } = await open('/admin/accounts/0199a1b2-0000-7000-8000-000000000001');
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
    await page.goto(`${dashboard.origin}/admin/accounts/${operator.id}`);
    await told(page, 'Esta é a sua própria conta');
    expect(await page.getByRole('button', { name: 'Bloquear conta' }).count()).toBe(0);
  });
});

describe('a dispute', () => {
  it('is closed as won, and the money is back; as lost, and it is not', async () => {
    await disputedCharge(31.5);
    await disputedCharge(42.25);
    const { page } = await open('/admin/disputes?status=open');
    const rowOf = (amount: RegExp) => page.getByRole('row').filter({ hasText: amount });
    const before = await balance();
    await rowOf(/R\$\s31,50/)
      .getByRole('button', { name: /^Marcar como ganha: R\$\s31,50 de Padaria São Jorge$/ })
      .click();
    await dialogOf(page)
      .getByText(/R\$\s31,50 voltam para o saldo e a reserva de Padaria São Jorge/)
      .waitFor();
    await press(page, /^Devolver R\$\s31,50 ao vendedor$/);
    await told(page, /Contestação ganha/);
    const after = await balance();
    expect(Math.round((after - before) * 100)).toBe(3150);
    await rowOf(/R\$\s42,25/)
      .getByRole('button', { name: /^Marcar como perdida: R\$\s42,25 de Padaria São Jorge$/ })
      .click();
    await dialogOf(page)
      .getByText(/R\$\s42,25 ficam com o cliente/)
      .waitFor();
    await press(page, /^Deixar R\$\s42,25 com o cliente$/);
    await told(page, /Contestação perdida/);
    expect(await balance()).toBe(after);
    expect(await dashboard.gateway.audit()).toEqual([]);
  });
});

describe('the delivery queue', () => {
  it('shows by itself what comes to be due', async () => {
    const { page } = await open('/admin/deliveries');
    const due = page.locator('dl > div').filter({ hasText: 'Para enviar agora' }).locator('dd');
    const before = Number(await due.textContent());
    const webhook = { url: 'https://shop.example/hook', events: ['charge.pending'] };
    expect((await seller.call('POST', '/api/v1/webhooks', webhook)).status).toBe(201);
    await createdCharge(seller, { billing_type: 'PIX', value: 10 });
    await until('the page shows it', async () => Number(await due.textContent()) === before + 1);
  });
});

describe('the ledger', () => {
  it('is proven, or the differences are named', async () => {
    const { page } = await open('/admin/ledger');
    await press(page, 'Conferir saldos');
    await told(page, 'Saldos conferem');
    await told(page, /^[\d.]+ ms$/);
    const move = (cents: number) =>
      dashboard.gateway.db.query(
        `update ledger_balances set fees_cents = fees_cents + $2, external_cents = external_cents - $2
         where account_id = $1`,
        [seller.id, cents],
      );
    await move(1);
    await press(page, 'Conferir saldos');
    const row = page.getByRole('row').filter({ hasText: 'fees balance equals its postings' });
    await row.getByRole('link').waitFor();
    await told(page, '2 diferenças');
    await move(-1);
    await page.reload();
    await told(page, 'Última conferência');
    await told(page, '2 diferenças');
    await told(page, operator.email);
  });
});

describe('the audit log', () => {
  it('is filtered by account and action, and says who, from where and what changed', async () => {
    await operator.call('PUT', `/api/v1/admin/accounts/${hostile.id}/limits`, { general: 77 });
    const { page } = await open(`/admin/accounts/${hostile.id}`);
    await page.getByRole('link', { name: 'Ver auditoria' }).click();
    await choose(page.getByLabel('Ação'), 'account.limits_changed');
    await page.getByText('1 resultado', { exact: true }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Alterou os limites' });
    expect(await row.textContent()).toContain(operator.email);
    expect(await row.textContent()).toContain('127.0.0.1');
    await row.getByRole('button', { name: 'Ver detalhes' }).click();
    await told(page, 'Limite geral');
    await told(page, '— → 77');
    await page.getByLabel('Quem fez').fill(seller.email);
    await told(page, 'Nenhum resultado com esses filtros.');
    await page.getByLabel('Quem fez').fill(operator.email);
    await page.getByText('1 resultado', { exact: true }).waitFor();
    await page.getByLabel('Até').fill('2020-01-01');
    await told(page, 'Nenhum resultado com esses filtros.');
    await page.getByLabel('ID da conta').fill('quem');
    await told(page, 'Cole o ID completo de uma conta');
  });
});

describe('operators', () => {
  it('are added and removed by one another', async () => {
    const { page } = await open('/admin/operators');
    await press(page, 'Adicionar operador');
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome').fill('Marina');
    await dialog.getByLabel('E-mail').fill(operator.email);
    await dialog.getByLabel('Senha inicial').fill('uma senha longa');
    await dialog.getByRole('button', { name: 'Adicionar operador' }).click();
    await dialog.getByText('Já existe uma conta com este e-mail.').waitFor();
    await dialog.getByLabel('E-mail').fill('marina@guiche.example');
    await dialog.getByRole('button', { name: 'Adicionar operador' }).click();
    await told(page, 'Marina agora é operador.');
    const marina = { email: 'marina@guiche.example', password: 'uma senha longa' };
    const hers = await dashboard.open(marina, '/');
    await hers.page.getByText('Sua senha foi definida por outra pessoa').waitFor();
    await hers.page.getByLabel('Senha atual').fill(marina.password);
    await hers.page.getByLabel('Nova senha').fill('uma senha só minha');
    await press(hers.page, 'Trocar senha');
    await hers.page.waitForURL(/\/login/);
    const again = await dashboard.open({ ...marina, password: 'uma senha só minha' }, '/');
    await again.page.getByRole('heading', { name: 'Operação' }).waitFor();

    await press(page, 'Remover Marina');
    await dialogOf(page).getByText('marina@guiche.example perde o acesso imediatamente').waitFor();
    await press(page, 'Remover operador');
    await told(page, 'Marina não é mais operador.');
    await again.page.goto(`${dashboard.origin}/admin/accounts`);
    await again.page.waitForURL(/\/login/);
    expect(await page.getByRole('button', { name: /^Remover/ }).count()).toBe(0);
  });
});
