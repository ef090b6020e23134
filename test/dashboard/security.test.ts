import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { totpCode, totpStep } from '../../server/src/accounts/auth/totp.ts';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, openDashboard, settled } from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const NEW_PASSWORD = 'cinco cavalos verdes';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let dashboard: Dashboard;
it.beforeAll(({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await press(page, 'Entrar');
}

/** Sets the second factor up by clicking; gives the codes that were shown. */
async function turnOn(page: Page, password: string): Promise<string[]> {
  await press(page, 'Ativar verificação');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha', { exact: true }).fill(password);
  await press(page, 'Continuar');
  await dialog.getByRole('img', { name: 'QR Code para o aplicativo autenticador' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).trim();
  await dialog.getByLabel('Código de 6 dígitos').fill(totpCode(readBase32(secret), totpStep(Date.now())));
  await press(page, 'Ativar');
  const codes = page
    .getByRole('region', { name: 'Guarde seus códigos de recuperação' })
    .getByRole('listitem');
  await codes.first().waitFor();
  return codes.allInnerTexts();
}

describe('two-step verification', () => {
  it('is turned on by clicking, asks for a code at sign-in, and is turned off again', async () => {
    const seller = await dashboard.gateway.seller('Loja');
    const { page } = await dashboard.open(seller, '/settings/security');
    const codes = await turnOn(page, seller.password);
    expect(codes).toHaveLength(10);
    await press(page, 'Já guardei, fechar');
    await page.getByText('Ativada', { exact: true }).waitFor();
    expect(await page.getByText(codes[0] ?? '').count()).toBe(0);

    const { page: other } = await dashboard.open(null, '/login?to=/settings/security');
    await signIn(other, seller.email, seller.password);
    await other.getByRole('heading', { name: 'Confirme que é você' }).waitFor();
    await other.getByLabel('Código de 6 dígitos').fill('000000');
    await press(other, 'Confirmar');
    await other.getByText('Código incorreto.').waitFor();
    await press(other, 'Usar um código de recuperação');
    await other.getByLabel('Código de recuperação', { exact: true }).fill(codes[0] ?? '');
    await press(other, 'Confirmar');
    await other.getByRole('heading', { name: 'Segurança' }).waitFor();

    await press(other, 'Desativar verificação');
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel('Senha', { exact: true }).fill(seller.password);
    await dialog.getByLabel('Código de 6 dígitos').fill(codes[1] ?? '');
    await dialog.getByRole('button', { name: 'Desativar verificação' }).click();
    await other.getByText('Desativada', { exact: true }).waitFor();
  });

  it('says at the field that a code is wrong, with the way on in view on a phone', async () => {
    const seller = await dashboard.gateway.seller('Loja');
    const { page } = await dashboard.open(seller, '/settings/security', {
      viewport: { width: 390, height: 844 },
    });
    await press(page, 'Ativar verificação');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Senha', { exact: true }).fill(seller.password);
    await press(page, 'Continuar');
    const code = dialog.getByLabel('Código de 6 dígitos');
    await code.fill('000000');
    await press(page, 'Ativar');
    const wrong = dialog.getByText('Código incorreto.');
    await wrong.waitFor();
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.getAttribute('aria-describedby')).toContain((await wrong.getAttribute('id')) ?? '?');
    expect(await code.and(page.locator(':focus')).count()).toBe(1);
    const button = await page.getByRole('button', { name: 'Ativar', exact: true }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844);
    await code.fill('000001');
    await wrong.waitFor({ state: 'detached' });
  });

  it('comes before everything else for an operator where money is real', async () => {
    const live = await openDashboard({ liveRules: true });
    try {
      const operator = await live.gateway.operator();
      const { page } = await live.open(operator, '/admin/accounts');
      await page.getByText('Para continuar, ative a verificação em duas etapas').waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings/security');
    } finally {
      await live.stop();
    }
  });
});

describe('sessions', () => {
  it('are listed, and one that is ended is out at once', async () => {
    const seller = await dashboard.gateway.seller('Loja');
    const { page: elsewhere } = await dashboard.open(seller, '/settings');
    await settled(elsewhere);
    const { page } = await dashboard.open(seller, '/settings/security');
    await settled(page);
    const ends = page.locator('table button', { hasText: 'Encerrar' });
    // Registering opened a session, and the other page another.
    for (let left = await ends.count(); left > 0; left -= 1) {
      await ends.first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
      await until('the session is gone', async () => (await ends.count()) === left - 1);
    }
    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  it('all end with the old password; the new one signs in', async () => {
    const seller = await dashboard.gateway.seller('Loja');
    const { page } = await dashboard.open(seller, '/settings/security');
    await page.getByLabel('Senha atual').fill(seller.password);
    await page.getByLabel('Nova senha').fill(NEW_PASSWORD);
    await press(page, 'Trocar senha');
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await signIn(page, seller.email, NEW_PASSWORD);
    await page.getByRole('heading', { name: 'Segurança' }).waitFor();
  });
});
