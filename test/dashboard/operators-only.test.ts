import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import type { Dashboard } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

const DESCRIPTION = new URL('../../openapi.json', import.meta.url);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const PAGES = [
  ...[
    '/admin',
    '/admin/accounts',
    '/admin/withdrawals',
    '/admin/disputes',
    '/admin/deliveries',
    '/admin/jobs',
  ],
  ...['/admin/providers', '/admin/ledger', '/admin/audit-log', '/admin/operators', '/admin/nothing/here'],
];

let dashboard: Dashboard;
let seller: Seller;
let other: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
  other = await dashboard.gateway.seller('Livraria Capitu');
});
afterEach(() => dashboard.closePages());

/** Everything the API has for operators, each path filled with an id that exists. */
function operatorEndpoints(): [string, string][] {
  const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/admin/'))
    .flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => METHODS.includes(method))
        .map((method): [string, string] => [method.toUpperCase(), path.replace('{id}', other.id)]),
    );
}

/** As the page's own script asks: by cookie, from the page's origin. */
function askFromPage(page: Page, method: string, path: string): Promise<{ status: number; code: string }> {
  const options = {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' } }),
  };
  const body = method === 'GET' || method === 'DELETE' ? '' : `, body: '{}'`;
  const request = `{ ...${JSON.stringify(options)}${body} }`;
  return page.evaluate(
    `fetch(${JSON.stringify(path)}, ${request}).then(async (answer) => ({ status: answer.status, code: (await answer.json()).code }))`,
  );
}

describe('a seller among operator pages', () => {
  it.each(PAGES)('is told that %s is for operators, with status 403', async (path) => {
    const { page } = await dashboard.open(seller, '/settings');
    const answer = await page.goto(dashboard.origin + path);
    expect(answer?.status()).toBe(403);
    await page.getByRole('heading', { name: 'Área restrita a operadores' }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain(other.email);
  });

  it('is not told more by an account’s address than by one that never existed', async () => {
    for (const id of [other.id, '0199a1b2-0000-7000-8000-000000000001', 'none']) {
      const { page } = await dashboard.open(seller, `/admin/accounts/${id}`);
      await page.getByRole('heading', { name: 'Área restrita a operadores' }).waitFor();
    }
  });

  it('has no operator page in the menu', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    expect(await page.locator('a[href^="/admin"]').count()).toBe(0);
  });

  it('is refused every operator endpoint, by cookie, and nothing changes', async () => {
    const { page } = await dashboard.open(seller, '/settings');
    const endpoints = operatorEndpoints();
    expect(endpoints.length).toBeGreaterThan(15);
    for (const [method, path] of endpoints) {
      const answer = await askFromPage(page, method, path);
      expect(answer, `${method} ${path}`).toEqual({ status: 403, code: 'FORBIDDEN' });
    }
    const accounts = await dashboard.gateway.db.query('select 1 from accounts where status <> $1', [
      'active',
    ]);
    expect(accounts).toEqual([]);
  });
});

describe('a visitor who is not signed in', () => {
  it('is asked to sign in before an operator page, which the address keeps in mind', async () => {
    const { page } = await dashboard.open(null, '/admin/ledger');
    await page.waitForURL(/\/login\?to=%2Fadmin%2Fledger$/);
  });

  it('is refused every operator endpoint', async () => {
    const { page } = await dashboard.open(null, '/login');
    for (const [method, path] of operatorEndpoints()) {
      const { status } = await askFromPage(page, method, path);
      expect(status, `${method} ${path}`).toBe(401);
    }
  });
});
