import { expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';

let dashboard: Dashboard;
it.beforeAll(({ dashboard: opened }) => {
  dashboard = opened;
});

it('is drawn before any script has come', async () => {
  const context = await dashboard.browser.newContext();
  const page = await context.newPage();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${dashboard.origin}/charges`, { waitUntil: 'load' });
  const shell = page.locator('.first-paint');
  expect(await shell.innerText()).toBe('Guichê');
  const bones = await shell.locator('i').last().boundingBox();
  expect(bones?.width).toBeGreaterThan(300);
  await context.close();
});

it('gives way to the page', async () => {
  const { page } = await dashboard.open(null, '/login');
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  expect(await page.locator('.first-paint').count()).toBe(0);
});
