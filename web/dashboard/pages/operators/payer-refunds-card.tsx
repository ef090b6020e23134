import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { shownDocument } from '../../kit/written-document.ts';
import { PaymentDialog } from './paid-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type PayerRefund = Answer<'/api/v1/admin/payer-refunds'>['data'][number];

const REFRESH_MS = 15_000;

/** The payer has said a key, and no bank pays it: an operator does. */
function isToPay({ status, provider }: PayerRefund): boolean {
  return status === 'sending' && provider === null;
}

/** Absent while there is nothing to pay. */
export function PayerRefundsCard() {
  const { t } = useTranslation('operatorWork');
  const [paying, setPaying] = useState<PayerRefund | null>(null);
  const [refusing, setRefusing] = useState<PayerRefund | null>(null);
  const { data } = useQuery({
    queryKey: ['payer-refunds'],
    queryFn: () => get('/api/v1/admin/payer-refunds'),
    refetchInterval: REFRESH_MS,
  });
  const toPay = data?.data.filter(isToPay) ?? [];
  return (
    <>
      {toPay.length > 0 && (
        <Card title={t('payerRefunds.title')}>
          <p>{t('payerRefunds.about')}</p>
          <ul className="grid divide-y">
            {toPay.map((refund) => (
              <Refund
                key={refund.id}
                refund={refund}
                onPay={() => setPaying(refund)}
                onRefuse={() => setRefusing(refund)}
              />
            ))}
          </ul>
        </Card>
      )}
      {paying && <RefundDialog refund={paying} onClose={() => setPaying(null)} />}
      {refusing && <RefuseDialog refund={refusing} onClose={() => setRefusing(null)} />}
    </>
  );
}

type RefundProps = { refund: PayerRefund; onPay: () => void; onRefuse: () => void };

function Refund({ refund, onPay, onRefuse }: RefundProps) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  const { amount, charge_id: chargeId, payer_document: owner } = refund;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <span className="font-medium">
          <Money value={amount} />
        </span>
        <span className="text-small text-quiet">
          {owner && `${t('payerRefunds.owner', { document: shownDocument(owner) })} · `}
          <Instant at={refund.created_at} />
        </span>
        <Link href={`/admin/search/charges/${chargeId}`} className="text-small text-accent hover:underline">
          {t('payerRefunds.charge')}
        </Link>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={t('payerRefunds.refuseOf', { amount: format.money(amount) })} onClick={onRefuse}>
          {t('payerRefunds.refuse')}
        </Button>
        <Button
          aria-label={t('payerRefunds.payOf', { amount: format.money(amount) })}
          variant="primary"
          onClick={onPay}
        >
          {t('payerRefunds.pay')}
        </Button>
      </div>
    </li>
  );
}

function RefuseDialog({ refund: { id }, onClose }: { refund: PayerRefund; onClose: () => void }) {
  const { t } = useTranslation('operatorWork');
  const notify = useNotify();
  return (
    <ReasonDialog
      title={t('payerRefunds.refuseTitle')}
      about={t('payerRefunds.refuseAbout')}
      action={t('payerRefunds.refuse')}
      label={t('payerRefunds.refuseReason')}
      hint={t('payerRefunds.refuseHint')}
      send={(reason) => post('/api/v1/admin/payer-refunds/{id}/refuse', { path: { id }, body: { reason } })}
      after={() => notify(t('payerRefunds.refuseDone'))}
      onClose={onClose}
    />
  );
}

function RefundDialog({ refund, onClose }: { refund: PayerRefund; onClose: () => void }) {
  const { t } = useTranslation(['operatorWork', 'operators']);
  const format = useFormat();
  const { id, pix_key: key, payer_document: owner } = refund;
  const words = { amount: format.money(refund.amount) };
  return (
    <PaymentDialog
      title={t('payerRefunds.payTitle', words)}
      about={t('payerRefunds.payAbout', words)}
      done={t('payerRefunds.payDone', words)}
      facts={[
        [t('operators:withdrawals.amount'), <strong key="amount">{words.amount}</strong>],
        [
          t('operators:withdrawals.key'),
          key && <Copyable key="key" text={key} label={t('operators:withdrawals.key')} />,
        ],
        [t('payerRefunds.mustBe'), owner && shownDocument(owner)],
      ]}
      send={(reference) =>
        post('/api/v1/admin/payer-refunds/{id}/paid', { path: { id }, body: { reference } })
      }
      onClose={onClose}
    />
  );
}
