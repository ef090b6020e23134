import { describe, expect, it } from 'vitest';
import { remembering } from './remembering.ts';

describe('a remembering function', () => {
  it('asks once for each key, and again for what it had to forget', () => {
    const asked: string[] = [];
    const upper = remembering(2, (key) => {
      asked.push(key);
      return key.toUpperCase();
    });
    expect(['a', 'a', 'b', 'a', 'c', 'b', 'a'].map(upper).join('')).toBe('AABACBA');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('remembers no failure', () => {
    let tries = 0;
    const second = remembering(2, () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    expect(() => second('a')).toThrow('not yet');
    expect([second('a'), second('a')]).toEqual([2, 2]);
  });
});
