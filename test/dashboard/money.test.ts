import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { it as base } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { choose } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

const it = base.extend(
  'options',
  { scope: 'file' },
  { environment: { GUICHE_SANDBOX_WITHDRAWALS: 'manual' } },
);

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

const open = async (path: string, options = {}) => {
  const opened = await dashboard.open(seller, path, options);
  await opened.page.locator('h1').waitFor();
  return opened;
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const balance = (page: Page, amount: string) =>
  page.getByRole('region', { name: 'Saldo' }).getByText(amount).first().waitFor();

async function paidCharge(value: number, billing_type = 'PIX'): Promise<string> {
  const customer = { name: 'Ana Souza' };
  const charge = await createdCharge(seller, { billing_type, value, customer });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  return charge.id;
}

it.each(['/statement', '/charges', '/links/new'])('%s says once whose times it shows', async (path) => {
  const { page } = await open(path);
  await shows(page, 'Horário de Brasília');
  expect(await page.getByText('Brasília').filter({ visible: true }).count()).toBe(1);
});

describe('the statement', () => {
  it('teaches the first step while it is empty', async () => {
    const { page } = await open('/statement');
    await shows(page, 'Nenhum lançamento ainda');
    await page.getByRole('link', { name: 'Criar cobrança' }).waitFor();
  });

  it('shows one line for each sale, opens it to its parts, filters single lines, and leads to the charge', async () => {
    const id = await paidCharge(100);
    const { page } = await open('/statement');
    await balance(page, 'R$ 86,93');
    const sale = page.getByRole('row', { name: /Cobrança paga Ana Souza/ });
    expect(await sale.innerText()).toMatch(
      /100,00\s+Taxa −R\$\s8,49\s+Reserva −R\$\s4,58\s+\+R\$\s86,93[\s\S]*R\$\s86,93/,
    );
    expect(await page.getByRole('row', { name: /Taxa da cobrança/ }).count()).toBe(0);
    await press(page, 'Ver detalhes');
    expect(await page.getByRole('row', { name: /^Taxa da cobrança/ }).innerText()).toMatch(/−R\$\s8,49/);
    await page.getByRole('row', { name: /^Valor retido em reserva −R\$\s4,58/ }).waitFor();
    await page.getByRole('row', { name: /^Líquido \+R\$\s86,93/ }).waitFor();
    await choose(page.getByLabel('Categoria'), 'fee');
    await sale.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Taxa da cobrança/ }).waitFor();
    expect(page.url()).toContain('category=fee');
    await page.getByLabel('Até').fill('2020-01-01');
    await shows(page, 'Nenhum resultado com esses filtros.');
    await press(page, 'Limpar filtros');
    await page.getByRole('link', { name: 'Cobrança paga' }).click();
    await page.waitForURL(`**/charges/${id}`);
  });

  it('is downloaded as CSV and OFX by plain links, and says when the days are too many', async () => {
    const { page } = await open('/statement');
    await press(page, 'Exportar');
    const csv = await downloaded(page, 'CSV (planilha)');
    expect(csv.name).toMatch(/^extrato-.*\.csv$/);
    expect(csv.text).toContain('100,00');
    const ofx = await downloaded(page, 'OFX (contabilidade)');
    expect(ofx.text).toContain('<TRNAMT>100.00');
    await page.goto(`${dashboard.origin}/statement?from=2020-01-01&to=2026-01-01`);
    await press(page, 'Exportar');
    await shows(page, 'Escolha no máximo 366 dias para exportar.');
    expect(await page.getByRole('link', { name: 'CSV (planilha)' }).count()).toBe(0);
  });

  it('downloads in the reader’s language', async () => {
    const { page } = await open('/statement', { locale: 'en-US' });
    await press(page, 'Export');
    expect((await downloaded(page, 'CSV (spreadsheet)')).name).toMatch(/^statement-/);
  });
});

async function downloaded(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe('withdrawals', () => {
  it('are requested to a typed key, and refused at the field when the key is none', async () => {
    const { page } = await open('/withdrawals');
    await press(page, 'Solicitar saque');
    await press(page, 'Solicitar saque');
    await shows(page, 'Informe o valor do saque');
    await page.getByLabel('Valor do saque').fill('3000');
    await page.getByLabel('Chave Pix').fill('not a key');
    await press(page, /^Sacar R\$/);
    await shows(page, /^Chave Pix inválida/);
    await page.getByLabel('Chave Pix').fill('caixa@padaria.example');
    await press(page, /^Sacar R\$/);
    await shows(page, /Saque de R\$\s30,00 solicitado/);
    await balance(page, 'R$ 56,93');
    await page.getByRole('row', { name: /caixa@padaria\.example/ }).waitFor();
  });

  it('are decided with the tools of the sandbox; a rejected one comes back', async () => {
    const { page } = await open('/withdrawals');
    await page.getByRole('group', { name: 'Ferramentas do sandbox' }).waitFor();
    await press(page, /^Rejeitar o saque/);
    await shows(page, /rejeitado; o valor voltou/);
    await balance(page, 'R$ 86,93');
    await page.getByRole('row', { name: /Rejeitado/ }).waitFor();
    expect(await page.getByRole('group', { name: 'Ferramentas do sandbox' }).count()).toBe(0);
  });

  it('go to the registered key and take everything when asked', async () => {
    await seller.call('PATCH', '/api/v1/account', { payout_pix_key: 'dona@padaria.example' });
    const { page } = await open('/withdrawals');
    await press(page, 'Solicitar saque');
    await page.getByRole('radio', { name: /dona@padaria\.example/ }).waitFor();
    await press(page, 'Sacar tudo');
    await press(page, /^Sacar R\$\s86,93$/);
    await balance(page, 'R$ 0,00');
    await press(page, /^Aprovar o saque/);
    await page.getByRole('row', { name: /dona@padaria\.example Pago/ }).waitFor();
  });

  it('go to the key that is shown, although another was registered meanwhile', async () => {
    await paidCharge(100);
    const { page } = await open('/withdrawals');
    await press(page, 'Solicitar saque');
    await page.getByRole('radio', { name: /dona@padaria\.example/ }).waitFor();
    await page.getByLabel('Valor do saque').fill('1000');
    await seller.call('PATCH', '/api/v1/account', { payout_pix_key: 'outra@padaria.example' });
    await press(page, /^Sacar R\$\s10,00$/);
    await shows(page, /Saque de R\$\s10,00 solicitado/);
    const { body } = await seller.call('GET', '/api/v1/withdrawals?limit=1');
    expect(body.data[0]).toMatchObject({ amount: 10, pix_key: 'dona@padaria.example' });
  });

  it('say that the balance is not enough, and change nothing', async () => {
    const { page } = await open('/withdrawals');
    await press(page, 'Solicitar saque');
    await page.getByLabel('Valor do saque').fill('999999');
    await press(page, /^Sacar R\$/);
    await shows(page, 'Saldo disponível insuficiente. Nada foi alterado.');
  });

  it('come back when the sandbox plays the bank of the key, as far as they have not', async () => {
    const { body: before } = await seller.call('GET', '/api/v1/withdrawals?status=approved');
    const [{ id }] = before.data;
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/return`, { amount: 6.93 });
    const { page } = await open('/withdrawals');
    await press(page, /^Fazer o banco devolver R\$\s80,00$/);
    await shows(page, /O banco devolveu R\$\s80,00/);
    await shows(page, /R\$\s86,93 voltaram/);
    const { body } = await seller.call('GET', '/api/v1/withdrawals?status=approved');
    expect(body.data).toMatchObject([{ id, amount: 86.93, returned_amount: 86.93 }]);
    expect(await page.getByRole('button', { name: /^Fazer o banco devolver/ }).count()).toBe(0);
  });
});

describe('disputes', () => {
  const disputed = async (reason: string) => {
    const id = await paidCharge(200, 'CREDIT_CARD');
    const { body } = await seller.call('POST', `/api/v1/sandbox/charges/${id}/chargeback`, { reason });
    return { id, dispute: body.id as string };
  };

  it('show the deadline and what was taken, are answered once, and are won in the sandbox', async () => {
    const { id, dispute } = await disputed('Portador não reconhece');
    const { page } = await open('/disputes');
    await shows(page, 'Portador não reconhece');
    await page
      .getByRole('row', { name: /faltam 7 dias/ })
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /Chargeback de cartão/ })
      .first()
      .click();
    await page.waitForURL(`**/disputes/${dispute}`);
    await shows(page, /Responda até .* faltam 7 dias/);
    await page.getByRole('row', { name: /Valor contestado −R\$\s200,00/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Ver cobrança' }).getAttribute('href')).toBe(
      `/charges/${id}`,
    );
    await press(page, 'Enviar resposta');
    await shows(page, 'Preencha este campo');
    await page.getByLabel('Explique a venda').fill('Entregue ao titular em 12/11, rastreio BR123.');
    await page.getByLabel('Documentos').setInputFiles([
      { name: 'Nota fiscal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nota') },
      { name: 'outra.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 outra') },
    ]);
    await press(page, 'Remover outra.pdf');
    await press(page, 'Enviar resposta');
    await shows(page, 'Recebemos sua resposta.');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /Nota fiscal\.pdf/ }).click();
    expect((await download).suggestedFilename()).toBe('Nota fiscal.pdf');
    await page.locator('blockquote', { hasText: 'rastreio BR123' }).waitFor();
    expect(await page.getByRole('button', { name: 'Enviar resposta' }).count()).toBe(0);
    await press(page, /^Ganhar a contestação/);
    await shows(page, /Contestação ganha: R\$\s200,00 de volta no saldo/);
    await page.getByRole('row', { name: /Voltou ao saldo disponível \+R\$\s200,00/ }).waitFor();
    await shows(page, 'Decidida a seu favor');
  });

  it('are given up only after the page has said what that costs', async () => {
    const { dispute } = await disputed('Produto com defeito');
    const { page } = await open(`/disputes/${dispute}`);
    await press(page, 'Aceitar contestação');
    await press(page, /^Aceitar e perder R\$\s200,00$/);
    await shows(page, /Contestação aceita: R\$\s200,00 ficam com o cliente/);
    await shows(page, 'Aceita por você');
    const { body } = await seller.call('GET', `/api/v1/disputes/${dispute}`);
    expect(body).toMatchObject({ status: 'lost', answer: null });
  });
});

describe('receivables', () => {
  it('show the reserve by day apart from boletos that may not be paid, month by month', async () => {
    const owner = await dashboard.gateway.seller('Loja das Agendas');
    const { id } = await createdCharge(owner, { billing_type: 'PIX', value: 100 });
    await owner.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    await createdCharge(owner, { billing_type: 'BOLETO', value: 30, customer });
    const { data: days } = (await owner.call('GET', '/api/v1/balance/calendar')).body;
    const [boleto, release] = days.map(({ date }: { date: string }) => date);
    const { page } = await dashboard.open(owner, `/receivables?month=${release.slice(0, 7)}`);
    const written = (day: string) => day.split('-').reverse().join('/');
    await page.getByRole('row', { name: new RegExp(`${written(release)}.*R\\$\\s4,58`) }).waitFor();
    await page.goto(`${dashboard.origin}/receivables?month=${boleto.slice(0, 7)}`);
    await page.getByRole('row', { name: new RegExp(`${written(boleto)}.*R\\$\\s30,00`) }).waitFor();
    await press(page, 'Próximo mês');
    await press(page, 'Próximo mês');
    await shows(page, 'Nada previsto para este mês.');
  });
});

describe('fees', () => {
  it('show the plan and what each way to pay brings, as the API computes it', async () => {
    const { page } = await open('/fees');
    await shows(page, /5,99%\s\+\sR\$\s2,50/);
    await shows(page, '30 dias depois do pagamento');
    const twelve = page.getByRole('row', { name: /Cartão em 12×/ });
    await twelve.waitFor();
    const net = page.getByRole('row', { name: /Pix ou boleto/ }).getByRole('cell', { name: /86,93/ });
    await net.waitFor();
    expect(await twelve.innerText()).toMatch(/R\$\s86,9[34]/);
    await choose(page.getByLabel('Juros do parcelamento'), 'seller');
    await twelve.getByRole('cell', { name: /R\$\s28,41/ }).waitFor();
    await page.getByLabel('Valor da venda').fill('1000');
    await page
      .getByRole('row', { name: /Cartão em 2×/ })
      .getByRole('cell', { name: /R\$\s10,00/ })
      .waitFor();
    await twelve.waitFor({ state: 'detached' });
    await page.getByLabel('Valor da venda').fill('');
    await shows(page, /^Informe um valor para ver/);
  });
});

describe('the gateway’s clock', () => {
  it('counts the days of an export, not the browser’s', async () => {
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10);
    await seller.call('POST', '/api/v1/sandbox/clock', { advance_seconds: 400 * 24 * 3600 });
    const { page } = await open(`/statement?from=${yesterday}`);
    await press(page, 'Exportar');
    await shows(page, 'Escolha no máximo 366 dias para exportar.');
    await seller.call('DELETE', '/api/v1/sandbox/clock');
  });
});
