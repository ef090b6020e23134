import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

describe('the strength of a password', () => {
  it('is short below eight characters, however odd they are', () => {
    expect(strengthOf('')).toBe('short');
    expect(strengthOf('aB3$xY!')).toBe('short');
  });

  it('is weak where everybody would guess it', () => {
    for (const password of ['senha1234567', 'Password1!xyz', 'aaaaaaaaaaaaaaaa', 'abababab1', 'minhacasa']) {
      expect(strengthOf(password), password).toBe('weak');
    }
    for (const password of ['Flamengo@2026', 'Deus é fiel', 'São Paulo 1935', 'Meu Amor 2020']) {
      expect(strengthOf(password), password).toBe('weak');
    }
  });

  it('is fair with two kinds of characters', () => {
    expect(strengthOf('padaria9')).toBe('fair');
  });

  it('is good when long, or of many kinds', () => {
    expect(strengthOf('quatro cavalos azuis')).toBe('good');
    expect(strengthOf('uma senha bem longa')).toBe('good');
    expect(strengthOf('Padaria-90x')).toBe('good');
  });
});
