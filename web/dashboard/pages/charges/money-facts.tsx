import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { Money } from '../../kit/money.tsx';
import { type Charge, isOpen, isRefunding, type Ledger } from './charge.ts';

type Fact = readonly [string, ReactNode];

/** The charge's amounts: expected while open, as paid, and what is left now. */
export function useMoneyFacts(charge: Charge, ledger: Ledger | undefined): Fact[] {
  const { t } = useTranslation('charges');
  const expected = useExpected(charge);
  const isPaid = charge.paid_value !== undefined && charge.paid_value !== null;
  if (!isPaid) {
    return [
      [t('facts.fee'), amount(charge.platform_fee)],
      [t('facts.lessFee'), amount(charge.net_value)],
      [t('facts.reserveToBe'), amount(expected?.reserve_amount)],
      [
        t(hasTerms(charge) ? 'facts.receivesInFull' : 'facts.receivesToBe'),
        expected && <Later key="later" value={expected.owner_receives} byPaid={hasTerms(charge)} />,
      ],
    ];
  }
  const hasMoved = charge.reserve_held !== charge.reserve_amount || wasTouched(ledger);
  return [
    [t('facts.paid'), amount(charge.paid_value)],
    [t('facts.fee'), amount(charge.platform_fee)],
    [t('facts.reserve'), amount(charge.reserve_amount)],
    [t('facts.net'), amount(charge.net_value)],
    [t('facts.refunded'), charge.refunded_amount > 0 ? amount(charge.refunded_amount) : null],
    [t('facts.refunding'), isRefunding(charge) ? amount(charge.refunding_amount) : null],
    [t('facts.availableNow'), hasMoved ? amount(ledger?.totals.available) : null],
    [t('facts.reservedNow'), hasMoved ? amount(charge.reserve_held) : null],
  ];
}

function amount(value: number | null | undefined): ReactNode {
  return value === null || value === undefined ? null : <Money value={value} />;
}

/** Then the API's figures, based on the full value, apply only if exactly that is paid. */
function hasTerms({ boleto }: Charge): boolean {
  return Boolean(boleto?.discount ?? boleto?.fine ?? boleto?.interest);
}

function Later({ value, byPaid }: { value: number; byPaid: boolean }) {
  const { t } = useTranslation('charges');
  return (
    <>
      <Money value={value} />
      {byPaid && <span className="block text-small text-quiet">{t('facts.byPaid')}</span>}
      <span className="block text-small text-quiet">{t('facts.toBe')}</span>
    </>
  );
}

const AFTERWARDS = /^(refund|dispute):/;

function wasTouched(ledger: Ledger | undefined): boolean {
  return ledger?.postings.some(({ fact }) => AFTERWARDS.test(fact)) ?? false;
}

/**
 * The API's quote for an open charge. A charge keeps the fees of its creation: if the current fees differ, nothing is
 * shown.
 */
function useExpected(charge: Charge) {
  const { value, billing_type, installments, split = [] } = charge;
  const { data } = useQuery({
    queryKey: ['charge-quote', charge.id, value, billing_type, installments],
    queryFn: ({ signal }) =>
      post('/api/v1/quotes', {
        body: {
          value,
          billing_type,
          ...(installments && { installments }),
          split: split.map(({ recipient_id, amount: fixed, percent }) => ({
            recipient_id,
            ...(fixed === null ? { percent } : { amount: fixed }),
          })),
        },
        isQuestion: true,
        signal,
      }),
    enabled: isOpen(charge),
  });
  return data && data.platform_fee === charge.platform_fee ? data.when_paid : null;
}
