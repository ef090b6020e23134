import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { FeeCalculator } from './fee-calculator.tsx';

type Fees = Answer<'/api/v1/account/fees'>;

const SKELETON_LINES = [1, 2, 3, 4, 5];

export function useFees() {
  return useQuery({ queryKey: ['fees'], queryFn: () => get('/api/v1/account/fees') });
}

export function Page() {
  const { t } = useTranslation('money');
  const fees = useFees();
  return (
    <>
      <PageHeader title={t('fees.title')} about={t('fees.about')} />
      {fees.error && !fees.data ? (
        <ErrorNotice error={fees.error} retry={() => void fees.refetch()} />
      ) : (
        <PlanCard fees={fees.data} />
      )}
      <FeeCalculator />
    </>
  );
}

function PlanCard({ fees }: { fees: Fees | undefined }) {
  const { t } = useTranslation('money');
  return (
    <Card title={t('fees.plan')}>
      {fees ? <Plan fees={fees} /> : SKELETON_LINES.map((line) => <Skeleton key={line} width="16rem" />)}
      <p className="text-small text-quiet">{t('fees.note')}</p>
    </Card>
  );
}

function Plan({ fees }: { fees: Fees }) {
  const { t } = useTranslation(['money', 'common']);
  const { percent, money } = useFormat();
  const share = (value: number) => percent(value / 100);
  const added = (count: number) => fees.installments.find(({ installments }) => installments === count);
  const most = fees.installments.at(-1);
  return (
    <>
      <Facts
        facts={[
          ...fees.methods.map(
            (fee) =>
              [
                t(`common:billingType.${fee.billing_type}`),
                t('money:fees.each', { percent: share(fee.percent), fixed: money(fee.fixed) }),
              ] as const,
          ),
          [
            t('money:fees.reserve'),
            fees.reserve_percent > 0
              ? t('money:fees.reserveOf', { percent: share(fees.reserve_percent) })
              : t('money:fees.noReserve'),
          ],
          [
            t('money:fees.release'),
            fees.reserve_days > 0
              ? t('money:fees.days', { count: fees.reserve_days })
              : t('money:fees.atOnce'),
          ],
          [t('money:fees.cards'), t(`money:fees.settlements.${fees.card_settlement}`)],
          [
            t('money:fees.earlyPayout'),
            fees.anticipation_percent !== null &&
              t('money:fees.perMonth', { percent: share(fees.anticipation_percent) }),
          ],
          [t('money:fees.withdrawal'), t('money:fees.free')],
          [t('money:fees.monthly'), t('money:fees.free')],
        ]}
      />
      {most && (
        <p>
          {t('money:fees.inParts', {
            two: share(added(2)?.percent ?? 0),
            three: share(added(3)?.percent ?? 0),
            most: share(most.percent),
            count: most.installments,
          })}
        </p>
      )}
    </>
  );
}
