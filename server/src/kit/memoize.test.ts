import { describe, expect, it } from 'vitest';
import { memoize } from './memoize.ts';

describe('a memoized function', () => {
  it('computes each key once, and again after it was dropped', () => {
    const asked: string[] = [];
    const upper = memoize(2, (key) => {
      asked.push(key);
      return key.toUpperCase();
    });
    expect(['a', 'a', 'b', 'a', 'c', 'b', 'a'].map(upper).join('')).toBe('AABACBA');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('remembers no failure', () => {
    let tries = 0;
    const second = memoize(2, () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    expect(() => second('a')).toThrow('not yet');
    expect([second('a'), second('a')]).toEqual([2, 2]);
  });
});
