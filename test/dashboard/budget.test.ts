import { describe, expect } from 'vitest';
import { readDashboard } from '../../server/src/site/dashboard-files.ts';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

/** As browsers take them: packed with brotli. */
const MAX_BYTES = 250 * 1024;
/** Each is a round trip on a network of phones: what every page needs is one file, what several share another. */
const MAX_FILES = 14;

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller();
});

describe('the first load', () => {
  it.each(['/', '/charges', '/charges/new', '/integrations/try'])(
    'of %s brings less than 250 KB of packed script and style, in few files',
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
      const sizes = names.map((name) => files.get(name)?.brotli.length ?? Number.NaN);
      const sum = sizes.reduce((whole, size) => whole + size, 0);
      expect(names.length).toBeGreaterThan(3);
      expect(names.length).toBeLessThanOrEqual(MAX_FILES);
      expect(sum).toBeLessThan(MAX_BYTES);
    },
  );

  it('of the sign-in asks for nothing that the document does not name, and for no session', async () => {
    const { page } = await dashboard.open(null, '/login');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const answer = await page.reload();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    const named = [...((await answer?.text()) ?? '').matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(asked.filter((path) => path !== '/login' && !named.includes(path))).toEqual([]);
    expect(asked.length).toBeGreaterThan(4);
  });

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
