import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import { SandboxActions } from '../money/sandbox-actions.tsx';
import type { Dispute } from './badge.tsx';

/** Plays the bank that decides. */
export function DisputeTools({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['disputes', 'common']);
  const format = useFormat();
  const notify = useNotify();
  const written = { amount: format.money(dispute.amount) };
  const sending = useSend(
    (outcome: 'win' | 'lose') =>
      post(`/api/v1/sandbox/disputes/{id}/${outcome}`, { path: { id: dispute.id } }),
    (_answer, outcome) => notify(t(outcome === 'win' ? 'disputes:wonNow' : 'disputes:lostNow', written)),
  );
  return (
    <SandboxActions label={t('common:sandbox.tools')} error={sending.error}>
      <Button
        aria-label={t('disputes:winOf', written)}
        busy={sending.isPending && sending.variables === 'win'}
        onClick={() => sending.mutate('win')}
      >
        {t('disputes:win')}
      </Button>
      <Button
        aria-label={t('disputes:loseOf', written)}
        busy={sending.isPending && sending.variables === 'lose'}
        onClick={() => sending.mutate('lose')}
      >
        {t('disputes:lose')}
      </Button>
    </SandboxActions>
  );
}
