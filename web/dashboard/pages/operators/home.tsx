import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { useFormat } from '../../kit/format.ts';
import { PageHeader } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { LATE_AFTER_SECONDS, useAge } from './age.ts';
import { ProviderTrouble } from './provider-trouble.tsx';
import { usePaidByHand } from './providers-query.ts';
import { TotalsCard } from './totals-card.tsx';

const REFRESH_MS = 15_000;
/** Reads only the totals. */
const COUNT_ONLY = 1;

export function Page() {
  const { t } = useTranslation('operators');
  return (
    <>
      <PageHeader title={t('home.title')} about={t('home.about')} />
      <ProviderTrouble />
      <Waiting />
      <TotalsCard />
    </>
  );
}

function Waiting() {
  const { t } = useTranslation('operators');
  const byHand = usePaidByHand();
  const withdrawals = useCount('withdrawals', () =>
    get('/api/v1/admin/withdrawals', { query: { status: 'pending', limit: COUNT_ONLY } }),
  );
  const accounts = useCount('accounts', () =>
    get('/api/v1/admin/accounts', { query: { status: 'pending', limit: COUNT_ONLY } }),
  );
  const disputes = useCount('disputes', () =>
    get('/api/v1/admin/disputes', { query: { status: 'open', limit: COUNT_ONLY } }),
  );
  const identities = useCount('identities', () =>
    get('/api/v1/admin/identities', { query: { limit: COUNT_ONLY } }),
  );
  return (
    <section aria-label={t('home.waiting')} className="grid grid-cols-2 gap-4 xl:grid-cols-5">
      <Tile
        href="/admin/withdrawals"
        count={withdrawals}
        name={t(byHand ? 'home.toDecideOrPay' : 'home.withdrawals', { count: withdrawals ?? 0 })}
      />
      <Tile
        href="/admin/accounts?status=pending"
        count={accounts}
        name={t('home.accounts', { count: accounts ?? 0 })}
      />
      <Tile
        href="/admin/identities"
        count={identities}
        name={t('home.identities', { count: identities ?? 0 })}
      />
      <Tile
        href="/admin/disputes?status=open"
        count={disputes}
        name={t('home.disputes', { count: disputes ?? 0 })}
      />
      <QueueTile />
    </section>
  );
}

/** `undefined` while loading; `null` if it could not be read. */
type Count = number | null | undefined;

function useCount(name: string, load: () => Promise<{ total: number }>): Count {
  const { data, error } = useQuery({
    queryKey: ['waiting', name],
    queryFn: load,
    refetchInterval: REFRESH_MS,
  });
  return data?.total ?? (error ? null : undefined);
}

function QueueTile() {
  const { t } = useTranslation('operators');
  const age = useAge();
  const { data, error } = useQuery({
    queryKey: ['delivery-queue'],
    queryFn: () => get('/api/v1/admin/deliveries'),
    refetchInterval: REFRESH_MS,
  });
  const count = data?.due ?? (error ? null : undefined);
  const isLate = data !== undefined && data.oldest_age_seconds >= LATE_AFTER_SECONDS;
  return (
    <Tile href="/admin/deliveries" count={count} name={t('home.deliveries', { count: count ?? 0 })}>
      {data && (
        <span className="flex flex-wrap gap-1">
          <Badge tone={isLate ? 'bad' : 'good'} wraps>
            {isLate ? t('home.late', { age: age(data.oldest_age_seconds) }) : t('home.onTime')}
          </Badge>
          {data.failed > 0 && (
            <Badge tone="note" wraps>
              {t('deliveries.givenUp', { count: data.failed })}
            </Badge>
          )}
        </span>
      )}
    </Tile>
  );
}

function Tile({
  href,
  count,
  name,
  children,
}: {
  href: string;
  count: Count;
  name: string;
  children?: React.ReactNode;
}) {
  const format = useFormat();
  return (
    <Link
      href={href}
      className="grid grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-1 rounded-xl border bg-surface p-4 hover:bg-hover"
    >
      <span className="text-amount font-semibold tabular-nums">
        {count === undefined ? <Skeleton width="2rem" /> : count === null ? '—' : format.number(count)}
      </span>
      <ChevronRight aria-hidden="true" size={18} className="text-quiet" />
      <span className="text-quiet">{name}</span>
      {children && <span className="col-span-2">{children}</span>}
    </Link>
  );
}
