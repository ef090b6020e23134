import { expect, it } from 'vitest';
import { readPercent } from './written-percent.ts';

it.each([
  ['2', 2],
  ['2,5', 2.5],
  ['2.55', 2.55],
  [',5', 0.5],
  ['10,', 10],
  [' 0,03 ', 0.03],
  ['100', 100],
  ['100,01', null],
  ['2,555', null],
  ['0,033', null],
  ['1,0,0', null],
  [',', null],
  ['-1', null],
  ['', null],
])('%j is read as %j', (text, percent) => {
  expect(readPercent(text)).toBe(percent);
});
