import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsView } from '../../api/session.ts';
import { Copyable, CopyButton } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { Card, Facts } from '../../kit/page.tsx';
import { type Charge, isOpen } from './charge.ts';
import { OpenLink } from './charge-head.tsx';

/** The payment code or link, to copy, send or show. */
export function PaymentMeans({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges');
  const hasMeans = charge.boleto || charge.card || charge.authorization || (charge.pix && isOpen(charge));
  const isView = useIsView();
  if (!hasMeans && !charge.checkout_url) return null;
  if (isView) {
    return (
      <Card title={t('means.title')}>
        <p className="text-quiet">{t('means.notInView')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('means.title')}>
      {charge.pix && isOpen(charge) && <Pix pix={charge.pix} />}
      {charge.boleto && <Boleto boleto={charge.boleto} isWaiting={isOpen(charge)} />}
      {charge.card && <CardUsed card={charge.card} />}
      {charge.authorization && <Authorization held={charge.authorization} />}
      {charge.checkout_url && (
        <Labelled label={t(isOpen(charge) ? 'means.page' : 'means.receiptPage')}>
          <Copyable text={charge.checkout_url} label={t('means.page')} />
        </Labelled>
      )}
    </Card>
  );
}

function CardUsed({ card }: { card: NonNullable<Charge['card']> }) {
  const { t } = useTranslation('charges');
  return (
    <p className="flex items-center gap-2">
      <CreditCard aria-hidden="true" size={20} />
      {t('means.card', { brand: brandOf(card.brand), digits: card.last_four })}
    </p>
  );
}

/** What the card holds or held; once it is captured, card and value are shown as for every charge. */
function Authorization({ held }: { held: NonNullable<Charge['authorization']> }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const isTaken = held.status === 'captured';
  const value = format.money(held.value);
  return (
    <>
      {!isTaken && <CardUsed card={held.card} />}
      <p role="status">{t(`means.held.${held.status}`, { value })}</p>
      {!isTaken && held.status === 'authorized' && (
        <Facts facts={[[t('means.held.until'), <Instant key="until" at={held.capture_until} />]]} />
      )}
    </>
  );
}

function brandOf(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <p className="text-small font-semibold">{label}</p>
      {children}
    </div>
  );
}

function Pix({ pix }: { pix: NonNullable<Charge['pix']> }) {
  const { t } = useTranslation('charges');
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <img
        src={pix.qr_code}
        alt={t('means.qr')}
        width={176}
        height={176}
        className="size-44 rounded-lg border bg-white p-2"
      />
      <div className="grid min-w-0 content-start gap-3">
        <Labelled label={t('means.copyPaste')}>
          <code className="line-clamp-3 font-mono text-small break-all text-quiet">{pix.copy_paste}</code>
        </Labelled>
        <div>
          <CopyButton text={pix.copy_paste} label={t('means.copyCode')} />
        </div>
        <Facts
          facts={[
            [t('means.expires'), <Instant key="expires" at={pix.expires_at} />],
            [
              'txid',
              <code key="txid" className="font-mono text-small wrap-anywhere">
                {pix.txid}
              </code>,
            ],
          ]}
        />
      </div>
    </div>
  );
}

type BoletoPart = NonNullable<Charge['boleto']>;

/** Discount, fine and interest, if any. */
function useTerms({ discount, fine, interest }: BoletoPart): [string, string | null][] {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const rate = (percent: number) => format.percent(percent / 100);
  const off = discount?.percent === undefined ? format.money(discount?.amount ?? 0) : rate(discount.percent);
  return [
    [t('create.discount'), discount && t('means.discount', { off, day: format.day(discount.until) })],
    [t('create.fine'), fine && t('means.fine', { rate: rate(fine.percent) })],
    [t('create.interest'), interest && t('means.interest', { rate: rate(interest.percent) })],
  ];
}

function DueDateChange({ change }: { change: NonNullable<BoletoPart['due_date_change']> }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const { status, due_date, reason = '' } = change;
  return <p role="status">{t(`means.dueDateChange.${status}`, { day: format.day(due_date), reason })}</p>;
}

function Boleto({ boleto, isWaiting }: { boleto: BoletoPart; isWaiting: boolean }) {
  const { t } = useTranslation('charges');
  const terms = useTerms(boleto);
  return (
    <div className="grid gap-3">
      {boleto.status === 'registering' && <p role="status">{t('means.registering')}</p>}
      {boleto.status === 'refused' && (
        <p role="status">{t('means.refused', { reason: boleto.reason ?? '' })}</p>
      )}
      {isWaiting && boleto.due_date_change && <DueDateChange change={boleto.due_date_change} />}
      {boleto.digitable_line && (
        <Labelled label={t('means.line')}>
          <Copyable text={boleto.digitable_line} label={t('means.line')} />
        </Labelled>
      )}
      <Facts
        facts={[
          [t('means.due'), <Day key="due" date={boleto.due_date} />],
          ...terms,
          [t('means.ourNumber'), boleto.our_number],
        ]}
      />
      {isWaiting && boleto.status === 'registered' && (
        <div className="flex flex-wrap gap-2">
          <OpenLink href={boleto.pdf_url} label={t('means.pdf')} />
          <OpenLink href={boleto.url} label={t('means.boletoPage')} />
        </div>
      )}
    </div>
  );
}
