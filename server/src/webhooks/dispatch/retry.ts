import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';

export const RETRY_POLICIES = ['standard', 'extended'] as const;
export type RetryPolicy = (typeof RETRY_POLICIES)[number];

/** How long after each failed try the next one comes. After the last, the delivery has failed. */
const WAITS_MS: Readonly<Record<RetryPolicy | 'once', readonly number[]>> = {
  standard: [5 * SECOND_MS, 30 * SECOND_MS],
  extended: [
    5 * SECOND_MS,
    30 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    8 * HOUR_MS,
    8 * HOUR_MS,
  ],
  once: [],
};

/** When to try again after the failure number `failures`; null: never. */
export function nextTryAt(policy: RetryPolicy | 'once', failures: number, failedAt: Date): Date | null {
  const waitMs = WAITS_MS[policy][failures - 1];
  return waitMs === undefined ? null : new Date(failedAt.getTime() + waitMs);
}
