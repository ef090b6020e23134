import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const total = async () => (await seller.call('GET', '/api/v1/charges')).body.total as number;

describe('"try it"', () => {
  it('writes the call down as one types, makes it with the session, and shows the answer', async () => {
    const { page } = await dashboard.open(seller, '/integrations/try');
    await page.getByLabel('value').fill('12.34');
    await page.getByRole('region', { name: 'curl' }).getByText('"value": 12.34').waitFor();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('region', { name: 'TypeScript' }).getByText('value: 12.34,').waitFor();
    const before = await total();
    await press(page, 'Executar');
    const answer = page.getByRole('region', { name: 'Resposta' });
    await answer.getByText('"billing_type": "PIX"').waitFor();
    await page.getByText('x-request-id').waitFor();
    expect(await total()).toBe(before + 1);
  });

  it('shows a refusal as it comes', async () => {
    const { page } = await dashboard.open(seller, '/integrations/try');
    await page.getByLabel('value').fill('nada');
    await press(page, 'Executar');
    await page.getByText('VALIDATION_ERROR').waitFor();
  });

  it('asks before it takes anything away', async () => {
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 5 });
    const { page } = await dashboard.open(seller, '/integrations/try?action=cancelCharge');
    await page.getByRole('region', { name: 'curl' }).getByText(charge.body.id).waitFor();
    await press(page, 'Executar');
    const statusOf = async () => (await seller.call('GET', `/api/v1/charges/${charge.body.id}`)).body.status;
    await page.getByRole('dialog').getByText(charge.body.id).waitFor();
    expect(await statusOf()).toBe('PENDING');
    await page.getByRole('dialog').getByRole('button', { name: 'Executar' }).click();
    await page.getByText('"CANCELLED"').waitFor();
    expect(await statusOf()).toBe('CANCELLED');
  });
});

describe('the sandbox bar', () => {
  it('moves the clock, says where it stands, and goes back to real time', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    await page.getByText('Nenhum dinheiro real é movimentado.').waitFor();
    await press(page, 'Avançar relógio');
    await press(page, '+ 7 dias');
    await page.getByText(/^Pronto: agora são/).waitFor();
    await press(page, 'Fechar');
    await page.getByText(/Relógio adiantado:/).waitFor();
    await press(page, 'Avançar relógio');
    await press(page, 'Voltar ao horário real');
    await page.getByText(/O relógio está no horário real/).waitFor();
    await press(page, '+ 1 hora');
    await page.getByText(/^Pronto: agora são/).waitFor();
    await press(page, 'Voltar ao horário real');
    await page.getByText(/O relógio está no horário real/).waitFor();
    await press(page, 'Fechar');
    await page.getByText(/Relógio adiantado/).waitFor({ state: 'detached' });
  });

  it('shows the test cards and what each does', async () => {
    const { page } = await dashboard.open(seller, '/settings', {
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await press(page, 'Cartões de teste');
    const number = page.getByText('4111 1111 1111 1111');
    await number.waitFor();
    expect((await number.boundingBox())?.height, 'one line').toBeLessThanOrEqual(20);
    await page.getByText('Recusado: suspeita de fraude').first().waitFor();
    expect(await page.evaluate(`document.querySelector('[role=dialog]').scrollWidth`)).toBeLessThanOrEqual(
      390,
    );
    await page.getByRole('row').filter({ has: number }).getByRole('button').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('4111111111111111');
  });
});
