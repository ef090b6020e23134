import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { May } from '../../api/permissions.tsx';
import { whileShown } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFilters } from '../../kit/filters.ts';
import { PageHeader } from '../../kit/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ByMethod } from './by-method.tsx';
import { ChartCard } from './chart-card.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { NewestCharges, useNewestCharges } from './newest-charges.tsx';
import { PERIODS, type Period, PeriodChoice } from './period-choice.tsx';

const REFETCH_MS = 30_000;
const DEFAULT: Period = '7';

function useOverview(days: Period) {
  return useQuery({
    queryKey: ['overview', days],
    queryFn: () => get('/api/v1/overview', { query: { days: Number(days) } }),
    placeholderData: (before) => before,
    refetchInterval: whileShown(REFETCH_MS),
  });
}

export function Page() {
  const { t } = useTranslation('overview');
  const { values, set } = useFilters(['days']);
  const period = PERIODS.find((each) => each === values.days) ?? DEFAULT;
  const overview = useOverview(period);
  const newest = useNewestCharges();
  const { account } = useSession();
  const steps = useFirstSteps();
  const hasList = steps.data?.hidden === false && steps.data.steps.some(({ done }) => !done);
  // A newcomer has no figures yet: the list is in their place.
  const isNew = newest.data?.total === 0 && hasList;
  // Nothing below the list is shown before it is known whether there is one: nothing jumps.
  const shown = steps.isLoading ? undefined : overview.data;
  const isLost = overview.error && !overview.data;
  return (
    <>
      <PageHeader title={t('title')}>
        {!isNew && account.account_status === 'active' && (
          <ButtonLink href="/charges/new" variant="primary">
            {t('newCharge')}
          </ButtonLink>
        )}
      </PageHeader>
      {steps.data && <FirstSteps answer={steps.data} isShort={!isNew} />}
      {!isNew && (
        <>
          <PeriodChoice
            periods={PERIODS}
            period={period}
            onChange={(days) => set({ days: days === DEFAULT ? undefined : days })}
          />
          {isLost ? (
            <ErrorNotice error={overview.error} retry={() => void overview.refetch()} />
          ) : (
            <div
              className={`@container grid gap-6 ${overview.isPlaceholderData ? 'opacity-60' : ''}`}
              aria-busy={overview.isPending || overview.isPlaceholderData}
            >
              <Figures overview={shown} />
              <ChartCard overview={shown} />
            </div>
          )}
        </>
      )}
      <div className="@container">
        <div className="grid min-w-0 items-start gap-6 @min-[45rem]:grid-cols-2">
          <May do="balance:read">
            <BalanceCard />
          </May>
          {!isNew && !isLost && <ByMethod overview={overview.data} />}
        </div>
      </div>
      {!isNew && <NewestCharges query={newest} />}
    </>
  );
}
