import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { May } from '../../api/permissions.tsx';
import { whileShown } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Day } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { Skeleton, SkeletonLines } from '../../kit/skeleton.tsx';

const REFETCH_MS = 30_000;

/** What can be withdrawn leads. */
const FIRST = { place: 'col-span-full', size: 'text-title min-[22rem]:text-heading' };
const BESIDE = { place: '', size: 'text-title' };
const AMOUNTS = [
  { name: 'available', look: FIRST },
  { name: 'reserved', look: BESIDE },
  { name: 'receivable', look: BESIDE },
  { name: 'total', look: BESIDE },
] as const;

/** What can be withdrawn now, and when the rest can be. */
export function BalanceCard() {
  const { t } = useTranslation('overview');
  const balance = useQuery({
    queryKey: ['balance'],
    queryFn: () => get('/api/v1/balance'),
    refetchInterval: whileShown(REFETCH_MS),
  });
  if (balance.error && !balance.data) {
    return <ErrorNotice error={balance.error} retry={() => void balance.refetch()} />;
  }
  return (
    <Card
      title={t('balance.title')}
      action={
        <May do="withdrawals:write">
          <ButtonLink href="/withdrawals" className="-my-2">
            {t('balance.withdraw')}
          </ButtonLink>
        </May>
      }
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-x-4 gap-y-3">
        {AMOUNTS.filter(({ name }) => name !== 'receivable' || balance.data?.receivable).map(
          ({ name, look }) => (
            <div key={name} className={look.place}>
              <dt className="text-small text-quiet">{t(`balance.${name}`)}</dt>
              <dd className={`font-semibold ${look.size}`}>
                {balance.data ? <Money value={balance.data[name]} /> : <Skeleton />}
              </dd>
            </div>
          ),
        )}
      </dl>
      <Releases />
    </Card>
  );
}

function Releases() {
  const { t } = useTranslation(['overview', 'common']);
  const pages = usePages('reserve', (query) => get('/api/v1/balance/reserve', { query }), {});
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-semibold">{t('reserve.title')}</h3>
      {pages.error && <ErrorNotice error={pages.error} retry={pages.retry} />}
      {!pages.rows && !pages.error && <SkeletonLines count={3} />}
      {pages.rows?.length === 0 && <p className="text-small text-quiet">{t('reserve.empty')}</p>}
      {pages.rows && pages.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section aria-label={t('reserve.title')} tabIndex={0} className="max-h-[17rem] overflow-y-auto">
          <table className="w-full text-left">
            <caption className="sr-only">{t('reserve.title')}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('reserve.day')}</th>
                <th scope="col">{t('reserve.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {pages.rows.map((release) => (
                <tr key={release.date} className="border-b last:border-0">
                  <td className="py-1.5">
                    <Day date={release.date} />
                    <span className="block text-small text-quiet">
                      {t('reserve.charges', { count: release.charges_count })}
                    </span>
                  </td>
                  <td className="py-1.5 text-right">
                    <Money value={release.amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {(pages.hasMore || !pages.isFirst) && (
        <div className="flex justify-end gap-2">
          <Button disabled={pages.isFirst} onClick={pages.previous}>
            {t('common:actions.previous')}
          </Button>
          <Button disabled={!pages.hasMore} onClick={pages.next}>
            {t('common:actions.next')}
          </Button>
        </div>
      )}
    </section>
  );
}
