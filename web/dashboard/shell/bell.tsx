import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../api/client.ts';
import { whileShown } from '../api/queries.ts';

const REFETCH_MS = 60_000;
/** The gateway counts no further. */
const MAX_SHOWN = 99;

/** Leads to what happened, and says how much of it is new. */
export function Bell() {
  const { t } = useTranslation();
  const unread = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => get('/api/v1/notifications/unread'),
    refetchInterval: whileShown(REFETCH_MS),
  });
  const count = unread.data?.unread_count ?? 0;
  const label = count === 0 ? t('inbox.open') : t('inbox.openUnread', { count });
  return (
    <Link
      href="/notifications"
      aria-label={label}
      title={label}
      className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-lg hover:bg-hover"
    >
      <BellIcon aria-hidden="true" size={20} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-bad-fill px-1 text-center text-[0.75rem] leading-5 font-semibold text-white tabular-nums"
        >
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}
