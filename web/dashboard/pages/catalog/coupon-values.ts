import type { Body, Item } from '../../api/client.ts';
import { readPercent } from '../../kit/written-percent.ts';
import type { Coupon } from './coupon-status.tsx';

export type PaymentLink = Item<'/api/v1/payment-links'>;

export type CouponValues = {
  code: string;
  kind: 'percent' | 'amount';
  percent: string;
  amount: number | null;
  min_value: number | null;
  max_uses: string;
  /** Civil days. */
  valid_from: string;
  valid_until: string;
  payment_link_id: string;
  active: boolean;
};

export function emptyCoupon(paymentLinkId: string): CouponValues {
  return {
    ...{ code: '', kind: 'percent', percent: '', amount: null, min_value: null, max_uses: '' },
    ...{ valid_from: '', valid_until: '', payment_link_id: paymentLinkId, active: true },
  };
}

export function couponValuesOf(coupon: Coupon): CouponValues {
  return {
    code: coupon.code,
    kind: coupon.percent === null ? 'amount' : 'percent',
    percent: coupon.percent === null ? '' : String(coupon.percent),
    amount: coupon.amount,
    min_value: coupon.min_value,
    max_uses: coupon.max_uses === null ? '' : String(coupon.max_uses),
    valid_from: coupon.valid_from ?? '',
    valid_until: coupon.valid_until ?? '',
    payment_link_id: coupon.payment_link_id ?? '',
    active: coupon.active,
  };
}

export function couponBodyOf(values: CouponValues): Body<'/api/v1/coupons', 'post'> {
  return {
    code: values.code.trim(),
    ...(values.kind === 'percent' ? { percent: readPercent(values.percent) } : { amount: values.amount }),
    min_value: values.min_value || null,
    max_uses: values.max_uses.trim() === '' ? null : Number(values.max_uses),
    valid_from: values.valid_from || null,
    valid_until: values.valid_until || null,
    payment_link_id: values.payment_link_id || null,
    active: values.active,
  };
}

/** What has passed stays as it is: only a day that is changed is sent. */
export function couponChangeOf(
  values: CouponValues,
  before: CouponValues,
): Body<'/api/v1/coupons/{id}', 'patch'> {
  const { valid_until: until, ...rest } = couponBodyOf(values);
  return { ...rest, ...(values.valid_until === before.valid_until ? {} : { valid_until: until }) };
}

const EXAMPLE_REAIS = 100;

/** What a purchase would cost; a larger one where the coupon is not for the usual example. Null: no discount yet. */
export function exampleOf(values: CouponValues): { before: number; after: number } | null {
  const { kind, amount, min_value: least } = values;
  const percent = readPercent(values.percent) ?? 0;
  const needed = Math.max(least ?? 0, kind === 'amount' ? (amount ?? 0) * 2 : 0);
  const cents = Math.round(Math.max(EXAMPLE_REAIS, needed) * 100);
  const off =
    kind === 'percent'
      ? Math.floor((cents * Math.round(percent * 100)) / 10_000)
      : Math.round((amount ?? 0) * 100);
  return off > 0 && off < cents ? { before: cents / 100, after: (cents - off) / 100 } : null;
}
