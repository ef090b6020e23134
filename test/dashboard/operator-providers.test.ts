import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import type { ProviderHealth, RefundOutcome } from '../../server/src/providers/provider.ts';
import type { Rails } from '../../server/src/providers/rails.ts';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { pixHouse } from '../support/pix-house.ts';
import { until } from '../support/until.ts';
import { examineViews, NARROW_VIEW } from '../support/views.ts';

const PIX_KEY = 'caixa@padaria.example';
const END_TO_END_ID = 'E9999900420261115120000000000001';

const well: ProviderHealth = {
  state: 'closed',
  since: new Date(),
  calls: 1240,
  failures: 3,
  averageLatencyMs: 212.4,
  lastFailure: { at: new Date(), reason: 'no connection in time' },
};
let efi: ProviderHealth = well;
const inter: ProviderHealth = { ...well, calls: 0, failures: 0, averageLatencyMs: null, lastFailure: null };
let refundOutcome: RefundOutcome = { status: 'pending' };

let dashboard: Dashboard;
let seller: Seller;
let operator: Seller;
let rails: Rails;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  const { gateway } = dashboard;
  const [sandbox] = gateway.deps.rails.pix;
  const [first, second] = [pixHouse('efi', () => efi), pixHouse('inter', () => inter)];
  const slow = { ...second, refund: async () => ({ ok: true, ...refundOutcome }) as const };
  rails = { pix: [first, slow, sandbox], boleto: [], card: [], payout: [] };
  gateway.deps.rails = rails;
  seller = await gateway.seller('Padaria São Jorge');
  operator = await gateway.operator();
  await compared('efi', '1 second');
  await compared('inter', '1 second');
  await paidCharge(2000);
});
afterEach(async () => {
  gatewayHas(rails);
  efi = well;
  await dashboard.closePages();
});
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

function gatewayHas(wanted: Rails): void {
  dashboard.gateway.deps.rails = wanted;
}

async function compared(provider: string, ago: string): Promise<void> {
  await dashboard.gateway.db.query(
    `insert into pix_comparisons (provider, compared_until, day_compared_at, refunds_compared_at)
     values ($1, now() - $2::interval, now(), now())
     on conflict (provider) do update set compared_until = excluded.compared_until`,
    [provider, ago],
  );
}

async function paidCharge(value: number): Promise<string> {
  const charge = await createdCharge(seller, { billing_type: 'PIX', value, description: 'Encomenda' });
  const { status, raw } = await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  expect(status, raw).toBe(200);
  return charge.id;
}

async function askForWithdrawal(amount: number): Promise<string> {
  const answer = await seller.call('POST', '/api/v1/withdrawals', { amount, pix_key: PIX_KEY });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}

async function statusOf(id: string): Promise<string> {
  const { body } = await seller.call('GET', '/api/v1/withdrawals?limit=100');
  return body.data.find((each: { id: string }) => each.id === id).status;
}

const availableOf = async () => (await seller.call('GET', '/api/v1/balance')).body.available as number;
const told = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const cardOf = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, level: 2 }) })
    .last();

async function open(path: string, who: Seller = operator): Promise<Page> {
  const { page, complaints } = await dashboard.open(who, path);
  await settled(page);
  expect(complaints).toEqual([]);
  return page;
}

describe('the page of the providers', () => {
  it('says how each fares, in the gateway’s order, and finds changes by itself', async () => {
    const page = await open('/admin');
    await page.getByRole('link', { name: 'Provedores', exact: true }).click();
    const first = cardOf(page, '1. efi');
    await first.getByText('Disponível', { exact: true }).waitFor();
    const figures = await first.innerText();
    expect(figures).toContain('1.240');
    expect(figures).toContain('212 ms');
    expect(figures).toContain('no connection in time');
    expect(await cardOf(page, '2. inter').innerText()).toMatch(/Última falha\s+Nenhuma/);
    await cardOf(page, '3. Simulador do sandbox')
      .getByText('Simulador interno: os códigos são gerados aqui')
      .waitFor();
    efi = { ...well, state: 'open' };
    await first.getByText('Fora do ar', { exact: true }).waitFor();
    await first.getByText('novas cobranças vão para o próximo').waitFor();
    efi = { ...well, state: 'probing' };
    await page.reload();
    await first.getByText('Em teste', { exact: true }).waitFor();
    await examineViews(page, 'dashboard-providers-pt');
  });

  it('says that charges are refused when the only one is out, and the home page says so, too', async () => {
    gatewayHas({ ...rails, pix: [rails.pix[0]] });
    efi = { ...well, state: 'open' };
    const page = await open('/admin');
    const alert = page.getByRole('alert');
    await alert.getByText(/^efi:/).waitFor();
    expect(await alert.innerText()).toContain('novas cobranças por Pix são recusadas até ele voltar');
    await alert.getByRole('link', { name: 'Ver provedores' }).click();
    await page.getByRole('heading', { name: 'efi', exact: true }).waitFor();
  });

  it('warns when payments are not reconciled', async () => {
    await compared('inter', '25 minutes');
    const page = await open('/admin/providers');
    await cardOf(page, '2. inter').getByRole('status').getByText('há 25 min').waitFor();
    expect(await cardOf(page, '1. efi').getByRole('status').count()).toBe(0);
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await page.getByRole('alert').getByText('sem conciliação há 25 min').waitFor();
    await compared('inter', '1 second');
  });

  it('shows the other providers, and where there is none', async () => {
    const page = await open('/admin/providers');
    const others = cardOf(page, 'Boleto, cartão e saques');
    await others.getByText('Nenhum provedor: boletos não são oferecidos.').waitFor();
    await others.getByText('Manual: um operador paga no banco').waitFor();
    await others.getByRole('link', { name: 'Ver saques' }).click();
    await page.getByRole('heading', { name: 'Saques a analisar' }).waitFor();
  });
});

describe('an approved withdrawal without a payout provider', () => {
  it('waits with its key, is paid by hand, and the receipt stays on record', async () => {
    const id = await askForWithdrawal(150);
    const page = await open('/admin');
    await page.getByRole('link', { name: /1\s*saque a analisar ou pagar/ }).click();
    await press(page, /^Aprovar R\$\s150,00 de Padaria São Jorge$/);
    await dialogOf(page).getByText('Pague no banco e depois registre o pagamento').waitFor();
    await press(page, /^Aprovar R\$\s150,00$/);
    await told(page, /Saque de R\$\s150,00 aprovado\. Pague no banco e registre o pagamento/);
    await page.getByRole('row').filter({ hasText: 'A pagar' }).waitFor();
    await told(page, PIX_KEY);
    expect(await statusOf(id)).toBe('pending');
    await examineViews(page, 'dashboard-withdrawals-to-pay-pt');
    await press(page, /^Registrar pagamento de R\$\s150,00 a Padaria São Jorge$/);
    const dialog = dialogOf(page);
    expect(await dialog.innerText()).toMatch(/o vendedor é avisado e R\$\s150,00 saem do livro-razão/);
    await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
    await dialog.getByText('Preencha este campo').waitFor();
    await dialog.getByLabel('ID da transação').fill('123');
    await dialog.getByText('Não parece um ID de Pix').waitFor();
    await dialog.getByLabel('ID da transação').fill(` ${END_TO_END_ID} `);
    await examineViews(page, 'dashboard-paid-dialog-pt', NARROW_VIEW);
    await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
    await told(page, /Pagamento de R\$\s150,00 a Padaria São Jorge registrado/);
    expect(await statusOf(id)).toBe('approved');
    await choose(page.getByLabel('Status'), 'approved');
    await page.getByRole('cell').filter({ hasText: END_TO_END_ID }).waitFor();
    await page.goto(`${dashboard.origin}/admin/audit-log?action=withdrawal.paid`);
    const row = page.getByRole('row').filter({ hasText: 'Registrou o pagamento de um saque' });
    await row.getByRole('button', { name: 'Ver detalhes' }).click();
    await told(page, END_TO_END_ID);
  });

  it('may still be rejected, and the money is back', async () => {
    const before = await availableOf();
    const id = await askForWithdrawal(80);
    await operator.call('POST', `/api/v1/admin/withdrawals/${id}/approve`);
    const page = await open('/admin/withdrawals');
    await press(page, /^Rejeitar R\$\s80,00 de/);
    await dialogOf(page).getByText('Só rejeite se o pagamento não foi feito no banco').waitFor();
    await dialogOf(page).getByLabel('Motivo').fill('A chave não existe mais');
    await dialogOf(page)
      .getByRole('button', { name: /^Rejeitar R\$/ })
      .click();
    await told(page, /Saque rejeitado/);
    expect(await availableOf()).toBe(before);
  });
});

describe('an account’s order of PIX providers', () => {
  const orderOf = async () =>
    (await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`)).body.pix_providers;

  it('is chosen and put in order by keyboard, asked about, and given back', async () => {
    const page = await open(`/admin/accounts/${seller.id}`);
    const card = cardOf(page, 'Provedores de Pix');
    await choose(card.getByLabel('Ordem'), 'own');
    await card.getByRole('button', { name: 'Descer efi' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Descer efi');
    await card.getByLabel('1. inter').uncheck();
    await card.getByLabel('1. sandbox').waitFor();
    await examineViews(page, 'dashboard-account-order-pt');
    await press(page, 'Alterar ordem');
    await dialogOf(page).getByText('Agora: ordem padrão.').waitFor();
    await dialogOf(page).getByText('Depois: sandbox, efi.').waitFor();
    expect(await orderOf()).toBeNull();
    await dialogOf(page).getByRole('button', { name: 'Alterar ordem' }).click();
    await told(page, 'Provedores de Pix de Padaria São Jorge alterados.');
    expect(await orderOf()).toEqual(['sandbox', 'efi']);
    await page.reload();
    await settled(page);
    await card.getByLabel('2. efi').waitFor();
    await choose(card.getByLabel('Ordem'), 'gateway');
    await press(page, 'Alterar ordem');
    await dialogOf(page).getByRole('button', { name: 'Alterar ordem' }).click();
    await until('the gateway’s order is back', async () => (await orderOf()) === null);
  });

  it('needs one, and is not offered where there is only one', async () => {
    const page = await open(`/admin/accounts/${seller.id}`);
    const card = cardOf(page, 'Provedores de Pix');
    await choose(card.getByLabel('Ordem'), 'own');
    for (const name of ['1. efi', '1. inter', '1. sandbox']) await card.getByLabel(name).uncheck();
    await card.getByText('Marque pelo menos um provedor').waitFor();
    await press(page, 'Alterar ordem');
    expect(await dialogOf(page).count()).toBe(0);
    gatewayHas({ ...rails, pix: [rails.pix[0]] });
    await page.reload();
    await page.getByRole('heading', { name: 'Limites de requisições' }).waitFor();
    await settled(page);
    expect(await page.getByRole('heading', { name: 'Provedores de Pix' }).count()).toBe(0);
  });
});

describe('the page of a charge', () => {
  it('shows a refund as held, then why it failed and that the money is back', async () => {
    const id = await paidCharge(100);
    await dashboard.gateway.db.query(`update charges set payment_provider = 'inter' where id = $1`, [id]);
    const before = await availableOf();
    const page = await open(`/charges/${id}`, seller);
    const { body: charge } = await seller.call('GET', `/api/v1/charges/${id}`);
    await told(page, charge.pix.end_to_end_id);
    await page.getByRole('button', { name: 'Copiar: Id end-to-end' }).waitFor();
    await press(page, 'Devolver');
    await press(page, /^Devolver R\$\s100,00$/);
    await page.getByRole('dialog', { name: 'Devolução solicitada' }).waitFor();
    await told(page, /R\$\s100,00 ficam retidos até a confirmação do banco/);
    await press(page, 'Concluir');
    await told(page, 'Valor retido até a confirmação do banco.');
    await told(page, 'Retido para estorno');
    await page.locator('header').getByText('Estorno em andamento').waitFor();
    expect(await page.getByRole('button', { name: 'Devolver', exact: true }).count()).toBe(0);
    refundOutcome = { status: 'failed', reason: 'Conta do pagador encerrada' };
    await dashboard.gateway.runDue();
    await told(page, 'O banco não concluiu o estorno: Conta do pagador encerrada');
    await told(page, 'O valor voltou ao saldo e à reserva de origem.');
    await told(page, 'O banco não concluiu o estorno: o mesmo valor volta ao saldo');
    await page.getByRole('button', { name: 'Devolver', exact: true }).waitFor();
    expect(await availableOf()).toBe(before);
    refundOutcome = { status: 'pending' };
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 30, reason: 'Veio quebrado' });
    await page.reload();
    await page.getByText('Veio quebrado').waitFor();
    await settled(page);
    await examineViews(page, 'dashboard-charge-refunds-pt');
  });
});

describe('the forms', () => {
  it('offer what the gateway can collect, and nothing else', async () => {
    const charge = await open('/charges/new', seller);
    await charge.getByRole('radio', { name: 'PIX' }).waitFor();
    expect(await charge.getByRole('radio').count()).toBe(2);
    const link = await open('/links/new', seller);
    await link.getByRole('checkbox', { name: 'PIX' }).waitFor();
    expect(await link.getByRole('checkbox').count()).toBe(1);
  });
});
