import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';

export type DeliveryStatus = Item<'/api/v1/deliveries'>['status'];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'paused', 'cancelled'] as const;
const TONES = {
  pending: 'note',
  delivered: 'good',
  failed: 'bad',
  paused: 'note',
  cancelled: 'plain',
} as const;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation('integrations');
  return <Badge tone={TONES[status]}>{t(`deliveries.statuses.${status}`)}</Badge>;
}
