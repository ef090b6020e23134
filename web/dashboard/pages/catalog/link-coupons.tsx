import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { CopyIcon } from '../../kit/copy.tsx';
import { Card } from '../../kit/page.tsx';
import { CouponBadge, useDiscount, withCoupon } from './coupon-status.tsx';
import type { PaymentLink } from './link-status.tsx';

const MAX_SHOWN = 5;

/** Which coupons payers of this link may use. */
export function LinkCoupons({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('coupons');
  const discountOf = useDiscount();
  const coupons = useQuery({
    queryKey: ['coupons', 'of-link', link.id],
    queryFn: () =>
      get('/api/v1/coupons', { query: { payment_link_id: link.id, active: true, limit: MAX_SHOWN } }),
  });
  if (!coupons.data) return null;
  const { data } = coupons.data;
  return (
    <Card
      title={t('ofLink')}
      action={<ButtonLink href={`/coupons/new?payment_link_id=${link.id}`}>{t('submit')}</ButtonLink>}
    >
      {data.length === 0 && <p className="text-quiet">{t('ofLinkNone')}</p>}
      <ul className="grid gap-2">
        {data.map((coupon) => (
          <li key={coupon.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={`/coupons/${coupon.id}`}
              className="font-mono text-accent underline underline-offset-2 wrap-anywhere"
            >
              {coupon.code}
            </Link>
            <span className="tabular-nums">{discountOf(coupon)}</span>
            <CouponBadge coupon={coupon} />
            <span className="ml-auto">
              <CopyIcon
                text={withCoupon(link.url, coupon)}
                label={t('copy', { name: link.name, code: coupon.code })}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
