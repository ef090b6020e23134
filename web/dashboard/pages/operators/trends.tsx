import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { dayFrom } from '../../kit/days.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Day } from '../../kit/instant.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { ByMethod } from '../overview/by-method.tsx';
import { ChartCard } from '../overview/chart-card.tsx';
import { Change, Figure } from '../overview/figures.tsx';
import { PeriodChoice } from '../overview/period-choice.tsx';
import { SellerLink } from './seller-link.tsx';

type Trends = Answer<'/api/v1/admin/trends'>;
type Figures = Trends['current'];

const PERIODS = ['7', '30', '90'] as const;
const DEFAULT = '30';

/** What all sellers together received, refunded and cost, and who moves the figures. */
export function Page() {
  const { t } = useTranslation('operatorWork');
  const now = useNow();
  const { values, set } = useFilters(['days']);
  const days = PERIODS.find((each) => each === values.days) ?? DEFAULT;
  const to = dayFrom(now());
  const from = dayFrom(now(), 1 - Number(days));
  const trends = useQuery({
    queryKey: ['trends', from, to],
    queryFn: () => get('/api/v1/admin/trends', { query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = trends;
  return (
    <>
      <PageHeader title={t('trends.title')} about={t('trends.about')}>
        <PeriodChoice periods={PERIODS} period={days} onChange={(chosen) => set({ days: chosen })} />
      </PageHeader>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      <div className="grid min-w-0 gap-6" aria-busy={trends.isFetching && trends.isPlaceholderData}>
        <AllFigures trends={data} />
        <ChartCard overview={data} />
        <div className="grid min-w-0 items-start gap-6 xl:grid-cols-3">
          <ByMethod overview={data} />
          <Sellers title={t('trends.largest')} trends={data} sellers={data?.largest} />
          <Sellers title={t('trends.mostChanged')} trends={data} sellers={data?.most_changed} />
        </div>
      </div>
    </>
  );
}

type FigureName = 'received_amount' | 'received_count' | 'fees' | 'active_sellers' | 'new_sellers';
const MONEY: readonly string[] = ['received_amount', 'fees', 'refunds_amount', 'disputes_amount'];

/** Eight figures; for refunds and disputes less is better. */
function AllFigures({ trends }: { trends: Trends | undefined }) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  const write = (name: keyof Figures, value: number) =>
    MONEY.includes(name) ? format.money(value) : format.number(value);
  const plain = (name: FigureName) => (
    <Figure
      name={t(`trends.figures.${name}`)}
      value={trends && write(name, trends.current[name])}
      note={
        trends && (
          <Change
            now={trends.current[name]}
            before={trends.previous[name]}
            written={write(name, trends.previous[name])}
          />
        )
      }
    />
  );
  return (
    <div className="@container">
      <dl className="grid gap-3 @min-[20rem]:grid-cols-2 md:gap-4 @min-[60rem]:grid-cols-4">
        {plain('received_amount')}
        {plain('received_count')}
        <Conversion trends={trends} />
        {plain('fees')}
        <Claims kind="refunds" trends={trends} />
        <Claims kind="disputes" trends={trends} />
        {plain('active_sellers')}
        {plain('new_sellers')}
      </dl>
    </div>
  );
}

function useRate(): (rate: number | null) => string {
  const format = useFormat();
  return (rate) => (rate === null ? '—' : format.percent(rate));
}

function Conversion({ trends }: { trends: Trends | undefined }) {
  const { t } = useTranslation('operatorWork');
  const rate = useRate();
  const before = trends?.previous.conversion ?? null;
  return (
    <Figure
      name={t('trends.figures.conversion')}
      value={trends && rate(trends.current.conversion)}
      note={
        trends && (before === null ? t('trends.rateNote') : t('trends.rateBefore', { rate: rate(before) }))
      }
    />
  );
}

function Claims({ kind, trends }: { kind: 'refunds' | 'disputes'; trends: Trends | undefined }) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  const rate = useRate();
  const rateName = kind === 'refunds' ? 'refund_rate' : 'dispute_rate';
  const note = (): ReactNode => {
    if (!trends) return undefined;
    const { current, previous } = trends;
    return (
      <>
        {t(`trends.${kind}Note`, { count: current[`${kind}_count`], rate: rate(current[rateName]) })}
        <span className="block">
          <Change
            now={current[`${kind}_amount`]}
            before={previous[`${kind}_amount`]}
            written={format.money(previous[`${kind}_amount`])}
            isLessBetter
          />
        </span>
      </>
    );
  };
  return (
    <Figure
      name={t(`trends.figures.${kind}`)}
      value={trends && format.money(trends.current[`${kind}_amount`])}
      note={note()}
    />
  );
}

type Seller = Trends['largest'][number];

function Sellers({
  title,
  trends,
  sellers,
}: {
  title: string;
  trends: Trends | undefined;
  sellers: readonly Seller[] | undefined;
}) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  return (
    <Card title={title}>
      {!sellers && <SkeletonLines count={5} />}
      {sellers?.length === 0 && <p className="text-quiet">{t('trends.noSellers')}</p>}
      {trends && sellers && sellers.length > 0 && (
        <ol className="grid gap-3">
          {sellers.map(({ account_id: id, account_name: name, received_amount, previous_amount }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                <SellerLink id={id} name={name} />
              </span>
              <span className="font-medium whitespace-nowrap tabular-nums">
                {format.money(received_amount)}
              </span>
              <span className="col-span-2 text-small text-quiet">
                <Change
                  now={received_amount}
                  before={previous_amount}
                  written={format.money(previous_amount)}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {trends && (
        <p className="text-small text-quiet">
          {t('trends.against')} <Day date={trends.previous_from} /> – <Day date={trends.previous_to} />
        </p>
      )}
    </Card>
  );
}
