import { expect, it } from 'vitest';
import { charge, frozen, percentTo } from './literals.ts';

it.each([
  ['a field', () => Object.assign(charge(), { status: 'RECEIVED' })],
  ['a list inside', () => charge({ split: [percentTo('a', 1)] }).split.push(percentTo('b', 1))],
  [
    'an object inside a list',
    () => Object.assign(charge({ split: [percentTo('a', 1)] }).split[0] ?? {}, { recipientId: 'b' }),
  ],
  ['a date', () => charge().createdAt.setTime(0)],
  ['a map', () => frozen(new Map([['a', 1]])).set('a', 2)],
  ['a value of a map', () => Object.assign(frozen(new Map([['a', { n: 1 }]])).get('a') ?? {}, { n: 2 })],
  ['a set', () => frozen(new Set(['a'])).add('b')],
])('a state in a test cannot be changed: %s', (_, change) => {
  expect(change).toThrow(TypeError);
});
