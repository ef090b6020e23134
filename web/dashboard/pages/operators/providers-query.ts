import { useQuery } from '@tanstack/react-query';
import { type Answer, get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';

export type Providers = Answer<'/api/v1/admin/providers'>;
export type PixProvider = Providers['pix'][number];

const SECOND_MS = 1_000;
/** The worker compares about once a minute: this much later, nobody does. */
const LATE_AFTER_SECONDS = 600;

export function useProviders(refetchMs?: number) {
  return useQuery({
    queryKey: ['providers'],
    queryFn: () => get('/api/v1/admin/providers'),
    ...(refetchMs !== undefined && { refetchInterval: whileShown(refetchMs) }),
  });
}

/** Nobody here pays out: an approved withdrawal waits for an operator who pays it. Unknown counts as somebody. */
export function usePaidByHand(): boolean {
  return useProviders().data?.payout === null;
}

/** What is made here calls nobody, and there is nothing to compare. */
export function isRemote({ since }: PixProvider): boolean {
  return since !== null;
}

/** For how long nobody has compared what it received, where that is too long; else null. */
export function lateBySeconds(provider: PixProvider, nowMs: number): number | null {
  const last = provider.compared_until ?? provider.since;
  if (!isRemote(provider) || last === null) return null;
  const seconds = (nowMs - Date.parse(last)) / SECOND_MS;
  return seconds > LATE_AFTER_SECONDS ? seconds : null;
}

/** Whether new charges find another one while this one is out. */
export function hasAnother({ pix }: Providers, provider: PixProvider): boolean {
  return pix.some(({ name, state }) => name !== provider.name && state === 'closed');
}
