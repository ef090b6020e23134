import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Whole seconds until an instant (milliseconds since 1970), updated every second; 0 afterwards. */
export function useSecondsUntil(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const left = untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  const isRunning = untilMs !== null && untilMs > nowMs;
  // The time read when the page opened is out of date when a countdown begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the clock again for a new end
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
