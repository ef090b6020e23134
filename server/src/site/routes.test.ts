import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { script } from '../html/script.ts';
import { stylesheet } from '../html/styles.ts';

const UNKNOWN = 'A1b2C3d4E5f6G7h8I9j0K1';

let gateway: TestGateway;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

describe('every page', () => {
  it.each([`/pay/${UNKNOWN}`, '/receipt/x', stylesheet.path])(
    '%s allows only what is its own, and neither framing nor referrers',
    async (path) => {
      const { headers } = await visitor.get(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('is not kept by anyone, but its stylesheet is kept for ever under a name of its own', async () => {
    const { headers, html } = await visitor.get(`/pay/${UNKNOWN}`);
    expect(headers['cache-control']).toBe('no-store');
    expect(html).toContain(`href="${stylesheet.path}"`);
    const styles = await visitor.get(stylesheet.path);
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(styles.headers['cache-control']).toContain('immutable');
    expect(stylesheet.path).toMatch(/^\/assets\/pages\.[0-9a-f]{12}\.css$/);
  });

  it.each([stylesheet, script])('takes $path packed where it may', async ({ path, content }) => {
    const { headers, rawPayload } = await gateway.app.inject({
      url: path,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(content);
    expect(rawPayload.length).toBeLessThan(content.length / 2);
  });

  it('has neither script nor style inside it, and one script whose content the browser checks', async () => {
    const { html } = await visitor.get(`/pay/${UNKNOWN}`);
    const scripts = html.match(/<script[^>]*>[^<]*<\/script>/g);
    expect(scripts).toEqual([
      `<script type="module" src="${script.path}" integrity="${script.integrity}"></script>`,
    ]);
    const served = await visitor.get(script.path);
    expect(served.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const digest = createHash('sha384').update(served.html).digest('base64');
    expect(script.integrity).toBe(`sha384-${digest}`);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('stays out of the API description and of its rate limits', async () => {
    const { body } = await gateway.call('GET', '/openapi.json');
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect((await visitor.get(`/pay/${UNKNOWN}`)).headers['x-ratelimit-limit']).toBeUndefined();
  });
});

describe('an address that leads nowhere', () => {
  it.each([
    `/pay/${UNKNOWN}`,
    `/receipt/${UNKNOWN}`,
    `/boleto/${UNKNOWN}`,
    `/boleto/${UNKNOWN}.pdf`,
    `/l/${UNKNOWN}`,
    `/pay/${UNKNOWN}/challenge`,
    '/pay/short',
    `/pay/${'a'.repeat(5_000)}`,
    '/pay/',
    `/pay/${UNKNOWN}/nothing/here`,
    '/pay/%00',
    "/l/'%20or%201=1",
  ])('%s answers a friendly 404', async (path) => {
    const { status, html, headers } = await visitor.get(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).toContain('Página não encontrada');
  });

  const open = (url: string, accept = 'text/html,application/xhtml+xml') =>
    gateway.app.inject({ method: 'GET', url, headers: { accept } });

  it.each(['/pay/%', '/l/%zz', '/charges/%E0%A4%A'])(
    'a browser gets a page for %s, which cannot be decoded',
    async (path) => {
      const { statusCode, headers, body } = await open(path);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(headers['x-request-id']).toBeTruthy();
      expect(body).toContain('Página não encontrada');
      expect(body).toContain(`href="${path}?lang=en"`);
      expect((await open(`${path}?lang=en`)).body).toContain('Page not found');
    },
  );

  it.each([
    ['a program', '/pay/%', 'application/json'],
    ['a browser that opens the API', '/api/v1/charges/%', 'text/html'],
  ])('%s gets an error of the API for a path that cannot be decoded', async (_who, url, accept) => {
    const answer = await open(url, accept);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', details: {} });
  });

  it.each(['card', 'method', 'challenge'])(
    'a form sent to %s of an unknown charge answers 404',
    async (action) => {
      expect((await visitor.post(`/pay/${UNKNOWN}/${action}`, {})).status).toBe(404);
    },
  );
});

describe('what is not a form', () => {
  const send = (contentType: string, payload: string) =>
    gateway.app.inject({
      method: 'POST',
      url: `/l/${UNKNOWN}`,
      headers: { 'content-type': contentType },
      payload,
    });

  it('is refused with a page that says so and a reference', async () => {
    const { statusCode, body } = await send('application/json', '{"number":"4111111111111111"}');
    expect(statusCode).toBe(415);
    expect(body).toContain('Não foi possível ler');
    expect(body).toMatch(/Referência: [\w-]+/);
    expect(body).not.toContain('4111');
  });

  it('is refused when it is larger than 16 KB', async () => {
    const { statusCode, body } = await send(
      'application/x-www-form-urlencoded',
      `name=${'a'.repeat(17_000)}`,
    );
    expect(statusCode).toBe(413);
    expect(body).toContain('<!doctype html>');
  });
});
