import { describe, expect, it } from 'vitest';
import { STATEMENT_TEXTS } from '../../../server/src/balance/statement-texts.ts';
import { leavesOf } from '../../../test/support/leaves.ts';
import { texts as english } from './english/texts.ts';
import { texts as portuguese } from './portuguese/texts.ts';

const byPath = (texts: object) => new Map(leavesOf(texts).map(({ path, value }) => [path, String(value)]));
const inPortuguese = byPath(portuguese);
const inEnglish = byPath(english);
const blanksOf = (text = '') => [...text.matchAll(/\{\{[^}]+\}\}/g)].map(String).sort();

describe('the texts of the dashboard', () => {
  it('are the same set in both languages', () => {
    expect([...inEnglish.keys()].sort()).toEqual([...inPortuguese.keys()].sort());
  });

  it('are never empty', () => {
    for (const [key, text] of [...inPortuguese, ...inEnglish]) expect(text.trim(), key).not.toBe('');
  });

  it('have the same blanks to fill in', () => {
    for (const [key, text] of inPortuguese) expect(blanksOf(inEnglish.get(key)), key).toEqual(blanksOf(text));
  });

  it('of more than three words are translated', () => {
    const untranslated = [...inPortuguese].filter(
      ([key, text]) => text.split(/\s+/).length > 3 && inEnglish.get(key) === text,
    );
    expect(untranslated).toEqual([]);
  });

  it('name a statement line as its export does', () => {
    expect(portuguese.money.categories).toEqual(STATEMENT_TEXTS.pt.categories);
    expect(portuguese.money.sentences).toEqual(STATEMENT_TEXTS.pt.sentences);
    expect(english.money.categories).toEqual(STATEMENT_TEXTS.en.categories);
  });

  it('spell Pix as the Central Bank does', () => {
    for (const [key, text] of [...inPortuguese, ...inEnglish]) expect(text, key).not.toMatch(/\bPIX\b/);
  });
});
