import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import type { Dispute } from './disputes.tsx';

export type Outcome = 'won' | 'lost';

/** Explains the effect on the money before it happens. */
export function CloseDialog({
  dispute,
  outcome,
  onClose,
}: {
  dispute: Dispute;
  outcome: Outcome;
  onClose: () => void;
}) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const format = useFormat();
  const { id, account_name: account } = dispute;
  const words = { amount: format.money(dispute.amount), account };
  const close = useSend(
    (body: { outcome: Outcome }) => post('/api/v1/admin/disputes/{id}/close', { path: { id }, body }),
    () => {
      onClose();
      notify(t(`disputes.${outcome}Done`, words));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`disputes.${outcome}Title`)}
      about={t(`disputes.${outcome}About`, words)}
      action={t(`disputes.${outcome}Action`, words)}
      variant={outcome === 'won' ? 'primary' : 'danger'}
      busy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate({ outcome })}
    />
  );
}
