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
  hasMore: boolean;
  /** The shown page is the one before, until the asked one arrives. */
  isTurning: boolean;
  next(): void;
  previous(): void;
  retry(): void;
};

type Cursors = readonly string[];

/** The page one was on stays with its place in the history: going back finds it. */
function keptCursors(filters: string): Cursors {
  return (history.state as Record<string, Cursors> | null)?.[filters] ?? [];
}

/** A list read page by page, by cursor: never more than one page is held on screen. Other filters begin at the first page. */
export function usePages<Row, Query extends { limit?: number; cursor?: string }>(
  name: string,
  load: (query: Query) => Promise<List<Row>>,
  query: Omit<Query, 'limit' | 'cursor'>,
  options: { refetchMs?: number } = {},
): Pages<Row> {
  const filters = addressOf(name, { query });
  const [cursors, setCursors] = useState(() => keptCursors(filters));
  useEffect(() => setCursors(keptCursors(filters)), [filters]);
  const turnTo = (turned: Cursors) => {
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
    hasMore: data?.has_more ?? false,
    isTurning: isPlaceholderData,
    next: () => {
      const next = data?.next_cursor;
      if (next && !isPlaceholderData) turnTo([...cursors, next]);
    },
    previous: () => turnTo(cursors.slice(0, -1)),
    retry: () => void refetch(),
  };
}
