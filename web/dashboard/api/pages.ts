import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from './client.ts';
import { whileShown } from './queries.ts';

const PAGE_SIZE = 25;

type List<Row> = {
  data: Row[];
  total?: number | null;
  has_more: boolean;
  next_cursor?: string | null;
};

export type Pages<Row> = {
  rows: Row[] | undefined;
  total: number | null;
  error: Error | null;
  isFirst: boolean;
  /** There is nothing at all, with these filters. */
  isEmpty: boolean;
  hasMore: boolean;
  /** The previous page is still shown until the requested one arrives. */
  isLoadingPage: boolean;
  next(): void;
  previous(): void;
  retry(): void;
};

type Cursors = readonly string[];

/** The cursors are stored in the browser history, so that going back finds the page. */
function storedCursors(filters: string): Cursors {
  return (history.state as Record<string, Cursors> | null)?.[filters] ?? [];
}

/** A list read page by page, by cursor. Only one page is held at a time. Changed filters start at the first page. */
export function usePages<Row, Query extends { limit?: number; cursor?: string }>(
  name: string,
  load: (query: Query) => Promise<List<Row>>,
  query: Omit<Query, 'limit' | 'cursor'>,
  options: { refetchMs?: number } = {},
): Pages<Row> {
  const filters = addressOf(name, { query });
  const [cursors, setCursors] = useState(() => storedCursors(filters));
  useEffect(() => setCursors(storedCursors(filters)), [filters]);
  const goTo = (turned: Cursors) => {
    setCursors(turned);
    history.replaceState({ ...history.state, [filters]: turned }, '');
  };
  const cursor = cursors.at(-1);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [name, filters, cursor ?? null],
    queryFn: () => load({ ...query, limit: PAGE_SIZE, ...(cursor && { cursor }) } as unknown as Query),
    placeholderData: keepPreviousData,
    ...(options.refetchMs !== undefined && { refetchInterval: whileShown(options.refetchMs) }),
  });
  return {
    rows: data?.data,
    total: data?.total ?? null,
    error: data ? null : error,
    isFirst: cursors.length === 0,
    isEmpty: cursors.length === 0 && data?.data.length === 0,
    hasMore: data?.has_more ?? false,
    isLoadingPage: isPlaceholderData,
    next: () => {
      const next = data?.next_cursor;
      if (next && !isPlaceholderData) goTo([...cursors, next]);
    },
    previous: () => goTo(cursors.slice(0, -1)),
    retry: () => void refetch(),
  };
}
