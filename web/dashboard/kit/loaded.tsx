import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { ErrorNotice } from './error-notice.tsx';
import { NotFoundPage } from './other-pages.tsx';
import { SkeletonLines } from './skeleton.tsx';

/** Shows one object of the API: a skeleton, an error, or the object. Objects of other accounts are not found. */
export function Loaded<T>({
  query,
  children,
  lines = 6,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
  lines?: number;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  return <SkeletonLines count={lines} />;
}
