import { expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { patiently } from './patiently.ts';

function refusal(code: string, retryAfter?: string): ApiError {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  return new ApiError({ status: 429, headers } as Response, { code });
}

it('a call that comes too soon waits as long as the gateway says, and is made again', async () => {
  const waited: number[] = [];
  const answers = [refusal('RATE_LIMIT_EXCEEDED', '7'), refusal('RATE_LIMIT_EXCEEDED'), 'done'];
  const call = async () => {
    const answer = answers.shift();
    if (answer instanceof ApiError) throw answer;
    return answer;
  };
  expect(await patiently(call, async (seconds) => void waited.push(seconds))).toBe('done');
  expect(waited).toEqual([7, 1]);
});

it.each([
  ['for any other reason', 'CHARGE_NOT_CANCELLABLE', 1],
  ['too soon again and again', 'RATE_LIMIT_EXCEEDED', 11],
])('a call that is refused %s fails', async (_, code, calls) => {
  let made = 0;
  const call = async () => {
    made += 1;
    throw refusal(code, '1');
  };
  await expect(patiently(call, async () => undefined)).rejects.toMatchObject({ code });
  expect(made).toBe(calls);
});
