import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/badge.tsx';

const TONES = { queued: 'note', sent: 'good', failed: 'bad', suppressed: 'plain' } as const;

export function MailStateBadge({ state }: { state: keyof typeof TONES }) {
  const { t } = useTranslation('settings');
  return <Badge tone={TONES[state]}>{t(`outbox.states.${state}`)}</Badge>;
}
