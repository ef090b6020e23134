import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, MovableClock } from './clock.ts';

const START = Date.parse('2030-05-06T10:00:00Z');
const at = (ms: number) => new Date(START + ms);

it('a clock knows what its last move left out, and that moving back or not at all leaves out nothing', () => {
  let realMs = START;
  const clock = new MovableClock(() => realMs);
  expect(clock.inSkippedTime(at(-HOUR_MS))).toBeNull();
  clock.setOffset(HOUR_MS);
  expect(clock.inSkippedTime(at(MINUTE_MS))).toEqual(at(MINUTE_MS));
  expect(clock.inSkippedTime(at(-MINUTE_MS))).toEqual(at(0));
  expect(clock.inSkippedTime(at(HOUR_MS + 1))).toBeNull();
  realMs += MINUTE_MS;
  clock.setOffset(HOUR_MS);
  expect(clock.inSkippedTime(at(MINUTE_MS))).toEqual(at(MINUTE_MS));
  expect(clock.inSkippedTime(clock.now())).toBeNull();
  clock.endSkippedTime();
  expect(clock.inSkippedTime(at(MINUTE_MS))).toBeNull();
  clock.setOffset(2 * HOUR_MS);
  clock.setOffset(0);
  expect(clock.inSkippedTime(at(MINUTE_MS))).toBeNull();
});

it('a clock that begins away from the real time has left out nothing', () => {
  const clock = new MovableClock(() => START, HOUR_MS);
  expect(clock.now()).toEqual(at(HOUR_MS));
  expect(clock.inSkippedTime(at(MINUTE_MS))).toBeNull();
});
