import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Answer, type Body, post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { AccessFrame } from './frame.tsx';

type Purpose = Body<'/api/v1/auth/check-link', 'post'>['purpose'];
type Link = Answer<'/api/v1/auth/check-link', 'post'> & { token: string };

/**
 * The token of a link from a mail. It stands after `#`, where no server sees it, and is taken out of the address, so that
 * it stays neither in the browser's history nor on the screen.
 */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const found = window.location.hash.slice(1);
    if (found !== '') history.replaceState(history.state, '', window.location.pathname);
    return found;
  });
  return token;
}

/** Asks about the link when its page is opened: a dead one is shown before anything is typed. The link is not used. */
export function MailLink({
  purpose,
  title,
  dead,
  children,
}: {
  purpose: Purpose;
  /** While the answer is awaited. */
  title: string;
  dead: ReactNode;
  children: (link: Link) => ReactNode;
}) {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery({
    queryKey: ['mail link', purpose, token],
    queryFn: () => post('/api/v1/auth/check-link', { body: { purpose, token }, isQuestion: true }),
    enabled: token !== '',
    // Asked once: using the link ends it, and the page then shows what came of that.
    staleTime: 'static',
    gcTime: 0,
  });
  if (data) return children({ ...data, token });
  if (token === '' || isDeadLink(error)) return dead;
  return (
    <AccessFrame title={title}>
      {error ? <ErrorNotice error={error} retry={() => void refetch()} /> : <SkeletonLines count={3} />}
    </AccessFrame>
  );
}

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_INVALID';
}
