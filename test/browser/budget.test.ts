import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect } from 'vitest';
import type { Checkout } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { CHECKOUT_STATES } from '../support/checkout-states.ts';

const KILOBYTE = 1_024;
const MAX_PAGE_BYTES = 60 * KILOBYTE;
const MAX_SCRIPT_BYTES = 20 * KILOBYTE;
const PICTURE = /data:image\/png;base64,[^"]*/g;
const SCRIPT = /<script\b([^>]*)>([^<]*)<\/script>/g;
const SCRIPT_NAME = /src="(\/assets\/checkout\.[0-9a-f]{12}\.js)"/;

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
afterEach(() => checkout.closePages());

const zipped = (text: string) => gzipSync(text).length;

async function get(url: string) {
  return checkout.gateway.app.inject({ method: 'GET', url });
}

async function visited(path: string): Promise<string> {
  const answer = await get(path);
  const { location } = answer.headers;
  return location ? visited(location) : answer.body;
}

describe.each(CHECKOUT_STATES.filter(({ act }) => !act))('$name', (state) => {
  it('is small, and runs one script, ours, whose bytes are those the page names', async () => {
    const html = await visited(await state.path(checkout));
    const scripts = [...html.matchAll(SCRIPT)];
    expect(scripts).toHaveLength(1);
    expect(html.match(/<script/g)).toHaveLength(1);
    const [, attributes = '', content] = scripts[0] ?? [];
    expect(content).toBe('');
    const script = await get(SCRIPT_NAME.exec(attributes)?.[1] ?? '');
    const digest = createHash('sha384').update(script.rawPayload).digest('base64');
    expect(attributes).toContain(`integrity="sha384-${digest}"`);
    expect(html).not.toMatch(/<[^>]*\s(on[a-z]+|style)=/i);
    expect(html).not.toMatch(/<(iframe|object|embed|style|base)\b/i);

    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    const styles = await Promise.all(sheets.map(async (href) => (await get(href)).body));
    const sizes = [html.replace(PICTURE, ''), script.body, ...styles].map(zipped);
    expect(zipped(script.body)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  });
});

describe('the page loads', () => {
  it('nothing from anywhere else', async () => {
    const { path } = await checkout.charge({
      billing_type: 'BOLETO',
      customer: { name: 'Ana', cpf_cnpj: '52998224725' },
    });
    const { page } = await checkout.open('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(checkout.origin + path, { waitUntil: 'load' });
    const elsewhere = asked.filter((url) => !url.startsWith(checkout.origin) && !url.startsWith('data:'));
    expect(elsewhere).toEqual([]);
  });

  it.each([
    ['never comes', 'hang'],
    ['is refused', 'abort'],
    ['is not what the page named', 'forge'],
  ])('and is ready to pay on while the script %s', async (_name, fate) => {
    const { path, copy_paste } = await checkout.charge();
    const { page } = await checkout.open('/');
    await page.route('**/assets/checkout.*', async (route) => {
      if (fate === 'abort') await route.abort();
      if (fate === 'forge')
        await route.fulfill({ contentType: 'text/javascript', body: `document.title = 'taken'` });
    });
    await page.goto(checkout.origin + path, { waitUntil: 'commit' });
    await page.locator('#pix-code').waitFor();
    expect(await page.locator('#pix-code').inputValue()).toBe(copy_paste);
    const painted = `performance.getEntriesByName('first-contentful-paint').length`;
    await expect.poll(() => page.evaluate(painted)).toBe(1);
    expect(await page.title()).toBe('Pagar R$\u00a0100,00 · Padaria São Jorge');
  });
});
