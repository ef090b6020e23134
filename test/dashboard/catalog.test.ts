import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { choose } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

const HOSTILE = `<img src=x onerror=document.title='owned'>${'w'.repeat(120)}`;

const WIDER_THAN_WINDOW = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

let dashboard: Dashboard;
let seller: Seller;
let partner: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
  partner = await dashboard.gateway.seller('Moinho');
});
afterEach(() => dashboard.closePages());

const open = async (path: string, options = {}) => {
  const opened = await dashboard.open(seller, path, options);
  await opened.page.locator('h1').waitFor();
  return opened;
};
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

async function made(path: string, body: object): Promise<{ id: string; url?: string }> {
  const answer = await seller.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.raw}`);
  return answer.body;
}

describe('customers', () => {
  it('are created, found by the beginning of their name, and shown with their charges', async () => {
    const { page, complaints } = await open('/customers');
    await shows(page, 'Nenhum cliente ainda');
    await made('/api/v1/customers', { name: 'João' });
    await press(page, 'Criar cliente');
    await page.getByLabel('Nome').fill('Maria Aparecida');
    await page.getByLabel('E-mail').fill('maria@example.com');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await press(page, 'Criar cliente');
    await titled(page, 'Maria Aparecida').waitFor();
    await shows(page, '529.982.247-25');
    await createdCharge(seller, { billing_type: 'PIX', value: 88, customer_id: idOf(page) });
    await page.getByRole('link', { name: 'Clientes' }).first().click();
    await page.getByRole('link', { name: /João/ }).waitFor();
    await page.getByRole('searchbox').fill('maria');
    await page.getByRole('link', { name: /João/ }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('search=maria');
    await page.getByRole('link', { name: /Maria Aparecida/ }).click();
    await titled(page, 'Maria Aparecida').waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'R$ 88,00' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('say at the field what the gateway does not accept, and take the next try', async () => {
    const { page } = await open('/customers');
    await press(page, 'Criar cliente');
    await press(page, 'Criar cliente');
    await shows(page, 'Preencha este campo');
    await page.getByLabel('Nome').fill('Ana');
    await page.getByLabel('CPF ou CNPJ').fill('12');
    await press(page, 'Criar cliente');
    await shows(page, 'CPF ou CNPJ inválido');
    expect(await page.getByLabel('CPF ou CNPJ').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('CPF ou CNPJ').fill('');
    await press(page, 'Criar cliente');
    await titled(page, 'Ana').waitFor();
  });

  it('of another seller do not exist', async () => {
    const other = await partner.call('POST', '/api/v1/customers', { name: 'Cliente do Moinho' });
    const { page } = await open(`/customers/${other.body.id}`);
    await titled(page, 'Página não encontrada').waitFor();
    expect(await page.getByText('Cliente do Moinho').count()).toBe(0);
  });
});

describe('products', () => {
  it('are created with stock, changed, split and deleted', async () => {
    const { page } = await open('/products');
    await press(page, 'Criar produto');
    await page.getByLabel('Nome').fill('Bolo de fubá');
    await page.getByLabel('Preço').fill('0');
    await press(page, 'Criar produto');
    await shows(page, 'Informe um valor maior que zero');
    await page.getByLabel('Preço').fill('3850');
    await page.getByRole('textbox', { name: 'Estoque' }).fill('12');
    await press(page, 'Criar produto');
    await titled(page, 'Bolo de fubá').waitFor();
    const path = `/api/v1/products/${idOf(page)}`;
    expect((await seller.call('GET', path)).body).toMatchObject({ price: 38.5, stock: 12, active: true });

    await page.getByLabel('Preço').fill('4000');
    await page.getByLabel('Ativo').uncheck();
    await press(page, 'Salvar');
    await shows(page, 'Produto salvo');
    expect((await seller.call('GET', path)).body).toMatchObject({ price: 40, stock: 12, active: false });

    await press(page, 'Adicionar conta');
    await page.getByLabel('ID da conta que recebe').fill(partner.id);
    await page.getByLabel('Percentual', { exact: true }).fill('12,5');
    await press(page, 'Salvar split');
    await shows(page, 'Split do produto salvo');
    expect((await seller.call('GET', `${path}/splits`)).body.split).toMatchObject([
      { recipient_id: partner.id, percent: 12.5 },
    ]);

    await press(page, 'Excluir produto');
    await shows(page, 'Excluir “Bolo de fubá”?');
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir produto' }).click();
    await shows(page, 'Produto excluído: Bolo de fubá');
    await titled(page, 'Produtos').waitFor();
    expect((await seller.call('GET', path)).status).toBe(404);
  });

  it('keep what a sale took from the stock while somebody edits the name', async () => {
    const product = await made('/api/v1/products', { name: 'Rosca', price: 10, stock: 5 });
    const { page } = await open(`/products/${product.id}`);
    await page.getByLabel('Nome').fill('Rosca doce');
    const charge = await createdCharge(seller, { billing_type: 'PIX', value: 10, product_id: product.id });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    await press(page, 'Salvar');
    await shows(page, 'Produto salvo');
    const { body } = await seller.call('GET', `/api/v1/products/${product.id}`);
    expect(body).toMatchObject({ name: 'Rosca doce', stock: 4 });
  });

  it('refuse a split to an account that does not exist, at its row, and take the mended one', async () => {
    const product = await made('/api/v1/products', { name: 'Sonho', price: 10 });
    const { page } = await open(`/products/${product.id}`);
    await press(page, 'Adicionar conta');
    await press(page, 'Salvar split');
    await shows(page, 'Informe a conta que recebe');
    await page.getByLabel('ID da conta que recebe').fill(partner.id);
    await page.getByLabel('Percentual', { exact: true }).fill('10');
    await press(page, 'Salvar split');
    await shows(page, 'Split do produto salvo');
  });
});

describe('payment links', () => {
  it('are created with a live quote, show their address and QR code, and are deactivated', async () => {
    const { page } = await open('/links');
    await page.getByRole('link', { name: 'Criar link' }).first().click();
    await titled(page, 'Novo link').waitFor();
    await page.getByLabel('Nome').fill('Rifa da escola');
    await page.getByRole('textbox', { name: 'Valor', exact: true }).fill('10000');
    await shows(page, 'R$ 86,93');
    await page.getByLabel('Boleto').uncheck();
    await page.getByLabel('Máximo de pagamentos').fill('3');
    await press(page, 'Criar link');
    await titled(page, 'Rifa da escola').waitFor();
    const link = (await seller.call('GET', `/api/v1/payment-links/${idOf(page)}`)).body;
    expect(link).toMatchObject({ value: 100, billing_types: ['PIX', 'CREDIT_CARD'], max_payments: 3 });
    await shows(page, link.url);
    await page.getByRole('img', { name: 'QR Code do link' }).locator('path[d^="M"]').waitFor();

    await press(page, 'Desativar link');
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar link' }).click();
    await shows(page, /Este link foi desativado/);
    expect((await seller.call('GET', `/api/v1/payment-links/${link.id}`)).body.active).toBe(false);
  });

  it('take the price and name of a product, and leave the value to the payer when asked', async () => {
    const product = await made('/api/v1/products', { name: 'Pão de queijo', price: 25 });
    const { page } = await open(`/links/new?product_id=${product.id}`);
    expect(await page.getByRole('textbox', { name: 'Valor', exact: true }).inputValue()).toBe('25,00');
    await choose(page.getByLabel('Tipo de valor'), 'payer');
    await shows(page, /O cliente define o valor/);
    await press(page, 'Criar link');
    await titled(page, 'Pão de queijo').waitFor();
    const link = (await seller.call('GET', `/api/v1/payment-links/${idOf(page)}`)).body;
    expect(link).toMatchObject({ value: null, product_id: product.id });
  });
});

describe('what a link asks', () => {
  it('is folded away, is set, changed, and shown with what payers bought and answered', async () => {
    const { page } = await open('/links/new');
    await page.getByLabel('Nome').fill('Camiseta da turma');
    await page.getByRole('textbox', { name: 'Valor', exact: true }).fill('5000');
    expect(await page.getByLabel('Pedir telefone').count()).toBe(0);
    await press(page, 'Dados do cliente, quantidade e desconto no Pix');
    await choose(page.getByLabel('Pedir telefone'), 'required');
    await page.getByLabel(/Quantidade por compra/).fill('10');
    await page.getByLabel(/Desconto no Pix/).fill('5');
    await press(page, 'Adicionar pergunta');
    await page.getByLabel('Pergunta 1', { exact: true }).fill('Tamanho');
    await page.getByLabel(/Respostas para escolher/).fill('P');
    await page.getByLabel('Resposta obrigatória').check();
    await press(page, 'Criar link');
    await shows(page, 'Informe ao menos duas respostas, ou nenhuma');
    await page.getByLabel(/Respostas para escolher/).fill('P\nM\n\nG');
    await press(page, 'Criar link');
    await titled(page, 'Camiseta da turma').waitFor();
    await shows(page, 'Quantidade, até 10');
    const path = `/api/v1/payment-links/${idOf(page)}`;
    const { body: link } = await seller.call('GET', path);
    const questions = [{ label: 'Tamanho', required: true, options: ['P', 'M', 'G'] }];
    expect(link).toMatchObject({ pix_discount: 5, asks: { phone: 'required', max_quantity: 10, questions } });

    await press(page, 'Editar');
    await page.getByLabel(/Quantidade por compra/).fill('');
    await press(page, 'Adicionar pergunta');
    await page.getByLabel('Pergunta 2', { exact: true }).fill('Nome nas costas');
    await press(page, 'Salvar');
    await shows(page, 'Nome nas costas');
    expect((await seller.call('GET', path)).body).toMatchObject({
      asks: { phone: 'required', max_quantity: 1, questions: [...questions, { label: 'Nome nas costas' }] },
    });

    const payer = await dashboard.open(null, new URL(link.url).pathname);
    await payer.page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await payer.page.getByText('Informe o telefone com DDD').waitFor();
    await payer.page.getByText('Responda esta pergunta.').waitFor();
    await payer.page.getByLabel(/^Nome completo/).fill('Paula Pagadora');
    await payer.page.getByLabel(/^Telefone/).fill('11987654321');
    await payer.page.getByLabel('Tamanho').selectOption('M');
    await payer.page.getByLabel(/^Nome nas costas/).fill(HOSTILE);
    await payer.page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await payer.page.waitForURL('**/pay/**');
    const listed = await seller.call('GET', `/api/v1/charges?payment_link_id=${link.id}`);
    const charge = await open(`/charges/${listed.body.data[0].id}`);
    await shows(charge.page, 'Respostas do cliente');
    await shows(charge.page, HOSTILE);
    await shows(charge.page, '(11) 98765-4321');
    expect(await charge.page.evaluate(WIDER_THAN_WINDOW)).toBe(false);
  });
});

describe('the page of a link', () => {
  it('shows the last day on which it takes payments, as it was chosen', async () => {
    const link = await made('/api/v1/payment-links', {
      name: 'Festa junina',
      value: 30,
      expires_at: '2031-11-21T00:00:00-03:00',
    });
    const { page } = await open(`/links/${link.id}`);
    await page.locator('time[datetime="2031-11-20"]', { hasText: '20/11/2031' }).waitFor();
  });

  it('lists the charges made through it, and those only', async () => {
    const link = await made('/api/v1/payment-links', {
      name: 'Quermesse',
      value: 47,
      billing_types: ['PIX'],
    });
    await createdCharge(seller, { billing_type: 'PIX', value: 61 });
    const payer = await dashboard.open(null, new URL(link.url ?? '').pathname);
    await payer.page.getByLabel(/^Nome/).fill('Paula Pagadora');
    await payer.page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await payer.page.waitForURL('**/pay/**');
    const { page } = await open(`/links/${link.id}`);
    const charges = page.getByRole('table', { name: 'Cobranças deste link' });
    await charges.getByRole('cell', { name: 'R$ 47,00' }).waitFor();
    expect(await charges.getByRole('row').count()).toBe(2);
  });
});

describe('hostile text', () => {
  it('shows as text on lists and pages, and breaks no layout on a phone', async () => {
    const customer = await made('/api/v1/customers', { name: HOSTILE, phone: '‮+55' });
    const product = await made('/api/v1/products', { name: HOSTILE, price: 1, description: HOSTILE });
    const link = await made('/api/v1/payment-links', { name: HOSTILE, description: HOSTILE, value: 1 });
    const places = ['/customers', `/customers/${customer.id}`, '/products', `/products/${product.id}`];
    const { page, complaints } = await open('/links', { viewport: { width: 390, height: 844 } });
    for (const place of [...places, '/links', `/links/${link.id}`]) {
      await page.goto(dashboard.origin + place);
      await page.getByText(HOSTILE).or(page.locator(`input[value*="onerror"]`)).first().waitFor();
      const isWide = await page.evaluate<boolean>(WIDER_THAN_WINDOW);
      expect({ place, isWide }).toEqual({ place, isWide: false });
      expect(await page.title()).not.toBe('owned');
    }
    expect(complaints).toEqual([]);
  });
});
