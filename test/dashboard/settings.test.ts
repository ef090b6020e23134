import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { ADDRESS } from '../support/literals.ts';
import { until } from '../support/until.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202Eحساب 🎉 وو';

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);
const branding = async () => (await seller.call('GET', '/api/v1/account/branding')).body;
const account = async () => (await seller.call('GET', '/api/v1/account')).body;

describe('settings', () => {
  it('speak of withdrawals and payment pages to a seller, not to an operator', async () => {
    const about = /chave de saque/;
    await (await dashboard.open(seller, '/settings')).page.getByText(about).waitFor();
    const { page } = await dashboard.open(await dashboard.gateway.operator(), '/settings');
    await page.getByText('Seus dados e o idioma do painel.').waitFor();
    expect(await page.getByText(about).count()).toBe(0);
  });

  it('keep name and phone, and show hostile text as text', async () => {
    const { page, complaints } = await dashboard.open(seller, '/settings');
    await page.getByLabel('Nome', { exact: true }).fill(HOSTILE);
    await page.getByLabel(/^Telefone \(/).fill('+55 11 99999-0000');
    await press(page, 'Salvar perfil');
    await page.getByText('Perfil salvo.').first().waitFor();
    expect(await account()).toMatchObject({ name: HOSTILE, phone: '+55 11 99999-0000' });
    expect(await page.locator('img[src=x]').count()).toBe(0);
    await page.goto(new URL('/settings/branding', page.url()).href);
    const frame = page.frameLocator('iframe');
    await frame.getByText(`Pagamento para ${HOSTILE}`).waitFor();
    expect(await frame.locator('img[src=x]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('change the payout key only after it was read back', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    await page.getByLabel('Chave Pix', { exact: true }).fill('11 99999-0000');
    await press(page, 'Cadastrar chave');
    await page.getByText('Chave Pix inválida.').waitFor();
    await page.getByLabel('Chave Pix', { exact: true }).fill('Caixa@Padaria.example');
    await press(page, 'Cadastrar chave');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('caixa@padaria.example').waitFor();
    expect((await account()).payout_pix_key).toBeNull();
    await press(page, 'Usar esta chave');
    await page.getByText('Chave de saque alterada.').first().waitFor();
    expect((await account()).payout_pix_key).toBe('caixa@padaria.example');
    await press(page, 'Remover chave');
    await dialog.getByRole('button', { name: 'Remover chave' }).click();
    await page.getByText('Chave de saque removida.').first().waitFor();
    expect((await account()).payout_pix_key).toBeNull();
  });

  it('show the brand as payers will see it before it is saved, and say when a colour cannot be read', async () => {
    const { page, complaints } = await dashboard.open(seller, '/settings/branding');
    const frame = page.frameLocator('iframe');
    await page.getByLabel(/^Nome na página/).fill('Padoca');
    await frame.getByText('Pagamento para Padoca').waitFor();
    await page.getByLabel(/^Cor /).fill('#ffff00');
    await page.getByText(/Esta cor não fica legível.*No modo claro usamos #/).waitFor();
    await page.getByLabel(/^Cor /).fill('#166534');
    await page.getByText(/No modo escuro usamos #/).waitFor();
    await page.getByLabel(/^Na página de pagamento/).fill('Entrega <b>hoje</b>');
    await frame.getByText('Entrega <b>hoje</b>').waitFor();
    await page
      .getByLabel('Logotipo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    await frame.locator('img.logo').waitFor();
    const isDrawn = (image: unknown) => (image as { naturalWidth: number }).naturalWidth > 0;
    await until('the logo is drawn', () => frame.locator('img.logo').evaluate(isDrawn));
    await page.getByLabel(/^No comprovante/).fill('Obrigado!');
    await press(page, 'Comprovante');
    await frame.getByText('Obrigado!').waitFor();
    expect(await branding()).toMatchObject({ page_name: null, logo_file_id: null });
    await press(page, 'Salvar marca');
    await page.getByText('Marca salva.').first().waitFor();
    const saved = await branding();
    expect(saved).toMatchObject({ page_name: 'Padoca', page_color: '#166534', receipt_message: 'Obrigado!' });
    expect(saved.logo_url).toContain(`/pictures/${seller.id}/${saved.logo_file_id}`);
    expect(complaints).toEqual([]);
  });

  it('keep address and contact for payers, and name what is missing', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    await page.getByLabel('CEP').fill('01310-100');
    await page.getByLabel('Rua ou avenida').fill('Avenida Paulista');
    await page.getByLabel('Número').fill('1578');
    await page.getByLabel('Bairro').fill('Bela Vista');
    await page.getByLabel(/^WhatsApp/).fill('(11) 99999-0000');
    await press(page, 'Salvar endereço e atendimento');
    await page.getByText('Preencha com até 60 caracteres').waitFor();
    expect(await account()).toMatchObject({ address: null, contact_whatsapp: null });
    await page.getByLabel('Cidade').fill('São Paulo');
    await choose(page.getByLabel('UF'), 'SP');
    await press(page, 'Salvar endereço e atendimento');
    await page.getByText('Endereço e atendimento salvos.').first().waitFor();
    expect(await account()).toMatchObject({
      address: { ...ADDRESS, complement: null },
      contact_email: null,
      contact_whatsapp: '5511999990000',
    });
  });

  it('keep the language for every browser', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    await choose(page.getByLabel('Idioma do painel'), 'en');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect((await account()).language).toBe('en');
  });
});

describe('the audit log', () => {
  it('says who did what, and can be narrowed to one action', async () => {
    const other = await dashboard.gateway.seller('Loja');
    await other.call('PATCH', '/api/v1/account', { phone: '1199990000' });
    const { page } = await dashboard.open(other, '/settings/audit-log');
    await page.getByRole('cell', { name: 'Alterou o cadastro' }).first().waitFor();
    await page.getByRole('cell', { name: 'Entrou' }).first().waitFor();
    await choose(page.getByLabel('Ação'), 'user.login');
    await page.waitForURL(/action=user.login/);
    await settled(page);
    await page.getByRole('cell', { name: 'Alterou o cadastro' }).first().waitFor({ state: 'detached' });
    expect(await page.getByRole('cell', { name: 'Entrou' }).count()).toBeGreaterThan(0);
  });
});
