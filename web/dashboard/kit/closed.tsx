import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { EmptyState } from './page.tsx';

/** Why the account cannot do this now; null: it can. The gateway refuses it in any case. */
export function useClosedReason(): string | null {
  const { t } = useTranslation();
  const status = useSession().account.account_status;
  return status === 'active' ? null : t(`accountStatus.${status}`);
}

/** In place of a form that the gateway would refuse. */
export function Closed({ title, reason }: { title: string; reason: string }) {
  return <EmptyState drawing="closed" title={title} text={reason} />;
}
