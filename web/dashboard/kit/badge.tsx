import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type Tone = 'good' | 'bad' | 'note' | 'plain';

const TONES: Record<Tone, string> = {
  good: 'bg-good-ground text-good',
  bad: 'bg-bad-ground text-bad',
  note: 'bg-note-ground text-note',
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
