import { beforeEach, expect, it } from 'vitest';
import { changeSession, endSessionChange, isSessionChanging } from './session-change.ts';

beforeEach(endSessionChange);

it('a change of session lasts from its request until the next page', async () => {
  expect(isSessionChanging()).toBe(false);
  expect(await changeSession(async () => isSessionChanging())).toBe(true);
  expect(isSessionChanging()).toBe(true);
});

it('a change that fails leaves the page as it was', async () => {
  await expect(changeSession(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(isSessionChanging()).toBe(false);
});
