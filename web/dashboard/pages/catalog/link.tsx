import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, remove } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable, CopyButton } from '../../kit/copy.tsx';
import { dayEndingAt } from '../../kit/days.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useFormat } from '../../kit/format.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ChargeTable } from './charge-table.tsx';
import { EditLink } from './edit-link.tsx';
import { LinkCoupons } from './link-coupons.tsx';
import { LinkBadge, type PaymentLink, PaymentsCount, useLinkStatus } from './link-status.tsx';
import { LinkByWhatsapp } from './link-whatsapp.tsx';
import { QrCode } from './qr-code.tsx';

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const link = useQuery({
    queryKey: ['payment-link', id],
    queryFn: () => get('/api/v1/payment-links/{id}', { path: { id } }),
  });
  return <Loaded query={link}>{(data) => <LinkPage link={data} />}</Loaded>;
}

function LinkPage({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  const format = useFormat();
  const status = useLinkStatus(link);
  return (
    <>
      <PageHeader
        title={link.name}
        back={{ href: '/links', label: t('links.title') }}
        about={
          <span className="inline-flex flex-wrap items-center gap-3">
            {link.value === null ? t('links.payerTypes') : format.money(link.value)}
            <LinkBadge link={link} />
          </span>
        }
      >
        <EditLink link={link} />
        {link.active && <DeactivateLink link={link} />}
      </PageHeader>
      {status !== 'open' && (
        <p role="status" className="rounded-lg bg-note-ground p-4 text-note">
          {t(`links.closed.${status}`)}
        </p>
      )}
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
        <Address link={link} />
        <div className="grid min-w-0 gap-6">
          <Card title={t('links.data')}>
            <LinkFacts link={link} />
          </Card>
          <LinkCoupons link={link} />
        </div>
      </div>
      <section className="grid min-w-0 gap-3">
        <h2 className="text-title font-semibold">{t('links.paymentsTitle')}</h2>
        <ChargeTable
          label={t('links.paymentsTitle')}
          of={{ payment_link_id: link.id }}
          empty={{ title: t('links.paymentsNone'), text: t('links.paymentsNoneText') }}
        />
      </section>
    </>
  );
}

/** The address, to send or to show. */
function Address({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  return (
    <Card title={t('links.url')}>
      <code className="rounded-lg bg-hover p-3 font-mono text-small wrap-anywhere">{link.url}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="primary" text={link.url} label={t('links.copyUrl')} />
        <a
          href={link.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-strong-line px-4 font-medium hover:bg-hover"
        >
          <ExternalLink aria-hidden="true" size={16} />
          {t('links.openPage')}
        </a>
        <LinkByWhatsapp link={link} />
      </div>
      <QrCode text={link.url} label={t('links.qr')} />
    </Card>
  );
}

function LinkFacts({ link }: { link: PaymentLink }) {
  const { t } = useTranslation(['catalog', 'common', 'links']);
  const format = useFormat();
  const takesCards = link.billing_types.includes('CREDIT_CARD');
  return (
    <Facts
      facts={[
        [t('common:fields.description'), link.description],
        [
          t('catalog:links.methods'),
          link.billing_types.map((type) => t(`common:billingType.${type}`)).join(', '),
        ],
        [t('catalog:links.maxInstallments'), takesCards ? `${link.max_installments}×` : null],
        [
          t('common:fields.installmentInterest'),
          takesCards && link.max_installments > 1
            ? t(`common:interestBy.${link.installment_interest}`)
            : null,
        ],
        [t('catalog:links.payments'), <PaymentsCount key="payments" link={link} />],
        [
          t('catalog:links.expires'),
          link.expires_at ? <Expiry key="expires" at={link.expires_at} /> : t('catalog:links.noExpiry'),
        ],
        [t('links:asks'), isAsking(link) && <Asked key="asks" link={link} />],
        [t('links:pixDiscount'), link.pix_discount === null ? null : format.percent(link.pix_discount / 100)],
        [t('catalog:links.product'), link.product_id && <ProductName key="product" id={link.product_id} />],
        [
          t('catalog:links.split'),
          link.split.length > 0 ? <SplitLines key="split" split={link.split} /> : null,
        ],
        [t('catalog:links.success'), link.success_url],
        [t('catalog:links.postback'), link.postback_url],
        [t('catalog:createdAt'), <Instant key="created" at={link.created_at} />],
        [t('catalog:links.id'), <Copyable key="id" text={link.id} label={t('catalog:links.id')} />],
      ]}
    />
  );
}

function isAsking({ asks }: PaymentLink): boolean {
  return asks.phone !== 'no' || asks.address !== 'no' || asks.max_quantity > 1 || asks.questions.length > 0;
}

function Asked({ link: { asks } }: { link: PaymentLink }) {
  const { t } = useTranslation('links');
  return (
    <ul className="grid gap-1">
      {asks.phone !== 'no' && <li>{t(`asksPhone.${asks.phone}`)}</li>}
      {asks.address !== 'no' && <li>{t(`asksAddress.${asks.address}`)}</li>}
      {asks.max_quantity > 1 && <li>{t('asksQuantity', { max: asks.max_quantity })}</li>}
      {asks.questions.map(({ label, options }) => (
        <li key={label} dir="auto">
          {label}
          {options.length > 0 && <span className="block text-small text-quiet">{options.join(', ')}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The chosen day is included: the link ends at the start of the next. */
function Expiry({ at }: { at: string }) {
  const day = dayEndingAt(at);
  return day === null ? <Instant at={at} /> : <Day date={day} />;
}

/** A deleted product has no page: only its id is shown. */
function ProductName({ id }: { id: string }) {
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: () => get('/api/v1/products/{id}', { path: { id } }),
  });
  if (!product.data) return <code className="font-mono text-small">{id}</code>;
  return (
    <Link href={`/products/${id}`} className="text-accent underline">
      {product.data.name}
    </Link>
  );
}

function SplitLines({ split }: { split: PaymentLink['split'] }) {
  const { t } = useTranslation('catalog');
  const format = useFormat();
  return (
    <ul className="grid gap-1">
      {split.map(({ recipient_id: account, percent, amount, description }) => (
        <li key={account}>
          {t('links.splitLine', {
            share: percent === null ? format.money(amount ?? 0) : `${format.number(percent)}%`,
            account,
          })}
          {description && <span className="block text-small text-quiet">{description}</span>}
        </li>
      ))}
    </ul>
  );
}

function DeactivateLink({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const sending = useSend(
    (id: string) => remove('/api/v1/payment-links/{id}', { path: { id } }),
    () => {
      setAsking(false);
      notify(t('links.deactivated', { name: link.name }));
    },
  );
  return (
    <>
      <Button needs="links:write" onClick={() => setAsking(true)}>
        {t('links.deactivate')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('links.deactivateTitle', { name: link.name })}
        about={t('links.deactivateAbout')}
        action={t('links.deactivate')}
        busy={sending.isPending}
        error={sending.error}
        onConfirm={() => sending.mutate(link.id)}
      />
    </>
  );
}
