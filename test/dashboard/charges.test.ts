import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { dayFrom } from '../../web/dashboard/kit/days.ts';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { answering, type Receiver } from '../support/receiver.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Words in a table's cells that stand on more than one line; an id may break anywhere. */
const BROKEN_WORDS = String.raw`{
  const texts = document.createTreeWalker(document.querySelector('main table'), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: word, index } of text.textContent.matchAll(/(?<![\w-])\p{L}+(?![\w-])/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  broken;
}`;

let dashboard: Dashboard;
let receiver: Receiver;
let seller: Seller;

it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  receiver = started;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
}, 120_000);
afterEach(() => dashboard.closePages());

async function open(path: string, who: Seller = seller): Promise<Page> {
  const { page } = await dashboard.open(who, path);
  await settled(page);
  return page;
}

async function made(body: object = {}, who: Seller = seller): Promise<string> {
  const answer = await who.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100, ...body });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}

async function paid(body: object = {}, who: Seller = seller): Promise<string> {
  const id = await made(body, who);
  const answer = await who.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  expect(answer.status, answer.raw).toBe(200);
  return id;
}

const badge = (page: Page, text: string) => page.locator('header').getByText(text, { exact: true }).first();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const sees = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const rows = (page: Page) => page.locator('tbody tr');

describe('a new charge', () => {
  it('shows what the seller will receive while it is filled in, and ends on its own page', async () => {
    const page = await open('/charges/new');
    await page.getByLabel('Valor', { exact: true }).fill('10000');
    await sees(page, /^R\$\s86,93$/);
    await page.getByLabel(/^Descrição/).fill('Bolo de fubá');
    await press(page, 'Criar cobrança');
    await page.waitForURL(/\/charges\/[0-9a-f-]{36}$/);
    await badge(page, 'Pendente').waitFor();
    await page.getByRole('img', { name: 'QR Code do Pix' }).waitFor();
    await sees(page, 'Bolo de fubá');
  });

  it('names the field the API refused', async () => {
    const page = await open('/charges/new');
    await page.getByText('Boleto', { exact: true }).click();
    await page.getByLabel('Valor', { exact: true }).fill('5000');
    await press(page, 'Criar cobrança');
    const who = page.getByLabel('Cliente', { exact: true });
    await expect.poll(() => who.getAttribute('aria-invalid')).toBe('true');
    await choose(who, 'new');
    await page.getByLabel('Nome').fill('Maria da Silva');
    await page.getByLabel(/^CPF ou CNPJ/).fill('52998224725');
    await press(page, 'Criar cobrança');
    await page.waitForURL(/\/charges\/[0-9a-f-]{36}$/);
    await sees(page, 'Linha digitável');
  });

  it('reckons a split in, and opens the part whose row was refused', async () => {
    const recipient = await dashboard.gateway.seller('Sócia');
    const page = await open('/charges/new');
    await page.getByLabel('Valor', { exact: true }).fill('10000');
    await page.getByText('Split com outras contas').click();
    await press(page, 'Adicionar conta');
    await page.getByLabel('ID da conta que recebe').fill('ninguém');
    await page.getByLabel('Percentual', { exact: true }).fill('10');
    await press(page, 'Criar cobrança');
    await sees(page, 'Não existe conta ativa com este ID');
    await page.getByLabel('ID da conta que recebe').fill(recipient.id);
    await sees(page, /^R\$\s76,93$/);
    await press(page, 'Criar cobrança');
    await page.waitForURL(/\/charges\/[0-9a-f-]{36}$/);
    await sees(page, recipient.id);
  });
});

describe('the page of a charge', () => {
  it('is paid by a sandbox tool, explains each cent, and refunds a part', async () => {
    const page = await open(`/charges/${await made()}`);
    await press(page, /^Pagar$/);
    await badge(page, 'Paga').waitFor();
    await sees(page, /5,99% de R\$\s100,00 = R\$\s5,99 \(arredondado para cima\) \+ fixo R\$\s2,50/);
    await press(page, 'Devolver');
    await choose(page.getByLabel('Valor', { exact: true }), 'partial');
    await page.getByLabel('Valor da devolução').fill('3000');
    await sees(page, /A taxa de R\$\s8,49 não é devolvida/);
    await sees(page, /R\$\s4,58 saem da reserva/);
    await press(page, /^Devolver R\$\s30,00$/);
    await sees(page, /R\$\s30,00 devolvidos ao cliente/);
    await press(page, 'Concluir');
    await page.getByRole('heading', { name: 'Estornos' }).waitFor();
    await sees(page, 'Estorno ao cliente');
  });

  it('keeps the words of its ledger whole, and heads what a phone puts together', async () => {
    const partner = await dashboard.gateway.seller('Sócia');
    const page = await open(`/charges/${await paid({ split: [{ recipient_id: partner.id, percent: 10 }] })}`);
    const ledger = page.getByRole('table', { name: 'Para onde foi cada centavo' });
    const head = async () => (await ledger.getByRole('columnheader').allInnerTexts()).filter(Boolean);
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await page.evaluate(BROKEN_WORDS), `at ${width}`).toEqual([]);
    }
    expect(await head()).toEqual(['De', 'Para', 'Valor', 'Cálculo', 'Quando']);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await head()).toEqual(['Movimento', 'Valor']);
    expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
  });

  const boleto = {
    billing_type: 'BOLETO',
    value: 333.33,
    customer: { name: 'Maria da Silva', cpf_cnpj: '52998224725' },
  };

  it('tells the terms of a boleto, and promises its full value only to who pays it', async () => {
    const until = dayFrom(Date.now(), 1);
    const terms = { discount: { percent: 5, until }, fine: { percent: 2 }, interest: { percent: 1.5 } };
    const page = await open(`/charges/${await made({ ...boleto, ...terms })}`);
    const [year, month, day] = until.split('-');
    await sees(page, `5% para pagamento até ${day}/${month}/${year}`);
    await sees(page, '2% do valor, uma única vez');
    await sees(page, '1,5% ao mês, proporcional aos dias');
    await sees(page, 'Você recebe pelo valor cheio');
    expect(await page.getByText('Você recebe', { exact: true }).count()).toBe(0);
  });

  it('tells an amount off in English, and nothing of terms that a boleto does not have', async () => {
    const discount = { amount: 1000.5, until: dayFrom(Date.now(), 1) };
    const id = await made({ ...boleto, value: 2000, discount });
    const { page } = await dashboard.open(seller, `/charges/${id}`, { locale: 'en-US' });
    await sees(page, /^R\$\s1,000\.50 if paid by /);
    await sees(page, 'You receive, at full value');
    expect(await page.getByText('per month, charged per day').count()).toBe(0);
    const plain = await open(`/charges/${await made(boleto)}`);
    await sees(plain, 'Você recebe');
    expect(await plain.getByText('Desconto', { exact: true }).count()).toBe(0);
  });

  it('takes back the whole of a charge, and says so in its head', async () => {
    const page = await open(`/charges/${await paid()}`);
    await press(page, 'Devolver');
    await press(page, /^Devolver R\$\s100,00$/);
    await press(page, 'Concluir');
    await badge(page, 'Estornada').waitFor();
  });

  it('checks the part to take back before it asks for it, and forgets a refusal when the part is changed', async () => {
    const spent = await dashboard.gateway.seller('Papelaria');
    const page = await open(`/charges/${await paid({ value: 300 }, spent)}`, spent);
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/refund') && asked.push(request.url()));
    await press(page, 'Devolver');
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Valor', { exact: true }), 'partial');
    const amount = dialog.getByLabel('Valor da devolução');
    const isMarked = async () => [
      await amount.getAttribute('aria-invalid'),
      await amount.and(page.locator(':focus')).count(),
    ];
    const give = dialog.getByRole('button', { name: /^Devolver/ });
    await give.click();
    await dialog.getByText('Informe o valor').waitFor();
    expect(await isMarked()).toEqual(['true', 1]);
    await amount.fill('50000');
    await dialog.getByText(/^O máximo é R\$\s300,00$/).waitFor();
    expect(await give.innerText()).toBe('Devolver');
    await give.click();
    expect(await isMarked()).toEqual(['true', 1]);
    expect(asked).toEqual([]);

    const { available } = (await spent.call('GET', '/api/v1/balance')).body;
    await spent.call('POST', '/api/v1/withdrawals', { amount: available, pix_key: 'caixa@loja.example' });
    await amount.fill('30000');
    expect(await isMarked()).toEqual([null, 1]);
    await give.click();
    await dialog.getByRole('alert').waitFor();
    expect(asked).toHaveLength(1);
    await amount.fill('29000');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('says where one asks for it that the other accounts of a split give back, and nothing of an unchanged balance', async () => {
    const partner = await dashboard.gateway.seller('Sócia');
    const split = [{ recipient_id: partner.id, percent: 12.5 }];
    const page = await open(`/charges/${await paid({ split })}`);
    await sees(page, /^12,5%$/);
    await press(page, 'Devolver');
    await choose(page.getByLabel('Valor', { exact: true }), 'partial');
    await page.getByLabel('Valor da devolução').fill('100');
    await sees(page, 'Seu saldo disponível não muda');
    expect(await page.getByText('As outras contas do split devolvem').count()).toBe(0);
    await page.getByRole('checkbox').check();
    await sees(page, 'As outras contas do split devolvem a parte delas');
    expect(await page.getByText('Seu saldo disponível não muda').count()).toBe(0);
  });

  it('cancels only after asking', async () => {
    const id = await made();
    const page = await open(`/charges/${id}`);
    await press(page, 'Cancelar cobrança');
    await press(page, 'Manter cobrança');
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('PENDING');
    await press(page, 'Cancelar cobrança');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar cobrança' }).click();
    await badge(page, 'Cancelada').waitFor();
  });

  it('shows a payment from outside by itself', async () => {
    const id = await made();
    const page = await open(`/charges/${id}`);
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    await badge(page, 'Paga').waitFor();
  });

  it('has the tools that fit, shows a dispute, and money that went back', async () => {
    const card = await open(`/charges/${await paid({ billing_type: 'CREDIT_CARD' })}`);
    expect(await card.getByRole('button', { name: 'Abrir MED' }).count()).toBe(0);
    await press(card, 'Abrir chargeback');
    await card.getByRole('heading', { name: 'Contestações' }).waitFor();
    await sees(card, /^Chargeback aberto: R\$\s100,00$/);
    const pix = await open(`/charges/${await made()}`);
    await pix.getByText('Pagar outro valor').click();
    await pix.getByLabel('Valor pago').fill('6000');
    await press(pix, /^Pagar R\$\s60,00$/);
    await sees(pix, 'Pagamentos devolvidos');
    await sees(pix, 'Valor diferente do cobrado');
  });

  it('tells of each delivery and each attempt', async () => {
    receiver.respondWith(answering(500, 'fila <b>cheia</b>'));
    const id = await paid({ postback_url: `${receiver.url}/aviso` });
    await dashboard.gateway.runDue();
    const page = await open(`/charges/${id}`);
    await page.getByText('charge.paid').click();
    await sees(page, 'HTTP 500');
    await sees(page, 'fila <b>cheia</b>');
  });

  it('does not exist for another seller', async () => {
    const stranger = await dashboard.gateway.seller('Estranha');
    const page = await open(`/charges/${await made()}`, stranger);
    await sees(page, 'Página não encontrada');
  });
});

describe('the list of charges', () => {
  let shop: Seller;
  let found: string;

  beforeAll(async () => {
    shop = await dashboard.gateway.seller('Loja');
    const maria = { name: 'Maria <b>da</b> Silva', cpf_cnpj: '52998224725' };
    const joao = { name: 'João Pereira', cpf_cnpj: '11144477735' };
    await paid({ value: 11, customer: maria }, shop);
    found = await made({ value: 12, customer: maria, external_reference: 'pedido-12' }, shop);
    await made({ value: 13, customer: joao, billing_type: 'CREDIT_CARD' }, shop);
  }, 60_000);

  it('finds by reference, and the row leads to the charge', async () => {
    const page = await open('/charges', shop);
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole('searchbox').fill('pedido-12');
    await expect.poll(() => rows(page).count()).toBe(1);
    await sees(page, 'Maria <b>da</b> Silva');
    await page.getByRole('link', { name: /R\$\s12,00/ }).click();
    await page.waitForURL(`**/charges/${found}`);
  });

  it('finds by customer with the keyboard alone, and keeps it in the address', async () => {
    const page = await open('/charges', shop);
    await page.getByRole('combobox', { name: 'Cliente' }).focus();
    await page.keyboard.type('joão');
    await page.getByRole('option', { name: /João Pereira/ }).waitFor();
    await expect.poll(() => page.locator('[role=option]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await settled(page);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Cliente' }).inputValue())
      .toBe('João Pereira');
    await press(page, 'Limpar filtros');
    await expect.poll(() => rows(page).count()).toBe(3);
  });

  it('is on the same page after a look at a charge', async () => {
    const many = await dashboard.gateway.seller('Quitanda');
    for (let index = 0; index < 26; index += 1) await made({ value: 10 + index }, many);
    const page = await open('/charges', many);
    await press(page, 'Próxima');
    await page.getByRole('link', { name: /R\$\s10,00/ }).click();
    await page.waitForURL(/\/charges\/[0-9a-f-]{36}$/);
    await page.goBack();
    await page.getByRole('link', { name: /R\$\s10,00/ }).waitFor();
    expect(await rows(page).count()).toBe(1);
    await press(page, 'Anterior');
    await page.getByRole('link', { name: /R\$\s35,00/ }).waitFor();
  });

  it('filters by status, method and day', async () => {
    const page = await open('/charges?status=PENDING', shop);
    await expect.poll(() => rows(page).count()).toBe(2);
    await choose(page.getByLabel('Forma de pagamento'), 'CREDIT_CARD');
    await expect.poll(() => rows(page).count()).toBe(1);
    await choose(page.getByLabel('Período'), 'custom');
    await page.getByLabel('Até').fill('01/01/2020');
    await page.keyboard.press('Tab');
    await sees(page, 'Nenhum resultado com esses filtros.');
  });
});

it('documents and phones are written as people write them, on a charge and to an operator', async () => {
  const customer = { name: 'Maria da Silva', cpf_cnpj: '52998224725', phone: '11912345678' };
  const page = await open(`/charges/${await made({ customer })}`);
  await sees(page, '529.982.247-25');
  await sees(page, '(11) 91234-5678');
  await seller.call('PATCH', '/api/v1/account', { phone: '+5511912345678' });
  const console = await open(`/admin/accounts/${seller.id}`, await dashboard.gateway.operator());
  await sees(console, /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$|^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  await sees(console, '+55 11 91234-5678');
});

describe('the overview', () => {
  it('shows a newcomer the first steps, and then the figures below those that are left', async () => {
    const newcomer = await dashboard.gateway.seller('Loja Nova');
    const page = await open('/', newcomer);
    for (const path of ['/charges/new', '/settings', '/settings/security']) {
      await page.locator(`main a[href="${path}"]`).first().waitFor();
    }
    expect(await page.locator('canvas').count()).toBe(0);
    await paid({}, newcomer);
    await made({ value: 40 }, newcomer);
    await page.reload();
    await settled(page);
    // The use of the key is noted a little later.
    await sees(page, /[23] de 6 concluídos/);
    expect(await page.getByText('Crie sua primeira cobrança').count()).toBe(0);
    await page.getByRole('button', { name: 'Ocultar' }).click();
    await page.reload();
    await page.getByRole('button', { name: /Mostrar primeiros passos \([23] de 6 concluídos\)/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Primeiros passos' }).count()).toBe(0);
    await settled(page);
    await page.getByText('30 dias').click();
    await page.waitForURL('**/?days=30');
    await settled(page);
    const figures = await page.locator('main dl').first().innerText();
    expect(figures.replaceAll('\u00a0', ' ')).toMatch(/R\$ 100,00[\s\S]*R\$ 40,00[\s\S]*R\$ 8,49/);
    await page.locator('canvas').waitFor();
    const table = page.getByRole('table', { name: 'Recebido por dia' });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(30);
    const releases = page.getByRole('table', { name: 'Liberações da reserva' });
    expect(await releases.innerText()).toContain('4,58');
  });
});

describe('the end of a charge', () => {
  const boleto = { billing_type: 'BOLETO', customer: { name: 'Maria da Silva', cpf_cnpj: '52998224725' } };

  it('reads as what it was: cancelled, out of time, written off', async () => {
    const [cancelled, expired, writtenOff] = [await made(), await made(), await made(boleto)];
    await seller.call('POST', `/api/v1/charges/${cancelled}/cancel`);
    await seller.call('POST', `/api/v1/sandbox/charges/${expired}/expire`);
    await dashboard.gateway.advance(120 * DAY_MS);
    await sees(await open(`/charges/${cancelled}`), 'Cobrança cancelada');
    await sees(await open(`/charges/${expired}`), 'Cobrança expirada');
    await sees(await open(`/charges/${writtenOff}`), 'Boleto baixado: fim do prazo após o vencimento');
  });
});
