import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type Tone = 'good' | 'bad' | 'note' | 'plain';

const TONES: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  bad: 'bg-bad-ground text-bad',
  note: 'bg-note-ground text-note',
  plain: 'bg-hover text-text',
};

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 text-small font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

const CHARGE_TONES = {
  PENDING: 'note',
  RECEIVED: 'good',
  REFUSED: 'bad',
  REFUNDED: 'plain',
  CANCELLED: 'plain',
  OVERDUE: 'bad',
} as const;
export type ChargeStatus = keyof typeof CHARGE_TONES;

export function ChargeBadge({ status }: { status: ChargeStatus }) {
  const { t } = useTranslation();
  return <Badge tone={CHARGE_TONES[status]}>{t(`chargeStatus.${status}`)}</Badge>;
}
