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
    const first = await get('/docs');
    expect(first.status).toBe(200);
    const linksOf = (html: string) =>
      [...html.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, path = '']) => path);
    const paths = new Set(linksOf(first.raw));
    expect(paths.has('/docs/quick-start')).toBe(true);
    for (const path of [...paths].filter((each) => each.startsWith('/docs/'))) {
      for (const next of linksOf((await get(path)).raw)) paths.add(next);
    }
    const answers = await Promise.all([...paths].map(async (path) => [path, (await get(path)).status]));
    expect(answers.filter(([, status]) => status !== 200 && status !== 302)).toEqual([]);
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

  it.each(['/docs/no-such-guide', '/docs/no-such.md', '/docs/404'])(
    'lead from %s to those there are',
    async (path) => {
      const { status, raw } = await get(path);
      expect(status).toBe(404);
      expect(raw).toContain('There is no such page');
      expect(raw).toContain('href="/docs/quick-start"');
    },
  );

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
