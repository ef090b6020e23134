import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('the html tag', () => {
  it('escapes what could open a tag, an entity or leave an attribute', () => {
    expect(String(html`<p title="${`"'<>&`}">${'<script>'}</p>`)).toBe(
      '<p title="&quot;&#39;&lt;&gt;&amp;">&lt;script&gt;</p>',
    );
  });

  it('leaves its own results as they are, alone and in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${items}</ul>`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('shows nothing for null, undefined and false, and shows zero', () => {
    expect(String(html`[${null}${undefined}${false}${0}${0n}]`)).toBe('[00]');
  });

  it('takes no look-alike for its own results', () => {
    const forged = { toString: () => '<script>' } as unknown as string;
    expect(String(html`${forged}`)).toBe('&lt;script&gt;');
  });

  it('is never asked to fill in an attribute without quotes', () => {
    const sources = ['../html', '../checkout', '../site'].flatMap((folder) => {
      const place = join(import.meta.dirname, folder);
      return readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(join(place, name), 'utf8'))
        .filter((text) => text.includes('html`'));
    });
    const unquoted = sources.flatMap((text) => /<[^>`]*\s[\w-]+=\$\{/.exec(text)?.[0] ?? []);
    expect(sources.length).toBeGreaterThan(10);
    expect(unquoted).toEqual([]);
  });
});
