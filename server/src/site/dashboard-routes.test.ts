import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { readDashboard } from './dashboard-files.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const open = (url: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: 'GET', url, headers });

async function cookieOfSeller(): Promise<string> {
  const body = {
    name: 'Loja',
    email: 'painel@example.com',
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
    const packed = await open(`/assets/dashboard/${script}`, { 'accept-encoding': 'gzip, br' });
    const plain = await open(`/assets/dashboard/${script}`);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.headers['cache-control']).toContain('immutable');
    for (const name of ['manifest.json', '..%2fcheckout.js', `${script}.gz`, '%2e%2e']) {
      expect((await open(`/assets/dashboard/${name}`)).statusCode).toBe(404);
    }
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
