import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Money } from '../../kit/money.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

export function useBalance() {
  return useQuery({ queryKey: ['balance'], queryFn: () => get('/api/v1/balance') });
}

/** The current balance, with the available part largest. */
export function BalanceFigures() {
  const { t } = useTranslation('money');
  const balance = useBalance();
  if (balance.error && !balance.data) {
    return <ErrorNotice error={balance.error} retry={() => void balance.refetch()} />;
  }
  const { data } = balance;
  return (
    <section aria-label={t('balance.label')} className="grid gap-3 rounded-xl border bg-surface p-4 md:p-6">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Figure name={t('balance.available')} value={data?.available} isMain />
        <Figure name={t('balance.reserved')} value={data?.reserved} />
        {data && data.receivable !== 0 && <Figure name={t('balance.receivable')} value={data.receivable} />}
        <Figure name={t('balance.total')} value={data?.total} />
      </dl>
      {data && data.available < 0 && <p className="text-small text-bad">{t('balance.negative')}</p>}
    </section>
  );
}

function Figure({
  name,
  value,
  isMain = false,
}: {
  name: string;
  value: number | undefined;
  isMain?: boolean;
}) {
  const isBelowZero = value !== undefined && value < 0;
  return (
    <div className="grid content-between">
      <dt className="text-small text-quiet">{name}</dt>
      <dd className={isMain ? 'text-heading font-semibold sm:text-amount' : 'text-title font-medium'}>
        {value === undefined ? (
          <Skeleton width={isMain ? '10rem' : '6rem'} />
        ) : (
          <Money value={value} tone={isBelowZero ? 'bad' : undefined} />
        )}
      </dd>
    </div>
  );
}
