import { useQuery } from '@tanstack/react-query';
import type { Pages } from './pages.ts';

/** A list that comes whole. */
export function useWhole<Row>(name: string, load: () => Promise<{ data: Row[]; total: number }>): Pages<Row> {
  const { data, error, refetch } = useQuery({ queryKey: [name], queryFn: load });
  return {
    rows: data?.data,
    total: data?.total ?? null,
    error: data ? null : error,
    isFirst: true,
    isEmpty: data?.data.length === 0,
    hasMore: false,
    isLoadingPage: false,
    next: () => {},
    previous: () => {},
    retry: () => void refetch(),
  };
}
