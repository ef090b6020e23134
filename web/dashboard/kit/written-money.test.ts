import { expect, it } from 'vitest';
import { readMoney, readPastedMoney, TOO_MUCH, writeMoney } from './written-money.ts';

it.each([
  ['', null],
  ['1', 0.01],
  ['12', 0.12],
  ['R$ 1.234,56', 1234.56],
  ['0,00', null],
  ['0,0', null],
  ['0001999', 19.99],
  ['999999999999', 9999999999.99],
  ['9999999999991', TOO_MUCH],
  ['abc', null],
])('typed %j is read as %j', (text, reais) => {
  expect(readMoney(text)).toBe(reais);
});

it.each([
  ['100', 100],
  ['1234', 1234],
  ['R$ 100', 100],
  ['R$\u00a01.234,56', 1234.56],
  ['1.500', 1500],
  ['1,500', 1500],
  ['5,9', 5.9],
  ['5.90', 5.9],
  ['0,05', 0.05],
  ['1.234.567,8', 1234567.8],
  ['1,234,567.89', 1234567.89],
  [' 19,99\n', 19.99],
  ['9999999999,99', 9999999999.99],
  ['99999999999,99', TOO_MUCH],
  ['1.2345', null],
  ['12,34,56', null],
  ['1.234.56', null],
  ['1.234,567', null],
  ['0,500', null],
  ['-5', null],
  ['0,00', null],
  ['abc', null],
  ['', null],
])('pasted %j is read as %j', (text, reais) => {
  expect(readPastedMoney(text)).toBe(reais);
});

it.each([
  [null, 'pt', ''],
  [0, 'pt', '0,00'],
  [0.01, 'pt', '0,01'],
  [1234.5, 'pt', '1.234,50'],
  [1234567.89, 'pt', '1.234.567,89'],
  [1234567.89, 'en', '1,234,567.89'],
  [9999999999.99, 'en', '9,999,999,999.99'],
] as const)('%j is written in %s as %j', (reais, language, text) => {
  expect(writeMoney(reais, language)).toBe(text);
});

it('what was written is read back as the same amount, to the cent', () => {
  for (let cents = 1; cents < 2_000_000; cents += 997) {
    const reais = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    expect(readMoney(writeMoney(reais, 'pt'))).toBe(reais);
  }
});
