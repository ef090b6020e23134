import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSession } from '../../api/session.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
import { WhatsappLink } from '../../kit/whatsapp-link.tsx';
import type { Charge, Dispute } from './charge.ts';

type Refund = NonNullable<Charge['refunds']>[number];

const REFUND_TONES: Record<string, Tone> = { succeeded: 'good', pending: 'note', failed: 'bad' };
const DISPUTE_TONES: Record<Dispute['status'], Tone> = { open: 'note', won: 'good', lost: 'bad' };

/** The API's text if the bank gave no reason. */
const UNEXPLAINED = 'the provider could not give it back';

/** Refunds, disputes and returned payments of this charge. */
export function MoneyBack({
  charge,
  disputes,
}: {
  charge: Pick<Charge, 'refunds' | 'returned_payments'>;
  disputes: readonly Dispute[];
}) {
  const { t } = useTranslation('charges');
  const refunds = charge.refunds ?? [];
  const returned = charge.returned_payments ?? [];
  return (
    <>
      {refunds.length > 0 && (
        <Card title={t('back.refunds')}>
          <Lines>
            {refunds.map((refund) => (
              <Line
                key={refund.id}
                amount={refund.amount}
                at={refund.created_at}
                about={<RefundAbout refund={refund} />}
                badge={<RefundBadge status={refund.status} />}
                link={refund.payer_url && <PayerKey url={refund.payer_url} amount={refund.amount} />}
              />
            ))}
          </Lines>
        </Card>
      )}
      {disputes.length > 0 && (
        <Card title={t('back.disputes')}>
          <Lines>
            {disputes.map((dispute) => (
              <Line
                key={dispute.id}
                amount={dispute.amount}
                at={dispute.created_at}
                about={[t(`back.kind.${dispute.kind}`), dispute.reason].filter(Boolean).join(' · ')}
                badge={
                  <Badge tone={DISPUTE_TONES[dispute.status]}>{t(`back.dispute.${dispute.status}`)}</Badge>
                }
                link={<DisputeLink id={dispute.id} />}
              />
            ))}
          </Lines>
        </Card>
      )}
      {returned.length > 0 && (
        <Card title={t('back.returned')}>
          <p className="text-small text-quiet">{t('back.returnedAbout')}</p>
          <Lines>
            {returned.map((stray) => (
              <Line
                key={stray.payment_reference}
                amount={stray.amount}
                at={stray.created_at}
                about={<StrayReason reason={stray.reason} reference={stray.payment_reference} />}
                badge={<StrayBadge status={stray.status} />}
                link={stray.payer_url && <PayerKey url={stray.payer_url} amount={stray.amount} />}
              />
            ))}
          </Lines>
        </Card>
      )}
    </>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return <ul className="grid gap-3">{children}</ul>;
}

function Line({
  amount,
  at,
  about,
  badge,
  link,
}: {
  amount: number;
  at: string;
  about: ReactNode;
  badge: ReactNode;
  link?: ReactNode;
}) {
  return (
    <li className="grid gap-0.5 border-b pb-3 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">
          <Money value={amount} />
        </span>
        {badge}
      </div>
      <p className="text-small text-quiet">
        <Instant at={at} />
      </p>
      {about && (
        <div dir="auto" className="text-small wrap-anywhere">
          {about}
        </div>
      )}
      {link && <div className="text-small">{link}</div>}
    </li>
  );
}

/** A boleto goes back by Pix, to a key that the payer says on a page: the seller sends its address. */
function PayerKey({ url, amount }: { url: string; amount: number }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  return (
    <div className="grid gap-2">
      <p className="text-note">{t('back.asksPayer')}</p>
      <Copyable text={url} label={t('back.payerPage')} />
      <div>
        <WhatsappLink text={t('back.payerMessage', { url, amount: format.money(amount) })} />
      </div>
    </div>
  );
}

/** The seller's page of it, where it is answered. */
function DisputeLink({ id }: { id: string }) {
  const { t } = useTranslation('charges');
  const href = useSession().user.role === 'operator' ? `/admin/disputes/${id}` : `/disputes/${id}`;
  return (
    <Link href={href} className="text-accent underline underline-offset-2">
      {t('back.seeDispute')}
    </Link>
  );
}

/** The reason, and the state if it is not final. */
function RefundAbout({ refund: { reason, status, failure } }: { refund: Refund }) {
  const { t } = useTranslation('charges');
  return (
    <>
      {reason && <p>{reason}</p>}
      {status === 'pending' && <p className="text-note">{t('back.held')}</p>}
      {status === 'failed' && (
        <p className="text-bad">
          {failure && failure !== UNEXPLAINED
            ? t('back.failedBecause', { failure })
            : t('back.failedNoReason')}{' '}
          <span className="block text-text">{t('back.backWithYou')}</span>
        </p>
      )}
    </>
  );
}

function RefundBadge({ status }: { status: string }) {
  const { t } = useTranslation('charges');
  const known = status === 'succeeded' || status === 'failed' ? status : 'pending';
  return <Badge tone={REFUND_TONES[known] ?? 'plain'}>{t(`back.refund.${known}`)}</Badge>;
}

function StrayBadge({ status }: { status: string }) {
  const { t } = useTranslation('charges');
  const isDone = status === 'returned';
  return <Badge tone={isDone ? 'good' : 'note'}>{t(isDone ? 'back.strayDone' : 'back.strayUnderWay')}</Badge>;
}

function StrayReason({ reason, reference }: { reason: string; reference: string }) {
  const { t, i18n } = useTranslation('charges');
  const key = `back.reason.${reason}`;
  const known = i18n.exists(`charges:${key}`);
  return (
    <>
      {known ? (t as (key: string) => string)(key) : reason}
      <code className="block font-mono text-quiet">{reference}</code>
    </>
  );
}
