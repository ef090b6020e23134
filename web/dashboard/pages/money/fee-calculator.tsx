import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { Money } from '../../kit/money.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Parts, type Quote, useQuote } from '../charges/quote-panel.tsx';

type Option = Quote['installment_options'][number];
type InterestBy = 'payer' | 'seller';

const FIRST_VALUE = 100;
const SKELETON_ROWS = 13;

/** What a sale costs by each method and number of installments, all of it computed by the API. */
export function FeeCalculator() {
  const { t } = useTranslation(['money', 'common']);
  const errorText = useErrorText();
  const [value, setValue] = useState<number | null>(FIRST_VALUE);
  const [interestBy, setInterestBy] = useState<InterestBy>('payer');
  const atOnce = useQuote({ billing_type: 'PIX', value });
  const card = useQuote({ billing_type: 'CREDIT_CARD', value, installment_interest: interestBy });
  const error = atOnce.error ?? card.error;
  const isOld = atOnce.isPlaceholderData || card.isPlaceholderData || Boolean(error);
  return (
    <Card title={t('money:fees.calculator')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('money:fees.value')}>
          <MoneyInput value={value} onChange={setValue} />
        </Field>
        <Field label={t('common:fields.installmentInterest')}>
          <Select value={interestBy} onChange={(event) => setInterestBy(event.target.value as InterestBy)}>
            <option value="payer">{t('common:interestBy.payer')}</option>
            <option value="seller">{t('common:interestBy.seller')}</option>
          </Select>
        </Field>
      </div>
      {error && (
        <p role="status" className="rounded-lg bg-note-ground p-3 text-small text-note">
          {errorText(error)}
        </p>
      )}
      {value ? (
        <Outcomes atOnce={atOnce.data} card={card.data} isOld={isOld} />
      ) : (
        <p className="text-quiet">{t('money:fees.empty')}</p>
      )}
      <p className="text-small text-quiet">{t('money:fees.explained')}</p>
    </Card>
  );
}

function Outcomes({
  atOnce,
  card,
  isOld,
}: {
  atOnce: Quote | undefined;
  card: Quote | undefined;
  isOld: boolean;
}) {
  const { t } = useTranslation('money');
  const isReady = atOnce && card;
  return (
    <table aria-busy={isOld || !isReady} className={`w-full text-left ${isOld ? 'opacity-60' : ''}`}>
      <caption className="sr-only">{t('fees.table')}</caption>
      <thead className="text-small text-quiet">
        <tr>
          <Head text={t('fees.how')} isFirst />
          <Head text={t('fees.payerPays')} className="hidden sm:table-cell" />
          <Head text={t('fees.fee')} />
          <Head text={t('fees.reserved')} className="hidden sm:table-cell" />
          <Head text={t('fees.youReceive')} />
        </tr>
      </thead>
      <tbody>
        {isReady ? (
          <>
            <Outcome name={t('fees.pixOrBoleto')} {...atOnce.when_paid} total={atOnce.payer_total} />
            {card.installment_options.map((option) => (
              <Outcome
                key={option.installments}
                name={t('fees.card', { count: option.installments })}
                option={option}
                {...option}
              />
            ))}
          </>
        ) : (
          <SkeletonRows />
        )}
      </tbody>
    </table>
  );
}

const CELL = 'py-2 pl-2 text-right align-top whitespace-nowrap';

function Head({
  text,
  isFirst = false,
  className = '',
}: {
  text: string;
  isFirst?: boolean;
  className?: string;
}) {
  const place = isFirst ? 'py-2 align-bottom' : 'py-2 pl-2 text-right align-bottom';
  return (
    <th scope="col" className={`${place} font-semibold ${className}`}>
      {text}
    </th>
  );
}

type Figures = { total: number; platform_fee: number; reserve_amount: number; net_value: number };

/** On a phone, what the customer pays stands below the method. */
function Outcome({ name, option, ...paid }: Figures & { name: string; option?: Option }) {
  const { t } = useTranslation('money');
  const isInParts = option && option.installments > 1;
  const parts = isInParts && <Parts option={option} />;
  return (
    <tr className="border-t">
      <th scope="row" className="py-2 text-left align-top font-normal">
        {name}
        <span className="block text-small text-quiet sm:hidden">
          <span className="sr-only">{t('fees.payerPays')} </span>
          {parts || <Money value={paid.total} />}
        </span>
      </th>
      <td className={`${CELL} hidden sm:table-cell`}>
        <Money value={paid.total} />
        {parts && <span className="block text-small text-quiet">{parts}</span>}
      </td>
      <td className={CELL}>
        <Money value={paid.platform_fee} />
      </td>
      <td className={`${CELL} hidden sm:table-cell`}>
        <Money value={paid.reserve_amount} />
      </td>
      <td className={`${CELL} font-semibold`}>
        <Money value={paid.net_value} />
      </td>
    </tr>
  );
}

function SkeletonRows() {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
    <tr key={row} className="border-t">
      <td colSpan={5} className="py-2">
        <Skeleton width="100%" />
      </td>
    </tr>
  ));
}
