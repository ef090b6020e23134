import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { get, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { type Day, ResultBadge } from './reconciliation.tsx';
import { DifferenceList } from './reconciliation-differences.tsx';

const REFRESH_MS = 5_000;
const VERDICTS = [
  'matched',
  'waiting',
  'missing_here',
  'missing_there',
  'amount_differs',
  'unknown',
] as const;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['reconciled-day', id],
    queryFn: () => get('/api/v1/admin/reconciliation/{id}', { path: { id } }),
    // The worker compares it meanwhile.
    refetchInterval: REFRESH_MS,
  });
  return (
    <Loaded query={query} lines={10}>
      {(day) => <DayPage day={day} />}
    </Loaded>
  );
}

function DayPage({ day }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  const format = useFormat();
  const words = { kind: t(`kind.${day.kind}`), provider: day.provider, day: format.day(day.day) };
  return (
    <>
      <PageHeader
        title={t('titleOf', words)}
        back={{ href: '/admin/reconciliation', label: t('title') }}
        about={<ResultBadge day={day} />}
      >
        <Again id={day.id} />
      </PageHeader>
      <Incomplete day={day} />
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
        <SumCard day={day} />
        <TimesCard day={day} />
      </div>
      <DifferenceList day={day} />
    </>
  );
}

function Again({ id }: { id: string }) {
  const { t } = useTranslation('reconciliation');
  const notify = useNotify();
  const again = useSend(
    (_input: null) => post('/api/v1/admin/reconciliation/{id}/run', { path: { id } }),
    () => notify(t('askedAgain')),
  );
  return (
    <>
      <Button busy={again.isPending} onClick={() => again.mutate(null)}>
        <RotateCw aria-hidden="true" size={16} />
        {t('again')}
      </Button>
      {again.error && <ErrorNotice error={again.error} />}
    </>
  );
}

function Incomplete({ day }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  if (day.state !== 'incomplete') return null;
  return (
    <p role="status" className="rounded-lg bg-note-ground p-3 text-note wrap-anywhere">
      {t('incompleteText', { reason: day.reason ?? '' })}
    </p>
  );
}

function SumCard({ day: { totals, listed, booked, state } }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  const format = useFormat();
  if (!totals || listed === null || booked === null)
    return <Card title={t('result')}>{t('pendingText')}</Card>;
  const words = {
    listed: format.money(listed),
    booked: format.money(booked),
    difference: format.money(Math.abs(Math.round((listed - booked) * 100)) / 100),
  };
  return (
    <Card title={t('result')}>
      <p className="font-medium">{t(listed === booked ? 'sumEqual' : 'sumDiffers', words)}</p>
      {state !== 'complete' && <p className="text-small text-quiet">{t('sumsOfLast')}</p>}
      <Facts
        facts={VERDICTS.map((verdict) => {
          const { count, listed: there, booked: here } = totals[verdict];
          const value =
            count > 0 &&
            `${t('items', { count })} · ${format.money(verdict === 'missing_there' || verdict === 'waiting' ? here : there)}`;
          return [t(`verdict.${verdict}`), value] as const;
        })}
      />
    </Card>
  );
}

function TimesCard({ day }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  const format = useFormat();
  return (
    <Card title={t('runs')}>
      <Facts
        facts={[
          [t('runs'), format.number(day.runs)],
          [t('comparedAt'), day.compared_at && <Instant key="at" at={day.compared_at} />],
          [t('nextAt'), day.next_at ? <Instant key="next" at={day.next_at} /> : t('noNext')],
        ]}
      />
    </Card>
  );
}
