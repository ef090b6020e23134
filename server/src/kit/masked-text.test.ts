import { describe, expect, it } from 'vitest';
import { maskedAddress, maskedText } from './masked-text.ts';

describe('a text for a log', () => {
  it.each([
    ['card 4111111111111111 refused', 'card … refused'],
    ['card 4111 1111-1111.1111 refused', 'card … refused'],
    ['card 4111\u00a01111\u200b11111111 refused', 'card … refused'],
    ['card ４１１１１１１１１１１１１１１１ refused', 'card … refused'],
    ['card 4111111111111112, a digit wrong', 'card …, a digit wrong'],
    ['cpf 52998224725', 'cpf …'],
    ['cpf 529.982.247-25 twice', 'cpf … twice'],
    ['cnpj 11.222.333/0001-81', 'cnpj …'],
    ['cnpj 12.ABC.345/01DE-35', 'cnpj …'],
    ['cnpj 12ABC34501DE35', 'cnpj …'],
    ['phone +55 (11) 99999-8888', 'phone +…'],
    ['Key (cpf_cnpj)=(52998224725) exists', 'Key (cpf_cnpj)=(…) exists'],
    ['ana.souza+x@example.com.br wrote', '…@example.com.br wrote'],
  ])('%s becomes %s', (text, masked) => {
    expect(maskedText(text)).toBe(masked);
  });

  it.each([
    '0199a1b2-1234-7000-8000-123456789012',
    '12345678901234567890123456789012',
    'E00038166201907261559y6j6mT9l0pi',
    '2026-11-17T17:03:57.123Z',
    'from 192.168.100.200:54321',
    'at file:///app/server/src/main.ts:120:34',
    '00190500954014481606906809350314337370000000100',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'the database is away',
  ])('%s stays', (text) => {
    expect(maskedText(text)).toBe(text);
  });

  it('of an address loses what its encoding hides', () => {
    expect(maskedAddress('529.982.247%2D25')).toBe('…');
    expect(maskedAddress('4111+1111+1111+1111')).toBe('…');
    expect(maskedAddress('4111%201111%201111%201111')).toBe('…');
    expect(maskedAddress('100%25%zz')).toBe('100%25%zz');
  });
});
