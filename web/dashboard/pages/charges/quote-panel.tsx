import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, type Body, post } from '../../api/client.ts';
import { useSettled } from '../../kit/debounce.ts';
import { useErrorText } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

type Quote = Answer<'/api/v1/quotes', 'post'>;
export type QuoteRequest = Omit<Body<'/api/v1/quotes', 'post'>, 'value'> & {
  /** Null: nothing to reckon with yet. */
  value: number | null;
};

function useQuote(request: QuoteRequest) {
  const settled = useSettled(request);
  const { value } = settled;
  return useQuery({
    queryKey: ['quote', settled],
    queryFn: ({ signal }) =>
      post('/api/v1/quotes', { body: { ...settled, value: value ?? 0 }, isQuestion: true, signal }),
    enabled: value !== null && value > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What the seller will receive, reckoned by the API while the form is filled in. */
export function QuotePanel({ request, children }: { request: QuoteRequest; children?: ReactNode }) {
  const { t } = useTranslation('charges');
  const errorText = useErrorText();
  const quote = useQuote(request);
  const hasValue = request.value !== null && request.value > 0;
  return (
    <Card title={t('quote.title')} className="lg:sticky lg:top-8">
      {hasValue ? (
        <QuoteFigures quote={quote.data} isOld={quote.isPlaceholderData || Boolean(quote.error)} />
      ) : (
        <p className="text-quiet">{t('quote.empty')}</p>
      )}
      {hasValue && quote.error && (
        <p role="status" className="rounded-lg bg-note-ground p-3 text-small text-note">
          {errorText(quote.error)}
        </p>
      )}
      {hasValue && quote.data && <InstallmentOptions quote={quote.data} />}
      {children}
    </Card>
  );
}

function QuoteFigures({ quote, isOld }: { quote: Quote | undefined; isOld: boolean }) {
  const { t } = useTranslation('charges');
  const paid = quote?.when_paid;
  const lines: [string, number | undefined][] = [
    [t('quote.payerPays'), quote?.value],
    [t('quote.fee'), paid && -paid.platform_fee],
    [t('quote.reserve'), paid && -paid.reserve_amount],
    ...(paid && paid.split_total > 0 ? [[t('quote.split'), -paid.split_total] as [string, number]] : []),
  ];
  return (
    <div aria-busy={isOld || !quote} className={`grid gap-4 ${isOld ? 'opacity-60' : ''}`}>
      <dl className="grid gap-2">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-quiet">{name}</dt>
            <dd>{amount === undefined ? <Skeleton width="5rem" /> : <Money value={amount} />}</dd>
          </div>
        ))}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t pt-3">
          <dt className="font-semibold">{t('quote.youReceive')}</dt>
          <dd className="text-heading font-semibold" aria-live="polite">
            {paid ? <Money value={paid.owner_receives} /> : <Skeleton width="7rem" />}
          </dd>
        </div>
      </dl>
      <p className="text-small text-quiet">{t('quote.about')}</p>
    </div>
  );
}

function InstallmentOptions({ quote }: { quote: Quote }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  if (quote.installment_options.length < 2) return null;
  return (
    <details className="text-small">
      <summary className="cursor-pointer font-medium">{t('quote.installments')}</summary>
      <table className="mt-2 w-full text-left">
        <thead className="text-quiet">
          <tr>
            <th scope="col" className="py-1 pr-2 font-normal">
              {t('quote.payerPays')}
            </th>
            <th scope="col" className="py-1 pr-2 text-right font-normal">
              {t('quote.fee')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t('quote.net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {quote.installment_options.map((option) => (
            <tr key={option.installments} className="border-t">
              <td className="py-1 pr-2 tabular-nums">
                {t('quote.times', { count: option.installments, amount: format.money(option.other_amount) })}
              </td>
              <td className="py-1 pr-2 text-right">
                <Money value={option.platform_fee} />
              </td>
              <td className="py-1 text-right">
                <Money value={option.net_value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
