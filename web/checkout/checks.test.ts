import { describe, expect, it } from 'vitest';
import { isRight, type Surroundings } from './checks.ts';

const HERE: Surroundings = {
  cardNumber: '3782 822463 10005',
  nowMs: Date.parse('2026-11-15T12:00:00Z'),
  language: 'pt',
  isStrict: true,
};

describe('a field', () => {
  it.each([
    ['card-number', '4111 1111 1111 1111', true],
    ['card-number', '4111 1111 1111 1112', false],
    ['card-number', '4111 1111', false],
    ['card-number', '6011 1111 1111 1117', false],
    ['expiry', '12/30', true],
    ['expiry', '10/26', false],
    ['cvv', '1234', true],
    ['cvv', '123', false],
    ['document', '529.982.247-25', true],
    ['document', '529.982.247-26', false],
    ['document', '12.ABC.345/01DE-35', true],
    ['document', '123', false],
    ['money', '1.234,56', true],
    ['money', 'dez', false],
    ['', 'anything', true],
  ])('%s with %j is right: %s', (mask, text, right) => expect(isRight(mask, text, HERE)).toBe(right));

  it.each(['card-number', 'expiry', 'cvv', 'document', 'money'])(
    '%s with nothing in it is not wrong',
    (mask) => expect(isRight(mask, '  ', HERE)).toBe(true),
  );

  it('takes an invented document where the server does', () => {
    const relaxed = { ...HERE, isStrict: false };
    expect(isRight('document', '123.456.789-00', relaxed)).toBe(true);
    expect(isRight('document', '123.456.789', relaxed)).toBe(false);
  });
});
