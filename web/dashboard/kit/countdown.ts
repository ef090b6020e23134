import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Whole seconds until an instant (milliseconds since 1970), told once a second; 0 when it has come. */
export function useSecondsUntil(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  const isRunning = untilMs !== null && untilMs > nowMs;
  // What was read when the page opened is long past when a wait begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end, a new look at the clock
  useEffect(() => setNowMs(Date.now()), [untilMs]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}

/** 75 → 1:15 */
export function writeMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
