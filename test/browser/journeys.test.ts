import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { type Checkout, fillCard, payByCard, received } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { CHECKOUT_STATES, PAYER } from '../support/checkout-states.ts';

const CHALLENGE = '4000 0000 0000 2503';
const MAX_TABS = 30;

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
afterEach(() => checkout.closePages());

const askForCode = (page: Page) => page.getByRole('button', { name: 'Gerar código Pix' }).click();

async function reach(name: string): Promise<string> {
  const state = CHECKOUT_STATES.find((each) => each.name === name);
  if (!state) throw new Error(`There is no state ${name}.`);
  return state.path(checkout);
}

describe('a payment link in a browser', () => {
  it('sells a product by PIX to a payer who says who they are', async () => {
    const { page } = await checkout.open(await reach('link-product'));
    await page.getByRole('radio', { name: 'PIX' }).check();
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await askForCode(page);
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    expect(await page.locator('.amount').textContent()).toBe('R$\u00a089,90');
    const token = new URL(page.url()).pathname.split('/').at(-1);
    const [charge] = await checkout.gateway.db.query<{ id: string }>(
      'select id from charges where token = $1',
      [token],
    );
    await checkout.pay(charge?.id ?? '');
    await received(page);
    expect(await page.textContent('main')).toContain('Ana Souza');
  });

  it('takes the amount the payer types, tidied while it is typed', async () => {
    const { page } = await checkout.open(await reach('link-free-value'));
    await page.getByLabel('Quanto você quer pagar?').pressSequentially('1234,5');
    await page.getByRole('radio', { name: 'Cartão' }).check();
    await fillCard(page);
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await received(page);
    expect(await page.textContent('main')).toContain('1.234,50');
  });

  it('needs an amount before it goes on', async () => {
    const { page } = await checkout.open(await reach('link-free-value'), { javaScriptEnabled: false });
    await page.getByLabel('Quanto você quer pagar?').fill('0');
    await askForCode(page);
    expect(await page.locator('#value-error').textContent()).toContain('Informe o valor');
    expect(await page.title()).toMatch(/^Erro: /);
  });

  it('says beside the field, in the page’s language, what is missing or wrong', async () => {
    const { page } = await checkout.open(await reach('link-free-value'));
    await page.getByLabel('E-mail').fill('ana');
    await askForCode(page);
    await page.locator('#value-error', { hasText: 'Informe um valor entre' }).waitFor();
    await page.locator('#email-error', { hasText: 'e-mail' }).waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('value');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('Quanto você quer pagar?').fill('25');
    expect(await page.locator('.error').count()).toBe(0);
    await askForCode(page);
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
  });

  it.each([
    ['link-inactive', 'O vendedor desativou este link'],
    ['link-expired', 'O prazo deste link'],
    ['link-full', 'atingiu o limite de pagamentos'],
    ['link-sold-out', 'esgotado'],
  ])('%s says why and whom to ask', async (name, words) => {
    const { page } = await checkout.open(await reach(name));
    const text = (await page.textContent('main')) ?? '';
    for (const part of ['Padaria São Jorge', words, 'Fale com Padaria São Jorge'])
      expect(text).toContain(part);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it.each([
    ['with script', true],
    ['without', false],
  ])('takes no document that is out of sight, %s', async (_, javaScriptEnabled) => {
    const { page } = await checkout.open(await reach('link'), { javaScriptEnabled });
    const method = (name: string) => page.getByRole('radio', { name }).check();
    const document = page.getByLabel('CPF ou CNPJ', { exact: true });
    expect(await document.isVisible()).toBe(false);
    await method('Boleto');
    await document.fill('529.982.247-26');
    await method('PIX');
    expect(await document.isVisible()).toBe(false);
    await askForCode(page);
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    const token = new URL(page.url()).pathname.split('/').at(-1);
    const [charge] = await checkout.gateway.db.query('select customer_id from charges where token = $1', [
      token,
    ]);
    expect(charge).toEqual({ customer_id: null });
  });

  it('sold out while the payer was reading says so', async () => {
    const path = await reach('link-product');
    const { page } = await checkout.open(path);
    await checkout.gateway.db.query('update products set stock = 0');
    await askForCode(page);
    await page.getByText('esgotado').waitFor();
  });
});

describe('without a mouse', () => {
  it('a payer chooses, corrects, pays and confirms, and always sees where they are', async () => {
    const { path } = await checkout.charge({ billing_type: 'UNDEFINED' });
    const { page } = await checkout.open(path);
    await tabTo(page, 'input[type=radio]');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Cartão' }).isChecked()).toBe(true);
    await fillByKeyboard(page, '4000000000002504');
    await page.keyboard.press('Space');
    await page.locator('#number-error').waitFor();
    expect(await focused(page)).toBe('number');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(CHALLENGE);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirme com seu banco' }).waitFor();
    await tabTo(page, 'button[value=confirm]');
    await page.keyboard.press('Space');
    await received(page);
  });

  it('a payer copies the code', async () => {
    const { path, copy_paste } = await checkout.charge();
    const { page } = await checkout.open(path);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabTo(page, '[data-copy]');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(copy_paste);
  });
});

/** Presses Tab until there; every stop on the way must be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < MAX_TABS; stops += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`${selector} is not reached by Tab.`);
}

const focused = (page: Page) => page.evaluate('document.activeElement.id');

async function fillByKeyboard(page: Page, number: string): Promise<void> {
  const typed = { number, holder: 'ANA SOUZA', holder_document: '52998224725', expiry: '1240', cvv: '123' };
  for (const [name, text] of Object.entries(typed)) {
    await tabTo(page, `#${name}`);
    await page.keyboard.type(text);
  }
  expect(await page.locator('#expiry').inputValue()).toBe('12/40');
  await tabTo(page, '#installments');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'button[type=submit]');
}

describe('without script', () => {
  const plain = { javaScriptEnabled: false };

  it('the PIX code is there to be read, and no button that does nothing', async () => {
    const { path, copy_paste } = await checkout.charge();
    const { page } = await checkout.open(path, plain);
    expect(await page.locator('#pix-code').inputValue()).toBe(copy_paste);
    expect(await page.getByRole('img', { name: 'QR Code do Pix' }).isVisible()).toBe(true);
    expect(await page.getByText('Toque no código, selecione tudo e copie.').isVisible()).toBe(true);
    expect(await page.locator('[data-copy]').isVisible()).toBe(false);
    expect(await page.getByText('Vale até').isVisible()).toBe(true);
  });

  it('"Já paguei" leads to the receipt', async () => {
    const { path, id } = await checkout.charge();
    const { page } = await checkout.open(path, plain);
    await checkout.pay(id);
    await page.getByRole('link', { name: 'Já paguei' }).click();
    await received(page);
  });

  it('the boleto line is there to be read', async () => {
    const { path, id } = await checkout.charge({ billing_type: 'BOLETO', customer: PAYER });
    const { body } = await checkout.seller.call('GET', `/api/v1/charges/${id}`);
    const { page } = await checkout.open(path, plain);
    const line = await page.locator('#line').inputValue();
    expect(line.replace(/\D/g, '')).toBe(body.boleto.digitable_line.replace(/\D/g, ''));
  });

  it('a card pays, is corrected, refused and confirmed by plain forms', async () => {
    const { path } = await checkout.charge({ billing_type: 'CREDIT_CARD' });
    const { page } = await checkout.open(path, plain);
    await payByCard(page, '4111 1111 1111 1112');
    expect(await page.locator('#number-error').textContent()).toContain('Informe o número do cartão');
    expect(await page.locator('#holder').inputValue()).toBe('ANA SOUZA');
    expect(await page.locator('#cvv').inputValue()).toBe('');
    await payByCard(page, '4716 9097 7463 6285');
    await page.getByRole('alert').getByText('Nada foi cobrado.').waitFor();
    await payByCard(page, CHALLENGE);
    await page.getByRole('button', { name: 'Confirmar a compra' }).click();
    await received(page);
  });
});
