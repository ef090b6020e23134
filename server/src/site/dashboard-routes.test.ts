import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { PAGES } from '../kit/permissions.ts';
import { readDashboard } from './dashboard-files.ts';

const MAX_DOCUMENT_BYTES = 4 * 1024;
const MAX_STYLE_BYTES = 10 * 1024;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const open = (url: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: 'GET', url, headers });

async function cookieOfSeller(email = 'painel@example.com'): Promise<string> {
  const body = {
    name: 'Loja',
    email,
    password: 'uma senha longa',
    document: '11144477735',
  };
  const answer = await gateway.app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    body: { ...body, cookie: true },
  });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

describe('the dashboard', () => {
  it.each(['/', '/login', '/charges', '/charges/new?x=1', '/integrations/webhooks/1', '/admin/accounts'])(
    '%s is one document with our script and style only',
    async (url) => {
      const { statusCode, body, headers } = await open(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="app" data-nonce="');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`script-src 'self';`);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it('has a nonce of its own in every document', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => /nonce="([^"]+)"/.exec((await open('/')).body)?.[1]),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('is in the language and the light that were chosen, else in the browser’s language', async () => {
    expect((await open('/')).body).toContain('<html lang="pt-BR">');
    expect((await open('/', { 'accept-language': 'en-GB,en;q=0.9' })).body).toContain('<html lang="en">');
    expect((await open('/', { cookie: 'a=b; guiche_lang=en; guiche_theme=dark' })).body).toContain(
      '<html lang="en" data-theme="dark">',
    );
    expect((await open('/', { cookie: 'guiche_lang="><script>; guiche_theme=x"onload' })).body).toContain(
      '<html lang="pt-BR">',
    );
  });

  it('answers 403 on operator pages to a seller who is signed in', async () => {
    const cookie = await cookieOfSeller();
    expect((await open('/admin', { cookie })).statusCode).toBe(403);
    expect((await open('/admin/withdrawals', { cookie })).statusCode).toBe(403);
    expect((await open('/charges', { cookie })).statusCode).toBe(200);
  });

  it('sends its files packed to who can unpack them, for ever, and nothing else of the disk', async () => {
    const { script } = readDashboard();
    const plain = await open(`/assets/dashboard/${script}`);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const packed = await open(`/assets/dashboard/${script}`, { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
    expect(plain.headers['cache-control']).toContain('immutable');
    for (const name of ['manifest.json', 'pages.json', '..%2fcheckout.js', `${script}.gz`, '%2e%2e']) {
      expect((await open(`/assets/dashboard/${name}`)).statusCode).toBe(404);
    }
  });
});

describe('the first paint', () => {
  const preloadsIn = (document: string) =>
    [...document.matchAll(/<link rel="modulepreload" href="\/assets\/dashboard\/([^"]+)">/g)].map(
      ([, name = '']) => name,
    );

  it('waits for a small document and one small style sheet, and for no script', async () => {
    const { body } = await open('/login');
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
    const styles = [...body.matchAll(/<link rel="stylesheet" href="\/assets\/dashboard\/([^"]+)">/g)];
    expect(styles).toHaveLength(1);
    const style = readDashboard().files.get(styles[0]?.[1] ?? '');
    expect(style?.gzip.length).toBeLessThanOrEqual(MAX_STYLE_BYTES);
    // A module is run after the document is drawn.
    expect(body.match(/<script\b/g)).toHaveLength(1);
    expect(body).toContain('<script type="module"');
    expect(body).toContain('<div class="first-paint"');
    // Fonts and pictures of others would be asked for only then, and move what is drawn.
    expect(style?.plain.toString()).not.toMatch(/@font-face|@import|url\((?!"?data:)/);
  });

  it('is followed by all that the page needs at once: the document names its scripts and its texts', async () => {
    const { files, preloadsOf } = readDashboard();
    const cookie = await cookieOfSeller('first@example.com');
    for (const path of ['/charges', '/statement']) {
      const { body } = await open(path, { cookie });
      expect(preloadsIn(body)).toEqual(preloadsOf(path, 'pt'));
      expect(body).not.toContain('data-signed-out');
    }
    const texts = { pt: 'Visão geral', en: 'Overview' };
    for (const lang of ['pt', 'en'] as const) {
      const scripts = preloadsOf('/charges', lang).map((name) => files.get(name)?.plain.toString() ?? '');
      expect(scripts.filter((script) => script.includes(texts[lang])).length).toBeGreaterThan(0);
    }
  });

  it('is at the address of every page', async () => {
    for (const path of Object.keys(PAGES)) {
      const { statusCode } = await open(path.replace(/:\w+/g, '018f-5a'));
      expect(statusCode, path).toBe(200);
    }
  });

  it('knows the file of every page', () => {
    const { preloadsOf } = readDashboard();
    const without = preloadsOf('/no-such-page', 'pt');
    const paths = [...Object.keys(PAGES), '/admin', '/admin/accounts/:id', '/login', '/verify-email'];
    for (const path of paths) {
      const own = preloadsOf(path.replace(/:\w+/g, '018f-5a'), 'pt').filter(
        (name) => !without.includes(name),
      );
      expect(own.length, path).toBeGreaterThan(0);
    }
    expect(preloadsOf('/charges/new', 'pt')).not.toEqual(preloadsOf('/charges/018f-5a', 'pt'));
  });

  it('leads a visitor without a session to the sign-in, without asking for the session first', async () => {
    const { preloadsOf } = readDashboard();
    for (const path of ['/', '/charges', '/login']) {
      const { body } = await open(path);
      expect(preloadsIn(body)).toEqual(preloadsOf('/login', 'pt'));
      expect(body).toContain('data-signed-out');
    }
    expect(preloadsIn((await open('/register')).body)).toEqual(preloadsOf('/register', 'pt'));
  });
});

describe('an address where nothing is', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/foo', '/ADMIN', '/foo/bar?x=1', '/apish'])('%s is a page for a browser', async (url) => {
    const { statusCode, body, headers } = await open(url, browser);
    expect(statusCode).toBe(404);
    expect(body).toContain('<div id="app" data-nonce="');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(headers['content-security-policy'])).toContain(`script-src 'self';`);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is JSON for a program, for the API, and for whatever is not asked with GET', async () => {
    const answers = [
      await open('/foo'),
      await open('/foo', { accept: 'application/json' }),
      await open('/api/v1/foo', browser),
      await open('/api', browser),
      await gateway.app.inject({ method: 'POST', url: '/foo', headers: browser }),
    ];
    for (const { statusCode, body } of answers) {
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
