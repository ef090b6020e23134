import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

/** Texts that are rightly the same in both languages. */
const SHARED = ['methods.PIX', 'methods.BOLETO', 'boleto', 'payerEmail', 'total'];

const SAMPLE_ARGUMENTS = ['2', 'R$ 1', 'R$ 2'];

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...SAMPLE_ARGUMENTS))]];
  return Object.entries(value as object).flatMap(([key, child]) =>
    flatten(child, path ? `${path}.${key}` : key),
  );
}

const portuguese = flatten(texts.pt, '');
const english = flatten(texts.en, '');

describe('the dictionary', () => {
  it('has the same texts in both languages', () => {
    expect(english.map(([path]) => path).sort()).toEqual(portuguese.map(([path]) => path).sort());
  });

  it('leaves no text empty', () => {
    expect([...portuguese, ...english].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('leaves no text untranslated', () => {
    const other = new Map(english);
    const same = portuguese.filter(([path, text]) => other.get(path) === text && !SHARED.includes(path));
    expect(same).toEqual([]);
  });
});
