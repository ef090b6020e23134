import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { type DisputeState, daysLeft, stateOf, URGENT_DAYS } from './state.ts';

export type Dispute = Item<'/api/v1/disputes'>;

const TONES: Record<DisputeState, Tone> = {
  awaiting: 'bad',
  missed: 'note',
  answered: 'info',
  accepted: 'plain',
  won: 'good',
  lost: 'bad',
};

/** `you` is the seller, unless an operator reads it. */
export function DisputeBadge({ dispute, to = 'seller' }: { dispute: Dispute; to?: 'seller' | 'operator' }) {
  const { t } = useTranslation('disputes');
  const state = stateOf(dispute, useNow()());
  const isOfSeller = state === 'awaiting' || state === 'accepted';
  const text = to === 'operator' && isOfSeller ? t(`stateOfSeller.${state}`) : t(`state.${state}`);
  return <Badge tone={TONES[state]}>{text}</Badge>;
}

/** The days that are left to answer, as long as they count. */
export function DaysLeft({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const now = useNow()();
  if (stateOf(dispute, now) !== 'awaiting') return null;
  const days = daysLeft(dispute.answer_by, now);
  return (
    <span className={days <= URGENT_DAYS ? 'font-medium text-bad' : undefined}>
      {days === 0 ? t('lastDay') : t('daysLeft', { count: days })}
    </span>
  );
}
