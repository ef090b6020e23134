import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChargeState, type Stated, stateOf } from './charge-state.ts';

export type Tone = 'good' | 'bad' | 'note' | 'info' | 'plain';

const TONES: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  bad: 'bg-bad-ground text-bad',
  note: 'bg-note-ground text-note',
  info: 'bg-accent-ground text-accent',
  plain: 'bg-hover text-text',
};

/** One line, for tables; `wraps` for sentences in narrow places. */
export function Badge({
  tone = 'plain',
  wraps = false,
  children,
}: {
  tone?: Tone;
  wraps?: boolean;
  children: ReactNode;
}) {
  const shape = wraps ? 'rounded-xl' : 'rounded-full whitespace-nowrap';
  return (
    <span className={`inline-block px-2.5 text-small font-medium ${shape} ${TONES[tone]}`}>{children}</span>
  );
}

const CHARGE_TONES: Record<ChargeState, Tone> = {
  PENDING: 'info',
  RECEIVED: 'good',
  DISPUTED: 'bad',
  DISPUTE_LOST: 'bad',
  PARTLY_REFUNDED: 'note',
  REFUNDED: 'plain',
  REFUSED: 'bad',
  CANCELLED: 'plain',
  EXPIRED: 'plain',
  OVERDUE: 'note',
};

/** A charge's status, the same everywhere. */
export function ChargeBadge({ charge }: { charge: Stated }) {
  const { t } = useTranslation();
  const state = stateOf(charge);
  return <Badge tone={CHARGE_TONES[state]}>{t(`chargeStatus.${state}`)}</Badge>;
}
