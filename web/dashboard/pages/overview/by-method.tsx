import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import type { Overview } from './overview-answer.ts';

type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO';

/** How payers paid: the bars show each method's share. */
export function ByMethod({ overview }: { overview: Pick<Overview, 'by_method'> | undefined }) {
  const { t } = useTranslation(['overview', 'common']);
  const most = Math.max(...(overview?.by_method.map((method) => method.received_amount) ?? []), 0);
  return (
    <Card title={t('methods.title')}>
      {!overview && <SkeletonLines count={3} />}
      {overview && most === 0 && <p className="text-quiet">{t('methods.empty')}</p>}
      {overview && most > 0 && (
        <ul className="grid gap-4">
          {overview.by_method.map((method) => (
            <li key={method.billing_type} className="grid gap-1">
              <div className="flex justify-between gap-4">
                <span>
                  {t(`common:billingType.${method.billing_type as Method}`)}{' '}
                  <span className="text-small text-quiet">
                    {t('methods.count', { count: method.received_count })}
                  </span>
                </span>
                <Money value={method.received_amount} />
              </div>
              <div aria-hidden="true" className="h-2 rounded-full bg-hover">
                <div
                  className="h-2 rounded-full bg-accent"
                  style={{ width: `${(method.received_amount / most) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
