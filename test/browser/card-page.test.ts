import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';

const APPROVED = '4111 1111 1111 1111';
const NO_FUNDS = '4716 9097 7463 6285';
const CHALLENGE = '4000 0000 0000 2503';
const ATTACK = '<script>document.title = "taken"</script>';

const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

let gateway: TestGateway;
let seller: Seller;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Padaria São Jorge');
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await chromium.launch(CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
});

async function openCharge(options: { locale: string; width: number }, body: object = {}) {
  const charge = await createdCharge(seller, {
    billing_type: 'CREDIT_CARD',
    value: 100,
    description: 'Bolo',
    ...body,
  });
  const context = await browser.newContext({
    locale: options.locale,
    viewport: { width: options.width, height: 800 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto(origin + charge.path);
  return { charge, page, complaints };
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(/Número do cartão|Card number/).fill(number);
  await page.getByLabel(/Nome impresso|Name on the card/).fill('ANA SOUZA');
  await page.getByLabel(/titular|card holder/).fill('529.982.247-25');
  await page.getByLabel(/Validade|Expiry/).fill('12/40');
  await page.getByLabel(/CVV/).fill('123');
}

const statusOf = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body.status;

describe('the card page in a browser', () => {
  it('takes a payment in three installments on a phone and shows the receipt', async () => {
    const { charge, page, complaints } = await openCharge({ locale: 'pt-BR', width: 390 });
    await fillCard(page, APPROVED);
    await page.getByLabel('Parcelas').selectOption('3');
    await page.getByRole('button', { name: 'Pagar R$ 100,00' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(charge.path.replace('/pay/', '/receipt/'));
    expect(await page.textContent('main')).toContain('Visa final 1111 · 3x');
    expect(await statusOf(charge.id)).toBe('RECEIVED');
    expect(complaints).toEqual([]);
  });

  it('pays once when the button is clicked twice', async () => {
    const { charge, page } = await openCharge({ locale: 'pt-BR', width: 390 });
    await fillCard(page, APPROVED);
    await page.getByRole('button', { name: 'Pagar R$ 100,00' }).dblclick();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    const attempts = await gateway.db.query('select id from card_attempts where charge_id = $1', [charge.id]);
    expect(attempts).toHaveLength(1);
  });

  it('explains a refusal in English and takes another card', async () => {
    const { charge, page } = await openCharge({ locale: 'en-US', width: 1280 });
    await fillCard(page, NO_FUNDS);
    await page.getByRole('button', { name: 'Pay R$ 100.00' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('does not have enough credit');
    expect(await page.getByLabel('Card number').inputValue()).toBe('');
    expect(await statusOf(charge.id)).toBe('REFUSED');
    await fillCard(page, APPROVED);
    await page.getByRole('button', { name: 'Pay R$ 100.00' }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect(await statusOf(charge.id)).toBe('RECEIVED');
  });

  it('passes a bank challenge', async () => {
    const { charge, page } = await openCharge({ locale: 'pt-BR', width: 1280 });
    await fillCard(page, CHALLENGE);
    await page.getByRole('button', { name: 'Pagar R$ 100,00' }).click();
    await page.getByRole('heading', { name: 'Confirme com seu banco' }).waitFor();
    expect(await statusOf(charge.id)).toBe('PENDING');
    await page.getByRole('button', { name: 'Confirmar a compra' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    expect(await statusOf(charge.id)).toBe('RECEIVED');
  });

  it('shows the wrong field next to its message before anything is sent', async () => {
    const { charge, page } = await openCharge({ locale: 'pt-BR', width: 390 });
    await fillCard(page, '4111 1111 1111 1112');
    await page.getByRole('button', { name: 'Pagar R$ 100,00' }).click();
    const number = page.getByLabel('Número do cartão');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.inputValue()).toBe('4111 1111 1111 1112');
    expect(await page.locator('#number-error').textContent()).toContain('Confira o número.');
    expect(await page.getByLabel('Nome impresso no cartão').inputValue()).toBe('ANA SOUZA');
    expect(await statusOf(charge.id)).toBe('PENDING');
  });

  it('shows a script in a description as text and runs nothing', async () => {
    const { page } = await openCharge({ locale: 'pt-BR', width: 390 }, { description: ATTACK });
    expect(await page.locator('.about').textContent()).toBe(ATTACK);
    expect(await page.title()).toBe('Pagar R$ 100,00 · Padaria São Jorge');
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('script:not([src])').count()).toBe(0);
  });

  it('fits a small phone without scrolling sideways', async () => {
    const { page } = await openCharge({ locale: 'pt-BR', width: 320 }, { description: 'a'.repeat(300) });
    await page.getByText('Cartões de teste').click();
    const [content, window] = [
      await page.evaluate('document.documentElement.scrollWidth'),
      await page.evaluate('innerWidth'),
    ];
    expect(content).toBe(window);
  });

  it('asks a boleto’s payer who they are only when boleto is chosen', async () => {
    const { page } = await openCharge({ locale: 'pt-BR', width: 390 }, { billing_type: 'UNDEFINED' });
    const document = page.getByLabel('CPF ou CNPJ');
    expect(await document.isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Boleto' }).check();
    expect(await document.isVisible()).toBe(true);
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await document.fill('529.982.247-25');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('heading', { name: 'Pague com boleto' }).waitFor();
  });
});
