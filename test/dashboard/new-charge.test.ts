import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

let dashboard: Dashboard;
let seller: Seller;

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
afterEach(() => dashboard.closePages());

async function open(path = '/charges/new'): Promise<Page> {
  const { page } = await dashboard.open(seller, path);
  await settled(page);
  return page;
}
const field = (page: Page, name: string | RegExp) =>
  page.getByLabel(name, { exact: typeof name === 'string' });
const sees = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const create = (page: Page) => page.getByRole('button', { name: 'Criar cobrança' }).click();

/** The charge whose page is shown after it was created. */
async function created(page: Page) {
  await page.waitForURL(/\/charges\/[0-9a-f-]{36}$/);
  return (await seller.call('GET', `/api/v1${new URL(page.url()).pathname}`)).body;
}

async function chargesCount(): Promise<number> {
  return (await seller.call('GET', '/api/v1/charges?limit=1')).body.total;
}

describe('a boleto', () => {
  async function beginBoleto(): Promise<Page> {
    const page = await open();
    await page.getByText('Boleto', { exact: true }).click();
    await page.getByLabel('Valor', { exact: true }).fill('5000');
    await choose(field(page, 'Cliente'), 'new');
    await field(page, 'Nome').fill('Maria da Silva');
    await field(page, /^CPF ou CNPJ/).fill('52998224725');
    return page;
  }

  it.each(['2,555', '0,033', '1,0,0', '101'])('with a fine of %j is not made without it', async (fine) => {
    const before = await chargesCount();
    const page = await beginBoleto();
    await field(page, /^Multa/).fill(fine);
    await create(page);
    await sees(page, 'Informe um valor de 0 a 100, com até duas casas decimais');
    await expect.poll(() => field(page, /^Multa/).getAttribute('aria-invalid')).toBe('true');
    expect(await chargesCount()).toBe(before);
  });

  it('without name or document of who pays says so at each, before anything is made', async () => {
    const before = await chargesCount();
    const page = await beginBoleto();
    await field(page, 'Nome').fill('   ');
    await field(page, /^CPF ou CNPJ/).fill(' ');
    await create(page);
    await expect.poll(() => page.getByText('Preencha este campo').count()).toBe(2);
    await expect.poll(() => field(page, 'Nome').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field(page, /^CPF ou CNPJ/).getAttribute('aria-invalid')).toBe('true');
    expect(await chargesCount()).toBe(before);
  });

  it('takes fine and interest as people type them', async () => {
    const page = await beginBoleto();
    await field(page, /^Multa/).fill('2,');
    await field(page, /^Juros/).fill(',5');
    await create(page);
    const { boleto } = await created(page);
    expect(boleto).toMatchObject({ fine: { percent: 2 }, interest: { percent: 0.5 } });
  });

  it('with a discount but no day until which asks for it, or takes the due day', async () => {
    const page = await beginBoleto();
    await choose(page.getByLabel('Desconto', { exact: true }), 'percent');
    await field(page, /^Percentual do desconto/).fill('5');
    await create(page);
    await expect.poll(() => field(page, /^Para pagamento até/).getAttribute('aria-invalid')).toBe('true');
    const due = new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    await field(page, /^Vencimento/).fill(due);
    await create(page);
    expect((await created(page)).boleto.discount).toEqual({ percent: 5, until: due });
  });
});

describe('the value', () => {
  it.each(['', '0,00'])('of %j says that it must be more than zero', async (typed) => {
    const page = await open();
    await page.getByLabel('Valor', { exact: true }).fill(typed);
    await create(page);
    await sees(page, 'Informe um valor maior que zero');
  });

  it('with a digit too many says so, and stays as it was', async () => {
    const page = await open();
    const value = page.getByLabel('Valor', { exact: true });
    await value.pressSequentially('9999999999999');
    await sees(page, /^O valor máximo é R\$\s9\.999\.999\.999,99/);
    expect(await value.inputValue()).toBe('9.999.999.999,99');
    await value.fill('1000');
    await expect.poll(() => page.getByText('O valor máximo é').count()).toBe(0);
    expect(await value.inputValue()).toBe('10,00');
  });
});

describe('the customer', () => {
  it('is chosen when the charge is said to be for one of them', async () => {
    const { body } = await seller.call('POST', '/api/v1/customers', { name: 'Joana Prado' });
    const before = await chargesCount();
    const page = await open();
    await page.getByLabel('Valor', { exact: true }).fill('5000');
    await choose(field(page, 'Cliente'), 'existing');
    await create(page);
    await sees(page, 'Preencha este campo');
    expect(await chargesCount()).toBe(before);
    await page.getByLabel('Buscar cliente').fill('Joana');
    await page.getByRole('option', { name: /Joana Prado/ }).click();
    await create(page);
    expect((await created(page)).customer_id ?? (await created(page)).customer?.id).toBe(body.id);
  });
});

describe('a product', () => {
  it('brings its price, another one its own, and neither overwrites what was typed', async () => {
    const product = async (name: string, price: number) =>
      (await seller.call('POST', '/api/v1/products', { name, price })).body.id;
    const [bread, cake] = [await product('Pão', 25), await product('Bolo', 80)];
    const page = await open(`/charges/new?product_id=${bread}`);
    const value = page.getByLabel('Valor', { exact: true });
    await expect.poll(() => value.inputValue()).toBe('25,00');
    await choose(field(page, /^Produto/), cake);
    expect(await value.inputValue()).toBe('80,00');
    await value.fill('7000');
    await choose(field(page, /^Produto/), bread);
    expect(await value.inputValue()).toBe('70,00');
  });
});

it('a fixed number of installments is not measured against a choice that is hidden', async () => {
  const page = await open();
  await page.getByText('Cartão', { exact: true }).click();
  await page.getByLabel('Valor', { exact: true }).fill('50000');
  await choose(field(page, /^Até/), '2');
  await choose(field(page, /^Parcelas$/), '6');
  await create(page);
  expect(await created(page)).toMatchObject({ installments: 6 });
});

it('a part of a split with three decimals says so at the percentage', async () => {
  const page = await open();
  await page.getByText('Split com outras contas').click();
  await page.getByRole('button', { name: 'Adicionar conta' }).click();
  await page.getByLabel('Percentual', { exact: true }).fill('33,333');
  await sees(page, 'Informe um valor de 0 a 100, com até duas casas decimais');
});

describe('a file of charges', () => {
  it('in an old encoding is checked, shows what is wrong, and is made after the confirmation', async () => {
    const before = await chargesCount();
    const page = await open('/charges/import');
    await page.getByRole('button', { name: 'Conferir arquivo' }).click();
    await sees(page, 'Escolha um arquivo CSV');
    const text = 'Forma;Valor;Descrição\r\nPix;1.234,56;Maçã\r\nCartão;dez;Pão\r\n';
    const buffer = Buffer.from(text, 'latin1');
    await field(page, 'Arquivo CSV').setInputFiles({ name: 'vendas.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Conferir arquivo' }).click();
    await page.getByRole('heading', { name: 'Conferência de vendas.csv' }).waitFor();
    await page.getByRole('row', { name: /^3 Com erro.*Valor:/ }).waitFor();
    await sees(page, /^1 linha com erro fica de fora/);
    expect(await chargesCount()).toBe(before);
    await page.getByRole('button', { name: 'Criar 1 cobrança' }).click();
    await sees(page, /^0 de 1 linhas processadas/);
    await dashboard.gateway.advance(1_000);
    await page.getByRole('link', { name: 'Ver cobrança' }).click();
    const charge = await created(page);
    expect(charge).toMatchObject({ value: 1234.56, description: 'Maçã' });
    expect(await chargesCount()).toBe(before + 1);
  });

  it('that is refused as a whole says why beside the file', async () => {
    const page = await open('/charges/import');
    const send = async (text: string) => {
      const buffer = Buffer.from(text);
      await field(page, 'Arquivo CSV').setInputFiles({ name: 'vendas.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Conferir arquivo' }).click();
    };
    await send('Forma;Valor;Cor\nPix;10;azul\n');
    await sees(page, 'Coluna desconhecida: Cor. Use os nomes do modelo');
    await send('Forma;Valor;Descrição\nPix;10;"aberta\nPix;20;b\n');
    await sees(page, 'Na linha 2, aspas foram abertas e não fechadas');
  });
});
