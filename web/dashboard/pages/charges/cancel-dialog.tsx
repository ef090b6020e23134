import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import type { Charge } from './charge.ts';

export function CancelDialog({
  charge,
  open,
  onClose,
}: {
  charge: Charge;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const notify = useNotify();
  const cancel = useSend(
    (id: string) => post('/api/v1/charges/{id}/cancel', { path: { id } }),
    () => {
      onClose();
      notify(t('cancel.done'));
    },
  );
  const close = () => {
    cancel.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(wanted) => wanted || close()}
      title={t('cancel.title')}
      about={t('cancel.about', { amount: format.money(charge.value) })}
      action={t('cancel.confirm')}
      dismiss={t('cancel.keep')}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate(charge.id)}
    />
  );
}
