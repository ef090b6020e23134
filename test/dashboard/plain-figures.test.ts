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
}, 120_000);
afterEach(() => dashboard.closePages());

async function open(path: string): Promise<Page> {
  const { page } = await dashboard.open(seller, path);
  await settled(page);
  return page;
}

async function paid(value: number): Promise<string> {
  const made = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value });
  const answer = await seller.call('POST', `/api/v1/sandbox/charges/${made.body.id}/pay`);
  expect(answer.status, answer.raw).toBe(200);
  return made.body.id;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The value that stands beside a name. */
const factOf = (page: Page, name: string) =>
  page.locator('div', { has: page.locator(`:scope > dt:text-is("${name}")`) }).locator('dd');
const shows = (page: Page, name: string, text: string) =>
  expect.poll(async () => (await factOf(page, name).first().innerText()).replace(/\s/g, ' ')).toBe(text);

/** What a browser has and this program has not. */
type Browser = {
  DataTransfer: new () => { setData(type: string, text: string): void };
  ClipboardEvent: new (type: string, options: object) => unknown;
};

/** As if it came from another program. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((element, pasted) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as Browser;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const field = element as unknown as { dispatchEvent(event: unknown): void };
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe('the quote of a card charge', () => {
  it('says both what comes at once and what comes at most installments, never the best alone', async () => {
    const page = await open('/charges/new');
    await page.getByText('Cartão', { exact: true }).click();
    await page.getByLabel('Valor', { exact: true }).fill('100000');
    await shows(page, 'Você recebe, à vista', 'R$ 890,72');
    await shows(page, 'Você recebe, no cartão em 12×', 'R$ 890,72');
    await choose(page.getByLabel('Juros do parcelamento'), 'seller');
    await shows(page, 'Você recebe, no cartão em 12×', 'R$ 701,48');
    await choose(page.getByLabel('Até'), '2');
    await shows(page, 'Você recebe, no cartão em 2×', 'R$ 867,06');
    await choose(page.getByLabel('Parcelas', { exact: true }), '2');
    await shows(page, 'Você recebe', 'R$ 867,06');
  });

  it('does not hold a payer who may use PIX to the installments of the card', async () => {
    const page = await open('/charges/new');
    await page.getByText('Cartão', { exact: true }).click();
    await page.getByLabel('Valor', { exact: true }).fill('100000');
    await choose(page.getByLabel('Parcelas', { exact: true }), '2');
    await choose(page.getByLabel('Juros do parcelamento'), 'seller');
    await page.getByText('Cliente escolhe', { exact: true }).click();
    await shows(page, 'Você recebe, à vista', 'R$ 890,72');
    await shows(page, 'Você recebe, no cartão em 2×', 'R$ 867,06');
  });
});

describe('the figures of a charge', () => {
  it('are the same before it is paid as in its quote', async () => {
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 33 });
    const page = await open(`/charges/${body.id}`);
    await shows(page, 'Valor líquido', 'R$ 28,52');
    await shows(page, 'Retido em reserva', 'R$ 1,43');
    await factOf(page, 'Você recebe')
      .getByText(/R\$\s27,09/)
      .waitFor();
  });

  it('say after a dispute what was there when it was paid and what is there now', async () => {
    const id = await paid(100);
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/med`);
    const page = await open(`/charges/${id}`);
    await page.locator('header').getByText('Em disputa').waitFor();
    await shows(page, 'Retido em reserva', 'R$ 4,58');
    await shows(page, 'Creditado no saldo', 'R$ 86,93');
    await shows(page, 'Saldo desta cobrança', '−R$ 8,49');
    await shows(page, 'Em reserva', 'R$ 0,00');
  });

  it('say after a refund of a part that it was one', async () => {
    const id = await paid(100);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 10 });
    const page = await open(`/charges/${id}`);
    await page.locator('header').getByText('Parcialmente estornada').waitFor();
    await shows(page, 'Em reserva', 'R$ 0,00');
  });
});

it('the id that others need for a split stands in the settings, to be copied', async () => {
  const page = await open('/settings');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  expect(await page.getByText(seller.id, { exact: true }).count()).toBe(0);
  await page.getByText(`…${seller.id.slice(-8)}`).waitFor();
  await page.getByRole('button', { name: 'Copiar: ID da conta' }).click();
  await page.getByText('Copiado', { exact: true }).first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(seller.id);
});

it('an amount that is pasted is read whole, while typed digits fill in from the cents', async () => {
  const page = await open('/charges/new');
  const field = page.getByLabel('Valor', { exact: true });
  await field.pressSequentially('1234');
  expect(await field.inputValue()).toBe('12,34');
  for (const [pasted, shown] of [
    ['100', '100,00'],
    ['1.500', '1.500,00'],
    ['R$ 1.234,56', '1.234,56'],
    ['5,9', '5,90'],
    ['no amount', '5,90'],
  ] as const) {
    await paste(page, 'Valor', pasted);
    expect(await field.inputValue()).toBe(shown);
  }
});

it('a key that is shown once stays until its own button is pressed, and that is not where it was made', async () => {
  const page = await open('/integrations');
  await press(page, 'Criar chave');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Loja');
  const maker = dialog.getByRole('button', { name: 'Criar chave' });
  const made = await maker.boundingBox();
  await maker.click();
  const secret = dialog.locator('[data-secret]');
  await secret.waitFor();
  const kept = await dialog.getByRole('button', { name: 'Já copiei, fechar' }).boundingBox();
  expect((kept?.x ?? 0) + (kept?.width ?? 0)).toBeLessThan(made?.x ?? 0);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.mouse.click((made?.x ?? 0) + 5, (made?.y ?? 0) + 5);
  expect(await dialog.getByRole('button', { name: 'Fechar', exact: true }).count()).toBe(0);
  expect(await secret.isVisible()).toBe(true);
  await press(page, 'Já copiei, fechar');
  await secret.waitFor({ state: 'detached' });
});
