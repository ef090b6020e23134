import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { Month } from '../../kit/calendar.tsx';
import { daysLater, monthsLater } from '../../kit/calendar-days.ts';
import { dayFrom, isDay } from '../../kit/days.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Day } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useBalance } from './balance-figures.tsx';
import { CardInstallments } from './card-installments.tsx';
import { EarlyPayout } from './early-payout.tsx';
import { useFees } from './fees.tsx';
import { MonthGrid } from './month-grid.tsx';

export type Calendar = Answer<'/api/v1/balance/calendar'>;
type Sum = Calendar['reserve'];

/** What the reserve releases is certain and the rest is not: they are shown apart, never as one sum. */
export function Page() {
  const { t } = useTranslation('money');
  const today = dayFrom(useNow()());
  const { values, set } = useFilters(['month']);
  const chosen = `${values.month}-01`;
  const first = isDay(chosen) ? chosen : `${today.slice(0, 7)}-01`;
  const last = daysLater(monthsLater(first, 1), -1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['calendar', first],
    queryFn: () => get('/api/v1/balance/calendar', { query: { from: first, to: last } }),
    placeholderData: keepPreviousData,
  });
  const shown = isPlaceholderData ? undefined : data;
  const fees = useFees().data;
  const isAtOnce = fees?.card_settlement === 'instant' && (data?.cards.count ?? 0) === 0;
  return (
    <>
      <PageHeader title={t('receivables.title')} about={t('receivables.about')}>
        {typeof fees?.anticipation_percent === 'number' && <EarlyPayout />}
      </PageHeader>
      {error && !data ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Totals calendar={shown} />
          <Card>
            <Month day={first} onMove={(months) => set({ month: monthsLater(first, months).slice(0, 7) })} />
            <MonthGrid month={first} today={today} days={shown?.data} />
            <DayList calendar={shown} />
            <p className="text-small text-quiet">
              {t(isAtOnce ? 'receivables.cardsAtOnce' : 'receivables.cardsByInstallment')}{' '}
              {t('receivables.note')}
            </p>
          </Card>
          {!isAtOnce && <CardInstallments from={first} to={last} />}
        </>
      )}
    </>
  );
}

function Totals({ calendar }: { calendar: Calendar | undefined }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const later = useBalance().data?.receivable ?? 0;
  const about = (name: 'certain' | 'cards' | 'expected' | 'overdue', sum: Sum | undefined) => ({
    name: t(`receivables.${name}`),
    sum,
    text:
      sum &&
      (sum.count > 0
        ? t(`receivables.${name}About`, { count: sum.count })
        : name === 'cards' && later > 0
          ? t('receivables.cardsLater', { amount: format.money(later) })
          : t(`receivables.${name}None`)),
  });
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Total {...about('certain', calendar?.reserve)} isCertain />
      <Total {...about('cards', calendar?.cards)} />
      <Total {...about('expected', calendar?.boletos)} />
      <Total {...about('overdue', calendar?.overdue)} />
    </dl>
  );
}

function Total({
  name,
  sum,
  text,
  isCertain = false,
}: {
  name: string;
  sum: Sum | undefined;
  text: string | undefined;
  isCertain?: boolean;
}) {
  return (
    <div className="grid content-start gap-1 rounded-xl border bg-surface p-4">
      <dt className="text-small text-quiet">{name}</dt>
      <dd className="grid gap-1">
        <span className="text-title font-semibold">
          {sum ? (
            <Money value={sum.amount} tone={isCertain ? 'good' : undefined} />
          ) : (
            <Skeleton width="7rem" />
          )}
        </span>
        <span className="text-small text-quiet">{text ?? <Skeleton width="10rem" />}</span>
      </dd>
    </div>
  );
}

function DayList({ calendar }: { calendar: Calendar | undefined }) {
  const { t } = useTranslation(['money', 'common']);
  if (!calendar) return <Skeleton width="100%" />;
  if (calendar.data.length === 0) return <p className="text-quiet">{t('money:receivables.none')}</p>;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('money:receivables.days')}</caption>
      <thead className="text-small text-quiet">
        <tr>
          <th scope="col" className="py-2 font-semibold">
            {t('common:fields.date')}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-semibold">
            {t('money:receivables.reserve')}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-semibold">
            {t('money:receivables.installments')}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-semibold">
            {t('money:receivables.boletos')}
          </th>
        </tr>
      </thead>
      <tbody>
        {calendar.data.map(({ date, reserve, cards, boletos }) => (
          <tr key={date} className="border-t">
            <th scope="row" className="py-2 text-left align-top font-normal">
              <Day date={date} />
            </th>
            <td className="py-2 pl-2 text-right align-top">
              <Amount sum={reserve} isCertain />
            </td>
            <td className="py-2 pl-2 text-right align-top">
              <Amount sum={cards} />
            </td>
            <td className="py-2 pl-2 text-right align-top">
              <Amount sum={boletos} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Amount({ sum, isCertain = false }: { sum: Sum; isCertain?: boolean }) {
  const { t } = useTranslation();
  if (sum.count === 0) return <span className="text-quiet">{t('fields.none')}</span>;
  return <Money value={sum.amount} tone={isCertain ? 'good' : undefined} />;
}
