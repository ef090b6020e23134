import { useQuery } from '@tanstack/react-query';
import { type Answer, get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';

export type Providers = Answer<'/api/v1/admin/providers'>;
export type Provider = Providers['pix'][number];

const SECOND_MS = 1_000;
/** Workers reconcile about once a minute; after this time something is wrong. */
const LATE_AFTER_SECONDS = 600;

export function useProviders(refetchMs?: number) {
  return useQuery({
    queryKey: ['providers'],
    queryFn: () => get('/api/v1/admin/providers'),
    ...(refetchMs !== undefined && { refetchInterval: whileShown(refetchMs) }),
  });
}

/** No payout provider: operators pay approved withdrawals by hand. False while unknown. */
export function usePaidByHand(): boolean {
  return useProviders().data?.payout.length === 0;
}

/** The built-in sandbox makes no calls and needs no reconciliation. */
export function isRemote({ since }: Provider): boolean {
  return since !== null;
}

/** How long its payments have not been reconciled, if that is too long; otherwise null. */
export function lateBySeconds(provider: Provider, nowMs: number): number | null {
  const last = provider.compared_until ?? provider.since;
  if (!isRemote(provider) || last === null) return null;
  const seconds = (nowMs - Date.parse(last)) / SECOND_MS;
  return seconds > LATE_AFTER_SECONDS ? seconds : null;
}

/** Whether new charges can use another provider while this one is unavailable. */
export function hasAnother({ pix }: Providers, provider: Provider): boolean {
  return pix.some(({ name, state }) => name !== provider.name && state === 'closed');
}
