import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';

/** How much a customer has paid, owes and got back. */
export function CustomerSums({ customerId }: { customerId: string }) {
  const { t } = useTranslation('lists');
  const summary = useQuery({
    queryKey: ['customer-summary', customerId],
    queryFn: () => get('/api/v1/customers/{id}/summary', { path: { id: customerId } }),
  });
  return (
    <Card title={t('customer.sums')}>
      <Loaded query={summary}>{(sums) => <Sums sums={sums} />}</Loaded>
    </Card>
  );
}

export function Sums({ sums }: { sums: Answer<'/api/v1/customers/{id}/summary'> }) {
  const { t } = useTranslation('lists');
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        {(['paid', 'open', 'overdue', 'refunded'] as const).map((name) => (
          <div key={name}>
            <dt className="text-small text-quiet">{t(`customer.${name}`)}</dt>
            <dd className="text-title font-semibold tabular-nums">
              <Money value={sums[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-quiet">
        {t('customer.lastPaid')}:{' '}
        {sums.last_paid_at ? <Instant at={sums.last_paid_at} /> : t('customer.never')}
        {sums.is_minimum && ` · ${t('customer.newestOnly')}`}
      </p>
    </>
  );
}
