import { expect, it } from 'vitest';
import { ApiError, ConnectionError } from './errors.ts';
import { once } from './lost-answers.ts';

const refusal = (status: number, code = 'NO') =>
  new ApiError(new Response(null, { status }), { error: 'no', code });

async function keysOf(outcomes: readonly (Error | null)[], request: string): Promise<string[]> {
  const keys: string[] = [];
  for (const outcome of outcomes) {
    await once(request, async (key) => {
      keys.push(key);
      if (outcome) throw outcome;
    }).catch(() => {});
  }
  return keys;
}

it('a wish whose answer was lost goes again under its key, until there is an answer', async () => {
  const keys = await keysOf([new ConnectionError(), refusal(500), null, null], 'refund 10');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('a refusal is an answer', async () => {
  const [first, second] = await keysOf([refusal(400), null], 'refund 20');
  expect(second).not.toBe(first);
});

it('a request that no provider could carry out is sent again under the same key', async () => {
  const [first, second] = await keysOf([refusal(500, 'PROVIDER_UNAVAILABLE'), null], 'charge 20');
  expect(second).toBe(first);
});

it('another wish has another key, and two presses at once have one', async () => {
  const keys: string[] = [];
  const press = (request: string) => once(request, async (key) => void keys.push(key));
  await Promise.all([press('refund 30'), press('refund 30'), press('refund 40')]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
