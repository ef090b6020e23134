import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { changeSession } from '../../api/session-change.ts';
import { Button } from '../../kit/button.tsx';
import type { AccountDetails } from './account-details.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const MIN_REASON_LENGTH = 5;

/** Leads to the seller's own dashboard, read only; a page load, so that nothing of the operator's stays in this document. */
export function ViewDashboard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  const session = useSession();
  const [isAsked, setIsAsked] = useState(false);
  const { id, name } = account;
  if (id === session.account.id) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>
        <Eye aria-hidden="true" size={16} />
        {t('view.action')}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={t('view.title', { name })}
          about={t('view.about')}
          action={t('view.confirm')}
          variant="primary"
          label={t('block.reason')}
          hint={t('view.reasonHint')}
          minLength={MIN_REASON_LENGTH}
          send={(reason) =>
            changeSession(() => post('/api/v1/admin/accounts/{id}/view', { path: { id }, body: { reason } }))
          }
          after={() => window.location.assign('/')}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
