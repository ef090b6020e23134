import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, startCheckout } from '../support/browser.ts';
import { examineViews, NARROW_VIEW } from '../support/views.ts';

/** In Portuguese, whose words are longer; the blocks, tables and parts are those of the English ones. */
const guides = readdirSync(new URL('../../docs/pt/guides', import.meta.url)).map((file) =>
  file.replace('.md', ''),
);

describe('the guides in a browser', () => {
  let checkout: Checkout;
  beforeAll(async () => {
    checkout = await startCheckout();
  });
  afterAll(() => checkout?.stop());

  it.each(['', '/errors', '/webhooks', '/pt/quick-start'])(
    '/docs%s is fine by day and night, on phone and desk',
    async (path) => {
      const { page, complaints } = await checkout.open(`/docs${path}`);
      await examineViews(page, `docs${path.replaceAll('/', '-')}`);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('each fit a phone and leave nothing for axe to find', async () => {
    for (const name of guides) {
      const { page } = await checkout.open(`/docs/pt/${name}`);
      await examineViews(page, `docs-pt-${name}`, NARROW_VIEW);
      await page.context().close();
    }
  }, 120_000);

  it('ask only this gateway, copy a block with its button, and change the language', async () => {
    const { page } = await checkout.open('/docs', { permissions: ['clipboard-read', 'clipboard-write'] });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(`${checkout.origin}/docs/quick-start`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start');
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByRole('heading', { name: 'Início rápido', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Copiar' }).first().waitFor();
    await page.goto(`${checkout.origin}/docs/reference`);
    await page.getByRole('heading', { name: /Guichê/ }).waitFor();
    expect([...new Set(asked)].filter((origin) => origin !== 'null')).toEqual([checkout.origin]);
  }, 60_000);
});
