import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';
import { useFormat } from '../../kit/format.ts';

const STATUSES = ['PENDING', 'OVERDUE', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED'] as const;
const REFETCH_MS = 15_000;

/** The statuses with how many charges each has in all, without the other filters. */
export function StatusTabs({
  status,
  onChoose,
}: {
  status: string | undefined;
  onChoose: (status: string | undefined) => void;
}) {
  const { t } = useTranslation(['lists', 'common']);
  const { number } = useFormat();
  const counts = useQuery({
    queryKey: ['charges', 'counts'],
    queryFn: () => get('/api/v1/charges/counts'),
    refetchInterval: whileShown(REFETCH_MS),
  });
  const tab = (value: string | undefined, label: string, count: number | undefined) => (
    <button
      key={value ?? 'all'}
      type="button"
      aria-current={status === value ? 'true' : undefined}
      onClick={() => onChoose(value)}
      className="inline-flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-quiet hover:text-text aria-[current=true]:border-accent aria-[current=true]:font-medium aria-[current=true]:text-text"
    >
      {label}
      {count !== undefined && (
        <span className="rounded-full bg-hover px-2 text-small text-quiet tabular-nums">{number(count)}</span>
      )}
    </button>
  );
  const byStatus = counts.data?.by_status as Record<string, number> | undefined;
  return (
    <nav aria-label={t('lists:tabs.label')} className="flex min-w-0 gap-1 overflow-x-auto border-b">
      {tab(undefined, t('lists:tabs.all'), counts.data?.total)}
      {STATUSES.map((each) => tab(each, t(`common:chargeStatus.${each}`), byStatus?.[each]))}
    </nav>
  );
}
