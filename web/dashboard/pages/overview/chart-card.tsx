import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import type { DayReceived } from './overview-answer.ts';

type Charted = { by_day: readonly DayReceived[] };

const Chart = lazy(() =>
  import('./received-chart.tsx').then(({ ReceivedChart }) => ({ default: ReceivedChart })),
);

/** Received by day: a chart, and a table for screen readers. */
export function ChartCard({ overview }: { overview: Charted | undefined }) {
  const { t } = useTranslation('overview');
  const place = <div className="skeleton h-56" />;
  return (
    <Card title={t('chart.title')}>
      {overview ? (
        <>
          <div aria-hidden="true" className="relative h-56 overflow-hidden">
            <Suspense fallback={place}>
              <Chart days={overview.by_day} />
            </Suspense>
          </div>
          <DayTable overview={overview} />
        </>
      ) : (
        place
      )}
    </Card>
  );
}

function DayTable({ overview }: { overview: Charted }) {
  const { t } = useTranslation('overview');
  return (
    <div className="sr-only">
      <table>
        <caption>{t('chart.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            <th scope="col">{t('chart.received')}</th>
            <th scope="col">{t('chart.count')}</th>
          </tr>
        </thead>
        <tbody>
          {overview.by_day.map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <Day date={day.date} />
              </th>
              <td>
                <Money value={day.received_amount} />
              </td>
              <td>{day.received_count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
