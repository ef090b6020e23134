import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/badge.tsx';

const TONES = { active: 'good', pending: 'note', blocked: 'bad' } as const;
export type AccountStatus = keyof typeof TONES;
export const ACCOUNT_STATUSES = ['pending', 'active', 'blocked'] as const;

export function AccountBadge({ status }: { status: AccountStatus }) {
  const { t } = useTranslation('operators');
  return <Badge tone={TONES[status]}>{t(`accounts.status.${status}`)}</Badge>;
}
