import { describe, expect, it } from 'vitest';
import { writeMinutes } from './countdown.ts';

describe('time left', () => {
  it('is written in minutes and seconds', () => {
    expect([0, 9, 75, 1800].map(writeMinutes)).toEqual(['0:00', '0:09', '1:15', '30:00']);
  });
});
