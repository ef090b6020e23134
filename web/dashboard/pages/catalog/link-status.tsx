import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { useFormat } from '../../kit/format.ts';

export type PaymentLink = Item<'/api/v1/payment-links'>;
type LinkStatus = 'open' | 'inactive' | 'expired' | 'full';

const TONES: Record<LinkStatus, Tone> = { open: 'good', inactive: 'plain', expired: 'plain', full: 'note' };

/** Whether the link accepts payments, and if not, why. */
export function useLinkStatus(link: PaymentLink): LinkStatus {
  const now = useNow();
  if (!link.active) return 'inactive';
  if (link.expires_at && Date.parse(link.expires_at) <= now()) return 'expired';
  return link.max_payments !== null && link.payments_count >= link.max_payments ? 'full' : 'open';
}

export function LinkBadge({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  const status = useLinkStatus(link);
  return <Badge tone={TONES[status]}>{t(`links.status.${status}`)}</Badge>;
}

export function PaymentsCount({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  const format = useFormat();
  const number = format.number(link.payments_count);
  const most = link.max_payments === null ? null : format.number(link.max_payments);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {most === null ? number : t('links.ofMost', { number, most })}
    </span>
  );
}
