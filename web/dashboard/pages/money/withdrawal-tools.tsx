import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import { SandboxActions } from './sandbox-actions.tsx';

type Decision = 'approve' | 'reject';

export function WithdrawalTools({ id, amount }: { id: string; amount: number }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const notify = useNotify();
  const written = { amount: format.money(amount) };
  const sending = useSend(
    (decision: Decision) => post(`/api/v1/sandbox/withdrawals/{id}/${decision}`, { path: { id } }),
    (_answer, decision) =>
      notify(t(decision === 'approve' ? 'withdrawals.approved' : 'withdrawals.rejected', written)),
  );
  return (
    <SandboxActions label={t('withdrawals.sandbox')} error={sending.error}>
      <Button
        aria-label={t('withdrawals.approveOf', written)}
        busy={sending.isPending && sending.variables === 'approve'}
        onClick={() => sending.mutate('approve')}
      >
        {t('withdrawals.approve')}
      </Button>
      <Button
        aria-label={t('withdrawals.rejectOf', written)}
        busy={sending.isPending && sending.variables === 'reject'}
        onClick={() => sending.mutate('reject')}
      >
        {t('withdrawals.reject')}
      </Button>
    </SandboxActions>
  );
}

/** Plays the bank of the key, which sends the payment back. */
export function ReturnTool({ id, left }: { id: string; left: number }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const notify = useNotify();
  const written = { amount: format.money(left) };
  const sending = useSend(
    () => post('/api/v1/sandbox/withdrawals/{id}/return', { path: { id }, body: {} }),
    () => notify(t('withdrawals.cameBack', written)),
  );
  return (
    <SandboxActions label={t('withdrawals.sandbox')} error={sending.error}>
      <Button
        aria-label={t('withdrawals.returnOf', written)}
        busy={sending.isPending}
        onClick={() => sending.mutate(undefined)}
      >
        {t('withdrawals.return')}
      </Button>
    </SandboxActions>
  );
}
