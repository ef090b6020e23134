import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useFormat } from '../../kit/format.ts';
import { useTell } from '../../kit/toast.tsx';
import type { Dispute } from './disputes.tsx';

export type Outcome = 'won' | 'lost';

/** Says whose money goes where before it goes. */
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
  const tell = useTell();
  const format = useFormat();
  const { id, account_name: account } = dispute;
  const words = { amount: format.money(dispute.amount), account };
  const close = useSend(
    (body: { outcome: Outcome }) => post('/api/v1/admin/disputes/{id}/close', { path: { id }, body }),
    () => {
      onClose();
      tell(t(`disputes.${outcome}Done`, words));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`disputes.${outcome}Title`)}
      about={t(`disputes.${outcome}About`, words)}
      action={t(`disputes.${outcome}Action`, words)}
      look={outcome === 'won' ? 'primary' : 'danger'}
      busy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate({ outcome })}
    />
  );
}
