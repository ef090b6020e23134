import { describe, expect, it } from 'vitest';
import { preferredLang } from './language.ts';

describe('the language of a page', () => {
  it.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en-US,en;q=0.9', 'en'],
    ['fr-FR,en;q=0.5', 'en'],
    ['fr,de', 'pt'],
    ['en;q=0.3,pt;q=0.4', 'pt'],
    ['en;q=0', 'pt'],
    ['*', 'pt'],
    ['EN', 'en'],
    [',;q=,en-GB;q=0.7;;', 'pt'],
  ])('of a browser that asks for %j is %s', (header, lang) => {
    expect(preferredLang(header)).toBe(lang);
  });
});
