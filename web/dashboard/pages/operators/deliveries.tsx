import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { PageHeader } from '../../kit/page.tsx';
import { LATE_AFTER_SECONDS, useAge } from './age.ts';

type Queue = Answer<'/api/v1/admin/deliveries'>;

const REFRESH_MS = 5_000;
const COUNTS = ['due', 'running', 'waiting', 'paused', 'failed'] as const;

export function Page() {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const queue = useQuery({
    queryKey: ['delivery-queue'],
    queryFn: () => get('/api/v1/admin/deliveries'),
    refetchInterval: whileShown(REFRESH_MS),
  });
  return (
    <>
      <PageHeader title={t('deliveries.title')} about={t('deliveries.about')} />
      <Loaded query={queue}>
        {(loaded) => (
          <>
            <Health queue={loaded} />
            <Figures queue={loaded} />
            <p className="text-small text-quiet tabular-nums">
              {t('deliveries.refreshes', { at: format.exact(new Date(queue.dataUpdatedAt).toISOString()) })}
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

function Health({ queue }: { queue: Queue }) {
  const { t } = useTranslation('operators');
  const age = useAge();
  const isLate = queue.oldest_age_seconds >= LATE_AFTER_SECONDS;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3">
      <Badge tone={isLate ? 'bad' : 'good'}>{isLate ? t('deliveries.late') : t('deliveries.onTime')}</Badge>
      {isLate && <p>{t('deliveries.lateText', { age: age(queue.oldest_age_seconds) })}</p>}
      {queue.failed > 0 && (
        <>
          <Badge tone="note">{t('deliveries.givenUp', { count: queue.failed })}</Badge>
          <p className="text-quiet">{t('deliveries.givenUpText')}</p>
        </>
      )}
    </div>
  );
}

function Figures({ queue }: { queue: Queue }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const age = useAge();
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-3">
      {COUNTS.map((name) => (
        <Figure key={name} name={t(`deliveries.${name}`)} value={format.number(queue[name])} />
      ))}
      <Figure name={t('deliveries.oldest')} value={age(queue.oldest_age_seconds)} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid content-between gap-1 rounded-xl border bg-surface p-4">
      <dt className="text-quiet">{name}</dt>
      <dd className="text-amount font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
