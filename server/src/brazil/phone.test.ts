import { describe, expect, it } from 'vitest';
import { normalizePhone } from './phone.ts';

describe('a telephone', () => {
  it.each([
    ['(11) 98765-4321', '11987654321'],
    ['11 3456-7890', '1134567890'],
    ['+55 (21) 99999-8888', '21999998888'],
    ['5521999998888', '21999998888'],
    ['011 98765.4321', '11987654321'],
    ['+351 912 345 678', '+351912345678'],
  ])('%s is %s', (typed, expected) => {
    expect(normalizePhone(typed)).toBe(expected);
  });

  it.each([
    ['without its area code', '98765-4321'],
    ['with an area code that has a zero', '(10) 98765-4321'],
    ['of a mobile without its 9', '11 08765-4321'],
    ['of letters', 'my phone'],
    ['of Brazil with a digit too many', '+55 11 98765 43210'],
    ['of nothing', ''],
    ['of sixteen digits', '+1234567890123456'],
  ])('%s is none', (_, typed) => {
    expect(normalizePhone(typed)).toBeNull();
  });
});
