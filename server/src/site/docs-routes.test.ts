import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { readDocs } from './docs-files.ts';

describe('the guides on a running gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const get = (path: string) => gateway.call('GET', path);

  it('are listed at /docs, each one opens, and every link inside leads somewhere', async () => {
    const pages = new Map<string, string>();
    const links = new Set(['/docs/en', '/docs/pt']);
    // A set goes on with what is added while it is read.
    for (const link of links) {
      const [path = ''] = link.split('#');
      if (!path.startsWith('/docs') || path.startsWith('/docs/reference') || pages.has(path)) continue;
      const { raw } = await get(path);
      pages.set(path, raw);
      for (const [, next = ''] of raw.matchAll(/(?:href|src)="([/#][^"]*)/g)) {
        links.add(next.startsWith('#') ? path + next : next);
      }
    }
    for (const name of ['/docs/quick-start', '/docs/pt/quick-start'])
      expect([...pages.keys()]).toContain(name);
    const paths = new Set([...links].map((link) => link.split('#')[0] ?? ''));
    const answers = await Promise.all([...paths].map(async (path) => [path, (await get(path)).status]));
    expect(answers.filter(([, status]) => status !== 200 && status !== 302)).toEqual([]);
    const toNothing = [...links].filter((link) => {
      const [path = '', fragment] = link.split('#');
      return fragment && !pages.get(path)?.includes(`id="${fragment}"`);
    });
    expect(toNothing).toEqual([]);
  });

  it('open in the language of the reader, and lead to the same guide in the other one', async () => {
    const languageOf = async (headers: Record<string, string>) => {
      const answer = await gateway.call('GET', '/docs', undefined, headers);
      expect(answer.headers.vary).toContain('Accept-Language');
      return /<html lang="([^"]+)">/.exec(answer.raw)?.[1];
    };
    expect(await languageOf({ 'accept-language': 'pt-BR,en;q=0.5' })).toBe('pt-BR');
    expect(await languageOf({ 'accept-language': 'en-US' })).toBe('en');
    expect(await languageOf({ 'accept-language': 'pt-BR', cookie: 'guiche_lang=en' })).toBe('en');
    const english = (await get('/docs/pix')).raw;
    const portuguese = (await get('/docs/pt/pix')).raw;
    expect(english).toContain('<html lang="en">');
    expect(portuguese).toContain('<html lang="pt-BR">');
    for (const page of [english, portuguese]) {
      expect(page).toContain('<link rel="alternate" hreflang="en" href="/docs/pix">');
      expect(page).toContain('<link rel="alternate" hreflang="pt-BR" href="/docs/pt/pix">');
    }
    expect(english).toContain('<a href="/docs/pt/pix" hreflang="pt-BR" lang="pt-BR">Português</a>');
    expect(portuguese).toContain('<a href="/docs/pix" hreflang="en" lang="en">English</a>');
    const menuOf = (page: string) => page.slice(page.indexOf('<nav'));
    expect(menuOf(portuguese)).not.toMatch(/href="\/docs\/(?!pt\/)/);
    expect(menuOf(portuguese)).toContain('aria-current="page">Pix</a>');
  });

  it.each([
    ['/docs/inicio-rapido', '/docs/pt/quick-start'],
    ['/docs/inicio-rapido.md', '/docs/pt/quick-start.md'],
    ['/docs/emails-e-avisos', '/docs/pt/mail'],
  ])('lead from the earlier address %s to %s', async (earlier, now) => {
    const { status, headers } = await get(earlier);
    expect({ status, to: headers.location }).toEqual({ status: 301, to: now });
    expect((await get(now)).status).toBe(200);
  });

  it('ask nothing of other sites and run no script but their own', async () => {
    const { raw, headers } = await get('/docs/webhooks');
    expect(raw).not.toMatch(/(?:src|<link[^>]+href)="https?:/);
    expect(raw).not.toMatch(/<script(?![^>]*src="\/assets\/docs\/)|\sstyle="|\son\w+="/);
    expect(headers['content-security-policy']).toContain(`default-src 'none'; script-src 'self'`);
  });

  it('are also there as markdown, listed in llms.txt, which the repository holds too', async () => {
    const { raw, headers } = await get('/docs/pix.md');
    expect(headers['content-type']).toContain('text/markdown');
    const written = readFileSync(new URL('../../../docs/guides/pix.md', import.meta.url), 'utf8');
    const withoutLinks = (text: string) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    expect(withoutLinks(raw)).toBe(withoutLinks(written));
    const list = await get('/llms.txt');
    const committed = readFileSync(new URL('../../../llms.txt', import.meta.url), 'utf8');
    expect(list.raw, 'cp dist/web/docs/llms.txt llms.txt').toBe(committed);
    const named = [...list.raw.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(12);
    for (const path of named) expect((await get(path)).status, path).toBe(200);
  });

  it('are there as markdown whose every link leads somewhere', async () => {
    const pages = [...(await get('/llms.txt')).raw.matchAll(/\]\((\/docs\/[^)]+)\)/g)];
    const links = new Set<string>();
    for (const [, page = ''] of pages) {
      const prose = (await get(page)).raw.replace(/^```.*?^```$/gms, '');
      for (const [, target = ''] of prose.matchAll(/\]\(([^)#]+)/g)) {
        if (!/^https?:/.test(target)) links.add(new URL(target, `http://gateway.test${page}`).pathname);
      }
    }
    expect(links.size).toBeGreaterThan(8);
    for (const path of links) expect((await get(path)).status, path).toBe(200);
  });

  it('show the reference beside them', async () => {
    const { raw, headers } = await get('/docs/reference');
    expect(raw).toContain('swagger-ui');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(raw).toContain('<title>Guichê · API reference</title>');
    expect((await get('/docs/reference/static/swagger-initializer.js')).raw).toContain('BaseLayout');
  });

  it.each([
    ['/docs/no-such-guide', 'There is no such page', '/docs/quick-start'],
    ['/docs/no-such.md', 'There is no such page', '/docs/quick-start'],
    ['/docs/404', 'There is no such page', '/docs/quick-start'],
    ['/docs/pt%2f404', 'There is no such page', '/docs/quick-start'],
    ['/docs/pt/no-such-guide', 'Esta página não existe', '/docs/pt/quick-start'],
  ])('lead from %s to those there are', async (path, words, link) => {
    const { status, raw } = await get(path);
    expect(status).toBe(404);
    expect(raw).toContain(words);
    expect(raw).toContain(`href="${link}"`);
  });

  it.each(['/docs/no-such-guide', '/docs/index.md.html', '/docs/..%2findex', '/assets/docs/pix.md'])(
    'answer 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('say what to do when they are not built', () => {
    expect(() => readDocs([new URL('nowhere/', import.meta.url)])).toThrow('npm run build');
  });
});
