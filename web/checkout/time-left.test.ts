import { describe, expect, it } from 'vitest';
import { languageOf, nextChangeMs, timeLeft } from './time-left.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the time left', () => {
  it.each([
    [1, '0:01'],
    [SECOND, '0:01'],
    [9 * SECOND + 1, '0:10'],
    [MINUTE, '1:00'],
    [14 * MINUTE + 59 * SECOND, '14:59'],
    [HOUR, '60:00'],
    [HOUR + 1, '1 h 01 min'],
    [HOUR + 5 * MINUTE, '1 h 05 min'],
    [23 * HOUR + 59 * MINUTE + 1, '24 h'],
    [DAY, '24 h'],
    [DAY + HOUR, '1 dia 1 h'],
    [2 * DAY + 3 * HOUR, '2 dias 3 h'],
  ])('of %i ms is %s', (left, text) => expect(timeLeft(left, 'pt')).toBe(text));

  it('is said in English on an English page', () => {
    expect(timeLeft(2 * DAY + HOUR, languageOf('en'))).toBe('2 days 1 h');
    expect(timeLeft(DAY + HOUR, languageOf('en-US'))).toBe('1 day 1 h');
    expect(timeLeft(2 * DAY, languageOf('pt-BR'))).toBe('2 dias 0 h');
  });

  it.each([
    [DAY, MINUTE],
    [2 * HOUR + 10 * SECOND, 10 * SECOND],
    [HOUR + 1, 1],
    [HOUR, SECOND],
    [59 * MINUTE + 300, 300],
    [400, 400],
  ])('with %i ms to go changes next in %i ms', (left, next) => expect(nextChangeMs(left)).toBe(next));
});
