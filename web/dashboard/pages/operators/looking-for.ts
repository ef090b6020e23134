import { useQuery, useQueryClient } from '@tanstack/react-query';

/** What the operator looks for, and why: never in an address, because it may be a document. */
export type LookingFor = { query: string; reason: string };

const KEY = ['looking-for'];
const NOTHING: LookingFor = { query: '', reason: '' };

/** Kept while the page is open, so that the way back from a charge leads to the results. */
export function useLookingFor(): readonly [LookingFor, (wanted: LookingFor) => void] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => client.getQueryData<LookingFor>(KEY) ?? NOTHING,
    initialData: NOTHING,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return [data, (wanted) => client.setQueryData(KEY, wanted)];
}

/** Each opening leaves a line in the audit log: only a new visit, or the button, opens again. */
export const OPENED_ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;
