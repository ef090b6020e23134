import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/client.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { useFormat } from '../../kit/format.ts';

export type Coupon = Item<'/api/v1/coupons'>;

const TONES: Record<Coupon['status'], Tone> = {
  active: 'good',
  scheduled: 'info',
  ended: 'plain',
  used_up: 'note',
  inactive: 'plain',
};

export function CouponBadge({ coupon: { status } }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}

/** "10%" or "R$ 5,00". */
export function useDiscount(): (coupon: Pick<Coupon, 'percent' | 'amount'>) => string {
  const format = useFormat();
  return ({ percent, amount }) =>
    percent === null ? format.money(amount ?? 0) : format.percent(percent / 100);
}

export function useValidity(): (coupon: Pick<Coupon, 'valid_from' | 'valid_until'>) => string {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  return ({ valid_from: from, valid_until: until }) => {
    if (from && until) return t('between', { from: format.day(from), until: format.day(until) });
    if (from) return t('from', { day: format.day(from) });
    return until ? t('until', { day: format.day(until) }) : t('always');
  };
}

/** Paid uses and the limit; below, what open charges hold. `isNamed`: where no heading says what it is. */
export function Uses({ coupon, isNamed = false }: { coupon: Coupon; isNamed?: boolean }) {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  const { used_count: paid, held_count: held, max_uses: most } = coupon;
  const used = format.number(paid);
  return (
    <span className={`tabular-nums ${isNamed ? 'block' : 'whitespace-nowrap'}`}>
      {isNamed && `${t('uses')}: `}
      {most === null ? used : t('usesOf', { used, most: format.number(most) })}
      {held > 0 && <span className="block text-small text-quiet">{t('held', { count: held })}</span>}
    </span>
  );
}

/** The page of a link with the coupon filled in. */
export function withCoupon(url: string, { code }: Pick<Coupon, 'code'>): string {
  return `${url}?coupon=${encodeURIComponent(code)}`;
}
