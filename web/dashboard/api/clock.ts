import { useQuery } from '@tanstack/react-query';
import { get } from './client.ts';
import { useSandbox } from './session.ts';

const CLOCK_MS = 60_000;
const SECOND_MS = 1_000;

/** Undefined on live rails, and until the gateway has answered. */
export function useClock() {
  const { data } = useQuery({
    queryKey: ['clock'],
    queryFn: () => get('/api/v1/sandbox/clock'),
    refetchInterval: CLOCK_MS,
    enabled: useSandbox(),
  });
  return data;
}

/** The gateway's time, not the browser's: in the sandbox it may be another day. */
export function useNow(): () => number {
  const aheadMs = (useClock()?.offset_seconds ?? 0) * SECOND_MS;
  return () => Date.now() + aheadMs;
}
