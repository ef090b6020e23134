import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, type Body, post } from '../../api/client.ts';
import { useDebounced } from '../../kit/debounce.ts';
import { Disclosure } from '../../kit/disclosure.tsx';
import { useErrorText } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

export type Quote = Answer<'/api/v1/quotes', 'post'>;
export type QuoteRequest = Omit<Body<'/api/v1/quotes', 'post'>, 'value'> & {
  /** Null: no value yet. */
  value: number | null;
  /** The maximum number of installments, if the payer chooses. */
  most_installments?: number;
};

const MAX_INSTALLMENTS = 12;

export function useQuote(request: QuoteRequest, isAsked = true) {
  const debounced = useDebounced(request);
  const { value, most_installments: _, ...terms } = debounced;
  return useQuery({
    queryKey: ['quote', value, terms],
    queryFn: ({ signal }) =>
      post('/api/v1/quotes', { body: { ...terms, value: value ?? 0 }, isQuestion: true, signal }),
    enabled: isAsked && value !== null && value > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The number of installments that costs the seller most; null if the payer cannot choose. */
function maxPartsOf(request: QuoteRequest, quote: Quote | undefined): number | null {
  if (request.installments !== undefined) return null;
  const bound = request.most_installments ?? 1;
  const parts = (quote?.installment_options ?? []).map(({ installments }) => installments);
  const most = Math.max(1, ...parts.filter((count) => count <= bound));
  return most > 1 ? most : null;
}

/** What the seller will receive, computed by the API while the form is filled in. */
export function QuotePanel({ request, children }: { request: QuoteRequest; children?: ReactNode }) {
  const { t } = useTranslation('charges');
  const errorText = useErrorText();
  const quote = useQuote(request);
  const most = maxPartsOf(request, quote.data);
  const dearest = useQuote(most === null ? request : { ...request, installments: most }, most !== null);
  const hasValue = request.value !== null && request.value > 0;
  const isOld = quote.isPlaceholderData || (most !== null && dearest.isPlaceholderData);
  return (
    <Card title={t('quote.title')} className="lg:sticky lg:top-8">
      {hasValue ? (
        <QuoteFigures
          quote={quote.data}
          dearest={most === null ? null : { count: most, quote: dearest.data }}
          isOld={isOld || Boolean(quote.error)}
        />
      ) : (
        <p className="text-quiet">{t('quote.empty')}</p>
      )}
      {hasValue && quote.error && (
        <p role="status" className="rounded-lg bg-note-ground p-3 text-small text-note">
          {errorText(quote.error)}
        </p>
      )}
      {hasValue && quote.data && (
        <InstallmentOptions quote={quote.data} most={request.most_installments ?? MAX_INSTALLMENTS} />
      )}
      {children}
    </Card>
  );
}

/** The same charge with the maximum number of installments. */
type Dearest = { count: number; quote: Quote | undefined };

function QuoteFigures({
  quote,
  dearest,
  isOld,
}: {
  quote: Quote | undefined;
  dearest: Dearest | null;
  isOld: boolean;
}) {
  const { t } = useTranslation('charges');
  const paid = quote?.when_paid;
  const lines: [string, number | undefined][] = [
    [t('quote.payerPays'), quote?.payer_total],
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
        <Received name={t(dearest ? 'quote.atOnce' : 'quote.youReceive')} amount={paid?.owner_receives} />
        {dearest && (
          <Received
            name={t('quote.inParts', { count: dearest.count })}
            amount={dearest.quote?.when_paid.owner_receives}
          />
        )}
      </dl>
      {quote?.warnings && (
        <p role="status" className="rounded-lg bg-note-ground p-3 text-small text-note">
          {t('quote.feeExceedsValue')}
        </p>
      )}
      <p className="text-small text-quiet">
        {dearest && `${t('quote.payerDecides')} `}
        {t('quote.about')}
      </p>
    </div>
  );
}

function Received({ name, amount }: { name: string; amount: number | undefined }) {
  return (
    <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t pt-3">
      <dt className="font-semibold">{name}</dt>
      <dd className="text-heading font-semibold" aria-live="polite">
        {amount === undefined ? <Skeleton width="7rem" /> : <Money value={amount} />}
      </dd>
    </div>
  );
}

function InstallmentOptions({ quote, most }: { quote: Quote; most: number }) {
  const { t } = useTranslation('charges');
  const options = quote.installment_options.filter(({ installments }) => installments <= most);
  if (options.length < 2) return null;
  return (
    <Disclosure title={t('quote.installments')} className="text-small">
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
          {options.map((option) => (
            <tr key={option.installments} className="border-t">
              <td className="py-1 pr-2 tabular-nums">
                <Parts option={option} />
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
    </Disclosure>
  );
}

/** The first installment carries the odd cents. */
export function Parts({ option }: { option: Quote['installment_options'][number] }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const { installments: count, first_amount: first, other_amount: other } = option;
  if (first === other) return t('quote.times', { count, amount: format.money(other) });
  return t('quote.unevenTimes', {
    count: count - 1,
    first: format.money(first),
    amount: format.money(other),
  });
}
