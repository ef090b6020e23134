import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Closed, useClosedReason } from '../../kit/closed.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { CouponExample, CouponFields, useLinks } from './coupon-fields.tsx';
import type { Coupon } from './coupon-status.tsx';
import { type CouponValues, couponBodyOf, emptyCoupon, type PaymentLink } from './coupon-values.ts';

export function Page() {
  const { t } = useTranslation('coupons');
  const reason = useClosedReason();
  const links = useLinks();
  return (
    <>
      <PageHeader title={t('create')} back={{ href: '/coupons', label: t('title') }} />
      {reason === null ? (
        <Loaded query={links}>{({ data }) => <CouponForm links={data} />}</Loaded>
      ) : (
        <Closed title={t('createClosed')} reason={reason} />
      )}
    </>
  );
}

function CouponForm({ links }: { links: readonly PaymentLink[] }) {
  const { t } = useTranslation('coupons');
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const notify = useNotify();
  const link = links.find(({ id }) => id === parameters.get('payment_link_id'));
  const form = useApiForm<CouponValues, Coupon>({
    values: emptyCoupon(link?.id ?? ''),
    send: (values) => post('/api/v1/coupons', { body: couponBodyOf(values) }),
    after: ({ id, code }) => {
      notify(t('created', { code }));
      navigate(`/coupons/${id}`);
    },
  });
  return (
    <form
      onSubmit={form.submit}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]"
    >
      <Card title={t('data')}>
        <CouponFields form={form} links={links} />
      </Card>
      <div className="grid gap-6 lg:sticky lg:top-8">
        <CouponExample form={form} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}
