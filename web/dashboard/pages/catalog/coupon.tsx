import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get, patch, remove } from '../../api/client.ts';
import { useMay } from '../../api/permissions.tsx';
import { useSend } from '../../api/send.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { Copyable, CopyIcon } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { CouponExample, CouponFields, useLinks } from './coupon-fields.tsx';
import { type Coupon, CouponBadge, Uses, useDiscount, useValidity, withCoupon } from './coupon-status.tsx';
import { type CouponValues, couponChangeOf, couponValuesOf, type PaymentLink } from './coupon-values.ts';

/** So many links are offered to copy; a seller with more has them in the list of links. */
const MAX_SHARED = 5;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const coupon = useQuery({
    queryKey: ['coupon', id],
    queryFn: () => get('/api/v1/coupons/{id}', { path: { id } }),
  });
  const links = useLinks();
  return (
    <Loaded query={coupon}>
      {(data) => <Loaded query={links}>{(all) => <CouponPage coupon={data} links={all.data} />}</Loaded>}
    </Loaded>
  );
}

type Shown = { coupon: Coupon; links: readonly PaymentLink[] };

function CouponPage({ coupon, links }: Shown) {
  const { t } = useTranslation('coupons');
  const discountOf = useDiscount();
  const own = useLinkOf(coupon, links);
  const form = useCouponForm(coupon);
  return (
    <>
      <PageHeader
        title={coupon.code}
        back={{ href: '/coupons', label: t('title') }}
        about={
          <span className="inline-flex flex-wrap items-center gap-3">
            {discountOf(coupon)}
            <CouponBadge coupon={coupon} />
          </span>
        }
      >
        <DeleteCoupon coupon={coupon} />
      </PageHeader>
      <WhyNot coupon={coupon} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <EditCoupon form={form} links={own && !links.includes(own) ? [own, ...links] : links} />
        <div className="grid min-w-0 gap-6">
          <CouponExample form={form} />
          <CouponFacts coupon={coupon} />
          <Share coupon={coupon} links={own ? [own] : coupon.payment_link_id ? [] : links} />
        </div>
      </div>
    </>
  );
}

/** The link that the coupon is for, also one that is not among those offered. */
function useLinkOf({ payment_link_id: id }: Coupon, links: readonly PaymentLink[]): PaymentLink | undefined {
  const offered = links.find((link) => link.id === id);
  const other = useQuery({
    queryKey: ['payment-link', id],
    queryFn: () => get('/api/v1/payment-links/{id}', { path: { id: id ?? '' } }),
    enabled: id !== null && !offered,
  });
  return offered ?? other.data;
}

/** Why it cannot be used now. */
function WhyNot({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  const { status, valid_from: from, valid_until: until } = coupon;
  if (status === 'active') return null;
  const day = status === 'scheduled' ? from : until;
  return (
    <p role="status" className="rounded-lg bg-note-ground p-4 text-note">
      {t(`why.${status}`, { day: day ? format.day(day) : '' })}
    </p>
  );
}

function useCouponForm(coupon: Coupon): ApiForm<CouponValues> {
  const { t } = useTranslation('coupons');
  const notify = useNotify();
  const before = couponValuesOf(coupon);
  const form = useApiForm<CouponValues, Coupon>({
    values: before,
    send: (values) =>
      patch('/api/v1/coupons/{id}', { path: { id: coupon.id }, body: couponChangeOf(values, before) }),
    after: (saved) => {
      form.reset(couponValuesOf(saved));
      notify(t('saved', { code: saved.code }));
    },
  });
  return form;
}

function EditCoupon({ form, links }: { form: ApiForm<CouponValues>; links: readonly PaymentLink[] }) {
  const { t } = useTranslation('coupons');
  const may = useMay();
  return (
    <form onSubmit={form.submit} noValidate className="min-w-0">
      <Card title={t('data')}>
        <p className="text-small text-quiet">{t('editAbout')}</p>
        <fieldset disabled={!may('links:write')} className="grid gap-4">
          <CouponFields form={form} links={links} />
        </fieldset>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={form.busy} needs="links:write">
            {t('save')}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation(['coupons', 'catalog']);
  const validityOf = useValidity();
  return (
    <Card title={t('coupons:summary')}>
      <Facts
        facts={[
          [t('coupons:uses'), <Uses key="uses" coupon={coupon} />],
          [t('coupons:maxUses'), coupon.max_uses === null ? t('coupons:noLimit') : null],
          [t('coupons:validity'), validityOf(coupon)],
          [t('catalog:createdAt'), <Instant key="created" at={coupon.created_at} />],
          [t('coupons:id'), <Copyable key="id" text={coupon.id} label={t('coupons:id')} />],
        ]}
      />
    </Card>
  );
}

/** Addresses to send: the payer finds the coupon applied. */
function Share({ coupon, links }: Shown) {
  const { t } = useTranslation('coupons');
  return (
    <Card title={t('share')}>
      <p className="text-small text-quiet">{links.length > 0 ? t('shareAbout') : t('shareNone')}</p>
      {links.length === 0 && <ButtonLink href="/links/new">{t('newLink')}</ButtonLink>}
      <ul className="grid gap-3">
        {links.slice(0, MAX_SHARED).map(({ id, name, url }) => (
          <li key={id} className="flex items-start justify-between gap-2">
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere" dir="auto">
                {name}
              </span>
              <code className="font-mono text-small wrap-anywhere text-quiet">{withCoupon(url, coupon)}</code>
            </span>
            <CopyIcon text={withCoupon(url, coupon)} label={t('copy', { name, code: coupon.code })} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DeleteCoupon({ coupon: { id, code } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const [, navigate] = useLocation();
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const sending = useSend(async () => {
    const answer = await remove('/api/v1/coupons/{id}', { path: { id } });
    notify(t('removed', { code }));
    navigate('/coupons');
    return answer;
  });
  return (
    <>
      <Button needs="links:write" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" size={16} />
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('removeTitle', { code })}
        about={t('removeAbout')}
        action={t('remove')}
        busy={sending.isPending}
        error={sending.error}
        onConfirm={() => sending.mutate(undefined)}
      />
    </>
  );
}
