import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, ChargeBadge } from '../../kit/badge.tsx';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { stateOf } from '../../kit/charge-state.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { PageHeader } from '../../kit/page.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CaptureDialog, mayCapture } from './capture-dialog.tsx';
import { type Charge, type Dispute, isHeld, isOpen, isRefunding, refundWord } from './charge.ts';
import { ChargeByWhatsapp } from './charge-whatsapp.tsx';
import { DueDateDialog, mayChangeDueDate } from './due-date-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** The amount, the status and the next step. */
export function ChargeHead({ charge, disputes }: { charge: Charge; disputes: readonly Dispute[] }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  return (
    <PageHeader
      title={format.money(charge.value)}
      back={{ href: '/charges', label: t('title') }}
      about={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ChargeBadge charge={charge} />
          <Afterwards charge={charge} disputes={disputes} />
          <span>{t(`detail.about.${isHeld(charge) ? 'HELD' : stateOf(charge)}`)}</span>
        </div>
      }
    >
      <HeadActions charge={charge} />
    </PageHeader>
  );
}

/** Refunds and disputes that the status does not show. */
function Afterwards({ charge, disputes }: { charge: Charge; disputes: readonly Dispute[] }) {
  const { t } = useTranslation(['charges', 'common']);
  const isPart = charge.status === 'RECEIVED' && charge.refunded_amount > 0;
  const isWon = disputes.some(({ status }) => status === 'won');
  return (
    <>
      {isPart && stateOf(charge) !== 'PARTLY_REFUNDED' && (
        <Badge tone="note">{t('common:chargeStatus.PARTLY_REFUNDED')}</Badge>
      )}
      {isRefunding(charge) && <Badge tone="note">{t('detail.refunding')}</Badge>}
      {isWon && <Badge tone="good">{t('detail.disputeWon')}</Badge>}
    </>
  );
}

function HeadActions({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges');
  const [asked, setAsked] = useState<'capture' | 'refund' | 'cancel' | 'due date' | null>(null);
  const waits = isOpen(charge) && !isHeld(charge);
  const page = charge.checkout_url;
  return (
    <>
      {page && (waits || charge.status === 'REFUSED') && (
        <>
          <CopyButton text={page} label={t('detail.copyLink')} variant="primary" />
          {waits && <ChargeByWhatsapp charge={charge} />}
          <OpenLink href={page} label={t('detail.openPage')} />
        </>
      )}
      {mayCapture(charge) && (
        <Button variant="primary" needs="charges:write" onClick={() => setAsked('capture')}>
          {t('capture.open')}
        </Button>
      )}
      {mayChangeDueDate(charge) && (
        <Button needs="charges:write" onClick={() => setAsked('due date')}>
          {t('dueDate.open')}
        </Button>
      )}
      {isOpen(charge) && charge.authorization?.status !== 'capturing' && (
        <Button needs="charges:write" onClick={() => setAsked('cancel')}>
          {t(isHeld(charge) ? 'cancel.letGo' : 'cancel.open')}
        </Button>
      )}
      {(charge.refundable_amount ?? 0) > 0 && (
        <Button needs="refunds:write" onClick={() => setAsked('refund')}>
          {t(`refund.${refundWord(charge)}.open`)}
        </Button>
      )}
      {(charge.status === 'CANCELLED' || charge.status === 'REFUNDED') && (
        <ButtonLink href="/charges/new">{t('detail.another')}</ButtonLink>
      )}
      <CancelDialog charge={charge} open={asked === 'cancel'} onClose={() => setAsked(null)} />
      {asked === 'capture' && <CaptureDialog charge={charge} onClose={() => setAsked(null)} />}
      {asked === 'due date' && <DueDateDialog charge={charge} onClose={() => setAsked(null)} />}
      {asked === 'refund' && <RefundDialog charge={charge} onClose={() => setAsked(null)} />}
    </>
  );
}

/** A page outside the dashboard, in a new tab. */
export function OpenLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-strong-line bg-surface px-4 py-1.5 font-medium hover:bg-hover"
    >
      {label}
      <ExternalLink aria-hidden="true" size={16} />
    </a>
  );
}
