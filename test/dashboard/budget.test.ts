import { describe, expect } from 'vitest';
import { readDashboard } from '../../server/src/site/dashboard-files.ts';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

const MAX_BYTES = 250 * 1024;

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller();
});

describe('the first load', () => {
  it.each(['/', '/charges', '/charges/new', '/integrations/try'])(
    'of %s brings less than 250 KB of packed script and style',
    async (path) => {
      const { page } = await dashboard.open(seller, '/login');
      const names: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/assets/')) names.push(pathname.split('/').at(-1) ?? '');
      });
      await page.goto(dashboard.origin + path);
      await settled(page);
      const { files } = readDashboard();
      const sizes = names.map((name) => files.get(name)?.packed.length ?? Number.NaN);
      const sum = sizes.reduce((whole, size) => whole + size, 0);
      expect(names.length).toBeGreaterThan(3);
      expect(sum).toBeLessThan(MAX_BYTES);
    },
  );

  it('asks nobody but this gateway, and keeps nothing in the browser but the session and choices of looks', async () => {
    const { page } = await dashboard.open(seller, '/');
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(dashboard.origin) && !request.url().startsWith('data:')) {
        others.push(request.url());
      }
    });
    await settled(page);
    await page.reload();
    await settled(page);
    expect(others).toEqual([]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0]);
    expect(await page.evaluate('document.cookie')).not.toContain('guiche_session');
    const [session] = (await page.context().cookies()).filter(({ name }) => name === 'guiche_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });
});
